"""What the pages with the table and with the stepper claim, recomputed with the package."""

from fractions import Fraction

import pytest

import kuhncfr as kc

GAME = kc.OneBetKuhn(ante=1)


def steps(iterations, **options):
    """One-bet Kuhn poker with an ante of 1, after so many iterations over the whole tree."""
    cfr = kc.CFR(GAME, **options)
    cfr.run(iterations)
    return cfr


def place(profile):
    return profile["Q"]["b"], profile["Kb"]["b"]


@pytest.mark.parametrize("share", [Fraction(0), Fraction(1, 7), Fraction(1)])
def test_against_the_equilibrium_bluffs_and_calls_make_no_difference(share):
    equilibrium = kc.nash.one_bet(ante=1)
    for infoset in ("Q", "Kb"):
        played = equilibrium.profile.replace({infoset: {"p": 1 - share, "b": share}})
        assert kc.expected_utilities(GAME, played)[0] == equilibrium.value


def test_who_takes_turns_with_the_equilibrium_does_not_lose():
    profile = kc.nash.one_bet(ante=1).profile
    worst = [-kc.best_response(GAME, profile, player).value for player in (1, 0)]  # left to the equilibrium in seats 1 and 2
    assert worst == [Fraction(1, 18), Fraction(-1, 18)]


def test_below_one_half_a_bluff_is_never_worth_it():
    for ante in (Fraction(1, 10), Fraction(1, 4), Fraction(49, 100)):
        equilibrium = kc.nash.one_bet(ante)
        bluffing = equilibrium.profile.replace({"Q": {"p": 0, "b": 1}})
        game = kc.OneBetKuhn(ante)
        assert -kc.best_response(game, bluffing, 1).value < equilibrium.value
        assert place(kc.solve(game, 2_000).average_strategy) == pytest.approx((0, 0), abs=0.02)


def test_the_king_regrets_more_when_the_players_learn_in_turn():
    together, in_turn = steps(1, alternating=False), steps(1)
    assert together.infosets["Kb"].cumulative_regret[1] == pytest.approx(1 / 12)
    assert in_turn.infosets["Kb"].cumulative_regret[1] == pytest.approx(1 / 6)


def test_an_action_that_is_never_played_still_gets_a_regret():
    cfr = steps(1)
    assert cfr.current_strategy["Q"]["b"] == 1
    before = cfr.infosets["Q"].cumulative_regret[0]
    cfr.step()
    assert cfr.infosets["Q"].cumulative_regret[0] != before


def test_after_a_hundred_iterations_the_average_is_near_the_equilibrium_and_the_current_strategy_is_not():
    cfr = steps(100)
    assert place(cfr.average_strategy) == pytest.approx((1 / 3, 1 / 3), abs=0.05)
    assert max(abs(share - 1 / 3) for share in place(cfr.current_strategy)) > 0.25


def test_a_regret_that_sinks_with_cfr_waits_at_zero_with_cfr_plus():
    sinking = [steps(t).infosets["A"].cumulative_regret[0] for t in (1, 10, 100)]
    assert 0 > sinking[0] > sinking[1] > sinking[2]
    assert all(steps(t, algorithm="cfr+").infosets["A"].cumulative_regret[0] == 0 for t in (1, 10, 100))
