"""A solve with random numbers holds no references afterwards."""

import sys

import numpy as np

import kuhncfr as kc


def test_a_solve_holds_no_references_afterwards():
    rng, tree = np.random.default_rng(1), kc.compile_game(kc.KuhnPoker())
    arrays = (tree.form.first, tree.form.utility, tree.nodes.child)
    before = [sys.getrefcount(thing) for thing in (rng, *arrays)]
    for sampling in (None, "chance", "external", "outcome"):
        kc.solve(tree, 20_000, sampling=sampling, seed=rng, target=1e-12)
    assert [sys.getrefcount(thing) for thing in (rng, *arrays)] == before
