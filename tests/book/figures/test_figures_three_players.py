"""The figures of three players: the betting and its ends, the regions of the family, and the right numbers at the right marks."""

from itertools import pairwise

import pandas as pd
import pytest

import kuhncfr as kc
from kuhnbook import figures

GAME = kc.KuhnPoker(players=3, cards=4)


def rows(chart, layer=None):
    """The data of a chart, or of one of its layers."""
    data = (chart if layer is None else chart.layer[layer]).data
    return data.to_dict("records")


def test_every_betting_ends_with_the_right_players_and_pot():
    lines = figures.betting_lines(GAME)
    assert len(lines) == 13
    for betting, told in lines.items():
        contenders, pot = told.split(": pot ")
        utilities = {deal: GAME.utilities(deal + betting) for deal in ("123", "431", "213", "324", "142")}
        winners = {max(range(3), key=lambda k: won[k]) + 1 for won in utilities.values()}
        assert winners <= set(map(int, contenders.split(", ")))
        for won in utilities.values():  # the pot is what the winner gets, and has partly paid
            winner = max(range(3), key=lambda k: won[k])
            assert won[winner] == int(pot) - (2 if winner in {k % 3 for k, a in enumerate(betting) if a == "b"} else 1)
    assert list(lines)[:2] == ["ppp", "ppbpp"]


def test_the_betting_tree_shows_who_speaks_and_how_it_ends():
    figure = figures.betting_tree(GAME)
    texts = [text.get_text() for text in figure.axes[0].texts]
    lines = figures.betting_lines(GAME)
    assert set(lines) | set(lines.values()) <= set(texts)
    speakers = [text for text in texts if text in ("1", "2", "3")]
    assert sorted(speakers) == ["1"] * 4 + ["2"] * 4 + ["3"] * 4  # each player decides in four situations
    heights = [next(t for t in figure.axes[0].texts if t.get_text() == betting).get_position()[1] for betting in lines]
    assert all(low < high for low, high in pairwise(heights))


def test_the_regions_are_those_of_the_family():
    table = pd.DataFrame([{"run": "CFR", "b11": 0.1234567, "b21": 0.2, "c11": 0.0}])
    chart = figures.family_landing(table, description="Regions.")
    for layer, c11 in ((0, 0), (1, 0.5)):
        assert [row["low"] for row in rows(chart, layer)] == ([0, 0.25] if c11 == 0 else [0, 0, 0])
        corners = {(0, 0)} | {(row["b11"], row["high"]) for row in rows(chart, layer)}
        assert len(corners) == 3
        middle = [sum(numbers) / 3 for numbers in zip(*corners, strict=True)]
        for corner in corners:
            inside, outside = ([c + step * (m - c) for c, m in zip(corner, middle, strict=True)] for step in (0.001, -0.001))
            kc.nash.three_player(b11=inside[0], b21=inside[1], c11=c11)
            with pytest.raises(ValueError, match="must meet"):
                kc.nash.three_player(b11=outside[0], b21=outside[1], c11=c11)
    assert rows(chart, 3) == [{"run": "CFR", "b11": 0.123, "b21": 0.2, "c11": 0.0}]


def test_values_are_a_line_for_each_player():
    table = pd.DataFrame({"player 1": [-0.0208333333, -0.03125], "player 3": [0.0416666667, 0.0520833333]}, index=[0.0, 0.25])
    chart = figures.value_lines(table, x="β", description="Lines.")
    drawn = chart.data.pivot(index="x", columns="player", values="value")
    assert drawn.index.tolist() == [0, 0.25]
    assert drawn.to_dict("list") == {"player 1": [-0.0208333, -0.03125], "player 3": [0.0416667, 0.0520833]}


def test_outcomes_are_marks_by_player():
    chart = figures.outcomes({"equilibrium": [-1 / 48, 1 / 24], "two": [-1 / 8, -1 / 12]}, description="Marks.")
    drawn = chart.layer[1].data.pivot(index="player", columns="what", values="chips")
    assert drawn.to_dict("list") == {"equilibrium": [-0.0208333, 0.0416667], "two": [-0.125, -0.0833333]}
    assert drawn.index.tolist() == ["player 1", "player 2"]


def test_scores_stand_in_a_band_that_holds_19_of_20():
    table = pd.DataFrame({"infoset": ["1", "2p"], "player": [0, 1], "plays": [250_123, 99], "z": [0.51234, -3.5], "more": [1, 1]})
    chart = figures.scores(table, description="Scores.")
    assert rows(chart, 0) == [{"low": -1.96, "high": 1.96}]
    assert rows(chart, 1) == [
        {"infoset": "1", "player": "player 1", "plays": 250_000.0, "z": 0.512},
        {"infoset": "2p", "player": "player 2", "plays": 99.0, "z": -3.5},
    ]
