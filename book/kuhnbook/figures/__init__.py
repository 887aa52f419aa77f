"""The book's figures, a file for each chapter: a function takes data and returns a chart (Altair) or a figure (Matplotlib).

A file is loaded at first use: most chapters have no figure of Matplotlib, which takes half a second to load.
"""

from importlib import import_module
from typing import Any

_NAMES = {
    "bugs": ("blind_spots", "cancelling", "claims", "side_by_side", "weighed"),
    "cfr": ("corridor_meters", "king_weights", "two_products"),
    "classic_kuhn": ("family_distances", "family_map", "strategy_convergence"),
    "continuum": ("approach", "hand_bars", "over_hands"),
    "convergence": ("account", "distance_bands", "over_antes", "scrubber", "spiral"),
    "deep_cfr": ("settings",),
    "exploitability": ("value_and_distance",),
    "exploiting": ("frontier",),
    "flows": ("circling", "phase_portrait", "portrait_table"),
    "larger_games": ("growth", "payoff_table", "value_by_cards"),
    "last_strategy": ("three_rules",),
    "many_cards": ("repeating", "stretches", "who_beats_whom"),
    "nash_equilibrium": ("gradient_field", "guarantees", "regimes", "utility_heatmap"),
    "one_bet_kuhn": ("chase", "deals", "gain_ranges"),
    "regret_matching": ("current_and_average", "right_angle", "shrinking", "triangle"),
    "river": ("bluffs_seen", "by_strength", "hand_grid"),
    "sampling": ("convergence_bands",),
    "scaling_out": ("luck", "over_seeds"),
    "spread": ("percentiles",),
    "style": ("setup",),
    "subgames": ("before_and_after", "gadget_tree"),
    "three_players": ("betting_lines", "betting_tree", "family_landing", "outcomes", "value_lines"),
    "three_players_evaluated": ("scores",),
    "variants": ("running_sums",),
}
_FILE_OF = {name: file for file, names in _NAMES.items() for name in names}


def __dir__() -> list[str]:
    return sorted(_FILE_OF)


def __getattr__(name: str) -> Any:
    if name in _FILE_OF:
        return getattr(import_module(f"{__name__}.{_FILE_OF[name]}"), name)
    raise AttributeError(f"the book has no figure {name!r}")
