"""The charts of larger games: the right numbers in the right places."""

import pandas as pd

from kuhnbook import figures


def test_the_payoff_table_shows_what_is_not_zero():
    chart = figures.payoff_table([[0, 2], [-1, 0]], ["a", "b"], ["x", "y"], description="A table.")
    found = {(row["row"], row["column"]): (row["payoff"], row["sign"]) for row in chart.to_dict()["datasets"].popitem()[1]}
    assert found == {("a", "y"): (2, "wins"), ("b", "x"): (-1, "loses")}
    encoding = chart.to_dict()["layer"][0]["encoding"]
    assert (encoding["x"]["scale"]["domain"], encoding["y"]["scale"]["domain"]) == (["x", "y"], ["a", "b"])


def test_values_stand_over_the_number_of_cards():
    chart = figures.value_by_cards({3: -1 / 18, 4: -1 / 24}, {3: -0.0555}, description="Values.")
    line, rings = (layer.data for layer in chart.layer)
    assert line[["cards", "value"]].to_numpy().tolist() == [[3, -0.055556], [4, -0.041667]]
    assert rings[["cards", "value"]].to_numpy().tolist() == [[3, -0.0555]]


def test_growth_is_drawn_on_a_logarithmic_axis():
    chart = figures.growth(pd.DataFrame({"ends": [30, 312]}, index=[2, 3]), x="players", description="Growth.")
    assert chart.data[["size", "what", "count"]].to_numpy().tolist() == [[2, "ends", 30], [3, "ends", 312]]
    encoding = chart.to_dict()["encoding"]
    assert (encoding["y"]["scale"]["type"], encoding["x"]["title"]) == ("log", "players")
