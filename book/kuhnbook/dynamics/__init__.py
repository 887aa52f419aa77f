"""Learning in one-bet Kuhn poker as a motion in the square of its two open questions, (p1, p2)."""

from kuhnbook.dynamics import steps
from kuhnbook.dynamics.flows import (
    BET,
    PASS,
    gradient_flow,
    matched,
    positive_norms,
    regret_matching_flow,
    regret_rate,
    replicator,
    replicator_product,
    running_average,
    squared_distance,
    weighted_regret,
)
from kuhnbook.dynamics.reduced_game import ReducedGame
