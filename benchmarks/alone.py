"""Measurements of kuhncfr alone: time to an accuracy, a long run, recording, the progress bar, the first solve."""

import contextlib
import io
import os
import subprocess
import sys
import tempfile
from typing import Any

import clock

import kuhncfr as kc

# The fastest of the variants tried, in both games: predictive CFR+ with an average that discounts early iterations more.
FAST = kc.Algorithm(regret_matching_plus=True, predictive=True, gamma=5)
TARGETS = [
    ("Kuhn poker", kc.KuhnPoker(), 1e-9, 1e-3),
    ("Leduc poker", kc.LeducPoker(), 1e-4, 0.1),
    ("Leduc poker", kc.LeducPoker(), 1e-6, 0.6),
]
FIRST_SOLVE = "import kuhncfr as kc; kc.solve(kc.KuhnPoker(), 10)"


def to_targets() -> list[dict[str, Any]]:
    """Time solves of compiled games to a target exploitability, including all checks of the target."""
    rows = []
    for title, game, target, goal in TARGETS:
        tree = kc.compile_game(game)
        run = kc.solve(tree, 10**6, algorithm=FAST, target=target)
        assert float(kc.exploitability(game, run.average_strategy)) <= target, "the readable evaluation disagrees"

        def work(times: int, tree: kc.CompiledGame = tree, target: float = target) -> None:
            for _ in range(times):
                kc.solve(tree, 10**6, algorithm=FAST, target=target)

        times = clock.take_turns({"": work})[""]
        rows.append({"title": title, "target": target, "iterations": run.iterations, "seconds": times.as_dict(), "goal": goal})
    return rows


def long_run() -> dict[str, Any]:
    """Ten million iterations with sampled deals."""
    iterations = 10_000_000
    tree = kc.compile_game(kc.KuhnPoker(players=3, cards=4))
    times = [clock.seconds(lambda n: kc.solve(tree, n, sampling="chance", seed=1), iterations) for _ in range(clock.REPETITIONS)]
    return {"iterations": iterations, "seconds": clock.summary(times).as_dict(), "goal": 10}


def overheads() -> dict[str, Any]:
    """Measure the factors by which recording every iteration and a progress bar slow down a solve, each in turns with a plain solve."""
    tree = kc.compile_game(kc.KuhnPoker())
    iterations = 20_000

    def plain(times: int) -> None:
        for _ in range(times):
            kc.solve(tree, iterations)

    def recorded(times: int) -> None:
        for _ in range(times):
            kc.solve(tree, iterations, record_every=1)

    def with_bar(times: int) -> None:
        with contextlib.redirect_stderr(io.StringIO()):
            kc.solve(tree, times * iterations, progress=True)

    def without_bar(times: int) -> None:
        kc.solve(tree, times * iterations)

    recording = clock.take_turns({"recorded": recorded, "plain": plain})
    bar = clock.take_turns({"with": with_bar, "without": without_bar}, size=200)
    return {
        "recording": {"factor": recording["recorded"].median / recording["plain"].median, "goal": 3},
        # Noise only ever slows a turn down: the fastest turns resolve differences of 2 %.
        "progress": {"factor": bar["with"].low / bar["without"].low, "goal": 1.02},
    }


def first_solve() -> dict[str, Any]:
    """Time a process from start to end, with compiled code in the cache and with an empty cache."""

    def process(cache: str) -> float:
        environment = {**os.environ, "NUMBA_CACHE_DIR": cache}
        return clock.seconds(lambda _: subprocess.run([sys.executable, "-c", FIRST_SOLVE], env=environment, check=True), 1)

    with tempfile.TemporaryDirectory() as folder:
        caches = [tempfile.mkdtemp(dir=folder) for _ in range(clock.REPETITIONS)]
        cold = clock.summary([process(cache) for cache in caches])
        warm = clock.summary([process(cache) for cache in caches])
    return {"warm": warm.as_dict(), "warm_goal": 1, "cold": cold.as_dict(), "cold_goal": 15}
