"""The figures of the Nash chapter show what the tree says: the formulas that the browser evaluates, the arrows, the curves."""

import math
import re
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kuhncfr as kc
from kuhnbook import figures

F = Fraction
probabilities = st.fractions(min_value=0, max_value=1, max_denominator=20)
antes = st.fractions(min_value=F(1, 20), max_value=3, max_denominator=60)
often = settings(max_examples=100, deadline=None, derandomize=True)

MAP = figures.utility_heatmap().to_dict()
SQUARES, LINE, RING, *REPLIES = MAP["layer"]
FIELD_WORDS = "A square of arrows."


def by_tree(p1, p2, ante):
    return kc.expected_utilities(kc.OneBetKuhn(ante), profile(p1, p2))[0]


def profile(p1, p2):
    return kc.StrategyProfile.betting({"A": 1, "K": 0, "Q": p1, "Ab": 1, "Kb": p2, "Qb": 0})


def vega(expression, ante, datum=None, **signals):
    """What a Vega expression of the map is, in exact fractions."""
    tokens = re.split(r"('[^']*')", re.sub(r"\s+", " ", expression.replace("if(", "when(")))
    python = "".join(t if t.startswith("'") else re.sub(r"(?<![\w.])\d+(\.\d+)?", r"F('\g<0>')", t) for t in tokens)
    names = {"F": F, "S": ante, "datum": SimpleNamespace(**(datum or {})), **signals}
    functions = {"floor": math.floor, "max": max, "abs": abs, "when": lambda test, then, other: then if test else other, "format": written}
    return eval(python, names | functions)


def written(number, form):
    """As d3 writes a number: with a proper minus, and never before a zero."""
    text = f"{float(number):{form}}"
    return text.lstrip("-") if float(text) == 0 else text.replace("-", "−")


def signals(p1, p2, ante):
    """All that the sliders decide."""
    found = {"p1": p1, "p2": p2}
    for parameter in MAP["params"]:
        if "expr" in parameter:
            found[parameter["name"]] = vega(parameter["expr"], ante, **found)
    return found


def calculated(layer):
    return {step["as"]: step["calculate"] for step in layer["transform"]}


# --- The map -----------------------------------------------------------------------------------------------------------------------


@often
@given(probabilities, probabilities, antes)
def test_map_has_the_utility_of_the_tree(p1, p2, ante):
    assert vega(calculated(SQUARES)["U1"], ante, {"p1": p1, "p2": p2}) == by_tree(p1, p2, ante)


def test_map_covers_the_square():
    steps, cells = calculated(SQUARES), range(SQUARES["data"]["sequence"]["start"], SQUARES["data"]["sequence"]["stop"])
    points = [tuple(vega(steps[name], 1, {"cell": F(cell)}) for name in ("p1", "p2")) for cell in cells]
    assert sorted(points) == [(F(i, 20), F(j, 20)) for i in range(21) for j in range(21)]
    for p1, p2 in points:
        left, right, low, high = (vega(steps[edge], 1, {"p1": p1, "p2": p2}) for edge in ("left", "right", "low", "high"))
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


steps = st.integers(0, 60).map(lambda n: F(n, 60))
stops = st.integers(1, 60).map(lambda n: F(n, 20))


@often
@given(steps, steps, stops)
def test_title_tells_the_utility_and_best_replies(p1, p2, ante):
    game, here = kc.OneBetKuhn(ante), profile(p1, p2)
    utility, *lines = vega(MAP["title"]["text"]["expr"], ante, **signals(p1, p2, ante))
    assert utility == f"U1 = {written(by_tree(p1, p2, ante), '.4f')} chips a game"
    best = kc.best_response(game, here, 0).value, -kc.best_response(game, here, 1).value
    ends = [[by_tree(end, p2, ante) for end in (0, 1)], [by_tree(p1, end, ante) for end in (0, 1)]]
    for line, player, value, (never, always), verb in zip(lines, (1, 2), best, ends, ("bluff", "call"), strict=False):
        if never == always:
            assert line == f"Best for player {player}: any p{player}, all {('earn', 'cost')[player - 1]} the same"
        else:
            word = "always" if value == always else "never"
            assert line == f"Best for player {player}: {word} {verb}, U1 = {written(value, '.4f')}"


@often
@given(steps, steps, stops)
def test_arrows_lead_to_best_replies(p1, p2, ante):
    here, moved = profile(p1, p2), signals(p1, p2, ante)
    _, _, right, above, dot = REPLIES
    assert (right["encoding"]["x"]["field"], above["encoding"]["y"]["field"]) == ("best1", "best2")
    for player, key, name in ((0, "Q", "best1"), (1, "Kb", "best2")):
        reply = here.replace(kc.StrategyProfile.betting({key: moved[name]}))
        assert kc.expected_utilities(kc.OneBetKuhn(ante), reply)[player] == kc.best_response(kc.OneBetKuhn(ante), here, player).value
    assert [step["as"] for step in dot["transform"]] == [tip["field"] for tip in dot["encoding"]["tooltip"]]


@pytest.mark.parametrize(
    ("ante", "told"),
    [
        (F(1), ["Equilibrium: p1 = 0.333, p2 = 0.333", "Value: 0.0556 chips a game"]),
        (F(1, 2), ["Equilibrium: p1 = 0 to 0.5, p2 = 0.000", "Value: 0.0000 chips a game"]),
        (F(1, 4), ["Equilibrium: never bluff, never call, U1 = 0", "(formula: p2 = −0.333, outside the square)"]),
    ],
)
def test_title_tells_the_equilibrium_of_each_regime(ante, told):
    assert vega(MAP["title"]["text"]["expr"], ante, **signals(F(1, 2), F(1, 2), ante))[3:] == told
    solved = kc.nash.one_bet(ante)
    assert kc.nash_conv(kc.OneBetKuhn(ante), profile(solved.p1, solved.p2)) == 0


def test_title_fits_a_phone():
    for ante, p1, p2 in ((F(1, 20), F(1), F(0)), (F(1, 2), F(0), F(0)), (F(3), F(1), F(1))):
        assert max(map(len, vega(MAP["title"]["text"]["expr"], ante, **signals(p1, p2, ante)))) <= 46


def test_map_starts_where_it_is_told():
    sliders = [parameter for parameter in figures.utility_heatmap(F(5, 4), F(1, 3), 1).to_dict()["params"] if "bind" in parameter]
    assert {slider["name"]: slider["value"] for slider in sliders} == {"S": 1.25, "p1": 1 / 3, "p2": 1}


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


def test_field_refuses_an_ante_without_an_equilibrium_inside():
    with pytest.raises(ValueError, match="greater than 1/2"):
        figures.gradient_field(F(1, 2), description=FIELD_WORDS)


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


# --- All of them -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["utility_heatmap", "guarantees"])
def test_charts_fit_the_page_and_describe_themselves(name):
    data = [pd.DataFrame({"probability": [0], "least": [0], "most": [0]})] if name == "guarantees" else []
    spec = getattr(figures, name)(*data).to_dict()
    assert spec["width"] == "container"
    assert len(spec["description"]) > 100
    encoding = spec.get("layer", [spec])[0]["encoding"]
    assert all("(" in encoding[channel]["title"] for channel in "xy")  # a unit
