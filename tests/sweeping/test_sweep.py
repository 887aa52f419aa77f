"""The table of a sweep: every combination of settings, the numbers of separate solves, and a row for each failure."""

import os
import sys
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from itertools import product
from multiprocessing import get_context

import pytest
from command_line import press_ctrl_c
from small_games import ScheduledGame

import kuhncfr as kc
from kuhncfr import sweeping

OVER = {"ante": [1, 2], "algorithm": ["cfr", kc.Algorithm(beta=0.5)], "sampling": [None, "chance", "external", "outcome"]}


def numbers(table):
    """All columns but the duration."""
    return table.drop(columns="seconds")


class Losing(Executor):
    """Runs each task at once; the task with the lost seed fails, as on a cluster whose worker died."""

    def __init__(self, lost):
        self.lost = lost

    def submit(self, fn, /, chunk):
        future = Future()
        if self.lost in [solving["seed"] for _, _, solving in chunk]:
            future.set_exception(ConnectionError("worker gone"))
        else:
            future.set_result(fn(chunk))
        return future


@pytest.fixture(scope="module")
def pool():
    """A new process."""
    with ProcessPoolExecutor(1, get_context("spawn")) as workers:
        yield workers


@pytest.fixture(scope="module")
def table():
    return kc.sweep(kc.OneBetKuhn, OVER, seeds=[3, 1], iterations=150)


def test_every_combination_is_solved_with_every_seed_if_it_samples(table):
    expected = [(*values, seed) for values in product(*OVER.values()) for seed in ([None] if values[-1] is None else [3, 1])]
    found = table[[*OVER, "seed"]].astype(object)
    assert list(found.where(found.notna(), None).itertuples(index=False, name=None)) == expected
    assert list(table) == [*OVER, "seed", "iterations", "exploitability", "value_0", "value_1", "seconds", "error"]


def test_the_numbers_are_those_of_separate_solves(table):
    rows = iter(table.itertuples(index=False))
    for ante, algorithm, sampling in product(*OVER.values()):
        for seed in [None] if sampling is None else [3, 1]:
            row, run = next(rows), kc.solve(kc.OneBetKuhn(ante), 150, algorithm=algorithm, sampling=sampling, seed=seed)
            assert (row.iterations, row.exploitability) == (150, run.exploitability)  # to the last bit
            assert (row.value_0, row.value_1) == pytest.approx(kc.expected_utilities(run.game, run.average_strategy), abs=1e-14)
            assert row.seconds > 0
    assert table.error.isna().all()


def test_processes_and_threads_give_the_same_numbers(table, pool):
    with ThreadPoolExecutor(2) as threads:
        for executor in (pool, threads):
            assert numbers(kc.sweep(kc.OneBetKuhn, OVER, seeds=[3, 1], iterations=150, executor=executor)).equals(numbers(table))


def test_a_game_that_only_this_process_knows_is_sent_along(pool):
    class Local(ScheduledGame):
        def __init__(self, movers):
            super().__init__(movers, players=2, seed=4)

    over = {"movers": ["c01", "01c"]}
    assert numbers(kc.sweep(Local, over, executor=pool)).equals(numbers(kc.sweep(Local, over)))


class Logged(kc.OneBetKuhn):
    """Records the process that creates it; with an ante of 3 it ends that process."""

    def __init__(self, ante, log):
        with log.open("a", encoding="utf-8") as file:
            file.write(f"{os.getpid()} {ante}\n")
        if ante == 3:
            os._exit(1)
        super().__init__(ante)


def test_a_game_is_compiled_once_in_a_process(pool, tmp_path):
    over = {"ante": [1, 2], "log": [tmp_path / "log"], "sampling": ["external"]}
    kc.sweep(Logged, over, seeds=range(200), iterations=50, executor=pool)
    made = (tmp_path / "log").read_text(encoding="utf-8").splitlines()
    assert len(made) == len(set(made)) == 2
    assert str(os.getpid()) not in {line.split()[0] for line in made}


