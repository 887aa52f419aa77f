"""The charts of classic Kuhn poker: the right data in the right places."""

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

import kuhncfr as kc
from kuhnbook import figures

STEPS = [1, 10, 100]
LINES = {"J": [0.5, 0.25, 0.2], "K": [0.5, 0.7, 2 / 3]}


def test_every_probability_is_drawn_beside_its_target():
    targets, drawn = (layer.data for layer in figures.strategy_convergence(STEPS, LINES, {"J": 0.2, "K": 0.6}, description="").layer)
    assert drawn[drawn["at"] == "K"]["iteration"].tolist() == STEPS
    assert drawn[drawn["at"] == "K"]["probability"].tolist() == [0.5, 0.7, 0.666667]  # six significant digits
    assert dict(zip(targets["at"], targets["probability"], strict=True)) == {"J": 0.2, "K": 0.6}


def test_distances_are_drawn_on_logarithmic_axes():
    distances = {"the family": [1.0, 0.1, 0.01], "one end": [0.5, 0.5, 0.123456789]}
    table = pd.concat(pd.DataFrame({"iteration": STEPS, "run": "alternating", "to": to, "distance": d}) for to, d in distances.items())
    chart = figures.family_distances(table, description="One falls.")
    assert chart.data["distance"].tolist() == [1, 0.1, 0.01, 0.5, 0.5, 0.123457]
    encoding = chart.to_dict()["encoding"]
    assert encoding["x"]["scale"]["type"] == encoding["y"]["scale"]["type"] == "log"


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
