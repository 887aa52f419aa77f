"""Public games, where one walk covers all hands: n-card Kuhn poker beside the sequence form, growth, and a river of hold'em.

Run as a program, it updates this part of the results only.
"""

import math
import os
import resource
import subprocess
import sys
import tempfile
from typing import Any

import clock
import numpy as np
import results

import kuhncfr as kc
from kuhncfr.cfr.algorithm import ALGORITHMS
from kuhncfr.solver.engine import Engine
from kuhncfr.solver.settings import Settings
from kuhncfr.vector.engine import RangeEngine

GOALS = {100: 30, 200: 80}  # times as fast, by cards
CHECK_AFTER = 100  # iterations
CARDS = [100, 1_000, 10_000, 100_000]
STEEPEST = 1.15  # exponent of the growth from 1,000 cards on
LONGEST = 8e-3  # seconds of an iteration with the most cards
TARGETS = {0.1: 0.15, 0.01: 0.6}  # per cent of the pot, and seconds
FIRST_SOLVE = "import kuhncfr as kc; kc.solve(kc.vector.kuhn(cards=10), 10)"


def run() -> dict[str, Any]:
    return {"beside": [beside(cards, goal) for cards, goal in GOALS.items()], "growth": by_cards(), "river": river(), "compile": cold()}


def engine(game: kc.vector.PublicGame) -> RangeEngine:
    return RangeEngine(game, Settings(ALGORITHMS["cfr"]))


def advancing(solver: Any) -> clock.Work:
    return lambda times: solver.advance(solver.done + times, None)


def beside(cards: int, goal: int) -> dict[str, Any]:
    """Check that both ways to solve the same game agree, then time them in turns."""
    game, tree = kc.vector.kuhn(cards=cards), kc.compile_game(kc.KuhnPoker(cards=cards))
    ours, theirs = (kc.solve(either, CHECK_AFTER).exploitability for either in (game, tree))
    if not math.isclose(ours, theirs, abs_tol=1e-12):
        raise SystemExit(f"{cards} cards: {ours} and {theirs} chips: nothing to compare")
    whole = Engine(tree, Settings(ALGORITHMS["cfr"]))
    times = clock.take_turns({"ours": advancing(engine(game)), "theirs": advancing(whole)})
    row = {
        "cards": cards,
        "ours": times["ours"].as_dict(),
        "theirs": times["theirs"].as_dict(),
        "ratio": times["theirs"].median / times["ours"].median,
        "goal": goal,
    }
    print(f"  {cards} cards: {row['ratio']:.0f} times as fast as the sequence form (goal {goal})", flush=True)
    return row


def by_cards() -> dict[str, Any]:
    """Time an iteration and count the bytes for increasing decks."""
    engines = {cards: engine(kc.vector.kuhn(cards=cards)) for cards in CARDS}
    times = clock.take_turns({str(cards): advancing(solver) for cards, solver in engines.items()})
    rows = [
        {
            "cards": cards,
            "seconds": times[str(cards)].as_dict(),
            "bytes": array_bytes(solver),
        }
        for cards, solver in engines.items()
    ]
    print(f"  {CARDS[-1]:,} cards: {times[str(CARDS[-1])].median * 1e3:.2f} ms an iteration", flush=True)
    return {"rows": rows, "exponent_goal": STEEPEST, "seconds_goal": LONGEST}


def array_bytes(solver: RangeEngine) -> int:
    """Return the total size of an engine's arrays; shared arrays count once."""
    arrays = [thing for side in solver.sides for bundle in side for thing in bundle if isinstance(thing, np.ndarray)]
    return sum({id(array): array.nbytes for array in arrays}.values())


def river() -> list[dict[str, Any]]:
    """Time solves of a compiled river to a target exploitability, including all checks of the target."""
    game = kc.vector.river("Qs Jh 2h 8d 3c", ("random", "random"), pot=100, stack=200)
    rows = []
    for percent, goal in TARGETS.items():
        target = percent / 100 * float(game.pot)
        found = kc.solve(game, 10**5, algorithm="dcfr", target=target)
        assert kc.exploitability(game, found.average_strategy) <= target, "the readable evaluation disagrees"

        def work(times: int, target: float = target) -> None:
            for _ in range(times):
                kc.solve(game, 10**5, algorithm="dcfr", target=target)

        seconds = clock.take_turns({"": work})[""]
        rows.append({"percent": percent, "iterations": found.iterations, "seconds": seconds.as_dict(), "goal": goal})
        print(f"  a river to {percent} % of the pot: {seconds.median:.3f} s, {found.iterations} iterations", flush=True)
    return rows


def cold() -> dict[str, Any]:
    """Return the processor time of a new process with an empty cache, and with a full one."""

    def process(cache: str) -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", FIRST_SOLVE], env={**os.environ, "NUMBA_CACHE_DIR": cache}, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    with tempfile.TemporaryDirectory() as folder:
        caches = [tempfile.mkdtemp(dir=folder) for _ in range(3)]
        empty, full = (clock.summary([process(cache) for cache in caches]).as_dict() for _ in range(2))
    return {"cold": empty, "cold_goal": 10, "warm": full}


if __name__ == "__main__":
    results.write(results.read() | {"vector": run()})
