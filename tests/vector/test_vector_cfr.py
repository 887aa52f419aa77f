"""CFR with a vector of hands plays what CFR plays deal by deal, iteration by iteration, in every variant."""

from functools import cache

import numpy as np
import pytest
from dealt import Spot, profile_of
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import seeds
from small_games import Remembered

import kuhncfr as kc
from kuhncfr.cfr.algorithm import ALGORITHMS
from kuhncfr.vector import Decision, Fold, Hands, PublicGame, Showdown, VectorCFR, expected_values, exploitability, kuhn, one_bet

STRATEGIES = ("current_strategy", "average_strategy")
both_updates = pytest.mark.parametrize("alternating", [True, False])
every_algorithm = pytest.mark.parametrize("algorithm", ALGORITHMS)


@settings(max_examples=60)
@given(seeds, st.sampled_from(list(ALGORITHMS)), st.booleans())
def test_any_public_game_is_learnt_as_its_extensive_form_is(seed, algorithm, alternating):
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
                if (infoset.player, int(key.split(":")[0])) in dealt:  # who is never dealt a hand learns nothing deal by deal
                    assert [*told[key].values()] == pytest.approx([*expected[key].values()], abs=1e-9), (which, key)


@settings(max_examples=60)
@given(seeds, st.sampled_from(list(ALGORITHMS)), st.booleans())
def test_the_compiled_walk_learns_the_same_on_any_public_game(seed, algorithm, alternating):
    """Hands of weight 0 among them: both say how they would be played."""
    game = Spot(seed, hands=8).public()
    cfr = VectorCFR(game, algorithm=algorithm, alternating=alternating)
    cfr.run(12)
    run = kc.solve(game, 12, algorithm=algorithm, alternating=alternating)
    for which in STRATEGIES:
        for history, table in getattr(cfr, which).items():
            np.testing.assert_allclose(getattr(run, which)[history], table, rtol=0, atol=1e-9)
    assert run.exploitability == pytest.approx(exploitability(game, cfr.average_strategy), abs=1e-10)
    assert run.values == pytest.approx(expected_values(game, cfr.average_strategy), abs=1e-10)


GAMES = {  # the same game by both, and its cards from the lowest to the highest
    "one bet, 3 cards": (one_bet(3), kc.OneBetKuhn(), "QKA"),
    "one bet, ante 1/4": (one_bet(3, ante=0.25), kc.OneBetKuhn(0.25), "QKA"),
    "3 cards": (kuhn(3), kc.KuhnPoker(), "JQK"),
    "10 cards": (kuhn(10), kc.KuhnPoker(cards=10), "123456789A"),
    "10 cards, ante 2, bet 3": (kuhn(10, ante=2, bet=3), kc.KuhnPoker(cards=10, ante=2, bet=3), "123456789A"),
}
ITERATIONS = 100


@cache
def tree(name):
    return kc.compile_game(GAMES[name][1])


@pytest.mark.parametrize("name", GAMES)
@both_updates
@every_algorithm
def test_every_iterate_is_that_of_the_sequence_form(name, alternating, algorithm):
    game, _, deck = GAMES[name]
    run = kc.solve(tree(name), ITERATIONS, algorithm=algorithm, alternating=alternating, record_every=1)
    cfr = VectorCFR(game, algorithm=algorithm, alternating=alternating)
    for t, exploited in zip(run.trajectory.iterations, run.trajectory.exploitability, strict=True):
        cfr.run(int(t) - cfr.iterations)
        for which in STRATEGIES:
            recorded = getattr(run.trajectory, which)
            for history, table in getattr(cfr, which).items():
                expected = [[series[t - 1] for series in recorded[card + history].values()] for card in deck]
                np.testing.assert_allclose(table, expected, rtol=0, atol=1e-9, err_msg=f"{which} {history!r} after {t}")
        assert exploitability(game, cfr.average_strategy) == pytest.approx(exploited, abs=1e-9)


@pytest.mark.parametrize("name", GAMES)
def test_the_same_strategy_is_worth_and_exploited_by_as_much(name):
    """To more digits than iterates agree: rounding does not add up."""
    game, other, deck = GAMES[name]
    cfr = VectorCFR(game)
    cfr.run(20)
    tables = cfr.average_strategy
    rows = {card + history: dict(zip("pb", table[k], strict=True)) for history, table in tables.items() for k, card in enumerate(deck)}
    assert expected_values(game, tables) == pytest.approx([*map(float, kc.expected_utilities(other, rows))], abs=1e-12)
    assert exploitability(game, tables) == pytest.approx(float(kc.exploitability(other, rows)), abs=1e-12)


def test_a_variant_of_ones_own():
    own = kc.Algorithm(alpha=2, beta=-1, gamma=3)
    cfr, other = VectorCFR(kuhn(3), algorithm=own), kc.CFR(kc.KuhnPoker(), algorithm=own)
    cfr.run(30)
    other.run(30)
    assert cfr.average_strategy["pb"][1] == pytest.approx([*other.average_strategy["Qpb"].values()], abs=1e-9)


def test_before_the_first_iteration_everything_is_as_likely():
    cfr = VectorCFR(kuhn(3))
    cfr.run(0)
    assert cfr.iterations == 0
    assert all((table == 1 / 2).all() for strategy in (cfr.current_strategy, cfr.average_strategy) for table in strategy.values())


def test_how_often_one_holds_a_hand_does_not_change_how_it_is_played_now():
    """Regrets are those of who holds the hand: with a tenth of the weight, or none, it still does the same against the same others."""
    betting = one_bet(3).betting
    deck, rare = Hands([1, 2, 3], cards=[[1], [2], [3]]), Hands([1, 2, 3], cards=[[1], [2], [3]], weight=[1, 0.1, 0])
    first = [VectorCFR(PublicGame(betting, (held, deck), pot=2), alternating=False) for held in (deck, rare)]
    for cfr in first:
        cfr.step()
    assert first[0].current_strategy[""] == pytest.approx(first[1].current_strategy[""])


def row_of(turns):
    """A betting in which nobody passes for so many turns, and 0 and 1 take turns."""
    node = Showdown(turns + 1)
    for turn in reversed(range(turns)):
        node = Decision(turn % 2, {"p": Fold(winner=1 - turn % 2, stake=turn + 1), "b": node})
    return node


def test_as_many_turns_as_are_allowed_can_be_walked():
    game = PublicGame(row_of(100), kuhn(3).hands, pot=2)
    cfr = VectorCFR(game)
    cfr.run(2)
    assert len(cfr.average_strategy) == 100
    assert exploitability(game, cfr.average_strategy) > 0


def test_what_it_refuses():
    with pytest.raises(TypeError, match="game must be a PublicGame, got KuhnPoker"):
        VectorCFR(kc.KuhnPoker())
    with pytest.raises(ValueError, match=r"algorithm must be one of 'cfr', .* or an Algorithm, got 'cfr-'"):
        VectorCFR(kuhn(3), algorithm="cfr-")
    with pytest.raises(TypeError, match="alternating must be True or False, got 1"):
        VectorCFR(kuhn(3), alternating=1)
    with pytest.raises(ValueError, match="iterations must be at least 0, got -1"):
        VectorCFR(kuhn(3)).run(-1)
    with pytest.raises(ValueError, match="gamma=200 gives weights too large"):
        VectorCFR(kuhn(3), algorithm=kc.Algorithm(gamma=200)).run(100)
