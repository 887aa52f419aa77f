"""Single steps of the compiled loops: ties and records."""

import pytest

import kuhncfr as kc
from kuhncfr.cfr.algorithm import ALGORITHMS
from kuhncfr.cfr.update import TIE
from kuhncfr.solver.engine import Engine
from kuhncfr.solver.settings import Settings


@pytest.mark.parametrize(("regret", "played"), [(3 * TIE, [0.5, 0.5]), (4 * TIE, [1, 0])])
def test_a_tie_is_what_counts_as_one_in_the_readable_version(regret, played):
    """Both rows win three chips, so that the iteration changes no regret."""
    tree = kc.compile_game(kc.MatrixGame([[3], [3]]))
    engine = Engine(tree, Settings(ALGORITHMS["cfr"]))
    engine.state.regret[1] = regret
    engine.advance(1, None)
    assert engine.state.strategy[1:3] == pytest.approx(played, abs=1e-15)


@pytest.mark.parametrize("sampling", [None, "chance"])
def test_a_record_is_the_state_after_its_iteration(sampling):
    """Records of every third iteration equal the state of the readable version after the third, the sixth and the ninth."""
    game = kc.OneBetKuhn()
    recorded = kc.solve(game, 11, sampling=sampling, seed=1, record_every=3).trajectory
    readable = kc.record(kc.CFR(game, sampling=sampling, seed=1), iterations=11)
    assert recorded.iterations.tolist() == [3, 6, 9]
    for quantity in ("cumulative_regret", "current_strategy", "average_strategy"):
        for infoset, series in getattr(readable, quantity).items():
            for action, numbers in series.items():
                assert getattr(recorded, quantity)[infoset][action] == pytest.approx(numbers[2::3][:3], abs=1e-12)
