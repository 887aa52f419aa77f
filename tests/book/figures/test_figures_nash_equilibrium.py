"""The figures of the Nash chapter show what the tree says: the formulas that the browser evaluates, the arrows, the curves."""

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from vega import computed, vega

import kuhncfr as kc
from kuhnbook import figures

F = Fraction
probabilities = st.fractions(min_value=0, max_value=1, max_denominator=20)
antes = st.fractions(min_value=F(1, 20), max_value=3, max_denominator=60)
often = settings(max_examples=100, deadline=None, derandomize=True)

SQUARES, LINE, RING, *_ = figures.utility_heatmap().to_dict()["layer"]
FIELD_WORDS = "A square of arrows."


def by_tree(p1, p2, ante):
    return kc.expected_utilities(kc.OneBetKuhn(ante), profile(p1, p2))[0]


def profile(p1, p2):
    return kc.StrategyProfile.betting({"A": 1, "K": 0, "Q": p1, "Ab": 1, "Kb": p2, "Qb": 0})


# --- The map -----------------------------------------------------------------------------------------------------------------------


@often
@given(probabilities, probabilities, antes)
def test_map_has_the_utility_of_the_tree(p1, p2, ante):
    (utility,) = (step["calculate"] for step in SQUARES["transform"] if step["as"] == "U1")
    assert vega(utility, {"p1": p1, "p2": p2}, S=ante) == by_tree(p1, p2, ante)


def test_map_covers_the_square():
    cells = range(SQUARES["data"]["sequence"]["start"], SQUARES["data"]["sequence"]["stop"])
    squares = [computed(SQUARES, {"cell": F(cell)}, S=1) for cell in cells]
    assert sorted((square["p1"], square["p2"]) for square in squares) == [(F(i, 20), F(j, 20)) for i in range(21) for j in range(21)]
    half = F(1, 40)
    for square in squares:
        assert (square["left"], square["right"]) == (square["p1"] - half, square["p1"] + half)
        assert (square["low"], square["high"]) == (square["p2"] - half, square["p2"] + half)


@often
@given(antes)
def test_map_marks_the_equilibrium(ante):
    solved, marked = kc.nash.one_bet(ante), computed(RING, {}, S=ante)
    found = marked["least"], marked["most"], marked["p2"]
    assert found == (solved.p1, solved.p1, solved.p2) or ante == F(1, 2)
    for p1 in found[:2]:
        assert solved.contains(solved.profile.replace(kc.StrategyProfile.betting({"Q": p1, "Kb": marked["p2"]})))


def test_map_marks_all_bluffs_of_ante_one_half():
    marked, solved = computed(LINE, {}, S=F(1, 2)), kc.nash.one_bet(F(1, 2))
    optimal = [n for n in range(21) if solved.contains(solved.profile.replace(kc.StrategyProfile.betting({"Q": F(n, 20)})))]
    assert (marked["least"], marked["most"]) == (F(optimal[0], 20), F(optimal[-1], 20)) == (0, F(1, 2))


@often
@given(antes)
def test_colours_are_centred_on_the_value_and_hold_every_utility(ante):
    scale = SQUARES["encoding"]["color"]["scale"]
    least, middle, most = (vega(scale[name]["expr"], S=ante) for name in ("domainMin", "domainMid", "domainMax"))
    assert middle == kc.nash.one_bet(ante).value
    assert middle - least == most - middle
    corners = [by_tree(p1, p2, ante) for p1 in (0, 1) for p2 in (0, 1)]
    assert max(abs(corner - middle) for corner in corners) == most - middle


# --- The field ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ante", [F(3, 5), 1, F(5, 2)])
def test_arrows_are_differences_of_the_trees_utilities(ante):
    arrows = figures.gradient_field(ante, points=5, description=FIELD_WORDS).layer[2].data
    assert len(arrows) == 25
    for row in arrows.to_dict("records"):
        p1, p2 = F(row["p1"]), F(row["p2"])
        assert row["g1"] == pytest.approx(float(by_tree(1, p2, ante) - by_tree(0, p2, ante)), abs=1e-4)  # U1 is linear in p1
        assert row["g2"] == pytest.approx(float(by_tree(p1, 0, ante) - by_tree(p1, 1, ante)), abs=1e-4)  # and -U1 in p2


