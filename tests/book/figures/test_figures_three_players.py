"""The figures of three players: the betting and its ends, the regions of the family, and the right numbers at the right marks."""

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


def test_the_regions_are_those_of_the_family():
    table = pd.DataFrame([{"run": "CFR", "b11": 0.1234567, "b21": 0.2, "c11": 0.0}])
    chart = figures.family_landing(table)
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
