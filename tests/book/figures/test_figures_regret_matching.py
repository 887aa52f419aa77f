"""The charts of learning: the right data in the right places, and errors that say what is wrong."""

import numpy as np

from kuhnbook import figures
from kuhnbook.figures.style import AVERAGE, CURRENT


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
