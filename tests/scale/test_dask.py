"""A sweep on a real cluster: a scheduler of dask.distributed, and worker processes of which one is killed.

Run with `make test-scale`; nothing else needs Dask.
"""

import os
import signal
from concurrent.futures import as_completed
from contextlib import contextmanager

import dask
import pytest
from distributed import Client, LocalCluster

import kuhncfr as kc
from kuhncfr import sweeping

OVER = {"ante": [1, 2, 3, 4], "algorithm": ["cfr", "dcfr"], "sampling": [None, "external"]}
SEEDS = range(100)
ITERATIONS = 3_000


def numbers(table):
    """All but how long it took."""
    return table.drop(columns="seconds")


@pytest.fixture(scope="module")
def table():
    return kc.sweep(kc.OneBetKuhn, OVER, SEEDS, iterations=ITERATIONS)


@contextmanager
def cluster(workers=2):
    """A scheduler with worker processes; one that dies is started again."""
    with LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=":0") as cluster, Client(cluster) as client:
        yield client


@pytest.fixture(scope="module")
def client():
    with cluster() as client:
        yield client


class Deadly(kc.OneBetKuhn):
    """With an ante of 3 it kills the process that makes it."""

    def __init__(self, ante):
        if ante == 3:
            os.kill(os.getpid(), signal.SIGKILL)
        super().__init__(ante)


def test_a_cluster_gives_the_same_numbers(client, table):
    assert numbers(kc.sweep(kc.OneBetKuhn, OVER, SEEDS, iterations=ITERATIONS, executor=client.get_executor())).equals(numbers(table))


def test_a_worker_is_killed_and_nothing_is_lost(client, table, monkeypatch):
    """Once the first results have arrived, one of the two is killed from outside."""
    before = set(client.run(os.getpid).values())

    def kill_one(futures):
        for future in as_completed(futures):
            if not killed:
                killed.append(min(before))
                os.kill(killed[0], signal.SIGKILL)
            yield future

    killed = []
    monkeypatch.setattr(sweeping, "as_completed", kill_one)
    found = kc.sweep(kc.OneBetKuhn, OVER, SEEDS, iterations=ITERATIONS, executor=client.get_executor())
    assert numbers(found).equals(numbers(table))
    client.wait_for_workers(2)
    assert killed[0] not in client.run(os.getpid).values()


def test_a_run_that_kills_every_worker_is_a_row_that_says_so(table):
    """Each run has a worker to itself: those that wait for the worker that dies would fail with it."""
    over = {"ante": [1, 2, 3, 4]}
    with dask.config.set({"distributed.scheduler.allowed-failures": 0}), cluster(4) as client:  # or the scheduler tries thrice
        found = kc.sweep(Deadly, over, iterations=ITERATIONS, executor=client.get_executor())
    assert found.error.notna().tolist() == [False, False, True, False]
    assert found.error[2].startswith("KilledWorker: ")
    expected = table[(table.algorithm == "cfr") & table.sampling.isna() & (table.ante != 3)]
    assert found[found.error.isna()].exploitability.tolist() == expected.exploitability.tolist()
