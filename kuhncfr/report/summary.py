"""The first sheet of a report: the game, the origin of the strategy, its values and its distance from an equilibrium."""

from collections.abc import Mapping
from numbers import Integral
from typing import Any

from kuhncfr._support.wording import plain_fractions
from kuhncfr.hands.gains import Deviations
from kuhncfr.solver.run import Run
from kuhncfr.solver.tree import Tree

Row = tuple[Any, ...]


def rows(tree: Tree, compared: Deviations, hands: int, seed: Any, origin: list[Row]) -> list[Row]:
    """Return the rows that stand before the list of sheets."""
    found = [
        ("game", plain_fractions(repr(tree.game)), None, None),
        ("players", tree.players, "players", None),
        ("information sets", len(tree.infosets), None, "Of all players together."),
        *origin,
        *_worth(compared),
        ("simulated hands", hands, "hands", f"In each of {1 + tree.players} simulations: the profile, and each best response."),
    ]
    if isinstance(seed, Integral):  # a generator has no name
        found.append(("seed of the simulations", str(seed), None, "The same seed gives the same hands."))
    return found


def origin_rows(origin: Mapping[str, Any], run: Run | None) -> list[Row]:
    """Return where the profile comes from, as far as that is known."""
    rows: list[Row] = [(name, str(value), None, None) for name, value in origin.items()]
    if run is None:
        return rows
    note = "The run was interrupted; this is what it reached." if run.interrupted else None
    return [*(row for row in rows if row[0] != "iterations"), ("iterations", run.iterations, "iterations", note)]


def _worth(compared: Deviations) -> list[Row]:
    on_the_tree = "Computed on the whole tree, not sampled."
    largest = "The largest gain of a player who deviates alone: an epsilon-equilibrium for this epsilon."
    return [
        *((f"value to player {i + 1}", float(value), "chips a hand", on_the_tree) for i, value in enumerate(compared.values)),
        ("maximum epsilon", float(compared.maximum), "chips a hand", largest),
        ("average epsilon", float(compared.average), "chips a hand", "The average of the players' gains: NashConv / players."),
        ("NashConv", float(compared.nash_conv), "chips a hand", "The sum of the players' gains; 0 at an equilibrium."),
    ]
