"""The first sheet of a report: which game it is, where the strategy comes from, what it is worth, and what the other sheets hold."""

from collections.abc import Mapping
from numbers import Integral
from typing import Any

from kuhncfr._support.wording import plain_fractions
from kuhncfr.hands.gains import Deviations
from kuhncfr.report.sheet import Column, Link, Sheet
from kuhncfr.solver.compiled_game import Tree
from kuhncfr.solver.run import Run

Row = tuple[Any, ...]


def summary(tree: Tree, compared: Deviations, hands: int, seed: Any, origin: list[Row], sheets: list[Sheet]) -> Sheet:
    """Return the sheet, which leads to all `sheets` and to the explanation of their columns."""
    columns = (
        Column("item", "", "What is told; or a sheet of this workbook."),
        Column("value", "as given", "Its number or text.", "any"),
        Column("unit", "", "What a number is a number of."),
        Column("note", "", "How it is to be read; or what a sheet holds.", "words"),
    )
    rows = (
        ("game", plain_fractions(repr(tree.game)), None, None),
        ("players", tree.players, "players", None),
        ("information sets", len(tree.infosets), None, "Of all players together."),
        *origin,
        *_worth(compared),
        ("simulated hands", hands, "hands", f"In each of {1 + tree.players} simulations: the profile, and each best response."),
        *_seed(seed),
        *((Link(sheet.name), None, None, sheet.about.partition(". ")[0].rstrip(".") + ".") for sheet in sheets),
        (Link("Columns"), None, None, "What each column of each sheet means."),
    )
    return Sheet("Summary", "A strategy for every player, what it is worth, and what could be gained against it.", columns, rows)


def origin_rows(origin: Mapping[str, Any], run: Run | None) -> list[Row]:
    """Tell where the profile comes from, as far as that is known."""
    rows: list[Row] = [(name, str(value), None, None) for name, value in origin.items()]
    if run is None:
        return rows
    note = "The run was interrupted; this is what it reached." if run.interrupted else None
    return [*(row for row in rows if row[0] != "iterations"), ("iterations", run.iterations, "iterations", note)]


def _worth(compared: Deviations) -> list[Row]:
    on_the_tree = "Worked out on the whole tree, not sampled."
    largest = "The largest gain of a player who leaves alone: an epsilon-equilibrium for this epsilon."
    return [
        *((f"value to player {i + 1}", float(value), "chips a hand", on_the_tree) for i, value in enumerate(compared.values)),
        ("maximum epsilon", float(compared.maximum), "chips a hand", largest),
        ("average epsilon", float(compared.average), "chips a hand", "The average of the players' gains: NashConv / players."),
        ("NashConv", float(compared.nash_conv), "chips a hand", "The sum of the players' gains; 0 at an equilibrium."),
    ]


def _seed(seed: Any) -> list[Row]:
    """What other seeds than whole numbers give cannot be told in a cell."""
    if not isinstance(seed, Integral):
        return []
    return [("seed of the simulations", str(seed), None, "The same seed gives the same hands.")]
