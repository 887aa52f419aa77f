"""The tree of reach: its branches are as wide as exact counterfactual reach, wherever the sliders stand."""

from fractions import Fraction

import pytest
from vega import computed

import kuhncfr as kc
from kuhnbook import figures

F = Fraction
GAME = kc.OneBetKuhn()
TREE = figures.reach_tree().to_dict()
_, WIDE, DISCS, NAMES, ENDS = TREE["layer"]
(BRANCHES,) = (rows for rows in TREE["datasets"].values() if "chance" in rows[0])
SETTINGS = [(i, bet, call) for i in (1, 2) for bet, call in ((F(1, 2), F(1, 2)), (F(3, 20), F(4, 5)), (F(0), F(1)), (F(1), F(7, 20)))]


def shares(history, bet, call):
    """Chance's and the players' shares of reach, one action after the other."""
    found = [F(1), F(1), F(1)]
    for k, action in enumerate(history):
        before = history[:k]
        if GAME.is_chance(before):
            found[0] *= GAME.chance(before)[action]
        else:
            who = GAME.player(before)
            often = (bet, call)[who]
            found[1 + who] *= often if action == "b" else 1 - often
    return found


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
        drawn = computed(WIDE, row, i=i, bet=float(bet), call=float(call))
        chance, *players = shares(row["history"], bet, call)
        assert (drawn["chance"], drawn["share1"], drawn["share2"]) == pytest.approx((chance, *players), abs=1e-6)
        assert drawn["reach"] == pytest.approx(float(chance * players[2 - i]), abs=2e-6)
        assert drawn["width"] == pytest.approx(drawn["reach"] * computed(WIDE, BRANCHES[0], i=1, bet=0, call=0)["width"] * 3, abs=1e-3)
        assert drawn["told"].split() == [row["history"], f"{float(drawn['reach']):.3f}"]


def test_nodes_and_ends_are_named():
    moving = [history or "start" for history in kc.histories(GAME) if not GAME.is_terminal(history)]
    assert [row["name"] for row in TREE["datasets"][NAMES["data"]["name"]]] == moving
    assert DISCS["data"] == NAMES["data"]
    assert ENDS["transform"][-1] == {"filter": "datum.ends"}
    assert {row["history"] for row in BRANCHES if row["ends"]} == {h for h in kc.histories(GAME) if GAME.is_terminal(h)}
