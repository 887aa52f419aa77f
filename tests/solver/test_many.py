"""Many runs at once give what they give one by one, to the last bit."""

import _thread
import re
import signal
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numba import njit
from random_games import games

import kuhncfr as kc
from kuhncfr.cfr.algorithm import ALGORITHMS
from kuhncfr.solver import batch
from kuhncfr.solver.arrays import WIDE
from kuhncfr.solver.loops import average, lanes, outcome, play, sampled, side_by_side, whole_tree

VARIANTS = [*ALGORITHMS.values(), kc.Algorithm(alpha=0.3, beta=-0.7, gamma=1.1), kc.Algorithm(1.5, 0, floor=True, predictive=True)]
KUHN = kc.compile_game(kc.KuhnPoker())
GAMES = [
    [kc.KuhnPoker(ante=ante) for ante in (0.3, 1, 2.5)],
    [kc.KuhnPoker(players=3, cards=4, ante=ante) for ante in (1, 0.7)],
    [kc.MatrixGame([[0, -1, 2], [1, 0, -1], [-1, 1, 0]]), kc.MatrixGame([[0.1, 0.2, 0.3]] * 3)],
    [kc.LeducPoker(), kc.LeducPoker(ante=0.9)],
]


def bits(run):
    """All that a run has, to compare; not its strategies, which would hide a common factor of the sums."""
    return run.tree, run.iterations, run.interrupted, run.exploitability, {name: array.tobytes() for name, array in run._arrays.items()}


def check(trees, iterations, algorithm, seeds=None, threads=1, **how):
    runs = kc.solve_many(trees, iterations, algorithm=algorithm, seeds=seeds, threads=threads, **how)
    each = zip(trees, algorithm, seeds or [None] * len(trees), strict=True)
    expected = [kc.solve(tree, iterations, algorithm=rule, seed=seed, **how) for tree, rule, seed in each]
    assert len(runs) == len(expected)
    assert [k for k, (one, other) in enumerate(zip(runs, expected, strict=True)) if bits(one) != bits(other)] == []


@pytest.mark.parametrize("alternating", [True, False])
@pytest.mark.parametrize("forms", GAMES, ids=lambda forms: repr(forms[0]))
def test_all_variants_side_by_side_in_games_of_one_form(forms, alternating):
    trees = [kc.compile_game(game) for game in forms]
    iterations = 20 if len(trees[0].infosets) > 100 else 200
    check(trees * len(VARIANTS), iterations, sorted(VARIANTS * len(trees), key=VARIANTS.index), alternating=alternating)


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("runs", [1, 3, 15, 16, 18, 31, 33, 64])
def test_any_number_of_runs_and_threads(runs, threads):
    trees = [kc.compile_game(kc.OneBetKuhn(ante=1 + k)) for k in range(4)]
    check([trees[k % 4] for k in range(runs)], 100, [VARIANTS[k % 3] for k in range(runs)], threads=threads, record_every=30)


@pytest.mark.parametrize("iterations", [0, 1, 9, 10])
def test_any_number_of_iterations_and_records(iterations):
    check([KUHN] * 3, iterations, VARIANTS[:3], record_every=3)


@settings(max_examples=30)
@given(st.lists(games(), min_size=1, max_size=3), st.booleans())
def test_any_games_together(drawn, alternating):
    trees = [kc.compile_game(game) for game in drawn for _ in range(3)]
    check(trees, 12, [VARIANTS[k % 4] for k in range(len(trees))], alternating=alternating, record_every=4)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(
    "how", [{"sampling": "chance", "alternating": False}, {"sampling": "external"}, {"sampling": "outcome", "exploration": 0.3}]
)
def test_each_run_draws_from_its_own_seed(how, threads):
    trees = [KUHN, kc.compile_game(kc.KuhnPoker(players=3, cards=4)), KUHN] * 2
    check(trees, 500, [ALGORITHMS[name] for name in ("cfr", "dcfr", "lcfr")] * 2, seeds=range(6), threads=threads, record_every=100, **how)


@pytest.mark.parametrize(
    ("runs", "dealt"), [(1, [1]), (2, [2]), (3, [3]), (16, [16]), (18, [16, 2]), (19, [19]), (33, [32, 1]), (64, [64])]
)
def test_few_runs_that_are_left_over_take_no_block_of_their_own(runs, dealt):
    numbers = list(range(runs))
    parts = batch._deal(numbers)
    assert [len(part) for part in parts] == dealt
    assert [k for part in parts for k in part] == numbers


