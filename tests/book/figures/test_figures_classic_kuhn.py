"""The charts of classic Kuhn poker: the right data in the right places, and errors that say what is wrong."""

from fractions import Fraction

import pandas as pd
import pytest

import kuhncfr as kc
from kuhnbook import figures


def test_the_map_shows_what_player_1_cannot_be_sure_of():
    squares = figures.family_map(pd.DataFrame({"J": [0.2, 1 / 9], "K": [0.6, 0.3], "run": ["a", "b"]})).layer[0].data
    game = kc.KuhnPoker()
    for row in squares.sample(40, random_state=1).to_dict("records"):
        jacks, kings = Fraction(str(row["J"])), Fraction(str(row["K"]))
        queens = {"J": jacks, "Q": 0, "K": kings, "Jpb": 0, "Qpb": (1 + kings) / 3, "Kpb": 1}
        profile = kc.nash.kuhn().profile.replace(kc.StrategyProfile.from_bet_probabilities(queens))
        sure = -kc.best_response(game, profile, player=1).value
        assert row["missing"] == pytest.approx(float(18 * (Fraction(-1, 18) - sure)), abs=1e-5)
