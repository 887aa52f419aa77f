"""With NUMBA_DISABLE_JIT the loops run as plain Python, for a debugger: slower, with the same result."""

import os
import subprocess
import sys

import pytest

PROGRAM = """
import kuhncfr as kc
from kuhncfr.vector import Range, PublicGame, VectorCFR, kuhn

pairs = Range([3, 1, 2, 2, 5, 4, 1, 3, 2, 6, 6], cards=[[k, (k * k + 3) % 11 + 11] for k in range(11)], weight=range(1, 12))
for game in (kuhn(cards=11), kuhn(cards=11, independent=True), PublicGame(kuhn(cards=3).betting, (pairs, pairs), pot=2)):
    run, readable = (kc.solve(game, 5, algorithm="dcfr", alternating=False), VectorCFR(game, algorithm="dcfr", alternating=False))
    readable.run(5)
    average = readable.average_strategy
    print(max(abs(run.average_strategy[history] - table).max() for history, table in average.items()))
    print(abs(run.exploitability - kc.exploitability(game, average)))
"""


def test_uncompiled_loops_return_the_same_strategies():
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-W", "error", "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True)
    assert [float(line) for line in done.stdout.split()] == pytest.approx([0] * 6, abs=1e-12)
