"""The square of the first page: what an answer costs and who punishes it, as the package says; and CFR that learns from there."""

from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from play_table import in_the_page

import kuhncfr as kc

GAME = kc.OneBetKuhn()
THIRD = Fraction(1, 3)
POINTS = [*product([Fraction(k, 60) for k in (0, 1, 7, 19, 20, 21, 30, 45, 59, 60)], repeat=2)]


def profile(bluff: Fraction, call: Fraction) -> kc.StrategyProfile:
    return kc.StrategyProfile.from_bet_probabilities({"A": 1, "K": 0, "Q": bluff, "Ab": 1, "Kb": call, "Qb": 0})


def punished() -> list[dict[str, Any]]:
    """What the page says of each point."""
    answers: list[dict[str, Any]] = in_the_page("punished", "one-bet", points=[[float(p) for p in point] for point in POINTS])
    return answers


def cost(share: Fraction, above: int, below: int) -> Fraction:
    """Too much costs 1/above of the excess, too little 1/below of what is missing."""
    return max((share - THIRD) / above, (THIRD - share) / below)


def test_what_an_answer_costs_is_its_exploitability() -> None:
    """Three ways: the page walks the tree, the package does with fractions, and the formula of the saddle says it."""
    for (bluff, call), page in zip(POINTS, punished(), strict=True):
        formula = cost(bluff, 3, 6), cost(call, 6, 3)
        assert kc.exploitability(GAME, profile(bluff, call)) == sum(formula) / 2
        assert page["costs"] == pytest.approx([float(part) for part in formula], abs=1e-15)


def test_the_opponent_named_is_the_best_response() -> None:
    for point, page in zip(POINTS, punished(), strict=True):
        first, second = (kc.best_response(GAME, profile(*point), player).strategy for player in (1, 0))
        wanted = [int(action == "b") for action in (first["Kb"], second["Q"])]
        assert page["replies"] == [None if share == THIRD else reply for share, reply in zip(point, wanted, strict=True)]


@pytest.mark.parametrize("point", [(0.5, 0.5), (0.9, 0.1), (0, 1), (1, 0)])
def test_cfr_learns_from_the_answer_on(point: tuple[float, float]) -> None:
    """It begins at the dot, and its average reaches the equilibrium; the path is that of the package's CFR from the same regrets."""
    path = in_the_page("learnt", "one-bet", point=point, iterations=300)
    assert path[0] == {"current": list(point), "average": list(point)}
    assert path[1]["average"] == pytest.approx(list(point))
    solver = kc.CFR(GAME, alternating=False)
    for key, row in profile(*map(Fraction, point)).items():
        infoset = solver.infosets[key]
        infoset.restore(np.array([float(row[action]) for action in infoset.actions]), infoset.cumulative_strategy)
    for place in path[1:]:
        solver.run(1)
        average = solver.average_strategy
        assert place["average"] == pytest.approx([float(average["Q"]["b"]), float(average["Kb"]["b"])], abs=1e-9)
    assert path[-1]["average"] == pytest.approx([1 / 3, 1 / 3], abs=0.1)
