"""The compiled solver: results, records and errors; its iterates are in test_iterates.py."""

import math

import numpy as np
import pytest

import kuhncfr as kc
from kuhncfr.cfr.algorithm import ALGORITHMS, power
from kuhncfr.solver.engine import Engine
from kuhncfr.solver.settings import Settings


@pytest.mark.parametrize(
    ("algorithm", "alternating", "expected"),
    [
        ("cfr", False, (2.567e-2, 7.269e-3)),
        ("cfr", True, (8.226e-3, 9.376e-4)),
        ("cfr+", True, (1.194e-3, 8.737e-5)),
        ("lcfr", True, (1.089e-3, 9.353e-5)),
        ("dcfr", True, (1.666e-3, 1.465e-4)),
        ("pcfr+", True, (2.323e-5, 2.354e-8)),
    ],
)
def test_known_exploitabilities_on_kuhn_poker(algorithm, alternating, expected):
    """After 100 and 1,000 iterations, as computed by another program, to four digits."""
    found = [kc.solve(kc.KuhnPoker(), iterations, algorithm, alternating=alternating).exploitability for iterations in (100, 1_000)]
    assert found == pytest.approx(expected, rel=6e-4)


def test_recording_changes_nothing():
    game = kc.KuhnPoker()
    plain, recorded = (kc.solve(game, 777, algorithm="cfr+", record_every=every) for every in (None, 10))
    assert plain.average_strategy == recorded.average_strategy
    assert plain.trajectory is None


@pytest.mark.parametrize("sampling", [None, "external"])
def test_the_iteration_of_a_target_does_not_depend_on_the_speed_of_the_machine(sampling):
    """A slow machine runs smaller pieces between two checks for Ctrl-C."""
    tree = kc.compile_game(kc.KuhnPoker())
    stops = set()
    for piece in (1, 7, 100_000):
        engine = Engine(tree, Settings(ALGORITHMS["cfr"], sampling), np.random.default_rng(1))
        while not engine.advance(engine.done + piece, target=0.02):
            pass
        stops.add(engine.done)
    assert len(stops) == 1


def test_zero_iterations_give_the_uniform_strategy():
    run = kc.solve(kc.KuhnPoker(), 0)
    assert run.average_strategy == run.current_strategy == kc.StrategyProfile({k: dict(v) for k, v in run.average_strategy.items()})
    assert run.exploitability == pytest.approx(11 / 24)


def test_the_callback_sees_every_recorded_iteration():
    seen = []
    kc.solve(kc.KuhnPoker(), 1_000, record_every=300, callback=lambda run: seen.append((run.iterations, run.exploitability)))
    assert [iterations for iterations, _ in seen] == [300, 600, 900]
    assert seen[0][1] == kc.solve(kc.KuhnPoker(), 300).exploitability


def test_many_callbacks():
    """Each callback shortens a piece, which must not make the next pieces grow without bound."""
    seen = []
    kc.solve(kc.KuhnPoker(), 2_000, record_every=1, callback=lambda run: seen.append(run.iterations))
    assert seen == list(range(1, 2_001))


def test_without_records_the_callback_is_called_regularly():
    seen = []
    kc.solve(kc.KuhnPoker(), 5_000, callback=lambda run: seen.append((run.iterations, run.exploitability)))
    iterations, exploitability = zip(*seen, strict=True)
    assert len(seen) > 1
    assert sorted(set(iterations)) == list(iterations)
    assert iterations[-1] == 5_000
    assert exploitability[0] > exploitability[-1] > 0


def test_an_interrupted_solve_returns_the_run_so_far():
    def interrupt(run):
        if run.iterations == 600:
            raise KeyboardInterrupt

    run = kc.solve(kc.KuhnPoker(), 1_000, record_every=300, callback=interrupt)
    assert run.interrupted
    assert run.iterations == 600
    assert run.trajectory.iterations.tolist() == [300, 600]
    assert run.average_strategy == kc.solve(kc.KuhnPoker(), 600).average_strategy


def test_a_progress_bar_counts_iterations(capsys):
    kc.solve(kc.KuhnPoker(), 2_000, progress=True)
    assert "2.00k/2.00k" in capsys.readouterr().err
    kc.solve(kc.KuhnPoker(), 2_000)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"algorithm": "cfr++"}, "algorithm must be one of 'cfr', 'cfr\\+', .* got 'cfr\\+\\+'"),
        ({"sampling": "external", "alternating": False}, "alternating must be True with sampling='external'"),
        ({"sampling": "chance", "algorithm": "cfr+"}, r"gives noisy regrets: regret matching\+ biases"),
        ({"exploration": 0.5}, "exploration must be None unless sampling='outcome'"),
    ],
)
def test_bad_arguments_are_named(arguments, message):
    with pytest.raises(ValueError, match=message):
        kc.solve(kc.OneBetKuhn(), **arguments)


def test_powers_of_t_are_right_without_a_library():
    for t in (1, 2, 3, 10, 999, 10**7):
        assert power(t, 0) == 1
        assert power(t, 2) == t**2
        assert power(t, 0.5) == math.sqrt(t)
        assert power(t, 1.5) == t * math.sqrt(t)
        for exponent in (1 / 3, 0.1, 2.718281828, 40.7, 1e-9, 1e-300):
            assert power(t, exponent) == pytest.approx(math.pow(t, exponent), rel=1e-14)
            assert power(t, -exponent) == 1 / power(t, exponent)
    assert [power(t, exponent) for t in (1, 2) for exponent in (math.inf, -math.inf, 2000)] == [1, 1, 1, math.inf, 0, math.inf]


def test_a_game_without_information_sets():
    class Sure(kc.MatrixGame):
        def is_terminal(self, history):
            return True

        def utilities(self, history):
            return (1, -1)

    for sampling in (None, "chance", "external", "outcome"):
        assert kc.solve(Sure([[1]]), 2, sampling=sampling).iterations == 2
