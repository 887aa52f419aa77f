"""The charts of classic Kuhn poker: the right data in the right places, and errors that say what is wrong."""

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

import kuhncfr as kc
from kuhnbook import figures

STEPS = [1, 10, 100]
LINES = {"J": [0.5, 0.25, 0.2], "K": [0.5, 0.7, 2 / 3]}


def lines(series=LINES, targets=None):
    return figures.strategy_convergence(STEPS, series, targets or {"J": 0.2, "K": 0.6}, description="Two lines.")


def run(name="alternating", to="the family", distances=(1.0, 0.1, 0.01)):
    return pd.DataFrame({"iteration": STEPS, "run": name, "to": to, "distance": distances})


def test_every_probability_is_drawn_beside_its_target():
    targets, drawn = (layer.data for layer in lines().layer)
    assert drawn[drawn["at"] == "K"]["iteration"].tolist() == STEPS
    assert drawn[drawn["at"] == "K"]["probability"].tolist() == [0.5, 0.7, 0.666667]  # six significant digits
    assert dict(zip(targets["at"], targets["probability"], strict=True)) == {"J": 0.2, "K": 0.6}


def test_a_target_has_the_colour_of_its_line():
    rule, line = lines().to_dict()["layer"]
    assert rule["encoding"]["color"] == line["encoding"]["color"]
    assert line["encoding"]["color"]["scale"]["domain"] == line["encoding"]["strokeDash"]["scale"]["domain"] == ["J", "K"]
    assert line["encoding"]["x"]["scale"]["type"] == "log"
    assert line["encoding"]["y"]["scale"]["domain"] == [0, 1]


def test_distances_are_drawn_on_logarithmic_axes():
    table = pd.concat([run(), run(to="one end", distances=(0.5, 0.5, 0.123456789))])
    chart = figures.family_distances(table, description="One falls.")
    assert chart.data["distance"].tolist() == [1, 0.1, 0.01, 0.5, 0.5, 0.123457]
    encoding = chart.to_dict()["encoding"]
    assert encoding["x"]["scale"]["type"] == encoding["y"]["scale"]["type"] == "log"
    assert encoding["strokeDash"]["scale"]["domain"] == ["the family", "one end"]  # the first is solid
    assert encoding["strokeDash"]["scale"]["range"][0] == [1, 0]


def test_the_map_shows_what_player_1_cannot_be_sure_of():
    squares = family_map().layer[0].data
    game = kc.KuhnPoker()
    for row in squares.sample(40, random_state=1).to_dict("records"):
        jacks, kings = Fraction(str(row["J"])), Fraction(str(row["K"]))
        queens = {"J": jacks, "Q": 0, "K": kings, "Jpb": 0, "Qpb": (1 + kings) / 3, "Kpb": 1}
        profile = kc.nash.kuhn().profile.replace(kc.StrategyProfile.betting(queens))
        sure = -kc.best_response(game, profile, player=1).value
        assert row["missing"] == pytest.approx(float(18 * (Fraction(-1, 18) - sure)), abs=1e-5)


def test_the_ridge_of_the_map_is_the_family():
    squares = family_map().layer[0].data
    ridge = squares[squares["missing"] == 0]
    assert len(ridge) > 2
    assert ridge["K"].to_numpy() == pytest.approx(3 * ridge["J"].to_numpy())
    assert family_map().layer[1].data.to_numpy() == pytest.approx(np.array([[0, 0], [1 / 3, 1]]), abs=1e-5)


def test_the_squares_cover_the_map_once():
    squares = family_map().layer[0].data
    area = ((squares["x2"] - squares["x"]) * (squares["y2"] - squares["y"])).sum()
    width = squares["x2"].max() - squares["x"].min()
    assert area == pytest.approx(width * (squares["y2"].max() - squares["y"].min()))


def test_every_run_is_a_dot():
    dots = family_map().layer[2].data
    assert dots.to_dict("list") == {"J": [0.2, 0.111111], "K": [0.6, 0.3], "run": ["a", "b"]}


def family_map():
    return figures.family_map(pd.DataFrame({"J": [0.2, 1 / 9], "K": [0.6, 0.3], "run": ["a", "b"]}), description="A ridge.")


@pytest.mark.parametrize("chart", [lines(), figures.family_distances(run(), description="Two lines."), family_map()])
def test_charts_fill_the_page_and_describe_themselves(chart):
    written = chart.to_dict()
    assert written["width"] == "container"
    assert written["description"] in ("Two lines.", "A ridge.")