def test_what_is_given_once_is_shared():
    generators = [np.random.default_rng(seed) for seed in (5, 6)]
    one, other = kc.solve_many(kc.KuhnPoker(), 50, sampling="chance", seeds=generators)
    assert one.tree is other.tree
    assert [one.exploitability, other.exploitability] == [
        kc.solve(KUHN, 50, sampling="chance", seed=seed).exploitability for seed in (5, 6)
    ]
    runs = kc.solve_many(KUHN, 50, algorithm=("cfr", "dcfr"), seeds=[1, 2])
    assert [run.exploitability for run in runs] == [kc.solve(KUHN, 50, algorithm=name).exploitability for name in ("cfr", "dcfr")]
    (alone,) = kc.solve_many(KUHN, 50)
    assert alone.exploitability == runs[0].exploitability
    assert kc.solve_many([], 50) == kc.solve_many(KUHN, 50, seeds=[], sampling="chance") == ()


def test_without_seeds_runs_differ():
    one, other = kc.solve_many([KUHN, KUHN], 50, sampling="external")
    assert one.exploitability != other.exploitability


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"games": [KUHN] * 2, "seeds": range(3)}, ValueError, "equally long, one thing for each run, got 2 games, 3 seeds"),
        ({"algorithm": ["cfr"], "seeds": range(2)}, ValueError, "got 1 algorithm, 2 seeds"),
        ({"algorithm": ["cfr", "cfr++"]}, ValueError, "algorithm must be one of"),
        ({"algorithm": ["cfr", 3]}, ValueError, "algorithm must be one of"),
        ({"algorithm": ["cfr", "cfr+"], "sampling": "chance"}, ValueError, "noisy regrets"),
        ({"algorithm": ["cfr", kc.Algorithm(gamma=1000)]}, ValueError, "gamma=1000"),
        ({"seeds": 5}, TypeError, "seeds must be a sequence with one for each run, got 5"),
        ({"seeds": (k for k in range(3))}, TypeError, "seeds must be a sequence"),
        ({"seeds": [0, -1]}, ValueError, re.escape("seeds[1] must be a whole number of at least 0")),
        ({"seeds": [0, "x"]}, TypeError, re.escape("seeds[1] must be a whole number")),
        ({"seeds": [np.random.default_rng(1)] * 2}, ValueError, "the same generator twice"),
        ({"sampling": "outcome", "alternating": False}, ValueError, "alternating must be True"),
        ({"exploration": 0.5}, ValueError, "exploration belongs to sampling='outcome'"),
        ({"threads": 0}, ValueError, "threads must be at least 1"),
        ({"threads": 1.5}, TypeError, "threads must be a whole number"),
        ({"iterations": -1}, ValueError, "iterations must be at least 0"),
        ({"record_every": 0}, ValueError, "record_every must be at least 1"),
    ],
)
def test_what_does_not_fit_is_refused(arguments, error, message):
    with pytest.raises(error, match=message):
        kc.solve_many(**({"games": KUHN, "iterations": 100} | arguments))


def interrupting(loops, after, monkeypatch):
    """Have Ctrl-C come in the main thread right after a call of the loops' `iterate`."""
    iterate, calls = loops.iterate, []

    def iterate_and_interrupt(*args):
        iterate(*args)
        calls.append(args)
        if len(calls) == after:
            raise KeyboardInterrupt

    monkeypatch.setattr(loops, "iterate", iterate_and_interrupt)


@pytest.mark.parametrize("after", [3, 4])
def test_ctrl_c_leaves_all_runs_equally_far(after, monkeypatch):
    """Two forms take two calls for a piece of the way: one is interrupted in the middle of a piece, one at its end."""
    trees = [KUHN, kc.compile_game(kc.OneBetKuhn())] * 3
    interrupting(side_by_side, after, monkeypatch)
    runs = kc.solve_many(trees, 10**6, record_every=50)
    assert all(run.interrupted for run in runs)
    (reached,) = {run.iterations for run in runs}
    assert 64 < reached < 10**6
    for run in runs:
        expected = kc.solve(run.tree, reached, record_every=50)
        assert (run.exploitability, run.average_strategy) == (expected.exploitability, expected.average_strategy)
        assert run.trajectory.iterations.tolist() == expected.trajectory.iterations.tolist()


