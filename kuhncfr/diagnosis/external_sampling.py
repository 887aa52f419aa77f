"""Mistakes of external sampling, found in a game of one player: there it draws nothing but the histories that enter the average.

The player decides first of all, so the row of the first decision is the mean of the current strategies, which regrets determine. If a
program averages where the learner decides, all its rows are determined.
"""

from collections.abc import Callable
from dataclasses import replace

from kuhncfr.cfr.infoset import Array
from kuhncfr.diagnosis.answers import Failure, close
from kuhncfr.diagnosis.candidates import FLOORED_SAMPLES, OFF_BY_ONE, TURNS, VARIANTS, Candidate, candidates
from kuhncfr.diagnosis.matching import answer

GAME, ITERATES = "alone", (3, 4, 5)
EVIDENCE = "the first 5 iterations of a game of one player, in which external sampling draws no regret"
REPETITIONS = 3
FIRST, ALL_ROWS = slice(0, 2), slice(None)
UNWEIGHTED, NEW = "average without reach", "new strategy averaged"


def mistake_of_external_sampling(ask: Callable[[str, int], Array], varies: bool) -> str | None:
    """Return the mistake that gives these answers; None for any other program. `varies` is whether two runs of it differ."""
    try:
        found, *others = ({iterations: ask(GAME, iterations) for iterations in ITERATES} for _ in range(REPETITIONS))
    except Failure:
        return None

    def given(by: Callable[[Candidate, int], Array], candidate: Candidate, rows: slice = FIRST) -> bool:
        return all(close(by(candidate, t)[rows], found[t][rows]) for t in ITERATES)

    if not all(close(again[t][FIRST], found[t][FIRST]) for again in others for t in ITERATES):
        return None  # it draws more than external sampling does

    # The strategy enters the average before the update or after it, in the walk of the other player: both are correct.
    correct = [Candidate(name, TURNS[0], mistakes=when) for name in VARIANTS for when in ((), (NEW,))]
    if fitting := [candidate for candidate in correct if given(_average, candidate)]:
        if all(VARIANTS[candidate.variant].regret_matching_plus for candidate in fitting):
            return FLOORED_SAMPLES
        unweighted = [replace(candidate, mistakes=(UNWEIGHTED, *candidate.mistakes)) for candidate in fitting]
        wrong = any(given(_average, candidate, ALL_ROWS) for candidate in unweighted)
        return UNWEIGHTED if wrong and not any(given(_average, candidate, ALL_ROWS) for candidate in fitting) else None
    if not varies:
        return None  # another sampling scheme may give these numbers by chance, and again with the same seed
    right = Candidate("CFR", TURNS[0])
    if any(given(lambda _, t, shift=shift: _average_of_new(right, t + shift), right) for shift in (-1, 1)):  # type: ignore[misc]
        return OFF_BY_ONE
    if given(lambda one, t: (_average(one, t) + _average_of_new(one, t)) / 2, right):  # in either player's walk
        return UNWEIGHTED
    mistaken = [one for one in candidates(1) if (one.variant, one.turns, one.sampled) == ("CFR", TURNS[0], False)]
    return next((one.mistakes[0] for by in (_average, _average_of_new) for one in mistaken if given(by, one)), None)


def _average(candidate: Candidate, iterations: int) -> Array:
    return answer(candidate, GAME, iterations)


def _average_of_new(candidate: Candidate, iterations: int) -> Array:
    """Return the mean of the strategies after each update: those of one iteration more, without the first."""
    return ((iterations + 1) * answer(candidate, GAME, iterations + 1) - answer(candidate, GAME, 1)) / iterations
