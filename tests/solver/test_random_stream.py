"""The numbers of the blocks are those that the generator returns one by one, whatever an iteration uses."""

import sys

import numpy as np

import kuhncfr as kc
from kuhncfr.solver.random_stream import RandomStream


def test_blocks_follow_the_generator_and_suffice_for_an_iteration():
    most = 7
    stream, one_by_one = RandomStream(np.random.default_rng(5), most), np.random.default_rng(5)
    needs = np.random.default_rng(0).integers(most, size=20_000, endpoint=True)
    for need in needs:
        numbers, used, last = stream.rolls()
        assert used[0] <= last
        begin = int(used[0])
        assert numbers[begin : begin + need].tolist() == one_by_one.random(need).tolist()
        used[0] += need


def test_a_solve_holds_no_references_afterwards():
    rng, tree = np.random.default_rng(1), kc.compile_game(kc.KuhnPoker())
    arrays = (tree.form.first, tree.form.utility, tree.nodes.child)
    before = [sys.getrefcount(thing) for thing in (rng, *arrays)]
    for sampling in (None, "chance", "external", "outcome"):
        kc.solve(tree, 20_000, sampling=sampling, seed=rng, target=1e-12)
    assert [sys.getrefcount(thing) for thing in (rng, *arrays)] == before
