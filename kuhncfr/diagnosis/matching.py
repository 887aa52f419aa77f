"""Which of the candidates give the answers of a solver, each candidate run when it is first compared."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache, cached_property
from typing import Any

import numpy as np

from kuhncfr.cfr.cfr import CFR
from kuhncfr.cfr.infoset import Array
from kuhncfr.diagnosis.answers import TOLERANCE, Answer, numbers
from kuhncfr.diagnosis.candidates import UNDRAWN, Candidate, candidates

# Where chance is drawn, all that can come out is tried: after so many iterations of these games, in which few things can.
DRAWN = {"coin": 4}

_AGAIN = 12  # how often a program that draws is asked the same


class Matching:
    """The comparison of a solver with all candidates: its `answers` by game and number of iterations, and how to ask it again."""

    def __init__(self, asked: Callable[[str, int], Answer], answers: Mapping[tuple[str, int], Answer]) -> None:
        self._asked = asked
        self._answers = answers
        self._compared: dict[tuple[Candidate, tuple[str, int]], bool | None] = {}  # many candidates are alike on a game

    def survivors(self) -> list[Candidate]:
        """Return the programs whose numbers these are or can be, with as few mistakes as possible."""
        for mistakes in (0, 1, 2):
            left = [candidate for candidate in candidates(mistakes) if self._fits(candidate)]
            exact = [candidate for candidate in left if not candidate.sampled]
            if exact:
                return exact
            if left and mistakes == 0:  # a program that draws may look right by chance: what it could also be is kept
                left += [candidate for candidate in candidates(1) if candidate.sampled and self._fits(candidate)]
            left = self._asked_again(left)
            if left:
                return left
        return []

    def _fits(self, candidate: Candidate) -> bool:
        return all(self._gives(candidate.on(place[0]), place) is not False for place in self._cheapest_first)

    def _gives(self, candidate: Candidate, place: tuple[str, int]) -> bool | None:
        if (candidate, place) not in self._compared:
            self._compared[candidate, place] = gives(candidate, *place, self._answers[place])
        return self._compared[candidate, place]

    @cached_property
    def _cheapest_first(self) -> list[tuple[str, int]]:
        """Where to look first: where nothing is drawn, one answer is right; where something is, all that can be drawn must be tried."""
        return sorted(self._answers, key=lambda place: (place[0] not in UNDRAWN, place[0] in DRAWN, place[1]))

    def _asked_again(self, left: list[Candidate]) -> list[Candidate]:
        """Ask programs that draw some more times, for not every draw tells them apart."""
        game = next((name for name in DRAWN if (name, 1) in self._answers), None)
        for _ in range(_AGAIN if game and left else 0):
            found = self._asked(str(game), DRAWN[str(game)])
            left = [candidate for candidate in left if gives(candidate, str(game), DRAWN[str(game)], found)]
        return left


def answer(candidate: Candidate, game: str, iterations: int) -> Answer:
    """Return what a candidate answers, if it draws nothing."""
    return _run(candidate, game).after(iterations)


def gives(candidate: Candidate, game: str, iterations: int, found: Answer) -> bool | None:
    """Whether `found` is what a candidate answers, or can answer if it draws; None if too much can come out to try."""
    here = candidate.on(game)
    if not here.sampled:
        return any(given.same(found) for given in _given(here, game, iterations))
    if iterations != DRAWN.get(game):
        return None
    possible = _possible(here, game, iterations)
    off = np.abs(possible[:, 0] - found.average).max(axis=1)
    if found.current is not None:
        off = np.maximum(off, np.abs(possible[:, 1] - found.current).max(axis=1))
    return bool(off.min() < TOLERANCE)


class _Run:
    """A run that goes on as far as it is asked about; most candidates are out after two iterations."""

    def __init__(self, cfr: CFR, game: str) -> None:
        self._cfr = cfr
        self._game = game
        self._answers = [self._snapshot()]

    def after(self, iterations: int) -> Answer:
        while self._cfr.iterations < iterations:
            self._cfr.step()
            self._answers.append(self._snapshot())
        return self._answers[iterations]

    def _snapshot(self) -> Answer:
        return Answer(numbers(self._game, self._cfr.average_strategy), numbers(self._game, self._cfr.current_strategy))


@cache
def _run(candidate: Candidate, game: str) -> _Run:
    return _Run(candidate.start(game), game)


def _given(candidate: Candidate, game: str, iterations: int) -> Iterator[Answer]:
    """What it answers; the current strategy may be that of the last iteration, or of the next."""
    before, now = (_run(candidate, game).after(t) for t in (iterations - 1, iterations))
    yield now
    yield Answer(before.average if "current for average" in candidate.mistakes else now.average, before.current)


@cache
def _possible(candidate: Candidate, game: str, iterations: int) -> Array:
    """All that it can answer, shape (draws, 2, sequences): the average and the current strategy for each way to draw."""
    cfr = candidate.start(game)
    script = _Script()
    cfr.draw = script.draw  # type: ignore[method-assign]
    found = []
    while script.another():
        for infoset in cfr.infosets.values():
            infoset.restore(np.zeros(len(infoset.actions)), np.zeros(len(infoset.actions)))
        cfr.run(iterations)
        cfr.iterations = 0
        found.append((numbers(game, cfr.average_strategy), numbers(game, cfr.current_strategy)))
    return np.array(found)


class _Script:
    """Draws in every possible way, one after the other, as a counter counts."""

    def __init__(self) -> None:
        self.choices: list[tuple[int, int]] = []  # what was drawn, and of how many
        self.at: int | None = None

    def another(self) -> bool:
        """Go to the next way to draw, if there is one."""
        if self.at is not None:
            while self.choices and self.choices[-1][0] == self.choices[-1][1] - 1:
                self.choices.pop()
            if not self.choices:
                return False
            chosen, size = self.choices[-1]
            self.choices[-1] = chosen + 1, size
        self.at = 0
        return True

    def draw(self, chance: Mapping[str, Any]) -> str:
        at = self.at or 0
        if at == len(self.choices):
            self.choices.append((0, len(chance)))
        self.at = at + 1
        return tuple(chance)[self.choices[at][0]]
