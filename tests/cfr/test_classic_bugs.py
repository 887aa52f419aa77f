"""Two bugs that CFR programs often have. Kuhn poker hides them; Leduc poker shows them, and these tests would see them here.

Each bug is put into a copy of the solver's loops, by changing one line. What the right loops pass, the copy must fail; and a
bug that Kuhn poker hides must pass there, or it would not be worth a larger game.
"""

import sys
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

import kuhncfr as kc
from kuhncfr.solver import engine
from kuhncfr.solver.loops import sampled, whole_tree

UNWEIGHTED = (whole_tree, "cumulative[sequence] += weight * reach[sequence]", "cumulative[sequence] += weight * strategy[sequence]")
OVERWRITTEN = (whole_tree, "reach[sequence] = own * strategy[sequence]", "reach[sequence] = strategy[sequence]")
UNWEIGHTED_SAMPLES = (sampled, "weight * reach[at, who] * strategy[begin + k]", "weight * strategy[begin + k]")
OVERWRITTEN_SAMPLES = (sampled, "reach[size, who] *= strategy[begin + k]", "reach[size, who] = strategy[begin + k]")


@pytest.fixture(scope="module")
def copy_with(tmp_path_factory):
    """Return a function that copies the solver's loops with a bug, once for each: to compile a copy takes longer than to run it."""
    folder = tmp_path_factory.mktemp("copies")

    @cache
    def copied(bug):
        module, right, wrong = bug
        source = Path(module.__file__).read_text(encoding="utf-8")
        assert source.count(right) == 1, "the line is gone: this test must follow"
        path = folder / f"mutated_{len(list(folder.glob('*.py')))}.py"
        path.write_text(source.replace(right, wrong), encoding="utf-8")
        specification = spec_from_file_location(path.stem, path)
        sys.modules[path.stem] = module_from_spec(specification)
        specification.loader.exec_module(sys.modules[path.stem])
        return sys.modules[path.stem]

    yield copied
    for path in folder.glob("*.py"):
        del sys.modules[path.stem]


@pytest.fixture
def put_in(copy_with, monkeypatch):
    """Return a function that replaces the solver's loops by a copy with the bug."""
    return lambda bug: monkeypatch.setattr(engine, bug[0].__name__.rpartition(".")[2], copy_with(bug))


def exploitability(game, **arguments):
    """Found by the readable evaluation, for the loops that find it in the solver may be the ones with the bug."""
    run = kc.solve(game, **arguments)
    return float(kc.exploitability(game, run.average_strategy))


WHOLE = {"iterations": 3_000, "alternating": False}
SAMPLES = {"iterations": 30_000, "sampling": "chance", "seed": 1}

# Bug, how to solve, and an exploitability that the right loops stay below and the copy stays above, in chips.
CASES = {
    "an average without own reach": (UNWEIGHTED, WHOLE, 0.035),
    "sampled: an average without own reach": (UNWEIGHTED_SAMPLES, SAMPLES | {"iterations": 300_000}, 0.04),
    "sampled: own reach overwritten": (OVERWRITTEN_SAMPLES, SAMPLES, 0.2),
}


@pytest.mark.parametrize("case", CASES)
def test_leduc_poker_shows_what_kuhn_poker_hides(case, put_in):
    bug, how, limit = CASES[case]
    kuhn, leduc = kc.KuhnPoker(), kc.LeducPoker()
    right = exploitability(kuhn, **how)
    assert exploitability(leduc, **how) < limit
    put_in(bug)
    assert exploitability(kuhn, **how) == pytest.approx(right, rel=0.1)
    assert exploitability(leduc, **how) > 1.2 * limit


def test_an_overwritten_reach_shows_in_both_games_when_the_whole_tree_is_walked(put_in):
    """The sequence form multiplies the reach of whole sequences, so that a missing factor is missed even in Kuhn poker."""
    put_in(OVERWRITTEN)
    assert exploitability(kc.KuhnPoker(), **WHOLE) > 0.1
    assert exploitability(kc.LeducPoker(), **WHOLE) > 0.1


def test_kuhn_poker_cannot_show_an_overwritten_reach_at_all(put_in):
    """In the recursive form, that is: nobody moves three times, and own reach after two moves is never used. Not a bit differs."""
    right = kc.solve(kc.KuhnPoker(), **SAMPLES).average_strategy
    put_in(OVERWRITTEN_SAMPLES)
    assert kc.solve(kc.KuhnPoker(), **SAMPLES).average_strategy == right
