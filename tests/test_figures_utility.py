"""The figures of the Nash chapter show what the tree says: the formulas that the browser evaluates, the arrows, the curves."""

import math
import re
from fractions import Fraction
from types import SimpleNamespace

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kuhncfr as kc
from kuhncfr import figures

mpl.use("Agg")

F = Fraction
probabilities = st.fractions(min_value=0, max_value=1, max_denominator=20)
antes = st.fractions(min_value=F(1, 20), max_value=3, max_denominator=60)
often = settings(max_examples=100, deadline=None, derandomize=True)

MAP = figures.utility_heatmap().to_dict()
SQUARES, LINE, RING = MAP["layer"]


def by_tree(p1, p2, ante):
    profile = kc.StrategyProfile.betting({"A": 1, "K": 0, "Q": p1, "Ab": 1, "Kb": p2, "Qb": 0})
    return kc.expected_utilities(kc.OneBetKuhn(ante), profile)[0]


def vega(expression, ante, **datum):
    """What a Vega expression of the map is, in exact fractions."""
    python = re.sub(r"(?<![\w.])\d+(\.\d+)?", r"F('\g<0>')", expression.replace("if(", "when("))
    names = {"F": F, "S": ante, "datum": SimpleNamespace(**datum)}
    functions = {"floor": math.floor, "max": max, "abs": abs, "when": lambda test, then, other: then if test else other}
    return eval(python, names | functions)


def calculated(layer):
    return {step["as"]: step["calculate"] for step in layer["transform"]}


# --- The map -----------------------------------------------------------------------------------------------------------------------


@often
@given(probabilities, probabilities, antes)
def test_map_has_the_utility_of_the_tree(p1, p2, ante):
    assert vega(calculated(SQUARES)["U1"], ante, p1=p1, p2=p2) == by_tree(p1, p2, ante)


def test_map_covers_the_square():
    steps, cells = calculated(SQUARES), range(SQUARES["data"]["sequence"]["start"], SQUARES["data"]["sequence"]["stop"])
    points = [tuple(vega(steps[name], 1, cell=F(cell)) for name in ("p1", "p2")) for cell in cells]
    assert sorted(points) == [(F(i, 20), F(j, 20)) for i in range(21) for j in range(21)]
    for p1, p2 in points:
        left, right, low, high = (vega(steps[edge], 1, p1=p1, p2=p2) for edge in ("left", "right", "low", "high"))
        assert (left, right, low, high) == (p1 - F(1, 40), p1 + F(1, 40), p2 - F(1, 40), p2 + F(1, 40))


@often
@given(antes)
def test_map_marks_the_equilibrium(ante):
    solved, marked = kc.nash.one_bet(ante), calculated(RING)
    least, most, p2 = (vega(marked[name], ante) for name in ("least", "most", "p2"))
    assert (least, most, p2) == (solved.p1, solved.p1, solved.p2) or ante == F(1, 2)
    for p1 in (least, most):
        assert solved.contains(solved.profile.replace(kc.StrategyProfile.betting({"Q": p1, "Kb": p2})))


def test_map_marks_all_bluffs_of_ante_one_half():
    least, most = (vega(calculated(LINE)[name], F(1, 2)) for name in ("least", "most"))
    solved = kc.nash.one_bet(F(1, 2))
    optimal = [n for n in range(21) if solved.contains(solved.profile.replace(kc.StrategyProfile.betting({"Q": F(n, 20)})))]
    assert (least, most) == (F(optimal[0], 20), F(optimal[-1], 20)) == (0, F(1, 2))


@often
@given(antes)
def test_colours_are_centred_on_the_value_and_hold_every_utility(ante):
    scale = SQUARES["encoding"]["color"]["scale"]
    least, middle, most = (vega(scale[name]["expr"], ante) for name in ("domainMin", "domainMid", "domainMax"))
    assert middle == kc.nash.one_bet(ante).value
    assert middle - least == most - middle
    corners = [by_tree(p1, p2, ante) for p1 in (0, 1) for p2 in (0, 1)]
    assert max(abs(corner - middle) for corner in corners) == most - middle


@often
@given(antes)
def test_title_tells_the_equilibrium_and_the_value(ante):
    shown = re.findall(r"format\((.*?), '\.\df'\)", MAP["title"]["text"]["expr"])
    solved = kc.nash.one_bet(ante)
    assert [vega(expression, ante) for expression in shown][1:] == [solved.p2, solved.value]
    assert vega(shown[0], ante) == solved.p1 or ante == F(1, 2)


