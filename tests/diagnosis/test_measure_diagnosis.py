"""Measures of exploitability: correct ones, the two with known mistakes, and others."""

import pytest

import kuhncfr as kc
from kuhncfr.diagnosis import GAMES, MISTAKES
from kuhncfr.diagnosis.measure_diagnosis import MEASURED, diagnose_measure

WRONG = [mistake for mistake in MISTAKES.values() if mistake.measure is not None]


def verdict(measure):
    return diagnose_measure(lambda game, rows: float(measure(GAMES[game], kc.StrategyProfile(rows))), MEASURED)


@pytest.mark.parametrize("measure", [kc.nash_conv, kc.exploitability])
def test_right_measures_are_right(measure):
    found = verdict(measure)
    assert found.correct
    assert found.variant.startswith({"nash_conv": "NashConv", "exploitability": "exploitability"}[measure.__name__])


@pytest.mark.parametrize("mistake", WRONG, ids=lambda mistake: mistake.name)
def test_wrong_measures_are_recognized(mistake):
    for factor in (1, 2):
        found = verdict(lambda game, profile, factor=factor: factor * mistake.measure(game, profile))
        assert (found.correct, found.mistakes) == (False, (mistake,))


def test_some_games_do_not_show_every_mistake():
    found = diagnose_measure(lambda game, rows: float(kc.nash_conv(GAMES[game], kc.StrategyProfile(rows))), ["one-bet"])
    assert not found.correct
    assert found.summary.startswith("On these games this is NashConv, what all players could gain together, but they do not show ")


def test_an_unknown_measure_is_compared_with_the_correct_number():
    found = verdict(lambda game, profile: 7 + float(kc.nash_conv(game, profile)) / 9)
    assert not found.correct
    game = kc.OneBetKuhn(ante=1.3)
    right = float(kc.nash_conv(game, kc.StrategyProfile.uniform(game)))
    assert (
        f"for the uniform strategy, it returns {7 + right / 9:.6g}; NashConv is {right:.6g}, exploitability {right / 2:.6g}."
        in found.summary
    )


@pytest.mark.parametrize(("factor", "times"), [(2, "twice NashConv"), (0.25, "a quarter of NashConv"), (0, "0, whatever the profile")])
def test_a_multiple_of_nash_conv_is_named(factor, times):
    found = verdict(lambda game, profile: factor * float(kc.nash_conv(game, profile)))
    assert (found.correct, found.summary) == (False, f"Wrong: this is {times}.")


def test_a_number_that_is_not_of_the_profile_is_recognized():
    """Such as the regrets of a solver, divided by its iterations."""
    regrets = {repr(game): sum(max(i.cumulative_regret) for i in kc.CFR(game).run(9).infosets.values()) / 9 for game in GAMES.values()}
    found = verdict(lambda game, profile: regrets[repr(game)])
    assert not found.correct
    assert found.summary.startswith("Wrong: in each game it is the same number for all profiles.")


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_a_measure_that_returns_no_finite_number_is_shown_where(number):
    found = verdict(lambda game, profile: number if repr(game) == repr(GAMES["classic"]) else kc.nash_conv(game, profile))
    assert not found.correct
    assert found.summary.startswith(f"Unknown: on the game 'classic', for the uniform strategy, it returns {number}; NashConv is ")


@pytest.mark.parametrize("measure", [kc.nash_conv, kc.exploitability])
def test_an_unknown_measure_is_compared_where_it_first_differs(measure):
    """A correct exploitability differs from NashConv at once."""

    def mostly(game, profile):
        return measure(game, profile) + (repr(game) == repr(GAMES["twice"]))

    assert verdict(mostly).summary.startswith("Unknown: on the game 'twice', for the uniform strategy, it returns ")


def test_a_measure_runs_in_a_process_of_its_own():
    assert kc.diagnose(kc.nash_conv, kind="measure").correct
    assert "it returned None where a number belongs" in kc.diagnose(lambda game, profile: None, kind="measure").summary
