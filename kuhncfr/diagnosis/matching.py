"""Find the candidates whose answers are those of a solver; each candidate runs when it is first compared."""

from collections.abc import Callable, Mapping
from functools import cache, cached_property
from typing import Any

import numpy as np

from kuhncfr.cfr.cfr import CFR
from kuhncfr.cfr.update import Array
from kuhncfr.diagnosis.answers import close, probabilities, tolerance_of
from kuhncfr.diagnosis.candidates import WITHOUT_CHANCE, Candidate, candidates
from kuhncfr.diagnosis.games import PLAIN

# For candidates that sample chance, all possible answers are enumerated: after so many iterations of these games, or fewer, there are few.
ENUMERATED = {"coin": 4}

# A candidate with a mistake must have the same numbers after so many iterations, too, since another program may only begin like it.
LATER, LATER_TOLERANCE = 10, 1e-3

_REPETITIONS = 12  # of the same question to a program that samples


class Matching:
    """The comparison of a solver with all candidates.

    Parameters
    ----------
    ask : callable
        Asks the solver again.
    answers : mapping
        Its answers so far, by game and number of iterations.
    """

    def __init__(self, ask: Callable[[str, int], Array], answers: Mapping[tuple[str, int], Array]) -> None:
        self._ask = ask
        self._answers = answers
        self._tolerance = tolerance_of(answers.values())
        self._compared: dict[tuple[Candidate, tuple[str, int]], bool | None] = {}  # many candidates are the same on a game

    def survivors(self, sampled: bool) -> list[Candidate]:
        """Return the candidates that sample chance, or do not, and can give these answers, with as few mistakes as possible."""
        if sampled and ("coin", 1) not in self._answers:  # elsewhere almost any answer could come from some samples
            return []
        alone = all(game == PLAIN for game, _ in self._answers)
        for mistakes in (0, 1) if alone else (0, 1, 2):  # one game is too little evidence for two
            left = self._fitting(sampled, mistakes)
            if left and sampled:
                if mistakes == 0:  # it may look correct by chance, so candidates with a mistake stay
                    left += self._fitting(sampled, 1)
                left = self._still_left(left)
            if left:
                return left
        return []

    def _fitting(self, sampled: bool, mistakes: int) -> list[Candidate]:
        left = [candidate for candidate in candidates(mistakes) if candidate.sampled == sampled and self._fits(candidate)]
        return left if sampled or mistakes == 0 else [c for c in left if gives(c, *self._later, LATER_TOLERANCE)]

    @cached_property
    def _later(self) -> tuple[str, int, Array]:
        """One more answer, after more iterations."""
        game = next(iter(self._answers))[0]
        return game, LATER, self._ask(game, LATER)

    def _fits(self, candidate: Candidate) -> bool:
        return all(self._gives(candidate.on(place[0]), place) is not False for place in self._cheapest_first)

    def _gives(self, candidate: Candidate, place: tuple[str, int]) -> bool | None:
        if (candidate, place) not in self._compared:
            self._compared[candidate, place] = gives(candidate, *place, self._answers[place], self._tolerance)
        return self._compared[candidate, place]

    @cached_property
    def _cheapest_first(self) -> list[tuple[str, int]]:
        """The answers without chance first: there a candidate has one answer, elsewhere all possible samples must be enumerated."""
        return sorted(self._answers, key=lambda place: (place[0] not in WITHOUT_CHANCE, place[0] in ENUMERATED, place[1]))

    def _still_left(self, left: list[Candidate]) -> list[Candidate]:
        """Ask a program that samples again, since not every sample distinguishes the candidates."""
        for _ in range(_REPETITIONS if left else 0):
            found = self._ask("coin", ENUMERATED["coin"])
            left = [c for c in left if gives(c, "coin", ENUMERATED["coin"], found, self._tolerance)]
        return left


def answer(candidate: Candidate, game: str, iterations: int) -> Array:
    """Return the answer of a candidate that does not sample."""
    cfr, answers = _begun(candidate, game)
    while len(answers) <= iterations:
        cfr.step()
        answers.append(probabilities(game, cfr.average_strategy))
    return answers[iterations]


def gives(candidate: Candidate, game: str, iterations: int, found: Array, tolerance: float) -> bool | None:
    """Whether a candidate gives the answer `found`, or can give it if it samples; None if it has too many possible answers."""
    here = candidate.on(game)
    if not here.sampled:
        # The current strategy may be that of the last iteration, or of the next.
        times = (iterations, iterations - 1) if "current for average" in here.mistakes else (iterations,)
        return any(close(answer(here, game, t), found, tolerance) for t in times)
    if iterations > ENUMERATED.get(game, 0):
        return None
    return bool(np.abs(_possible(here, game, iterations) - found).max(axis=1).min() < tolerance)


@cache
def _begun(candidate: Candidate, game: str) -> tuple[CFR, list[Array]]:
    """Return a run that continues on demand, since two iterations exclude most candidates, and its answers so far."""
    cfr = candidate.start(game)
    return cfr, [probabilities(game, cfr.average_strategy)]


@cache
def _possible(candidate: Candidate, game: str, iterations: int) -> Array:
    """Return all possible averages, shape (outcomes, sequences), one for each outcome of chance."""
    cfr = candidate.start(game)
    found, fresh = [], dict(vars(cfr))
    beginnings: list[tuple[str, ...]] = [()]  # of outcomes that are still to come; later draws take the first action
    while beginnings:
        beginning, drawn = beginnings.pop(), list[str]()

        def draw(chance: Mapping[str, Any], beginning: tuple[str, ...] = beginning, drawn: list[str] = drawn) -> str:
            if len(drawn) >= len(beginning):
                beginnings.extend((*drawn, other) for other in tuple(chance)[1:])
            drawn.append(next(iter((*beginning[len(drawn) :], *chance))))
            return drawn[-1]

        vars(cfr).clear()
        vars(cfr).update(fresh, draw=draw)
        for infoset in cfr.infosets.values():
            infoset.restore(np.zeros(len(infoset.actions)), np.zeros(len(infoset.actions)))
        cfr.run(iterations)
        found.append(probabilities(game, cfr.average_strategy))
    return np.array(found)