def test_the_rows_of_a_dead_worker_have_an_error(tmp_path):
    over = {"ante": [1, 3, 2], "log": [tmp_path / "log"]}
    with ProcessPoolExecutor(1, get_context("spawn")) as broken:
        found = kc.sweep(Logged, over, iterations=50, executor=broken)
    assert found.error.isna().tolist() == [True, False, False]
    assert found.error[1].startswith("BrokenProcessPool: ")
    assert found.exploitability[0] == kc.solve(kc.OneBetKuhn(1), 50).exploitability


def test_an_error_of_the_executor_is_in_the_rows_of_its_chunk():
    over = {"sampling": ["external"]}
    found = kc.sweep(kc.OneBetKuhn, over, seeds=range(200), iterations=10, executor=Losing(70))
    assert found.error.dropna().to_dict() == {70: "ConnectionError: worker gone", 71: "ConnectionError: worker gone"}
    expected = kc.sweep(kc.OneBetKuhn, over, seeds=range(200), iterations=10)
    assert numbers(found).drop([70, 71]).equals(numbers(expected).drop([70, 71]))


def test_ctrl_c_returns_what_has_arrived_and_cancels_the_rest(monkeypatch):
    class Slow(Executor):
        sent = ()

        def submit(self, fn, /, chunk):
            self.sent = (*self.sent, Future())
            if len(self.sent) == 1:
                self.sent[0].set_result(fn(chunk))
            return self.sent[-1]

    def interrupted(futures):
        yield next(iter(futures))
        raise KeyboardInterrupt

    executor = Slow()
    monkeypatch.setattr(sweeping, "as_completed", interrupted)
    table = kc.sweep(kc.OneBetKuhn, {"ante": [1, 2, 3]}, executor=executor)
    assert table.exploitability[0] == kc.solve(kc.OneBetKuhn(1), 1_000).exploitability
    assert table.error[1:].tolist() == ["interrupted"] * 2
    assert [future.cancelled() for future in executor.sent] == [False, True, True]


@pytest.mark.parametrize("game", [kc.KuhnPoker(3), kc.MatrixGame([[2, -1], [-1, 1]]), kc.compile_game(kc.RaiseKuhn())], ids=str)
def test_a_game_and_the_values_of_any_number_of_players(game):
    table = kc.sweep(game, iterations=40)
    run = kc.solve(game, 40)
    values = kc.expected_utilities(run.game, run.average_strategy)
    assert table.exploitability.tolist() == [run.exploitability]
    assert [table[f"value_{player}"][0] for player in range(run.tree.players)] == pytest.approx(values, abs=1e-14)


def test_games_for_two_and_three_players_in_one_table():
    table = kc.sweep(partial(kc.KuhnPoker, ante=2), {"players": [2, 3]}, iterations=10)
    assert table.value_2.isna().tolist() == [True, False]
    assert kc.solve(kc.KuhnPoker(3, ante=2), 10).exploitability == table.exploitability[1]


def test_settings_of_solve_may_vary_too():
    table = kc.sweep(kc.OneBetKuhn(), {"iterations": [10, 1_000], "alternating": [True, False], "target": [None, 0.01]})
    asked = [(10, True), (10, True), (10, False), (10, False), (1_000, True), (1_000, True), (1_000, False), (1_000, False)]
    runs = [kc.solve(kc.OneBetKuhn(), t, alternating=a, target=(None, 0.01)[k % 2]) for k, (t, a) in enumerate(asked)]
    assert table.iterations.tolist() == [run.iterations for run in runs]
    assert table.exploitability.tolist() == [run.exploitability for run in runs]
    assert 10 < table.iterations[5] < table.iterations[4] == 1_000


