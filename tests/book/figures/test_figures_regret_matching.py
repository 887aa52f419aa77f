"""The charts of learning: the right data in the right places."""

import numpy as np

from kuhnbook import figures
from kuhnbook.figures.style import AVERAGE, CURRENT

ROUNDS = [1, 2, 3]
CURRENT_ROCK = {"Rock": [1, 0, 1], "Paper": [0, 1, 0]}
AVERAGE_ROCK = {"Rock": [1, 1 / 2, 2 / 3], "Paper": [0, 1 / 2, 1 / 3]}


def lines(**options):
    return figures.current_and_average(ROUNDS, CURRENT_ROCK, AVERAGE_ROCK, description="Rock and Paper.", **options)


def series(chart, strategy, what):
    rows = chart.data[(chart.data["strategy"] == strategy) & (chart.data["what"] == what)]
    return rows["round"].tolist(), rows["value"].tolist()


def test_every_probability_is_drawn_once():
    chart = lines()
    assert len(chart.data) == 12
    assert series(chart, CURRENT, "Rock") == (ROUNDS, [1, 0, 1])
    assert series(chart, AVERAGE, "Rock") == (ROUNDS, [1, 0.5, 0.666667])  # six significant digits
    assert series(chart, AVERAGE, "Paper") == (ROUNDS, [0, 0.5, 0.333333])


def test_targets_are_marked():
    assert len(lines().layer) == 1
    marked = lines(targets=[1 / 3, 1]).layer[1]
    assert marked.data["target"].tolist() == [0.333333, 1]


def test_corners_and_middle_of_the_triangle():
    middle = [[1 / 3, 1 / 3, 1 / 3]]
    path = figures.triangle(np.eye(3), middle, ["Rock", "Paper", "Scissors"], description="").data
    corners = path[path["strategy"] == CURRENT]
    assert corners["round"].tolist() == [1, 2, 3]
    assert corners[["x", "y"]].to_numpy().tolist() == [[0, 0], [0.5, 0.866025], [1, 0]]
    assert path[path["strategy"] == AVERAGE][["x", "y"]].to_numpy().tolist() == [[0.5, 0.288675]]


def test_the_triangle_names_its_corners():
    layers = figures.triangle(np.eye(3), np.eye(3), ["Rock", "Paper", "Scissors"], description="").layer
    names = {row["name"]: (row["x"], row["y"]) for layer in layers[1:3] for row in layer.data.to_dict("records")}
    assert names == {"Rock": (0, 0), "Paper": (0.5, 0.866025), "Scissors": (1, 0)}


def test_what_shrinks_is_drawn_on_logarithmic_axes():
    chart = figures.shrinking([1, 10, 100], {"bound": [3, 2, 1], "truth": [1, 1 / 3, 1e-9]}, description="", y_title="regret (chips)")
    assert series(chart, "", "truth") == ([1, 10, 100], [1, 0.333333, 1e-9])
    encoding = chart.to_dict()["encoding"]
    assert encoding["x"]["scale"]["type"] == encoding["y"]["scale"]["type"] == "log"
