"""Sweeps on worker processes: the same numbers, little to send, and nothing lost with a worker that dies."""

import multiprocessing
import os
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from small_games import ScheduledGame

import kuhncfr as kc
from kuhncfr.solver.many import solve_many
from kuhncfr.sweeps.bundle import groups, solve_bundle
from kuhncfr.sweeps.dispatch import LARGEST, Dispatch
from kuhncfr.sweeps.plan import plan

OVER = {"ante": [1, 2, 3], "algorithm": ["cfr", "dcfr"], "sampling": [None, "external"]}


def numbers(table):
    """All but how long it took."""
    return table.drop(columns="seconds")


class Logged(kc.OneBetKuhn):
    """Writes down which process makes it; with an ante of 2 it kills the first process that tries, with 3 every one."""

    def __init__(self, ante, log, deadly=()):
        tried = Path(log).read_text(encoding="utf-8").splitlines() if Path(log).exists() else []
        with Path(log).open("a", encoding="utf-8") as file:
            file.write(f"{os.getpid()} {ante}\n")
        if ante in deadly and (ante == 3 or not any(line.endswith(" 2") for line in tried)):
            os._exit(1)
        super().__init__(ante)


class Losing(Executor):
    """Loses every task with one of these seeds, as a cluster does when workers die; each task must be new to it."""

    def __init__(self, *lost):
        self.lost = set(lost)
        self.sent = []

    def submit(self, fn, /, bundle, attempt):
        task = (repr(bundle), attempt)
        assert task not in self.sent  # a cluster would return the result that it has
        self.sent.append(task)
        future = Future()
        if self.lost & {seed for group in bundle for seed in group.seeds}:
            future.set_exception(ConnectionError("worker gone"))
        else:
            future.set_result(fn(bundle, attempt))
        return future


@pytest.fixture(scope="module")
def pool():
    """Two processes that know nothing of this one."""
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as workers:
        yield workers


@pytest.fixture(scope="module")
def table():
    return kc.sweep(kc.OneBetKuhn, OVER, seeds=range(10), iterations=100)


def test_processes_give_the_same_numbers(table, pool):
    assert numbers(kc.sweep(kc.OneBetKuhn, OVER, seeds=range(10), iterations=100, executor=pool)).equals(numbers(table))


def test_threads_give_the_same_numbers(table):
    with ThreadPoolExecutor(2) as threads:
        assert numbers(kc.sweep(kc.OneBetKuhn, OVER, seeds=range(10), iterations=100, executor=threads)).equals(numbers(table))


def test_a_game_that_only_this_process_knows_is_sent_along(pool):
    class Local(ScheduledGame):
        def __init__(self, movers):
            super().__init__(movers, players=2, seed=4)

    over = {"movers": ["c01", "01c"]}
    assert numbers(kc.sweep(Local, over, executor=pool)).equals(numbers(kc.sweep(Local, over)))


def test_a_game_is_compiled_once_in_each_process(pool, tmp_path):
    over = {"ante": [1, 2], "log": [tmp_path / "log"], "sampling": ["external"]}
    kc.sweep(Logged, over, seeds=range(200), iterations=50, executor=pool)
    made = (tmp_path / "log").read_text(encoding="utf-8").splitlines()
    assert len(made) == len(set(made)) <= 4
    assert str(os.getpid()) not in {line.split()[0] for line in made}


def test_two_sweeps_share_a_store(pool, tmp_path, table):
    asked = [pool.submit(kc.sweep, kc.OneBetKuhn, OVER, range(10), iterations=100, store=tmp_path) for _ in range(2)]
    assert [numbers(one.result()).equals(numbers(table)) for one in asked] == [True, True]
    third = kc.sweep(kc.OneBetKuhn, OVER, range(10), iterations=100, store=tmp_path)
    assert numbers(third).equals(numbers(table))


def test_a_worker_that_dies_costs_its_own_runs_which_are_tried_again(tmp_path):
    """Real processes, which really die: the pool is broken, and another takes its place."""
    over = {"ante": [2, 3], "log": [tmp_path / "log"], "deadly": [(2, 3)]}
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        table = kc.sweep(Logged, over, iterations=100, executor=pool)
    assert table.error.isna().tolist() == [True, False]
    assert table.error[1].startswith("BrokenProcessPool: ")
    assert table.error[1].endswith(" (tried 3 times)")
    assert table.exploitability[0] == kc.solve(kc.OneBetKuhn(2), 100).exploitability


def test_a_pool_whose_workers_never_live_is_given_up():
    dying = ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"), initializer=os._exit, initargs=(1,))
    with dying, pytest.raises(BrokenExecutor):
        kc.sweep(kc.OneBetKuhn, executor=dying)


