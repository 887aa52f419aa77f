"""The charts of games on [0, 1]: at every ante on the slider the bars end where the closed form says, above the right averages."""

import re
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from vega import computed, vega

import kuhncfr as kc
from kuhnbook import figures

F = Fraction
ANTES = [F(1, 5), F(2, 5), F(3, 5), F(1), F(3)]
SOLVERS = {"one_bet": kc.nash.continuum_one_bet, "kuhn": kc.nash.continuum_kuhn}
CHARTS = {game: figures.hand_bars({ante: solve(ante).table(20) for ante in ANTES}).to_dict() for game, solve in SOLVERS.items()}
games = pytest.mark.parametrize("game", SOLVERS)


def rows(chart, layer, ante):
    return [computed(row, layer, S=ante) for row in chart["datasets"][layer["data"]["name"]]]


@games
@pytest.mark.parametrize("ante", ANTES, ids=str)
def test_bars_and_dashes_end_where_the_closed_form_says(game, ante):
    chart, equilibrium = CHARTS[game], SOLVERS[game](ante)
    bold = {"bluffs", "bets for value", "calls"}
    found = rows(chart, chart["layer"][0], ante)
    for row in range(len(equilibrium.bets)):
        drawn = [(one["low"], one["high"]) for one in found if one["row"] == row]
        assert (drawn[0][0], drawn[-1][1]) == (0, 1)
        assert all(one[1] == pytest.approx(other[0]) for one, other in pairwise(drawn))
    betting = sorted((row["row"], row["low"], row["high"]) for row in found if row["does"] in bold)
    places = {"one_bet": ("", "b"), "kuhn": ("", "p", "pb", "b")}[game]
    expected = sorted((places.index(h), float(low), float(high)) for h, all_of in equilibrium.bets.items() for low, high in all_of)
    assert betting == [pytest.approx(row, abs=1e-12) for row in expected]
    for row in found:
        assert (row["does"] == "bluffs") <= (row["low"] == 0)
        assert (row["does"] in ("calls", "bets for value")) <= (row["high"] == 1)
    free = rows(chart, chart["layer"][1], ante)
    calls = [(row["low"], row["high"]) for row in free if row["does"] == "calls may be spread"]
    assert calls == [pytest.approx(tuple(map(float, equilibrium.spread)))] * (2 if game == "kuhn" else 1)
    if game == "kuhn":
        d, e = map(float, equilibrium.spread)
        others = {row["does"]: (row["low"], row["high"]) for row in free if row["row"] == 0}
        assert others == {"bluffs may be spread": pytest.approx((0, d)), "value bets may be spread": pytest.approx((e, 1))}


@games
@pytest.mark.parametrize("ante", [F(1, 5), F(1), F(3)], ids=str)
def test_under_each_bar_stands_the_average_at_the_ante_on_the_slider(game, ante):
    chart, equilibrium = CHARTS[game], SOLVERS[game](ante)
    averages = chart["layer"][2:-1]
    histories = ("", "b") if game == "one_bet" else ("", "p", "pb", "b")
    assert len(averages) == len(histories)
    for layer, history in zip(averages, histories, strict=True):
        test = layer["transform"][0]["filter"]
        shown = [computed(row, layer, S=ante) for row in chart["datasets"][layer["data"]["name"]] if vega(test, row, S=ante)]
        assert [row["low"] for row in shown] == pytest.approx(np.arange(20) / 20)
        assert [row["high"] for row in shown] == pytest.approx(np.arange(1, 21) / 20)
        heights = np.array([row["ground"] - row["top"] for row in shown])
        assert heights / 34 == pytest.approx(equilibrium.table(20)[history][:, 1], abs=6e-4)


@games
@pytest.mark.parametrize("ante", ANTES, ids=str)
def test_the_title_tells_lines_and_value(game, ante):
    said = vega(CHARTS[game]["title"]["text"]["expr"], S=ante)
    equilibrium = SOLVERS[game](ante)
    if game == "one_bet":
        numbers = [equilibrium.bluffs_below, equilibrium.bets_above, equilibrium.calls_above]
        rest = ["1", f"{float(1 + 2 * ante):.1f}"]
    else:
        numbers = [equilibrium.bets[""][0][1], equilibrium.bets[""][1][0], *equilibrium.spread, equilibrium.calls_above]
        rest = []
    told = re.findall(r"−?\d+(?:\.\d+)?", re.sub(r"player \d", "player", " ".join(said)))
    value = f"{float(equilibrium.value):.4f}".replace("-", "−")
    assert told == [f"{float(ante):.1f}", value, *(f"{float(x):.3f}" for x in numbers), *rest]
    assert max(map(len, said)) <= 42  # a phone shows no more
