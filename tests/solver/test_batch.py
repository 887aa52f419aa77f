"""The runs of one call equal separate runs to the last bit."""

import re
import threading

import numpy as np
import pytest
from command_line import press_ctrl_c

import kuhncfr as kc
from kuhncfr.solver import batch
from kuhncfr.solver.loops import average, episodes, outcome, sampled, whole_tree

KUHN = kc.compile_game(kc.KuhnPoker())


def bits(run):
    """Return the results of a run, for comparison."""
    found = run.trajectory
    recorded = () if found is None else (found.iterations.tobytes(), found.exploitability.tobytes())
    return run.iterations, run.interrupted, run.exploitability, run.average_strategy, run.current_strategy, recorded


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("how", [{}, {"sampling": "chance", "alternating": False}, {"sampling": "outcome", "exploration": 0.3}])
def test_each_run_equals_that_of_solve(how, threads):
    trees = [KUHN, kc.compile_game(kc.KuhnPoker(players=3, cards=4)), KUHN] * 2
    algorithms = ["cfr", "dcfr", "lcfr"] * 2
    runs = kc.solve_many(trees, 500, algorithm=algorithms, seeds=range(6), threads=threads, record_every=100, **how)
    each = zip(trees, algorithms, range(6), strict=True)
    expected = [kc.solve(tree, 500, algorithm=rule, seed=seed, record_every=100, **how) for tree, rule, seed in each]
    assert [bits(run) for run in runs] == [bits(run) for run in expected]
    assert [run.tree for run in runs] == trees


def test_single_values_are_shared_by_all_runs():
    one, other = kc.solve_many(kc.KuhnPoker(), 50, sampling="chance", seeds=[np.random.default_rng(seed) for seed in (5, 6)])
    assert one.tree is other.tree
    assert [bits(one), bits(other)] == [bits(kc.solve(KUHN, 50, sampling="chance", seed=seed)) for seed in (5, 6)]
    assert [bits(run) for run in kc.solve_many(KUHN, 50)] == [bits(kc.solve(KUHN, 50))]
    assert kc.solve_many([], 50) == kc.solve_many(KUHN, 50, seeds=[], sampling="chance") == ()


def test_without_seeds_runs_differ():
    one, other = kc.solve_many([KUHN, KUHN], 50, sampling="external")
    assert one.exploitability != other.exploitability


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"games": [KUHN] * 2, "seeds": range(3)}, "equally long, with one entry for each run, got 2 games, 3 seeds"),
        ({"algorithm": ["cfr", "cfr+"], "sampling": "chance"}, "noisy regrets"),
        ({"seeds": [0, -1]}, re.escape("seeds[1] must be a whole number of at least 0")),
        ({"seeds": [np.random.default_rng(1)] * 2}, "the same generator twice"),
        ({"sampling": "outcome", "alternating": False}, "alternating must be True"),
        ({"iterations": -1}, "iterations must be at least 0"),
    ],
)
def test_bad_arguments_are_refused_before_the_first_run(arguments, message, monkeypatch):
    iterate = whole_tree.iterate

    def check(end, solve):
        assert end == 0, "a run has begun"
        iterate(end, solve)

    monkeypatch.setattr(whole_tree, "iterate", check)
    with pytest.raises(ValueError, match=message):
        kc.solve_many(**({"games": KUHN, "iterations": 100} | arguments))


@pytest.mark.parametrize("which", [0, 3])
def test_ctrl_c_returns_the_runs_so_far(which, monkeypatch):
    """Ctrl-C comes right after the first piece of one of the runs."""
    iterate, begun = whole_tree.iterate, []

    def iterate_and_interrupt(end, solve):
        iterate(end, solve)
        if end == 64:
            begun.append(solve)
            if len(begun) == which + 1:
                raise KeyboardInterrupt

    monkeypatch.setattr(whole_tree, "iterate", iterate_and_interrupt)
    runs = kc.solve_many([KUHN] * 4, 100)
    expected = [(100, False)] * which + [(64, True)] + [(0, True)] * (3 - which)
    assert [(run.iterations, run.interrupted) for run in runs] == expected
    assert [run.exploitability for run in runs] == [kc.solve(KUHN, iterations).exploitability for iterations, _ in expected]


def test_ctrl_c_before_the_first_iteration_is_raised(monkeypatch):
    monkeypatch.setattr(whole_tree, "iterate", press_ctrl_c)
    with pytest.raises(KeyboardInterrupt):
        kc.solve_many([KUHN] * 3, 100)


def test_ctrl_c_ends_threads_after_their_piece(monkeypatch):
    threads, both_at_work, iterate = set(), threading.Event(), whole_tree.iterate

    def watched(end, solve):
        iterate(end, solve)
        if end > 0:  # a call without iterations compiles
            threads.add(threading.get_ident())
        if len(threads) == 2:
            both_at_work.set()

    def interrupted(futures):  # what Ctrl-C does to the main thread, which waits here
        assert both_at_work.wait(60)
        raise KeyboardInterrupt

    monkeypatch.setattr(whole_tree, "iterate", watched)
    monkeypatch.setattr(batch, "as_completed", interrupted)
    runs = kc.solve_many([KUHN] * 3, 10**12, threads=2)
    assert [run.interrupted for run in runs] == [True] * 3
    assert all(0 < run.iterations < 10**12 for run in runs[:2])
    assert runs[2].iterations == 0


def test_an_error_in_a_thread_is_raised_and_ends_the_others(monkeypatch):
    failed, iterate = threading.Event(), whole_tree.iterate

    def fail(end, solve):
        if end > 64 and not failed.is_set():
            failed.set()
            raise MemoryError("too much")
        iterate(end, solve)

    monkeypatch.setattr(whole_tree, "iterate", fail)
    with pytest.raises(MemoryError, match="too much"):
        kc.solve_many([KUHN] * 3, 10**12, threads=2)


def test_a_progress_bar_counts_runs(capsys):
    kc.solve_many([KUHN] * 3, 500, progress=True)
    assert "3.00/3.00" in capsys.readouterr().err


@pytest.mark.parametrize("loops", [average, episodes, outcome, sampled, whole_tree])
def test_every_loop_lets_other_threads_run(loops):
    options = [loop.targetoptions["nogil"] for loop in vars(loops).values() if hasattr(loop, "targetoptions")]
    assert options
    assert all(options)
