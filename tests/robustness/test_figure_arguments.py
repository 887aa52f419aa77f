"""Wrong arguments of the figures: arrays, tables and words; a chart that is made can be written down."""

import json
from dataclasses import replace
from fractions import Fraction

import altair as alt
import matplotlib.pyplot as plt
import numpy as np
import odd_values as odd
import pandas as pd
import pytest
from odd_values import Call, Kind, kind

import kuhncfr as kc
from kuhncfr.dynamics import ReducedGame
from kuhncfr.figures import (
    blackwell,
    classic,
    continuum,
    convergence,
    exploitability,
    games,
    grid,
    learning,
    many_cards,
    mistakes,
    phase,
    reach,
    rounding,
    scrubbing,
    seeds,
    square,
    strength,
    style,
    three_players,
    training,
    tree,
    utility,
    utility_map,
    variants,
)

NAN = float("nan")


def table(columns, **wrong) -> Kind:
    """A table: none may have other columns, or no row; a number may be missing, but not be infinite, nor text."""
    right = pd.DataFrame(columns)
    numbers = [name for name in right if right[name].dtype.kind in "if"]
    spoilt = {f"infinite {name}": right.assign(**{name: float("inf")}) for name in numbers}
    spoilt |= {f"text {name}": right.assign(**{name: "nonsense"}) for name in numbers}
    spoilt |= {f"without {name}": right.drop(columns=[name]) for name in right if len(right.columns) > 1}
    return Kind(right, wrong={"no rows": right[:0], **spoilt, **wrong})


def series(right) -> Kind:
    """Arrays by name."""
    return kind(right, short={name: [0.5] for name in right}, text={name: ["a"] * 2 for name in right}, number={1: [0.5, 0.5]})


words = ("text", "no text", "null character")
text = replace(odd.text, fine=frozenset(words))
description = replace(text, fine=frozenset((*words, "long text")))
reduced = kind(ReducedGame(), kuhn=odd.GAME)
share = replace(odd.probability, fine=frozenset(("zero", "one")))
amount = odd.positive.but(1)
iterations = kind([1, 2], called="series|points|values|current|average", text=["a", "b"], nan=[1, NAN], rows=[[1, 2]])
probabilities = series({"Rock": [0.5, 1.0]})
targets = kind({"Rock": 0.5}, text={"Rock": "0.5"}, nan={"Rock": NAN}, other={"Paper": 0.5})
points = kind([[0.0, 0.0], [0.5, 1.0]], short=[[0.5], [0.5]], nan=[[0.5, NAN]] * 2)
equilibrium = kind((0.3, 0.4), short=(0.3,), text=("a", "b"), nan=(0.3, NAN))
percentiles = {"lowest": 0.1, "lower": 0.2, "median": 0.3, "upper": 0.4, "highest": 0.5}
path = kind(np.array([[0.5, 0.2], [0.4, 0.6], [0.1, 0.9]]), short=np.array([[0.5]]), nan=np.array([[NAN, 0.0]]))
paths = kind([path.right, path.right], short=[np.array([[0.5]])], number=[1])
kuhn = kind(kc.KuhnPoker(players=3, cards=4), one_bet=odd.GAME)
infosets = kind(["Kb"], called="information set", unknown=["Z"], title={"Kb": 1.0})
layout = kind(tree.tree_layout(odd.GAME, only="QK"))
values = kind({3: -0.05}, "dict of numbers", text={3: "a"}, nan={3: NAN})
SEEN = kind({("a", "coin", "value"): True}, called="tests")
LEARNING = {"Kb": {"p": 0.5, "b": 0.5}}

