"""What right variants of CFR answer, and what wrong ones do, each computed when it is first asked for."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np

from kuhncfr.cfr.algorithm import ALGORITHMS
from kuhncfr.cfr.cfr import CFR
from kuhncfr.cfr.infoset import Array
from kuhncfr.diagnosis.answers import TOLERANCE, Answer, numbers
from kuhncfr.diagnosis.games import CHANCE, GAMES, Listed
from kuhncfr.diagnosis.register import MISTAKES, Mistake, combinable, mistaken
from kuhncfr.evaluate import exploitability

ITERATES = (1, 2, 3, 4, 5)

# Where chance is drawn, all that can come out is tried: after so many iterations of these games, in which few things can.
DRAWN = {"coin": 4}

SAMPLED = "flooring with sampled regrets", "sampled regrets corrected twice"
UNDRAWN = tuple(name for name, game in GAMES.items() if isinstance(game, Listed) and CHANCE not in game.movers)

_NAMES = {"cfr": "CFR", "cfr+": "CFR+", "lcfr": "linear CFR", "dcfr": "discounted CFR", "pcfr+": "predictive CFR+"}


@dataclass(frozen=True)
class Candidate:
    """A program that the one in question may be: a variant of CFR, and the mistakes that it makes."""

    algorithm: str
    alternating: bool
    sampled: bool = False
    mistakes: tuple[str, ...] = ()

    def __str__(self) -> str:
        name = f"{'alternating' if self.alternating else 'simultaneous'} {_NAMES[self.algorithm]}"
        return f"{name} with chance drawn at random" if self.sampled else name

    def start(self, game: str, seed: int | None = None) -> CFR:
        """Start it on one of the games."""
        options: dict[str, Any] = {"algorithm": self.algorithm, "alternating": self.alternating, "seed": seed}
        if self.sampled and not ALGORITHMS[self.algorithm].floor:
            options["sampling"] = "chance"
        return mistaken(GAMES[game], tuple(MISTAKES[name] for name in self.mistakes), **options)

    def gives(self, game: str, iterations: int, answer: Answer) -> bool | None:
        """Whether this is what it answers, or can answer if it draws; None if too much can come out to try."""
        here = self.on(game)
        if not here.sampled:
            return any(given.same(answer) for given in _given(here, game, iterations))
        if iterations != DRAWN.get(game):
            return None
        possible = _possible(here, game, iterations)
        off = np.abs(possible[:, 0] - answer.average).max(axis=1)
        if answer.current is not None:
            off = np.maximum(off, np.abs(possible[:, 1] - answer.current).max(axis=1))
        return bool(off.min() < TOLERANCE)

    def answer(self, game: str, iterations: int) -> Answer:
        """Return what it answers, if it draws nothing."""
        return _run(self, game).after(iterations)

    def on(self, game: str) -> "Candidate":
        """The same without what makes no difference there: with nothing to draw, without cards, or with two players."""
        idle = _idle(game)
        if not (self.sampled and game in UNDRAWN) and idle.isdisjoint(self.mistakes):
            return self
        mistakes = tuple(name for name in self.mistakes if name not in idle)
        return Candidate(self.algorithm, self.alternating, self.sampled and game not in UNDRAWN, mistakes)


@cache
def _idle(game: str) -> frozenset[str]:
    """The mistakes that this game cannot show, for want of what they are about."""
    idle: set[str] = set()
    if game in UNDRAWN:
        idle |= {*SAMPLED, "chance forgotten"}
    if isinstance(GAMES[game], Listed):
        idle.add("cards compared as letters")
    if GAMES[game].players == 2:
        idle.add("previous player's reach alone")
    return frozenset(idle)


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


@cache
def distance(candidate: Candidate, game: str, iterations: int) -> float:
    """Return the exploitability of its average after so many iterations, in chips; what is drawn comes from a seed."""
    cfr = candidate.start(game, seed=1)
    cfr.run(iterations)
    return float(exploitability(GAMES[game], cfr.average_strategy))


@cache
def candidates(mistakes: int) -> tuple[Candidate, ...]:
    """Return all programs that make so many mistakes: 0, 1 or 2; the plainest variants come first."""
    sets = [()] if mistakes == 0 else [(m,) for m in _OF_CFR] if mistakes == 1 else [p for p in combinations(_OF_CFR, 2) if combinable(*p)]
    return tuple(
        Candidate(algorithm, alternating, sampled, tuple(mistake.name for mistake in made))
        for sampled in (False, True)
        for algorithm in ALGORITHMS
        for alternating in (True, False)
        for made in sets
        if _makes_sense(algorithm, sampled, tuple(mistake.name for mistake in made))
    )


_OF_CFR: list[Mistake] = [mistake for mistake in MISTAKES.values() if mistake.rule is not None]


def _makes_sense(algorithm: str, sampled: bool, mistakes: tuple[str, ...]) -> bool:
    """Whether each of the mistakes has an effect, and whether sampled regrets are floored exactly where this is among them."""
    floor = ALGORITHMS[algorithm].floor
    if floor and "regrets floored by aliasing" in mistakes:
        return False
    if not sampled:
        return not set(SAMPLED) & set(mistakes)
    return floor == ("flooring with sampled regrets" in mistakes) and "chance forgotten" not in mistakes
