"""Mistakes of programs that draw the players' actions.

External sampling is recognized in a game of one player: there it draws nothing but the histories that enter the average. The player decides
first of all, so the row of the first decision is the mean of the current strategies, which regrets determine. If a program averages where
the learner decides, all its rows are determined.
"""

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations, product

import numpy as np

from kuhncfr.cfr.update import Array, regret_matching
from kuhncfr.diagnosis.answers import Failure, close, sequences, tolerance_of
from kuhncfr.diagnosis.candidates import FLOORED_SAMPLES, OFF_BY_ONE, TURNS, VARIANTS, Candidate, candidates
from kuhncfr.diagnosis.games import BEHIND
from kuhncfr.diagnosis.matching import answer

GAME, ITERATES = "alone", (3, 4, 5)
EVIDENCE = "the first 5 iterations of a one-player game, where external sampling makes no regret random"
REPETITIONS = 3
DRAWN, SEEN = 20, 3  # runs of two iterations, and how many of them must show a mean of two different strategies
FIRST, ALL_ROWS = slice(0, 2), slice(None)
UNWEIGHTED, NEW, TWICE = "average without reach", "new strategy averaged", "sampled regrets corrected twice"
RIGHT, UNKNOWN = "", "unknown"


def mistake_of_external_sampling(ask: Callable[[str, int], Array], varies: bool) -> str | None:
    """Return the mistake that gives these answers: ``""`` for none, ``"unknown"`` for one not in the list; None if it is another scheme.

    `varies` is whether two runs of the program differ.
    """
    try:
        found, *others = ({iterations: ask(GAME, iterations) for iterations in ITERATES} for _ in range(REPETITIONS))
    except Failure:
        return None

    tolerance = tolerance_of(found.values())

    def given(by: Callable[[Candidate, int], Array], candidate: Candidate, rows: slice = FIRST) -> bool:
        return all(close(by(candidate, t)[rows], found[t][rows], tolerance) for t in ITERATES)

    if not all(close(again[t][FIRST], found[t][FIRST]) for again in others for t in ITERATES):
        return None  # it draws more than external sampling does

    # The strategy enters the average before the update or after it, in the walk of the other player: both are correct.
    correct = [Candidate(name, TURNS[0], mistakes=when) for name in VARIANTS for when in ((), (NEW,))]
    if fitting := [candidate for candidate in correct if given(_average, candidate)]:
        if all(VARIANTS[candidate.variant].regret_matching_plus for candidate in fitting):
            return FLOORED_SAMPLES
        unweighted = [replace(candidate, mistakes=(UNWEIGHTED, *candidate.mistakes)) for candidate in fitting]
        if any(given(_average, candidate, ALL_ROWS) for candidate in fitting):
            return RIGHT  # it averages where the learner decides
        if any(given(_average, candidate, ALL_ROWS) for candidate in unweighted):
            return UNWEIGHTED
        plain = fitting[0].variant == "CFR"
        if plain and not all(_weights_are_one(ask("behind", ITERATES[0])) for _ in range(REPETITIONS)):
            return TWICE
        return UNKNOWN if plain and not all(_means_of_drawn(ask(GAME, ITERATES[-1]), tolerance) for _ in range(REPETITIONS)) else RIGHT
    if not varies:
        return None  # another sampling scheme may give these numbers by chance, and again with the same seed
    right = Candidate("CFR", TURNS[0])
    if any(given(lambda _, t, shift=shift: _average_of_new(right, t + shift), right) for shift in (-1, 1)):  # type: ignore[misc]
        return OFF_BY_ONE
    if given(lambda one, t: (_average(one, t) + _average_of_new(one, t)) / 2, right):  # in either player's walk
        return UNWEIGHTED
    if any(given(lambda one, t: _average(one, 2 * t), candidate) for candidate in correct):
        return RIGHT  # with two walks an iteration
    mistaken = [one for one in candidates(1) if (one.variant, one.turns, one.sampled) == ("CFR", TURNS[0], False)]
    return next((one.mistakes[0] for by in (_average, _average_of_new) for one in mistaken if given(by, one)), RIGHT)


def _means_of_drawn(average: Array, tolerance: float) -> bool:
    """Whether each row is the mean of the strategies of some iterations: those in which its history was drawn, each with weight 1."""
    current = Candidate("CFR", TURNS[0], mistakes=("current for average",))
    strategies = [answer(current, GAME, t)[::2] for t in range(ITERATES[-1] + 1)]
    drawn = [np.mean(chosen, axis=0) for size in range(1, ITERATES[-1] + 1) for chosen in combinations(strategies, size)]
    return bool((np.abs(np.array(drawn) - average[::2]).min(axis=0) < tolerance).all())


def _weights_are_one(average: Array) -> bool:
    """Whether the second player's average follows, for some draws of the first player's actions, from regrets with weight 1."""
    payoffs = np.array(BEHIND.payoffs).reshape(2, 2).astype(float)  # by the action that was drawn
    row = average[[key == "1:?" for key, _ in sequences("behind")]]
    means = []
    for drawn in product(payoffs, repeat=ITERATES[0]):
        regret, strategies = np.zeros(2), [np.full(2, 0.5)]
        for values in drawn:
            regret += values - strategies[-1] @ values
            strategies.append(regret_matching(regret))
        means += [np.mean(strategies[:-1], axis=0), np.mean(strategies[1:], axis=0)]  # the average of the new strategies is correct, too
    return any(close(row, mean) for mean in means)


def averages_without_weights(ask: Callable[[str, int], Array]) -> bool:
    """Whether each strategy enters the average with weight 1 in a program that also draws the learner's actions.

    With two actions, player 2's strategies of the first two iterations are uniform or pure. In the game "twice", the probability with which
    player 1's two moves are drawn changes with the strategy, so the right weights are not equal.
    """
    second = [key == "2:??" for key, _ in sequences("twice")]
    rows = [ask("twice", 2)[second] for _ in range(DRAWN)]
    equal = all(close(4 * row, (4 * row).round()) for row in rows)  # a mean of two with equal weights: 0, 1/4, 1/2 and so on
    return equal and sum(bool(np.isin(row, (0.25, 0.75)).any()) for row in rows) >= SEEN


def _average(candidate: Candidate, iterations: int) -> Array:
    return answer(candidate, GAME, iterations)


def _average_of_new(candidate: Candidate, iterations: int) -> Array:
    """Return the mean of the strategies after each update: those of one iteration more, without the first."""
    return ((iterations + 1) * answer(candidate, GAME, iterations + 1) - answer(candidate, GAME, 1)) / iterations
