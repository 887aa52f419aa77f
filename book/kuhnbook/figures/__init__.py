"""The book's figures, a file for each chapter: a function takes data and returns a chart (Altair) or a figure (Matplotlib)."""

from kuhnbook.figures.bugs import blind_spots, cancelling, claims, side_by_side, weighed
from kuhnbook.figures.cfr import corridor_meters, king_weights, two_products
from kuhnbook.figures.classic_kuhn import family_distances, family_map, strategy_convergence
from kuhnbook.figures.continuum import approach, hand_bars, over_hands
from kuhnbook.figures.convergence import account, distance_bands, over_antes, scrubber, spiral
from kuhnbook.figures.deep_cfr import settings
from kuhnbook.figures.exploitability import value_and_distance
from kuhnbook.figures.exploiting import frontier
from kuhnbook.figures.flows import circling, phase_portrait, portrait_table
from kuhnbook.figures.larger_games import growth, payoff_table, value_by_cards
from kuhnbook.figures.last_strategy import three_rules
from kuhnbook.figures.many_cards import repeating, stretches, who_beats_whom
from kuhnbook.figures.nash_equilibrium import gradient_field, guarantees, regimes, utility_heatmap
from kuhnbook.figures.one_bet_kuhn import chase, deals, gain_ranges
from kuhnbook.figures.regret_matching import current_and_average, right_angle, shrinking, triangle
from kuhnbook.figures.river import bluffs_seen, by_strength, hand_grid
from kuhnbook.figures.sampling import convergence_bands
from kuhnbook.figures.scaling_out import luck, over_seeds
from kuhnbook.figures.spread import percentiles
from kuhnbook.figures.style import setup
from kuhnbook.figures.subgames import before_and_after, gadget_tree
from kuhnbook.figures.three_players import betting_lines, betting_tree, family_landing, outcomes, value_lines
from kuhnbook.figures.three_players_evaluated import scores
from kuhnbook.figures.variants import running_sums
