"""The square of the first page: what an answer costs and who punishes it, as the package says; and CFR that learns from there."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from play_table import in_the_page

import kuhncfr as kc

GAME = kc.OneBetKuhn()
THIRD = Fraction(1, 3)
POINTS = [*product([Fraction(k, 60) for k in (0, 1, 7, 19, 20, 21, 30, 45, 59, 60)], repeat=2)]


def profile(bluff: Fraction, call: Fraction) -> kc.StrategyProfile:
    return kc.StrategyProfile.from_bet_probabilities({"A": 1, "K": 0, "Q": bluff, "Ab": 1, "Kb": call, "Qb": 0})


def cost(share: Fraction, above: int, below: int) -> Fraction:
    """Too much costs 1/above of the excess, too little 1/below of what is missing."""
    return max((share - THIRD) / above, (THIRD - share) / below)


def test_an_answer_costs_its_exploitability_and_the_best_response_takes_it() -> None:
    """Three ways: the page walks the tree, the package does with fractions, and the formula of the saddle says it."""
    said = in_the_page("punished", "one-bet", points=[[float(p) for p in point] for point in POINTS])
    for (bluff, call), page in zip(POINTS, said, strict=True):
        answer, formula = profile(bluff, call), (cost(bluff, 3, 6), cost(call, 6, 3))
        assert kc.exploitability(GAME, answer) == sum(formula) / 2
        assert page["costs"] == pytest.approx([float(part) for part in formula], abs=1e-15)
        replies = kc.best_response(GAME, answer, 1).strategy["Kb"], kc.best_response(GAME, answer, 0).strategy["Q"]
        wanted = [None if share == THIRD else int(reply == "b") for share, reply in zip((bluff, call), replies, strict=True)]
        assert page["replies"] == wanted


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
