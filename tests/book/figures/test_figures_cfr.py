"""The tree of reach: its branches are as wide as exact counterfactual reach, wherever the sliders stand."""

import re
from fractions import Fraction
from types import SimpleNamespace

import pytest

import kuhncfr as kc
from kuhnbook import figures

F = Fraction
GAME = kc.OneBetKuhn()
TREE = figures.reach_tree().to_dict()
HAIRLINES, WIDE, DISCS, NAMES, ENDS = TREE["layer"]
(BRANCHES,) = (rows for rows in TREE["datasets"].values() if "chance" in rows[0])
SETTINGS = [(i, bet, call) for i in (1, 2) for bet, call in ((F(1, 2), F(1, 2)), (F(3, 20), F(4, 5)), (F(0), F(1)), (F(1), F(7, 20)))]


def vega(expression, datum, **signals):
    """What a Vega expression is."""
    python = re.sub(r"\s+", " ", expression.replace("if(", "when("))
    functions = {"when": lambda test, then, other: then if test else other, "format": lambda x, form: f"{float(x):{form}}", "round": round}
    return eval(python, signals | functions, {"datum": SimpleNamespace(**datum)})


def computed(row, **signals):
    """A branch with all that its layer calculates, one step after the other."""
    row = dict(row)
    for step in WIDE["transform"]:
        row[step["as"]] = vega(step["calculate"], row, **signals)
    return row


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
        drawn = computed(row, i=i, bet=float(bet), call=float(call))
        chance, *players = shares(row["history"], bet, call)
        assert (drawn["chance"], drawn["share1"], drawn["share2"]) == pytest.approx((chance, *players), abs=1e-6)
        assert drawn["reach"] == pytest.approx(float(chance * players[2 - i]), abs=2e-6)
        assert drawn["width"] == pytest.approx(drawn["reach"] * computed(BRANCHES[0], i=1, bet=0, call=0)["width"] * 3, abs=1e-3)
        assert drawn["told"].split() == [row["history"], f"{drawn['reach']:.3f}"]


def test_own_moves_do_not_narrow_a_branch_and_those_of_others_do():
    by_history = {row["history"]: row for row in BRANCHES}
    before, own, others = (by_history[history] for history in ("QKb", "QKbb", "QKbp"))
    at = {"i": 2, "bet": 0.25, "call": 0.75}
    assert computed(before, **at)["width"] == computed(own, **at)["width"] == computed(others, **at)["width"]
    at["i"] = 1
    assert [round(computed(row, **at)["reach"] * 24, 3) for row in (before, own, others)] == [4, 3, 1]


@pytest.mark.parametrize(("i", "bet", "call"), SETTINGS)
def test_the_title_works_one_branch_out(i, bet, call):
    who, example = vega(
        TREE["title"]["text"]["expr"].replace("player ' + i +", "player ' + str(i) +"), {}, i=i, bet=bet, call=call, str=str
    )
    assert who == f"How likely, if player {i} did everything to get there"
    chance, *players = shares("AKbb", bet, call)
    factor = players[2 - i]
    assert re.findall(r"\d\.\d+", example) == [
        f"{float(number):.{digits}f}" for number, digits in ((chance, 3), (factor, 2), (chance * factor, 3))
    ]
    assert ("(the bet)" in example) == (i == 2)


def test_the_sliders_start_where_they_are_told_and_stop_at_every_twentieth():
    dials = {slider["name"]: slider for slider in figures.reach_tree(1, F(1, 4), 1).to_dict()["params"]}
    assert {name: slider["value"] for name, slider in dials.items()} == {"i": 1, "bet": 0.25, "call": 1}
    assert [(d["bind"]["min"], d["bind"]["max"], d["bind"]["step"]) for d in dials.values()] == [(1, 2, 1), (0, 1, 0.05), (0, 1, 0.05)]


def test_hairlines_show_where_a_branch_without_width_goes_on():
    assert HAIRLINES["transform"] == WIDE["transform"]
    assert HAIRLINES["mark"]["strokeWidth"] > 0
    assert "strokeWidth" not in HAIRLINES["encoding"]
    assert WIDE["encoding"]["strokeWidth"]["field"] == "width"
    assert WIDE["encoding"]["strokeWidth"]["scale"] is None


def test_nodes_and_ends_are_named():
    moving = [history or "start" for history in kc.histories(GAME) if not GAME.is_terminal(history)]
    assert [row["name"] for row in TREE["datasets"][NAMES["data"]["name"]]] == moving
    assert DISCS["data"] == NAMES["data"]
    assert ENDS["transform"][-1] == {"filter": "datum.ends"}
    assert {row["history"] for row in BRANCHES if row["ends"]} == {h for h in kc.histories(GAME) if GAME.is_terminal(h)}
    assert TREE["width"] == "container"
    assert "counterfactual reach" in TREE["description"]
