"""The programs that a solver is compared with: variants of CFR, correct or with known mistakes."""

import math
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from typing import Any

from kuhncfr.cfr.algorithm import ALGORITHMS, Algorithm
from kuhncfr.cfr.cfr import CFR
from kuhncfr.diagnosis.games import ALL, CHANCE, Listed
from kuhncfr.diagnosis.known_mistakes import MISTAKES, combinable
from kuhncfr.diagnosis.mistake import Mistake, mistaken
from kuhncfr.diagnosis.wrong_rules import LastPlayerFirst, OnePlayerAnIteration

ALIASED, STATE, SIZE = "regrets floored by aliasing", "state kept between calls", "size of the regret"
NO_POSITIVE = "first action without positive regret"
OFF_BY_ONE = "number of iterations off by one"
FLOORED_SAMPLES = "flooring with sampled regrets"
SAMPLED = FLOORED_SAMPLES, "sampled regrets corrected twice"
WITHOUT_CHANCE = tuple(name for name, game in ALL.items() if isinstance(game, Listed) and CHANCE not in game.movers)

_FLOORED = "CFR with regret matching+ and a uniform average"
VARIANTS: dict[str, Algorithm] = {
    "CFR": ALGORITHMS["cfr"],
    "CFR+": ALGORITHMS["cfr+"],
    "linear CFR": ALGORITHMS["lcfr"],
    "discounted CFR": ALGORITHMS["dcfr"],
    "predictive CFR+": ALGORITHMS["pcfr+"],
    "CFR with a linear average": Algorithm(gamma=1),
    "CFR with a quadratic average": Algorithm(gamma=2),
    "CFR+ with a quadratic average": Algorithm(regret_matching_plus=True, gamma=2),
    _FLOORED: Algorithm(regret_matching_plus=True),
}
NAMED = tuple(VARIANTS)[: len(ALGORITHMS)]
TURNS = ("alternating", "simultaneous", "alternating (last player first)", "alternating (one player per iteration)")


@dataclass(frozen=True)
class Candidate:
    """A variant of CFR with the mistakes that it makes."""

    variant: str
    turns: str
    sampled: bool = False
    mistakes: tuple[str, ...] = ()
    form: int = 0  # which of the classes that make its mistake

    def __str__(self) -> str:
        name = f"{self.turns} {self.variant}"
        return f"{name} with chance drawn at random" if self.sampled else name

    @property
    def doubted(self) -> bool:
        """Whether it converges but may not be meant: floored regrets with a uniform average, or one action where no regret is positive."""
        return (self.variant == _FLOORED and not self.mistakes) or self.mistakes == (NO_POSITIVE,)

    def start(self, game: str, seed: int | None = None) -> CFR:
        """Start a run on one of the games."""
        algorithm = VARIANTS[self.variant]
        options: dict[str, Any] = {"algorithm": algorithm, "alternating": self.turns != "simultaneous", "seed": seed}
        if self.sampled and not algorithm.regret_matching_plus:
            options["sampling"] = "chance"
        order = {TURNS[2]: (LastPlayerFirst,), TURNS[3]: (OnePlayerAnIteration,)}.get(self.turns, ())
        made = [MISTAKES[name] for name in self.mistakes]
        if self.form:
            made = [replace(mistake, rule=mistake.forms[self.form - 1]) for mistake in made]
        return mistaken(ALL[game], tuple(made), *order, **options)

    def on(self, game: str) -> "Candidate":
        """Return the candidate without what has no effect on this game: without chance, without cards, or with two players."""
        without = idle(game)
        if not (self.sampled and game in WITHOUT_CHANCE) and without.isdisjoint(self.mistakes):
            return self
        mistakes = tuple(name for name in self.mistakes if name not in without)
        return replace(self, sampled=self.sampled and game not in WITHOUT_CHANCE, mistakes=mistakes, form=self.form if mistakes else 0)


@cache
def idle(game: str) -> frozenset[str]:
    """Return the mistakes that have no effect on this game."""
    names: set[str] = set()
    if game in WITHOUT_CHANCE:
        names |= {*SAMPLED, "chance forgotten", "key without the card"}
    if isinstance(ALL[game], Listed):
        names.add("cards compared as letters")
    if ALL[game].players == 2:
        names |= {"previous player's reach alone", "reach of the others added"}
    return frozenset(names)


@cache
def candidates(mistakes: int) -> tuple[Candidate, ...]:
    """Return all candidates with this number of mistakes, 0 to 2; the simplest variants come first."""
    sets: list[tuple[Mistake, ...]] = [made for made in combinations(_OF_CFR, mistakes) if mistakes < 2 or combinable(*made)]
    return tuple(
        Candidate(variant, turns, sampled, tuple(mistake.name for mistake in made), form)
        for sampled in (False, True)
        for variant in (VARIANTS if mistakes < 2 else NAMED)
        for turns in TURNS[: 4 - mistakes]
        for made in sets
        for form in range(1 + len(made[0].forms) if mistakes == 1 else 1)
        if _makes_sense(VARIANTS[variant], sampled, tuple(mistake.name for mistake in made), form)
    )


_OF_CFR: list[Mistake] = [m for m in MISTAKES.values() if m.rule is not None and m.name != STATE]


def _makes_sense(algorithm: Algorithm, sampled: bool, mistakes: tuple[str, ...], form: int) -> bool:
    """Whether each mistake has an effect, and sampled regrets are floored exactly if this is one of the mistakes."""
    floor = algorithm.regret_matching_plus
    if ALIASED in mistakes and (floor or algorithm.alpha == math.inf):  # the variants with a floor give the same numbers
        return False
    if SIZE in mistakes and form and floor:  # floored regrets are their own sizes
        return False
    if not sampled:
        return not set(SAMPLED) & set(mistakes)
    return floor == (FLOORED_SAMPLES in mistakes) and "chance forgotten" not in mistakes
