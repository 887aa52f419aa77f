"""CFR on the reduced game against the package's CFR. A million of its steps, the chapter on flows compares with the theory."""

from fractions import Fraction

import numpy as np
import pytest

import kuhncfr as kc
from kuhnbook import dynamics

ANTES = [Fraction(3, 4), 2]


def matrix_game(game):
    """The reduced game as a table: rows and columns are pass and bet, fold and call."""
    return kc.MatrixGame([[float(game.utility([row, column])) for column in (0, 1)] for row in (0, 1)], actions=("pb", "pb"))


@pytest.mark.parametrize("alternating", [False, True])
@pytest.mark.parametrize("ante", ANTES)
def test_it_is_cfr_on_the_table_of_the_reduced_game(ante, alternating):
    game = dynamics.ReducedGame(ante)
    trajectory = kc.record(kc.CFR(matrix_game(game), alternating=alternating), 300)
    path = dynamics.steps.iterate(game, 301, alternating=alternating)
    current = np.stack([trajectory.current_strategy[player]["b"] for player in "12"], axis=-1)
    average = np.stack([trajectory.average_strategy[player]["b"] for player in "12"], axis=-1)
    assert path[1:] == pytest.approx(current, abs=1e-9)
    assert dynamics.running_average(path)[:-1] == pytest.approx(average, abs=1e-9)


@pytest.mark.parametrize("alternating", [False, True])
def test_it_continues_cfr_on_the_whole_tree_once_the_other_choices_are_pure(alternating):
    cfr = kc.CFR(kc.OneBetKuhn(ante=1), alternating=alternating)
    cfr.run(3)
    assert [cfr.current_strategy[key]["b"] for key in ("A", "K", "Ab", "Qb")] == [1, 0, 1, 0]
    regret = [cfr.infosets[key].cumulative_regret for key in ("Q", "Kb")]
    path = dynamics.steps.iterate(dynamics.ReducedGame(ante=1), 401, alternating=alternating, regret=regret)
    trajectory = kc.record(cfr, 400)
    assert path[1:] == pytest.approx(np.stack([trajectory.current_strategy[key]["b"] for key in ("Q", "Kb")], axis=-1), abs=1e-9)


def test_no_iterations_and_what_is_no_number_of_them():
    assert dynamics.steps.iterate(dynamics.ReducedGame(), 0).shape == (0, 2)
    with pytest.raises(ValueError, match="iterations must be at least 0"):
        dynamics.steps.iterate(dynamics.ReducedGame(), -1)