TABLES = {
    "classic.family_distances": table({"iteration": [1, 10], "run": "a", "to": "x", "distance": [1.0, 0.1]}),
    "classic.family_map": table({"J": [0.2], "K": [0.6], "run": ["a"]}),
    "exploitability.value_and_distance": table({"value": [0.1], "distance": [0.5]}),
    "three_players.family_landing": table({"b11": [0.1], "b21": [0.1], "c11": [0.0], "run": ["a"]}),
    "three_players.scores": table({"infoset": ["Kb"], "player": [0], "plays": [5], "z": [0.5]}),
}
SUMS = table(pd.DataFrame({"one": [0.5, 0.25], "other": [0.1, 0.2]}, index=[1, 2])).without("without one", "without other")
COUNTS = SUMS.but(pd.DataFrame({"histories": [10, 100]}, index=[2, 3]))
BANDS = table({"series": "Q", "iteration": [1.0, 2.0], **percentiles})
UNUSED = [f"{what} {name}" for what in ("infinite", "text", "without") for name in ("lower", "upper")]
NAMELESS = BANDS.without("without series")
SURE = table({"probability": [0.0, 1.0], "least": [0.0, -1.0], "most": [1.0, 0.0]})
SOLVED = table({"ante": [0.25, 1.0], "p1": [0.0, 0.3], "p2": [0.0, 0.3], "value": [0.0, 0.05]})
CURVES = table({"ante": [0.5, 1.0], "series": "p1", "value": [0.1, 0.2]})

BARS = {ante: kc.nash.continuum_one_bet(ante).table(4) for ante in (1, 2)}

HANDS = table({"hand": "AA", "check": [0.25], "bet": [0.75]}, twice=pd.DataFrame({"hand": ["AA"] * 2, "check": 0.5, "bet": 0.5}))
HELD = table({"hand": ["Q", "K"], "weight": [1.0, 2.0], "check": [0.5, 1.0], "bet": [0.5, 0.0]})
TORN = table({"hand": ["99", "TT"], "seen": [0.3, 0.4], "calls": [1.0, 0.0]})
PARTS = kind(["check", "bet"], called="parts|actions|table|shares", number=[1])

ROOMS = {"classic": classic, "exploitability": exploitability, "three_players": three_players}


def function(name):
    room, _, own = name.partition(".")
    return getattr(ROOMS[room], own)


SWEPT = pd.DataFrame({"ante": [1.0, 1.0, 2.0], "value_1": [0.0, 0.5, 1.0]})

