"""The pictures of the game: every deal, the gains of a bet, and best replies that go round the square except at small antes."""

from fractions import Fraction

import pandas as pd
import pytest
from stored import stored_charts

import kuhncfr as kc
from kuhnbook import figures

SETTLED = {"A": 1, "K": 0, "Ab": 1, "Qb": 0}
STORED = dict(stored_charts("one_bet_kuhn"))


def corners(ante):
    """What player 1 wins where all but the Queen's bet and the King's call are settled."""
    game = kc.OneBetKuhn(ante)
    profiles = [[kc.StrategyProfile.from_bet_probabilities(SETTLED | {"Q": q, "Kb": k}) for k in (0, 1)] for q in (0, 1)]
    wins = [[kc.expected_utilities(game, profile)[0] for profile in row] for row in profiles]
    return pd.DataFrame(wins, index=["Q passes", "Q bets"], columns=["K folds", "K calls"])


def arrows(ante):
    return figures.chase(corners(ante)).layer[0].data.to_dict("records")


def stored_rows(name, field):
    return next(rows for rows in STORED[name]["datasets"].values() if field in rows[0])


def ways(ante):
    """From which corner to which the arrows lead; they are shorter than the sides."""
    return {((round(a["x"]), round(a["y"])), (round(a["x2"]), round(a["y2"]))) for a in arrows(ante)}


@pytest.mark.parametrize("ante", [Fraction(3, 4), 1, 5])
def test_best_replies_go_round_the_square(ante):
    assert ways(ante) == {((0, 0), (0, 1)), ((0, 1), (1, 1)), ((1, 1), (1, 0)), ((1, 0), (0, 0))}  # down, right, up, left


def test_below_an_ante_of_one_half_nobody_leaves_the_corner_without_bluffs_and_calls():
    assert {start for start, _ in ways(Fraction(1, 4))} == {(0, 1), (1, 0), (1, 1)}


def test_every_arrow_is_a_gain_of_its_player():
    table = corners(1)
    for arrow in arrows(1):
        before, after = (Fraction(arrow[name].replace("−", "-")) for name in ("before", "after"))
        assert (after > before) if arrow["player"] == "player 1" else (after < before)
        ends = (table.iat[round(arrow["y"]), round(arrow["x"])], table.iat[round(arrow["y2"]), round(arrow["x2"])])
        assert ends == (before, after)


def test_the_ranges_are_those_of_the_rules():
    """Worked out by hand: of the two deals with a card, each of probability 1/6, and the pots S = 1."""
    found = {row["infoset"]: (row["from"], row["to"]) for row in stored_rows("fig-game-ranges", "infoset")}
    assert found == {
        "A": ("0", "1/3"),  # one chip more in each deal that is called
        "K": ("−1/6", "1/2"),
        "Q": ("−1/3", "2/3"),
        "Ab": ("0", "1"),  # 3 chips in both deals, against a player 1 who always bets
        "Kb": ("−1/6", "1/2"),
        "Qb": ("−1/3", "0"),
    }
