"""The tree of reach: its branches are as wide as exact counterfactual reach, wherever the sliders stand."""

from fractions import Fraction

import pytest
from definition import CHANCE, probability
from vega import computed, written

import kuhncfr as kc
from kuhnbook import figures

F = Fraction
GAME = kc.OneBetKuhn()
TREE = figures.reach_tree().to_dict()
WIDE = TREE["layer"][1]
(BRANCHES,) = (rows for rows in TREE["datasets"].values() if "chance" in rows[0])
SETTINGS = [(i, bet, call) for i in (1, 2) for bet, call in ((F(1, 2), F(1, 2)), (F(3, 20), F(4, 5)), (F(0), F(1)), (F(1), F(7, 20)))]


def shares(history, bet, call):
    """Chance's and the players' shares of reach."""
    profile = kc.StrategyProfile.from_bet_probabilities(
        {key: (bet, call)[found.player] for key, found in kc.information_sets(GAME).items()}
    )
    movers = {CHANCE, 0, 1}
    return [probability(GAME, profile, history, leave_out=movers - {mover}) for mover in (CHANCE, 0, 1)]


def test_every_history_but_the_first_ends_a_branch_of_its_own():
    assert {row["history"] for row in BRANCHES} == set(kc.histories(GAME)) - {""}
    assert len(BRANCHES) == 33
    places = kc.plot.tree(GAME).data.set_index("history")
    for row in BRANCHES:
        before, after = row["history"][:-1] or "(root)", row["history"]
        assert [row[name] for name in ("x", "y", "x2", "y2")] == [*places.loc[before, ["x", "y"]], *places.loc[after, ["x", "y"]]]
        assert row["mover"] == places.loc[before, "to move"]


@pytest.mark.parametrize(("i", "bet", "call"), SETTINGS)
def test_branches_are_as_wide_as_exact_reach_without_player_i(i, bet, call):
    for row in BRANCHES:
        drawn = computed(row, WIDE, i=i, bet=bet, call=call)
        chance, *players = shares(row["history"], bet, call)
        assert (drawn["chance"], drawn["share1"], drawn["share2"]) == pytest.approx((chance, *players), abs=1e-6)
        assert drawn["reach"] == pytest.approx(float(chance * players[2 - i]), abs=2e-6)
        assert drawn["width"] == pytest.approx(drawn["reach"] * computed(BRANCHES[0], WIDE, i=1, bet=0, call=0)["width"] * 3, abs=1e-3)
        assert drawn["told"].split() == [row["history"], written(drawn["reach"], ".3f")]