def test_arrows_are_drawn_along_their_gradients_and_none_reaches_the_next():
    arrows = figures.gradient_field(1, points=7, description=FIELD_WORDS).layer[2].data
    across, up = arrows["to x"] - arrows["x"], arrows["to y"] - arrows["y"]
    assert np.hypot(across, up).max() == pytest.approx(0.9 / 6, abs=1e-3)
    assert (across * arrows["g2"]).to_numpy() == pytest.approx((up * arrows["g1"]).to_numpy(), abs=1e-4)
    assert (across * arrows["g1"] + up * arrows["g2"]).min() >= 0
    assert (np.sin(np.radians(arrows["turn"])) * arrows["length"]).to_numpy() == pytest.approx(arrows["g1"].to_numpy(), abs=1e-3)
    assert (np.cos(np.radians(arrows["turn"])) * arrows["length"]).to_numpy() == pytest.approx(arrows["g2"].to_numpy(), abs=1e-3)
    assert ((arrows["x"] + arrows["to x"]) / 2).to_numpy() == pytest.approx(arrows["p1"].to_numpy(), abs=1e-4)


def test_field_is_a_square_with_one_scale_and_marks_the_equilibrium():
    chart = figures.gradient_field(2, description=FIELD_WORDS)
    spec = chart.to_dict()
    assert spec["width"] == spec["height"]
    x, y = (spec["layer"][2]["encoding"][channel]["scale"]["domain"] for channel in "xy")
    assert x == y
    assert chart.layer[-1].data.to_dict("records") == [{"x": 0.2, "y": 0.6}]
    assert spec["description"] == FIELD_WORDS


# --- The curves --------------------------------------------------------------------------------------------------------------------


def test_guarantees_keep_the_numbers_and_say_whose_they_are():
    sure = pd.DataFrame({"probability": [0, 1 / 3, 1], "least": [0, 1 / 18, -1 / 6], "most": [1 / 6, 1 / 18, 1 / 6]})
    chart = figures.guarantees(sure)
    shown = chart.data.pivot(index="probability", columns="line", values="chips")
    assert shown["the least player 1 can win"].tolist() == [0, 0.055556, -0.166667]
    assert shown["the most player 2 can lose"].tolist() == [0.166667, 0.055556, 0.166667]


def test_regimes_draw_each_half_and_the_whole_jump():
    solved = {ante: kc.nash.one_bet(ante) for ante in (F(n, 10) for n in range(1, 31))}
    rows = [(ante, one.p1, one.p2, one.value) for ante, one in solved.items()]
    chart = figures.regimes(pd.DataFrame(rows, columns=["ante", "p1", "p2", "value"]).astype(float), description="Two panels.")
    (_, lines, blind, jump), (_, value, _) = ([layer.data for layer in panel.layer] for panel in chart.vconcat)
    low, high = (lines[(lines["name"] == "p1") & (lines["part"] == part)] for part in ("below 1/2", "above 1/2"))
    assert low[["ante", "number"]].to_numpy().tolist() == [[n / 10, 0] for n in range(1, 5)]
    assert high[["ante", "number"]].to_numpy() == pytest.approx(np.array([[n / 10, 1 / (1 + n / 5)] for n in range(6, 31)]), abs=1e-6)
    ends = blind[blind["name"] == "p1"].iloc[[0, -1]]
    assert ends[["ante", "number"]].to_numpy() == pytest.approx(np.array([[0.1, 1 / 1.2], [0.5, 0.5]]), abs=1e-6)
    assert jump.to_dict("records") == [{"ante": 0.5, "number": 0, "to": 0.5}]
    assert value["number"].iloc[-1] == pytest.approx(float(kc.nash.one_bet(3).value), abs=1e-6)
    assert set(lines["what"]) == {"p1: player 1 bluffs", "p2: player 2 calls"}
    assert chart.to_dict()["description"] == "Two panels."
