"""The charts of classic Kuhn poker: the right data in the right places, and errors that say what is wrong."""

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

import kuhncfr as kc
from kuhnbook import figures


def test_the_map_shows_what_player_1_cannot_be_sure_of():
    squares = family_map().layer[0].data
    game = kc.KuhnPoker()
    for row in squares.sample(40, random_state=1).to_dict("records"):
        jacks, kings = Fraction(str(row["J"])), Fraction(str(row["K"]))
        queens = {"J": jacks, "Q": 0, "K": kings, "Jpb": 0, "Qpb": (1 + kings) / 3, "Kpb": 1}
        profile = kc.nash.kuhn().profile.replace(kc.StrategyProfile.from_bet_probabilities(queens))
        sure = -kc.best_response(game, profile, player=1).value
        assert row["missing"] == pytest.approx(float(18 * (Fraction(-1, 18) - sure)), abs=1e-5)


def test_the_ridge_of_the_map_is_the_family():
    squares = family_map().layer[0].data
    ridge = squares[squares["missing"] == 0]
    assert len(ridge) > 2
    assert ridge["K"].to_numpy() == pytest.approx(3 * ridge["J"].to_numpy())
    assert family_map().layer[1].data.to_numpy() == pytest.approx(np.array([[0, 0], [1 / 3, 1]]), abs=1e-5)


def family_map():
    return figures.family_map(pd.DataFrame({"J": [0.2, 1 / 9], "K": [0.6, 0.3], "run": ["a", "b"]}))