def test_of_a_lost_bundle_only_the_run_that_kills_is_given_up():
    executor = Losing(70)
    table = kc.sweep(kc.OneBetKuhn, {"sampling": ["external"]}, seeds=range(100), iterations=10, executor=executor)
    assert table[table.error.notna()].seed.tolist() == [70]
    assert table.error[70] == "ConnectionError: worker gone (tried 3 times)"
    expected = kc.sweep(kc.OneBetKuhn, {"sampling": ["external"]}, seeds=range(100), iterations=10)
    assert numbers(table).drop(70).equals(numbers(expected).drop(70))


def test_an_executor_that_takes_nothing_more_is_not_asked_for_ever():
    class Broken(Executor):
        def submit(self, fn, /, *args):
            raise BrokenExecutor("gone")

    with pytest.raises(BrokenExecutor, match="gone"):
        kc.sweep(kc.OneBetKuhn, executor=Broken())


def test_what_is_not_done_is_cancelled_when_the_sweep_is_left():
    class Slow(Executor):
        sent = ()

        def submit(self, fn, /, *args):
            self.sent = (*self.sent, Future())
            if len(self.sent) == 1:
                self.sent[0].set_result(fn(*args))
            return self.sent[-1]

    executor = Slow()
    outcomes = iter(Dispatch(plan(kc.OneBetKuhn, {"ante": [1, 2, 3]}, range(1), 5, None), executor))
    assert next(outcomes)[0].number == 0
    outcomes.close()
    assert [future.cancelled() for future in executor.sent] == [False, True, True]


def test_quick_runs_travel_in_bundles():
    executor = Losing()
    kc.sweep(kc.OneBetKuhn, {"sampling": ["external"]}, seeds=range(1_000), iterations=5, executor=executor)
    assert len(executor.sent) < 200


def test_a_bundle_is_small_and_its_game_is_sent_once():
    jobs = plan(kc.OneBetKuhn, {"ante": [1], "sampling": ["external"]}, range(LARGEST), 10_000, None)
    (group,) = groups(jobs)
    assert len(group.game) < 200
    assert group.seeds == list(range(LARGEST))


def test_settings_need_not_compare_and_may_repeat():
    payoffs = [np.array([[k, -1.0], [-1.0, 1.0]]) for k in (1, 1, 2, 2)]
    bundle = groups(plan(kc.MatrixGame, {"payoffs": payoffs}, range(1), 7, None))
    outcomes, _ = solve_bundle(bundle, 0)
    assert [outcome.reached for outcome in outcomes] == [solve_bundle([group], 0)[0][0].reached for group in bundle]
    twice = groups(plan(kc.OneBetKuhn, {"ante": [1, 1, 2, 2]}, range(1), 7, None))
    assert len(solve_bundle(twice, 0)[0]) == 4


def test_the_time_of_a_run_does_not_hold_what_a_process_needs_once(monkeypatch):
    monkeypatch.setattr("kuhncfr.sweeps.bundle._ready", set())
    calls = []
    monkeypatch.setattr(
        "kuhncfr.sweeps.bundle.solve", lambda tree, **settings: calls.append(settings["iterations"]) or kc.solve(tree, **settings)
    )
    bundle = groups(plan(kc.OneBetKuhn, {"ante": [1, 2], "sampling": ["chance"]}, range(1), 7, None))
    solve_bundle(bundle, 0)
    assert calls == [1, 7, 7]


def test_whole_trees_are_solved_side_by_side_with_the_same_numbers(monkeypatch):
    companies, original = [], solve_many

    def watched(trees, **settings):
        companies.append((len(trees), settings["iterations"]))
        return original(trees, **settings)

    monkeypatch.setattr("kuhncfr.sweeps.bundle._ready", set())
    monkeypatch.setattr("kuhncfr.sweeps.bundle.solve_many", watched)
    antes, algorithms = [1, 2, Fraction(1, 3)], ["cfr", "dcfr", "pcfr+"]
    over = {"ante": antes, "algorithm": algorithms, "iterations": [7, 9], "target": [None, 1e-9]}
    jobs = plan(kc.OneBetKuhn, over, range(1), None, 3)
    outcomes, _ = solve_bundle(groups(jobs), 0)
    assert companies == [(9, 1), (9, 7), (9, 9)]
    for job, outcome in zip(jobs, outcomes, strict=True):
        alone, _ = solve_bundle(groups([job]), 0)
        assert outcome.reached == alone[0].reached != ()
        assert [reached[0] for reached in outcome.reached] == ([3, 6, 7] if job.combination.settings["iterations"] == 7 else [3, 6, 9])


def test_of_runs_side_by_side_one_that_raises_tells_for_itself():
    jobs = plan(kc.OneBetKuhn, {"ante": [1, 2], "algorithm": ["cfr", "cfr++"]}, range(1), 7, None)
    outcomes, _ = solve_bundle(groups(jobs), 0)
    assert ["cfr++" in (outcome.error or "") for outcome in outcomes] == [False, True] * 2
    assert outcomes[2].reached == solve_bundle(groups([jobs[2]]), 0)[0][0].reached != ()
