"""The book's figures: each function takes data and returns a chart (Altair) or a figure (Matplotlib)."""

from kuhncfr._support.extras import extra
from kuhncfr._support.palette import PALETTE

with extra("figures"):
    from kuhncfr.figures.blackwell import right_angle
    from kuhncfr.figures.classic import family_distances, family_map, strategy_convergence
    from kuhncfr.figures.continuum import approach, hand_bars, over_hands
    from kuhncfr.figures.convergence import bands, distance_bands, over_antes, over_runs, over_time
    from kuhncfr.figures.exploitability import value_and_distance
    from kuhncfr.figures.games import growth, mixed_decisions, payoff_table, value_by_cards
    from kuhncfr.figures.grid import hand_grid
    from kuhncfr.figures.learning import current_and_average, shrinking, triangle
    from kuhncfr.figures.many_cards import repeating, stretches, who_beats_whom
    from kuhncfr.figures.mistakes import blind_spots
    from kuhncfr.figures.phase import phase_portrait, portrait_table
    from kuhncfr.figures.reach import reach_tree
    from kuhncfr.figures.scrubbing import scrubber
    from kuhncfr.figures.seeds import luck, over_seeds
    from kuhncfr.figures.square import four_rooms, spiral, square_with_timeline
    from kuhncfr.figures.strength import bluffs_seen, by_strength
    from kuhncfr.figures.style import setup
    from kuhncfr.figures.three_players import betting_lines, betting_tree, family_landing, outcomes, scores, value_lines
    from kuhncfr.figures.training import regret_and_strategy, training_table
    from kuhncfr.figures.tree import TreeLayout, draw_tree, tree_layout
    from kuhncfr.figures.utility import gradient_field, guarantees, regimes
    from kuhncfr.figures.utility_map import utility_heatmap
    from kuhncfr.figures.variants import race, race_bands, running_sums

__all__ = [
    "PALETTE",
    "TreeLayout",
    "approach",
    "bands",
    "betting_lines",
    "betting_tree",
    "blind_spots",
    "bluffs_seen",
    "by_strength",
    "current_and_average",
    "distance_bands",
    "draw_tree",
    "family_distances",
    "family_landing",
    "family_map",
    "four_rooms",
    "gradient_field",
    "growth",
    "guarantees",
    "hand_bars",
    "hand_grid",
    "luck",
    "mixed_decisions",
    "outcomes",
    "over_antes",
    "over_hands",
    "over_runs",
    "over_seeds",
    "over_time",
    "payoff_table",
    "phase_portrait",
    "portrait_table",
    "race",
    "race_bands",
    "reach_tree",
    "regimes",
    "regret_and_strategy",
    "repeating",
    "right_angle",
    "running_sums",
    "scores",
    "scrubber",
    "setup",
    "shrinking",
    "spiral",
    "square_with_timeline",
    "strategy_convergence",
    "stretches",
    "training_table",
    "tree_layout",
    "triangle",
    "utility_heatmap",
    "value_and_distance",
    "value_by_cards",
    "value_lines",
    "who_beats_whom",
]
