"""The page on programs in the wild: its table is what small programs with each slip compute, and its words are those of the diagnosis."""

import re
from pathlib import Path

import pytest
from wrong_kuhn import ActsAgain, OtherPayoffs

import kuhncfr as kc
from kuhncfr.diagnosis.answers import Failure
from kuhncfr.diagnosis.games import GAMES, PLAIN
from kuhncfr.diagnosis.solver_diagnosis import diagnose_solver
from tools.diagnosis_table.other_rules import RULES, Exchanged

ITERATIONS = 10_000
KUHN = kc.KuhnPoker()


@pytest.fixture(scope="module")
def page(root: Path) -> str:
    return " ".join((root / "book" / "wild.md").read_text(encoding="utf-8").split())


def average(game, iterations=ITERATIONS):
    found = kc.solve(game, iterations, alternating=False).average_strategy
    return kc.StrategyProfile({key: row for key, row in found.items() if key in kc.information_sets(KUHN)})


def said_of(rules):
    """What the diagnosis says of CFR that plays Kuhn poker alone, by these rules."""

    def ask(game, iterations, within=None):
        if game != PLAIN:
            raise Failure("plays nothing else")
        return average(rules, iterations)

    return diagnose_solver(ask, tuple(GAMES)).summary


@pytest.mark.parametrize("rules", [KUHN, OtherPayoffs(pbb=-1), OtherPayoffs(pp=2), OtherPayoffs(bp=-1), Exchanged(), ActsAgain()])
def test_the_table_is_computed_and_quotes_the_diagnosis(page, rules):
    found = average(rules)
    digits = 2 if isinstance(rules, ActsAgain) else 4  # it approaches no equilibrium of Kuhn poker, and the third digit wanders
    row = f"| {float(kc.exploitability(KUHN, found)):.{digits}f} | "
    assert page.count(row) == 1
    if rules is not KUHN:
        seen = re.search(r"in a game other than Kuhn poker: (.*?)\.", said_of(rules))
        assert f"{row}{seen[1] if seen else 'a question about the rules'} | " in page
    if getattr(rules, "factors", None) == {"pbb": -1}:
        assert f"is then about ${float(kc.expected_utilities(rules, found)[0]):.3f}$ chips" in page


def test_the_number_of_other_games_is_right(page):
    assert f"in {sum(map(len, RULES.values()))} other games" in page


@pytest.mark.parametrize(("sampling", "seed"), [(None, None), ("chance", 3)])
def test_regrets_are_no_exploitability(page, sampling, seed):
    run = kc.solve(KUHN, ITERATIONS, alternating=False, sampling=sampling, seed=seed, record_every=ITERATIONS)
    sums = [float(regret[-1]) for row in run.trajectory.cumulative_regret.values() for regret in row.values()]
    regrets = sum(regret for regret in sums if regret > 0) / ITERATIONS
    assert (regrets < float(run.nash_conv)) == (sampling is not None)
    assert f"it says {regrets:.4f}, and NashConv is {float(run.nash_conv):.4f}." in page
