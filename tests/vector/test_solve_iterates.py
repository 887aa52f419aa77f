"""The iterates of the compiled loops are those of the readable walk, which test_vector_cfr.py compares with CFR deal by deal."""

import pytest
from dealt import Spot

import kuhncfr as kc
from kuhncfr.cfr.algorithm import ALGORITHMS
from kuhncfr.vector import Decision, Fold, PublicGame, Range, Showdown, VectorCFR, kuhn, one_bet

OWN = kc.Algorithm(alpha=2, beta=0.5, gamma=3, predictive=True)
VARIANTS = [*ALGORITHMS.items(), ("own", OWN)]


def as_strong_by_other_cards():
    """The ranks of both players are the same, but not all hands."""
    return Range([1, 2, 3], cards=[[1], [2], [3]]), Range([1, 2, 3], cards=[[1], [5], [3]])


def deep(raises):
    """Raise after raise: each player's sequences form a long chain."""
    node = Showdown(raises + 2)
    for level in range(raises, -1, -1):
        node = Decision(level % 2, {"f": Fold(1 - level % 2, level + 1), "c": Showdown(level + 2), "r": node})
    return node


GAMES = {
    "two cards": Spot(11, 4, hands=40).public(),
    "one card": Spot(2, 4, hands=40).public(),
    "more betting": Spot(10, 4, hands=40).public(),
    "no cards": Spot(8, 4, hands=40).public(),
    "never shown down": Spot(2, 2, hands=40).public(),
    "only one decides": Spot(12, 2, hands=40).public(),
    "other cards": PublicGame(kuhn(3).betting, as_strong_by_other_cards(), pot=2),
    "independent": kuhn(cards=40, independent=True),
    "a group more": one_bet(cards=33, ante=2),
    "deep": PublicGame(deep(30), kuhn(4).ranges, pot=2),
}


@pytest.mark.parametrize("alternating", [True, False])
@pytest.mark.parametrize(("name", "algorithm"), VARIANTS, ids=[name for name, _ in VARIANTS])
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_iterates_are_those_of_the_readable_walk(game, name, algorithm, alternating):
    readable = VectorCFR(game, algorithm=algorithm, alternating=alternating)
    readable.run(8)
    run = kc.solve(game, 8, algorithm=algorithm, alternating=alternating, record_every=8)
    average = readable.average_strategy
    for history in game.decisions:
        assert run.current_strategy[history] == pytest.approx(readable.current_strategy[history], abs=1e-9)
        assert run.average_strategy[history] == pytest.approx(average[history], abs=1e-9)
        assert run.trajectory.cumulative_regret[history][0] == pytest.approx(readable.cumulative_regret[history], abs=1e-9)
    assert run.values == pytest.approx(kc.expected_utilities(game, average), abs=1e-11)
    assert run.exploitability == pytest.approx(kc.exploitability(game, average), abs=1e-11)
