"""The page on programs of the wild: its table is what small programs with each slip compute, and its words are those of the diagnosis."""

import re
from fractions import Fraction
from pathlib import Path

import pytest

import kuhncfr as kc
from kuhncfr.diagnosis import payoffs
from kuhncfr.diagnosis.answers import probabilities
from kuhncfr.diagnosis.games import PLAIN

ITERATIONS = 10_000
KUHN = kc.KuhnPoker()


class WrongPlayer(kc.KuhnPoker):
    def utilities(self, history):
        won = super().utilities(history)
        return tuple(-u for u in won) if history[2:] == "pbb" else won


class WholePot(kc.KuhnPoker):
    def utilities(self, history):
        won = super().utilities(history)
        return tuple(2 * u for u in won) if history[2:] == "pp" else won


class FolderWins(kc.KuhnPoker):
    def utilities(self, history):
        won = super().utilities(history)
        return tuple(-u for u in won) if history[2:] == "bp" else won


class Exchanged(kc.KuhnPoker):
    def utilities(self, history):
        return super().utilities(history[:2] + {"pbp": "pbb", "pbb": "pbp"}.get(history[2:], history[2:]))


class ActsAgain(kc.KuhnPoker):
    def is_terminal(self, history):
        return history[2:] in ("pp", "bp", "pbp", "pbb", "bbp", "bbb")

    def utilities(self, history):
        if history[2:] == "bbp":
            return Fraction(-1), Fraction(1)
        return KUHN.utilities(history[:4] if history[2:] == "bbb" else history)


@pytest.fixture(scope="module")
def page(root: Path) -> str:
    return " ".join((root / "book" / "wild.md").read_text(encoding="utf-8").split())


def average(game):
    found = kc.solve(game, ITERATIONS, alternating=False).average_strategy
    return kc.StrategyProfile({key: row for key, row in found.items() if key in kc.information_sets(KUHN)})


@pytest.mark.parametrize("rules", [kc.KuhnPoker, WrongPlayer, WholePot, FolderWins, Exchanged, ActsAgain])
def test_the_table_is_computed_and_quotes_the_diagnosis(page, rules):
    found = average(rules())
    row = f"| {float(kc.exploitability(KUHN, found)):.4f} | "
    assert page.count(row) == 1
    if rules is not kc.KuhnPoker:
        said = payoffs.doubt(probabilities(PLAIN, found))
        seen = re.search(r"in which (.*?)\.", said)
        assert f"{row}{seen[1] if seen else 'a question about the rules'} | " in page
    if rules is WrongPlayer:
        assert f"is then about ${float(kc.expected_utilities(rules(), found)[0]):.3f}$ chips" in page


@pytest.mark.parametrize(("sampling", "seed"), [(None, None), ("chance", 3)])
def test_regrets_are_no_exploitability(page, sampling, seed):
    run = kc.solve(KUHN, ITERATIONS, alternating=False, sampling=sampling, seed=seed, record_every=ITERATIONS)
    sums = [float(regret[-1]) for row in run.trajectory.cumulative_regret.values() for regret in row.values()]
    regrets = sum(regret for regret in sums if regret > 0) / ITERATIONS
    assert (regrets < float(run.nash_conv)) == (sampling is not None)
    assert f"it says {regrets:.4f}, and NashConv is {float(run.nash_conv):.4f}." in page