@pytest.fixture
def heard():
    """A program started in the background does not hear Ctrl-C by itself."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("heard")
def test_ctrl_c_ends_threads_after_their_piece(monkeypatch):
    interrupted = threading.Event()

    def interrupt(*args):
        if args[0] > 64 and not interrupted.is_set():
            interrupted.set()
            _thread.interrupt_main()
        iterate(*args)

    iterate = side_by_side.iterate
    monkeypatch.setattr(side_by_side, "iterate", interrupt)
    runs = kc.solve_many([KUHN] * 40, 10**7, threads=2)
    (reached,) = {run.iterations for run in runs}
    assert 64 < reached < 10**7
    assert all(run.interrupted for run in runs)


def test_ctrl_c_keeps_the_sampled_runs_that_are_done(monkeypatch):
    interrupting(sampled, 3, monkeypatch)
    runs = kc.solve_many([KUHN] * 4, 60, sampling="chance", seeds=range(4))
    assert [(run.iterations, run.interrupted) for run in runs] == [(60, False)] * 3 + [(0, True)]
    assert runs[0].exploitability == kc.solve(KUHN, 60, sampling="chance", seed=0).exploitability
    assert runs[3].average_strategy == kc.StrategyProfile.uniform(KUHN.game)


def test_ctrl_c_ends_sampled_runs_in_threads_after_their_piece(monkeypatch):
    """The run that has begun is not taken to its end, and no other begins."""
    begun, iterate = threading.Event(), sampled.iterate

    @contextmanager
    def hands(threads):
        with ThreadPoolExecutor(1) as pool:

            def do(jobs):
                for job in jobs:
                    pool.submit(job)
                begun.wait()
                raise KeyboardInterrupt

            yield do

    def tell(*args):
        iterate(*args)
        begun.set()

    monkeypatch.setattr(batch, "_hands", hands)
    monkeypatch.setattr(sampled, "iterate", tell)
    first, second = kc.solve_many([KUHN] * 2, 10**7, sampling="chance", seeds=range(2), threads=2)
    assert first.interrupted
    assert 64 <= first.iterations < 10**7
    assert (second.iterations, second.interrupted) == (0, True)


@pytest.mark.parametrize("sampling", [None, "chance"])
def test_ctrl_c_before_the_first_iteration_is_raised(sampling, monkeypatch):
    def interrupt(*args):
        raise KeyboardInterrupt

    monkeypatch.setattr(sampled if sampling else side_by_side, "iterate", interrupt)
    with pytest.raises(KeyboardInterrupt):
        kc.solve_many([KUHN] * 3, 100, sampling=sampling)


def test_an_error_in_a_thread_is_raised(monkeypatch):
    def fail(*args):
        raise MemoryError("too much")

    monkeypatch.setattr(side_by_side, "iterate", fail)
    with pytest.raises(MemoryError, match="too much"):
        kc.solve_many([KUHN] * 3, 100, threads=2)


def test_after_an_error_no_other_job_begins():
    gate, begun = threading.Event(), []
    jobs = [lambda: 1 / 0, gate.wait, gate.wait, lambda: begun.append("a job")]  # two threads, and both have to wait
    with batch._hands(2) as do:
        with pytest.raises(ZeroDivisionError):
            do(jobs)
        gate.set()
    assert begun == []


@pytest.mark.parametrize(("sampling", "told"), [(None, "500/500"), ("chance", "3.00/3.00")])
def test_a_progress_bar_tells_how_far_it_is(sampling, told, capsys):
    kc.solve_many([KUHN] * 3, 500, sampling=sampling, progress=True)
    assert told in capsys.readouterr().err


def every_step(rows, out):
    """Each thing that one can do to numbers side by side."""
    one, other = lanes.load(rows, 0), lanes.load(rows, 1)
    more = one * other + lanes.splat(0.1) - one / other
    lanes.store(out, 0, lanes.choose(one, other, more, other))


def test_compiled_or_not_a_step_is_taken_for_all_runs_at_one_stroke():
    rows = np.random.default_rng(1).random((2, WIDE))
    rows[1, 0] = rows[0, 0]
    found, expected = np.zeros((1, WIDE)), np.zeros((1, WIDE))
    compiled = njit(error_model="numpy")(every_step)  # not kept, for what is kept cannot be looked into
    compiled(rows, found)
    every_step(rows, expected)
    assert found.tobytes() == expected.tobytes()
    (code,) = compiled.inspect_llvm().values()
    for operation in ("fmul", "fadd", "fsub", "fdiv", "fcmp ogt"):
        assert f"{operation} <{WIDE} x double>" in code


@pytest.mark.parametrize("loops", [average, outcome, play, sampled, side_by_side, whole_tree])
def test_every_loop_lets_other_threads_run(loops):
    options = [loop.targetoptions["nogil"] for loop in vars(loops).values() if hasattr(loop, "targetoptions")]
    assert options
    assert all(options)


def test_threads_that_solve_at_once_do_not_disturb_each_other():
    ways = [{"sampling": sampling, "seed": seed} for sampling in (None, "chance", "external", "outcome") for seed in (1, 2)]

    def solve(way):
        return kc.solve(KUHN, 3_000, record_every=500, **way)

    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(solve, ways))
    assert [bits(run) for run in together] == [bits(solve(way)) for way in ways]
