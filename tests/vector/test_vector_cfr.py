"""The iterates of CFR with a vector of hands are those of CFR deal by deal, in every variant."""

import pytest
from dealt import Spot, profile_of
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import seeds

import kuhncfr as kc
from kuhnbook.museum import Remembered
from kuhncfr.cfr.algorithm import ALGORITHMS
from kuhncfr.vector import PublicGame, Range, VectorCFR, one_bet

STRATEGIES = ("current_strategy", "average_strategy")


@settings(max_examples=40)
@given(seeds, st.sampled_from(list(ALGORITHMS)), st.booleans())
def test_iterates_are_those_of_the_extensive_form(seed, algorithm, alternating):
    spot = Spot(seed, depth=3, hands=3)
    vector = VectorCFR(spot.public(), algorithm=algorithm, alternating=alternating)
    readable = kc.CFR(Remembered(spot.game), algorithm=algorithm, alternating=alternating)
    dealt = spot.game.dealt()
    for _ in range(6):
        vector.step()
        readable.step()
        for which in STRATEGIES:
            told, expected = profile_of(spot, getattr(vector, which)), getattr(readable, which)
            for key, infoset in readable.infosets.items():
                if (infoset.player, int(key.split(":")[0])) in dealt:  # a hand that is never dealt learns nothing deal by deal
                    assert [*told[key].values()] == pytest.approx([*expected[key].values()], abs=1e-9), (which, key)


def test_the_weight_of_an_own_hand_does_not_change_its_strategy():
    """Regrets do not contain the own weight: with a tenth of it, or none, a hand has the same strategy against the same opponent."""
    betting = one_bet(3).betting
    deck, rare = Range([1, 2, 3], cards=[[1], [2], [3]]), Range([1, 2, 3], cards=[[1], [2], [3]], weight=[1, 0.1, 0])
    first = [VectorCFR(PublicGame(betting, (held, deck), pot=2), alternating=False) for held in (deck, rare)]
    for cfr in first:
        cfr.step()
    assert first[0].current_strategy[""] == pytest.approx(first[1].current_strategy[""])
