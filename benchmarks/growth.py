"""Growth of time and memory with the game: Kuhn poker with increasing decks."""

import subprocess
import sys
import time
from typing import Any

import clock
import numpy as np

import kuhncfr as kc
from kuhncfr.cfr.algorithm import ALGORITHMS
from kuhncfr.solver.engine import Engine
from kuhncfr.solver.settings import Settings

CARDS = [3, 10, 30, 100, 200]
PEAK = """
import resource, kuhncfr as kc
def peak(iterations):
    kc.solve(tree, iterations)
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
tree = kc.compile_game(kc.KuhnPoker(cards=10))
peak({few})
print(peak({few}), peak({many}))
"""


def by_cards() -> list[dict[str, Any]]:
    """Time an iteration, and count the bytes of all arrays, for increasing decks."""
    rows = []
    for cards in CARDS:
        begin = time.perf_counter()
        tree = kc.compile_game(kc.KuhnPoker(cards=cards))
        compiled = time.perf_counter() - begin
        engine = Engine(tree, Settings(ALGORITHMS["cfr"]))
        times = clock.take_turns({"": lambda n, engine=engine: engine.advance(engine.done + n, None)})[""]
        size = array_bytes(tree, tree.nodes, engine, engine.state)
        row = {"cards": cards, "terminals": len(tree.nodes.utilities), "compile_seconds": compiled, "bytes": size}
        rows.append({**row, "seconds": times.as_dict()})
        print(f"  {cards} cards: {times.median * 1e6:,.2f} µs an iteration", flush=True)
    return rows


def array_bytes(*things: Any) -> int:
    """Return the total size of the arrays of objects."""
    values = [value for thing in things for value in (thing if isinstance(thing, tuple) else vars(thing).values())]
    return sum(value.nbytes for value in values if isinstance(value, np.ndarray))


def with_iterations(few: int = 1_000, many: int = 100_000) -> dict[str, Any]:
    """Compare the peak memory of a process after few and after many iterations, without recording."""
    script = PEAK.format(few=few, many=many)
    printed = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    before, after = (int(number) * (1 if sys.platform == "darwin" else 1024) for number in printed.split())
    return {"few": few, "many": many, "bytes_more": after - before}