def test_map_starts_at_the_ante_given():
    (slider,) = figures.utility_heatmap(F(5, 4)).to_dict()["params"]
    assert (slider["name"], slider["value"]) == ("S", 1.25)


@pytest.mark.parametrize("ante", [0, -1, 3.5, float("nan")])
def test_map_refuses_an_ante_that_is_not_on_the_slider(ante):
    with pytest.raises(ValueError, match=re.escape(f"ante must be on the slider, from 0.05 to 3, got {ante!r}")):
        figures.utility_heatmap(ante)


# --- The field ---------------------------------------------------------------------------------------------------------------------


@pytest.fixture
def drawn():
    """Close what a test drew."""
    yield
    plt.close("all")


@pytest.mark.usefixtures("drawn")
@pytest.mark.parametrize("ante", [F(3, 5), 1, F(5, 2)])
def test_arrows_are_differences_of_the_trees_utilities(ante):
    axes = figures.gradient_field(ante, points=5).axes[0]
    quiver = axes.collections[0]
    assert len(quiver.U) == 25
    for place, right, up in zip(quiver.get_offsets(), quiver.U, quiver.V, strict=True):
        p1, p2 = (F(float(share)) for share in place)
        assert right == pytest.approx(float(by_tree(1, p2, ante) - by_tree(0, p2, ante)), abs=1e-12)  # U1 is linear in p1
        assert up == pytest.approx(float(by_tree(p1, 0, ante) - by_tree(p1, 1, ante)), abs=1e-12)  # and -U1 in p2


@pytest.mark.usefixtures("drawn")
def test_field_is_drawn_in_the_units_of_its_axes_and_marks_the_equilibrium():
    axes = figures.gradient_field(2).axes[0]
    assert axes.collections[0].angles == "xy"
    assert axes.get_aspect() == 1
    assert [axes.lines[-1].get_xdata()[0], axes.lines[-1].get_ydata()[0]] == [0.2, 0.6]


def test_field_refuses_an_ante_without_an_equilibrium_inside():
    with pytest.raises(ValueError, match="greater than 1/2"):
        figures.gradient_field(F(1, 2))


# --- The curves --------------------------------------------------------------------------------------------------------------------


def test_guarantees_keep_the_numbers_and_say_whose_they_are():
    sure = pd.DataFrame({"probability": [0, 1 / 3, 1], "least": [0, 1 / 18, -1 / 6], "most": [1 / 6, 1 / 18, 1 / 6]})
    chart = figures.guarantees(sure)
    shown = chart.data.pivot(index="probability", columns="line", values="chips")
    assert shown["the least player 1 can win"].tolist() == [0, 0.055556, -0.166667]
    assert shown["the most player 2 can lose"].tolist() == [0.166667, 0.055556, 0.166667]


@pytest.mark.usefixtures("drawn")
def test_regimes_draw_each_half_and_the_whole_jump():
    solved = {ante: kc.nash.one_bet(ante) for ante in (F(n, 10) for n in range(1, 31))}
    rows = [(ante, one.p1, one.p2, one.value) for ante, one in solved.items()]
    above, below = figures.regimes(pd.DataFrame(rows, columns=["ante", "p1", "p2", "value"]).astype(float)).axes
    low, high, blind = ([line.get_xydata() for line in above.lines][i] for i in (0, 1, 2))
    assert low.tolist() == [[n / 10, 0] for n in range(1, 5)]
    assert high == pytest.approx(np.array([[n / 10, 1 / (1 + n / 5)] for n in range(6, 31)]))
    assert blind[[0, -1]] == pytest.approx(np.array([[0.1, 1 / 1.2], [0.5, 0.5]]))
    assert [[0.5, 0], [0.5, 0.5]] in [line.get_xydata().tolist() for line in above.lines]
    assert below.lines[1].get_ydata()[-1] == pytest.approx(float(kc.nash.one_bet(3).value))
    assert [text.get_text() for text in above.get_legend().get_texts()] == ["$p_1$: player 1 bluffs", "$p_2$: player 2 calls"]


# --- All of them -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["utility_heatmap", "guarantees"])
def test_charts_fit_the_page_and_describe_themselves(name):
    data = [pd.DataFrame({"probability": [0], "least": [0], "most": [0]})] if name == "guarantees" else []
    spec = getattr(figures, name)(*data).to_dict()
    assert spec["width"] == "container"
    assert len(spec["description"]) > 100
    encoding = spec.get("layer", [spec])[0]["encoding"]
    assert all("(" in encoding[channel]["title"] for channel in "xy")  # a unit
