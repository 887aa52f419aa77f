"""Known mistakes: each runs, names a chapter, and has an effect on one of the games."""

from itertools import combinations

import numpy as np
import pytest
import yaml

import kuhncfr as kc
from kuhncfr.cfr.algorithm import ALGORITHMS
from kuhncfr.diagnosis import GAMES, MISTAKES
from kuhncfr.diagnosis.answers import TOLERANCE
from kuhncfr.diagnosis.candidates import TURNS, VARIANTS, WITHOUT_CHANCE, Candidate, candidates
from kuhncfr.diagnosis.games import DESCRIPTIONS, PLAIN
from kuhncfr.diagnosis.known_mistakes import combinable
from kuhncfr.diagnosis.matching import ENUMERATED, _possible, answer
from kuhncfr.diagnosis.solver_diagnosis import ITERATES

OF_CFR = [mistake for mistake in MISTAKES.values() if mistake.rule is not None]
EXACT = [candidate for candidate in candidates(0) if not candidate.sampled]
FAR = 100 * TOLERANCE


def apart(one, other, games=GAMES):
    """Whether two programs that do not sample differ clearly somewhere."""
    return any(np.max(np.abs(answer(one, game, t) - answer(other, game, t))) > FAR for game in games for t in ITERATES)


def test_each_can_be_read_about(root):
    chapters = {entry["file"] for part in yaml.safe_load((root / "_toc.yml").read_text())["parts"] for entry in part["chapters"]}
    for name, mistake in MISTAKES.items():
        assert mistake.name == name
        assert f"book/{mistake.chapter}" in chapters
        assert (mistake.rule is None) != (mistake.measure is None)


def test_a_wrong_measure_is_no_cfr():
    with pytest.raises(ValueError, match="'best response per history'"):
        MISTAKES["best response per history"].make(kc.OneBetKuhn())


def test_the_games_are_valid_and_described():
    assert set(DESCRIPTIONS) == {*GAMES, PLAIN}
    for game in GAMES.values():
        kc.validate(game)


@pytest.mark.parametrize("game", GAMES)
def test_rounding_decides_nothing_in_the_games(game):
    """A cumulative regret is clearly not 0, or exactly 0: all its terms were floored or multiplied by 0."""
    for algorithm in ALGORITHMS:
        for alternating in (True, False):
            cfr = kc.CFR(GAMES[game], algorithm=algorithm, alternating=alternating)
            for _ in cfr.iterate(max(ITERATES)):
                regrets = np.concatenate([infoset.cumulative_regret + infoset.prediction for infoset in cfr.infosets.values()])
                assert np.all((regrets == 0) | (np.abs(regrets) > 1e-4))


def test_correct_variants_are_distinguished():
    assert len(EXACT) == len(VARIANTS) * len(TURNS)
    assert all(apart(one, other) for one, other in combinations(EXACT, 2))


@pytest.mark.parametrize("mistakes", [1, 2])
def test_no_program_with_mistakes_looks_correct(mistakes):
    """Every mistake and every pair of mistakes, in every variant, against every correct variant."""
    wrong = [candidate for candidate in candidates(mistakes) if not candidate.sampled]
    assert len(wrong) > 90
    for candidate in wrong:
        assert all(apart(candidate, right) for right in EXACT), candidate


def test_mistakes_that_hide_each_other_are_not_combined():
    named = {frozenset(candidate.mistakes) for candidate in candidates(2)}
    assert named == {frozenset((one.name, other.name)) for one, other in combinations(OF_CFR, 2) if combinable(one, other)}
    undone = Candidate("CFR", TURNS[0], True, ("chance forgotten", "sampled regrets corrected twice"))
    right = Candidate("CFR", TURNS[0], True)
    assert np.array_equal(_possible(undone, "coin", 3), _possible(right, "coin", 3))


# Which of the games show which mistake by the first averages of simultaneous CFR.
SHOWN = {
    "current for average": set(GAMES),
    "average without reach": {"twice", "three players", "classic"},
    "reach overwritten": {"twice"},
    "chance forgotten": {"coin", "stacked deck"},
    "own reach in the regret": {"twice"},
    "strategy changed inside an iteration": set(GAMES),
    "regrets floored by aliasing": set(GAMES),
    "previous player's reach alone": {"three players"},
    "sign flipped by depth": {"twice"},
    "cards compared as letters": {"one-bet", "stacked deck", "classic"},
    "regret with the wrong sign": set(GAMES),
    "another player's utility": set(GAMES),
    "regrets not added up": set(GAMES),
    "unplayed action worth 0": set(GAMES),
    "reach of the others added": {"three players"},
    "average weighted by the others' reach": set(GAMES),
    "new strategy averaged": set(GAMES),
    "number of iterations off by one": set(GAMES),
    "state kept between calls": set(GAMES),
    "key without the card": {"coin", "one-bet", "stacked deck", "classic"},
    "key with the other's card": set(GAMES),
    "softmax of the regrets": set(GAMES),
    "largest regret alone": set(GAMES),
    "first action without positive regret": set(GAMES),
}


@pytest.mark.parametrize("name", SHOWN)
def test_each_game_is_there_for_what_it_shows(name):
    wrong, right = Candidate("CFR", TURNS[1], False, (name,)), Candidate("CFR", TURNS[1])
    assert {game for game in GAMES if apart(wrong, right, [game])} == SHOWN[name]


@pytest.mark.parametrize("turns", TURNS[:3])
def test_samples_reveal_double_correction_and_flooring(turns):
    """Among a dozen samples there is one that a correct program cannot give."""
    for name, algorithm in (("sampled regrets corrected twice", "CFR"), ("flooring with sampled regrets", "CFR+")):
        wrong = _possible(Candidate(algorithm, turns, True, (name,)), "coin", ENUMERATED["coin"])
        for right in (candidate for candidate in candidates(0) if candidate.sampled and candidate.turns == turns):
            possible = _possible(right, "coin", ENUMERATED["coin"])
            distinct = [np.max(np.abs(possible - row), axis=1).min() > FAR for row in wrong]
            assert any(distinct) or apart(Candidate(algorithm, turns), Candidate(right.variant, turns), WITHOUT_CHANCE)