CALLS = {name: Call(function(name), table=kind, description=description) for name, kind in TABLES.items()}
CALLS["classic.family_map"] = Call(classic.family_map, runs=TABLES["classic.family_map"], description=description)
CALLS["exploitability.value_and_distance"] = Call(
    exploitability.value_and_distance, table=TABLES["exploitability.value_and_distance"], level=odd.number, description=description
)
CALLS |= {
    "blackwell.right_angle": Call(
        blackwell.right_angle, regrets=kind([[3, -1], [3, 1]]), actions=kind(("H", "T"), "texts"), description=description
    ),
    "classic.strategy_convergence": Call(
        classic.strategy_convergence, iterations=iterations, series=probabilities, targets=targets, description=description
    ),
    "continuum.hand_bars": Call(
        continuum.hand_bars,
        averages=kind(BARS, "no dict", "dict of numbers", called="averages", text={"a": BARS[1], "b": BARS[2]}, none={}, one={1: BARS[1]}),
        ante=amount,
        description=description,
    ),
    "continuum.over_hands": Call(continuum.over_hands, curves=series({"one": [0.5, 1.0]}).also("text"), y=text, description=description),
    "continuum.approach": Call(continuum.approach, table=SUMS, y=text, description=description),
    "grid.hand_grid": Call(
        grid.hand_grid,
        table=HANDS.but(HANDS.right, negative=HANDS.right.assign(bet=-1.0), full=HANDS.right.assign(bet=1.0)),
        actions=PARTS,
        description=description,
        choices=kind(None, "None", "no dict", called="choices|column|control|table", unknown={"size": "size"}, number={"hand": 1}),
        says=kind(None, "None", called="says", missing={("a",): "x"}),
    ),
    "many_cards.repeating": Call(
        many_cards.repeating,
        series=kind({"one": {2: Fraction(1, 2), 3: Fraction(1, 3)}}, "no dict", called="series|cards", one={"a": {1: 0.5}}),
        y=text,
        description=description,
    ),
    "many_cards.stretches": Call(
        many_cards.stretches,
        rows=kind({"bets": [0.5, 1.0]}, "no dict", called="rows", over={"bets": [2.0]}),
        title=text,
        description=description,
    ),
    "many_cards.who_beats_whom": Call(
        many_cards.who_beats_whom, reach=kind([0.5, 1.0], "numbers", negative=[-1.0]), description=description
    ),
    "strength.bluffs_seen": Call(
        strength.bluffs_seen,
        table=TORN,
        needed=share,
        description=description,
        marked=kind(
            (), "no list", "no tuple", "no dict", "texts", "dict of numbers", "empty rows", "empty table", "strange table", number=[1]
        ),
        domain=kind((0, 1), nan=(0, NAN), nobody=(0.5, 0.6)),
    ),
    "strength.by_strength": Call(
        strength.by_strength,
        table=HELD.but(HELD.right, negative=HELD.right.assign(weight=-1.0), sum=HELD.right.assign(bet=1.0)),
        parts=PARTS,
        description=description,
    ),
    "convergence.over_time": Call(convergence.over_time, iterations=iterations, series=probabilities, bins=odd.natural),
    "convergence.over_runs": Call(convergence.over_runs, iterations=iterations, values=points.without("short"), name=text),
    "convergence.bands": Call(convergence.bands, table=BANDS, y=text, description=description, level=odd.number.or_none()),
    "convergence.distance_bands": Call(convergence.distance_bands, table=NAMELESS, factor=odd.positive, description=description),
    "convergence.over_antes": Call(convergence.over_antes, exact=CURVES, found=CURVES, y=text, description=description),
    "games.payoff_table": Call(
        games.payoff_table,
        table=kind([[1, 0], [0, -1]], half=[[0.5, 0], [0, 1]]),
        rows=kind(["a", "b"], "texts", called="table"),
        columns=kind(["a", "b"], "texts", called="table"),
        description=description,
    ),
    "games.value_by_cards": Call(
        games.value_by_cards,
        exact=kind({3: -0.05}, "dict of numbers", text={3: "a"}),
        found=kind({3: -0.05}, "dict of numbers", nan={3: NAN}),
        description=description,
    ),
    "games.mixed_decisions": Call(
        games.mixed_decisions, rows=kind(LEARNING), actions=kind({"p": "passes", "b": "bets"}), description=description
    ),
    "games.growth": Call(games.growth, table=COUNTS, x=text, description=description),
    "learning.current_and_average": Call(
        learning.current_and_average,
        rounds=iterations,
        current=probabilities,
        average=probabilities,
        description=description,
        targets=kind([0.5], "no list", "no tuple", "numbers"),
        x_title=text,
    ),
    "learning.triangle": Call(
        learning.triangle,
        current=kind([[1, 0, 0], [0, 1, 0]]),
        average=kind([[1, 0, 0], [0.5, 0.5, 0]]),
        corners=kind(["R", "P", "S"], "null character"),
        description=description,
    ),
    "learning.shrinking": Call(learning.shrinking, rounds=iterations, series=probabilities, description=description, y_title=text),
    "mistakes.blind_spots": Call(
        mistakes.blind_spots,
        seen=kind({("a", "coin", "value"): True}, called="tests"),
        letters=kind({"value": "V"}),
        description=description,
    ),
    "phase.laps_apart": Call(phase.laps_apart, game=reduced, path=path.also("empty rows")),
    "phase.phase_portrait": Call(
        phase.phase_portrait, game=reduced, circles=paths, ovals=paths, orbits=paths, cycle=path, alternating=path
    ),
    "phase.portrait_table": Call(phase.portrait_table, portrait=kind(plt.figure()), points=odd.natural),
    "reach.reach_table": Call(reach.reach_table),
    "reach.reach_tree": Call(reach.reach_tree, player=kind(2, "one"), bet=share, call=share),
    "rounding.significant": Call(rounding.significant, numbers=kind([0.5, 1.0], "numbers", "no list", "no tuple"), digits=odd.natural),
    "rounding.rounded": Call(rounding.rounded, table=kind(pd.DataFrame({"a": [0.5]}), "empty table", "strange table"), digits=odd.natural),
    "scrubbing.scrubber": Call(
        scrubbing.scrubber,
        iterations=iterations,
        current=points,
        average=points,
        exploitability=points,
        equilibrium=equilibrium,
        description=description,
        start=odd.natural.but(2).or_none(),
    ),
    "seeds.over_seeds": Call(
        seeds.over_seeds,
        table=kind(SWEPT, called="setting", none=SWEPT[:0], infinite=SWEPT.assign(value_1=float("inf")), text=SWEPT.assign(value_1="a")),
        setting=text.but("ante", other="nonsense"),
        column=text.but("value_1", other="nonsense"),
    ),
    "seeds.luck": Call(
        seeds.luck,
        table=table({"ante": [1.0, 2.0], **{name: [0.25, 0.5] for name in convergence.PERCENTILES}}),
        law=table({"ante": [1.0, 2.0], "value": [0.0, 0.5]}),
        y=text,
        unit=text,
        description=description,
    ),
    "square.axis": Call(square.axis, channel=kind("x"), title=text, domain=equilibrium),
    "square.cross": Call(square.cross, equilibrium=equilibrium),
    "square.four_rooms": Call(square.four_rooms, game=reduced, description=description),
    "square.spiral": Call(
        square.spiral,
        iterations=iterations,
        points=points,
        equilibrium=equilibrium,
        marked=kind([2], "no list", "no tuple", "numbers"),
        description=description,
    ),
    "square.square_with_timeline": Call(
        square.square_with_timeline,
        iterations=iterations,
        points=points,
        equilibrium=equilibrium,
        selected=kind((1, 2), text=("a", "b")),
        description=description,
    ),
    "style.lab_chart": Call(style.lab_chart, spec=odd.mapping),
    "style.tooltips": Call(style.tooltips, titles=kind({"a:Q": "a"}, "no dict")),
    "three_players.betting_lines": Call(three_players.betting_lines, game=kuhn),
    "three_players.betting_tree": Call(three_players.betting_tree, game=kuhn),
    "three_players.value_lines": Call(three_players.value_lines, table=SUMS, x=text, description=description),
    "three_players.outcomes": Call(
        three_players.outcomes, rows=kind({"value": [0.5, -0.5]}, text={"value": ["a"]}), description=description
    ),
    "training.training_table": Call(
        training.training_table,
        trajectory=kind(odd.TRAJECTORY),
        infosets=infosets.also("dict of numbers").without("title"),
        points=odd.natural,
        logarithmic=odd.flag,
    ),
    "training.regret_and_strategy": Call(
        training.regret_and_strategy,
        trajectory=kind(odd.TRAJECTORY),
        infosets=infosets,
        description=description,
        zoom=kind((-1, 1), "None", same=(1, 1), text=("a", "b"), nan=(NAN, 1)),
        actions=kind({"p": "passes", "b": "bets"}, "None"),
        points=odd.natural,
        logarithmic=odd.flag,
    ),
    "tree.tree_layout": Call(tree.tree_layout, game=odd.game, only=kind("QK", "no text", "dict of numbers", end="QKbbb")),
    "tree.draw_tree": Call(tree.draw_tree, layout=layout),
    "utility.gradient_field": Call(utility.gradient_field, ante=amount.but(1, half=0.5), points=odd.natural, description=description),
    "utility.guarantees": Call(utility.guarantees, sure=SURE),
    "utility.regimes": Call(utility.regimes, solved=SOLVED, description=description),
    "utility_map.utility_heatmap": Call(utility_map.utility_heatmap, ante=amount.also("half"), p1=share, p2=share),
    "variants.running_sums": Call(variants.running_sums, table=SUMS, x=text, y=text, description=description),
    "variants.race": Call(variants.race, table=SUMS, description=description, y=text, root=odd.positive.or_none()),
    "variants.race_bands": Call(variants.race_bands, table=BANDS.without(*UNUSED), x=text, description=description),
}


def drawn(function):
    """Have a chart written down too, for what is wrong with its numbers shows only then."""

    def draw(**arguments):
        found = function(**arguments)
        if isinstance(found, alt.TopLevelMixin):
            json.dumps(found.to_dict(), allow_nan=False)

    return draw


@pytest.mark.parametrize("name", CALLS)
def test_wrong_arguments_are_refused_by_name(name, monkeypatch):
    call = CALLS[name]
    monkeypatch.setattr(call, "function", drawn(call.function))
    with odd.a_little_memory(), plt.ioff():
        failures = call.failures()
    plt.close("all")
    assert not failures, failures
