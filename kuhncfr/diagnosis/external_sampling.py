"""Mistakes of external sampling, found in a game of one player: there it draws nothing but the histories that enter the average.

The player decides first of all, so the row of the first decision is the mean of the current strategies, which regrets determine. If a
program averages where the learner decides, all its rows are determined.
"""

from collections.abc import Callable
from itertools import product

from kuhncfr.cfr.infoset import Array
from kuhncfr.diagnosis.answers import Failure, close
from kuhncfr.diagnosis.candidates import TURNS, VARIANTS, Candidate
from kuhncfr.diagnosis.matching import answer

GAME, ITERATES = "alone", (3, 4, 5)
EVIDENCE = "the first 5 iterations of a game of one player, in which external sampling draws no regret"
FIRST, ALL_ROWS = slice(0, 2), slice(None)
AVERAGED = ((), ("new strategy averaged",))  # before the update, or after it, in the walk of the other player


def mistake_of_external_sampling(ask: Callable[[str, int], Array]) -> str | None:
    """Return the mistake, floored regrets or an average without reach, that gives these answers; None for any other program."""
    try:
        found = {iterations: ask(GAME, iterations) for iterations in ITERATES}
    except Failure:
        return None

    def given(floor: bool, rows: slice, *mistakes: str) -> bool:
        return any(
            all(close(answer(Candidate(name, TURNS[0], mistakes=(*mistakes, *when)), GAME, t)[rows], found[t][rows]) for t in ITERATES)
            for name, when in product(VARIANTS, AVERAGED)
            if VARIANTS[name].regret_matching_plus == floor
        )

    if given(True, FIRST) and not given(False, FIRST):
        return "flooring with sampled regrets"
    if given(False, ALL_ROWS, "average without reach") and not given(False, ALL_ROWS):
        return "average without reach"
    return None