def test_the_row_of_a_run_that_raises_has_the_error():
    table = kc.sweep(kc.OneBetKuhn, {"ante": [-1, 1], "algorithm": ["cfr", "sarsa", "cfr+"], "sampling": ["external"]}, iterations=10)
    assert table.error.isna().tolist() == [False, False, False, True, False, False]
    assert table.error[0] == "ValueError: ante must be greater than 0, got -1"
    assert table.error[4].startswith("ValueError: algorithm must be one of 'cfr', ")
    assert "noisy regrets" in table.error[5]
    told = ["exploitability", "value_0", "value_1", "seconds"]
    assert table[told].isna().all(axis=1).tolist() == table.error.notna().tolist()
    assert table.iterations.tolist() == [10] * 6


def exits(ante):
    """A game that exits, like a script with a wrong argument."""
    return kc.OneBetKuhn(ante) if ante != 2 else sys.exit("an ante of 2 is not supported")


@pytest.mark.parametrize("elsewhere", [False, True], ids=["in this process", "in another"])
def test_a_game_that_exits_is_an_error_in_its_own_row(elsewhere, pool):
    table = kc.sweep(exits, {"ante": [1, 2, 3]}, iterations=5, executor=pool if elsewhere else None)
    assert table.error.isna().tolist() == [True, False, True]
    assert table.error[1] == "SystemExit: an ante of 2 is not supported"
    assert numbers(table).drop(1).equals(numbers(kc.sweep(kc.OneBetKuhn, {"ante": [1, 3]}, iterations=5)).set_axis([0, 2]))


def test_a_sweep_in_which_every_run_raises_has_no_values():
    table = kc.sweep(kc.OneBetKuhn, {"algorithm": ["many"]})
    assert list(table) == ["algorithm", "seed", "iterations", "exploitability", "seconds", "error"]
    assert table.error[0].startswith("ValueError: algorithm must be one of")


def test_ctrl_c_in_this_process_returns_the_finished_runs():
    def game(ante):
        return kc.OneBetKuhn(ante) if ante != 3 else press_ctrl_c()

    table = kc.sweep(game, {"ante": [1, 2, 3, 4]}, iterations=10)
    assert table.error.isna().tolist() == [True, True, False, False]
    assert table.error[2:].tolist() == ["interrupted"] * 2
    assert numbers(table)[:2].equals(numbers(kc.sweep(kc.OneBetKuhn, {"ante": [1, 2]}, iterations=10)))


def test_an_interrupted_run_is_not_a_result(monkeypatch):
    """After Ctrl-C, solve returns the run so far."""
    monkeypatch.setattr("kuhncfr._support.progress.next_piece", press_ctrl_c)
    table = kc.sweep(kc.OneBetKuhn, iterations=1_000)
    assert table.error.tolist() == ["interrupted"]
    assert table.exploitability.isna().all()


@pytest.mark.parametrize(
    ("arguments", "error", "told"),
    [
        ({"game": 5}, TypeError, "game must be a game or return one, such as kc.OneBetKuhn, got 5"),
        ({"over": {"antes": [1]}}, ValueError, "over has no 'antes'; it may vary ante, algorithm, "),
        ({"game": kc.OneBetKuhn(), "over": {"ante": [1]}}, ValueError, "over has no 'ante'; it may vary algorithm, "),
        ({"over": {"algorithm": "cfr"}}, TypeError, r"over\['algorithm'\] must be a list of values, got 'cfr'"),
        ({"over": {"ante": []}}, ValueError, r"over\['ante'\] must have at least one value"),
        ({"seeds": 100}, TypeError, "seeds must be a list of values, got 100"),
        ({"seeds": [-1]}, ValueError, "each of the seeds must be at least 0, got -1"),
        ({"over": {"iterations": [-1]}}, ValueError, "iterations must be at least 0, got -1"),
        ({"over": [1]}, TypeError, r"over must be a mapping, such as a dict, got \[1\]"),
        ({"executor": 2}, TypeError, "executor must be a concurrent.futures.Executor or None, got 2"),
    ],
)
def test_bad_input_is_refused_before_anything_is_solved(arguments, error, told, monkeypatch):
    monkeypatch.setattr("kuhncfr.sweeping.solve", None)
    with pytest.raises(error, match=told):
        kc.sweep(**{"game": kc.OneBetKuhn, **arguments})
