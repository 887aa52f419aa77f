"""Many runs at once: ``kc.solve_many`` beside as many calls of ``kc.solve``, games compiled beforehand.

As a program, it measures this part of the results anew and leaves the others as they are.
"""

from collections.abc import Callable
from typing import Any

import clock
import results

import kuhncfr as kc

RUNS = 64
ANTES = [(16 + k) / 32 for k in range(RUNS)]


def games(make: Callable[..., Any]) -> list[kc.Tree]:
    return [kc.compile_game(make(ante=ante)) for ante in ANTES]


def run() -> list[dict[str, Any]]:
    """Check that both ways give the same bits, then time them in turns; also with two threads, and with samples."""
    kuhn = games(kc.KuhnPoker)
    whole: dict[str, Any] = {"algorithm": "cfr"}
    drawn: dict[str, Any] = {"sampling": "chance"}
    cases = [
        ("Kuhn poker at 64 antes", kuhn, 10_000, whole, 1, 3),
        ("the same, short runs", kuhn, 1_000, whole, 1, 3),
        ("the same, DCFR", kuhn, 10_000, {"algorithm": "dcfr"}, 1, 3),
        ("the same, two threads", kuhn, 10_000, whole, 2, 6),
        ("one-bet Kuhn poker at 64 antes", games(kc.OneBetKuhn), 10_000, whole, 1, 3),
        ("three-player Kuhn poker at 64 antes", games(lambda ante: kc.KuhnPoker(players=3, cards=4, ante=ante)), 1_000, whole, 1, 3),
        ("Kuhn poker, 64 seeds, sampled deals", kuhn[:1] * RUNS, 10_000, drawn, 1, 0.9),
        ("the same, two threads", kuhn[:1] * RUNS, 10_000, drawn, 2, 1.6),
    ]
    return [race(*case) for case in cases]


def race(title: str, trees: list[kc.Tree], iterations: int, how: dict[str, Any], threads: int, goal: float) -> dict[str, Any]:
    def together() -> tuple[kc.Run, ...]:
        return kc.solve_many(trees, iterations, seeds=range(RUNS), threads=threads, **how)

    def apart() -> list[kc.Run]:
        return [kc.solve(tree, iterations, seed=seed, **how) for seed, tree in enumerate(trees)]

    ours, theirs = ([run.exploitability for run in solve()] for solve in (together, apart))
    if ours != theirs:
        raise SystemExit(f"{title}: the runs differ: nothing to compare")

    def often(solve: Callable[[], object]) -> clock.Work:
        return lambda times: [solve() for _ in range(times)]

    times = clock.take_turns({"ours": often(together), "theirs": often(apart)})
    steps = RUNS * iterations
    return {
        "title": title,
        "iterations": iterations,
        "ours": {key: seconds / steps for key, seconds in times["ours"].as_dict().items()},
        "theirs": {key: seconds / steps for key, seconds in times["theirs"].as_dict().items()},
        "ratio": times["theirs"].median / times["ours"].median,
        "goal": goal,
    }


if __name__ == "__main__":
    results.write(results.read() | {"together": run()})
