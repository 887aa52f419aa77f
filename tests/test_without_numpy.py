"""The exact half of the package needs no NumPy: it runs without NumPy, for example in a browser."""

import subprocess
import sys

EXACT = """
import sys
sys.modules["numpy"] = None  # importing it now fails
from fractions import Fraction
import kuhncfr as kc
import kuhncfr.games, kuhncfr.nash, kuhncfr.strategy, kuhncfr.evaluate
game, rock = kc.KuhnPoker(), {"a": 1, "b": 0, "c": 0}
kc.validate(game)
print(kc.exploitability(game, kc.nash.kuhn(alpha=Fraction(1, 6)).profile))
print(kc.exploitability(game, kc.StrategyProfile.uniform(game)))
print(kc.nash.one_bet(ante=1).p1)
print(kc.nash_conv(kc.MatrixGame([[0, -1, 1], [1, 0, -1], [-1, 1, 0]]), {"1": rock, "2": rock}))
print(kc.nash.continuum_one_bet(ante=1).value)
"""


def test_closed_forms_and_the_evaluator_run_without_numpy():
    run = subprocess.run([sys.executable, "-c", EXACT], capture_output=True, text=True, check=False)
    assert run.stderr == ""
    assert run.stdout.split() == ["0", "11/24", "1/3", "2", "1/10"]
