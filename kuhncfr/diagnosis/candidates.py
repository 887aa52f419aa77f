"""The programs that a solver may be: right variants of CFR, and wrong ones."""

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any

from kuhncfr.cfr.algorithm import ALGORITHMS
from kuhncfr.cfr.cfr import CFR
from kuhncfr.diagnosis.games import CHANCE, GAMES, Listed
from kuhncfr.diagnosis.known_mistakes import MISTAKES, Mistake, combinable, mistaken

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
        if self.sampled and not ALGORITHMS[self.algorithm].regret_matching_plus:
            options["sampling"] = "chance"
        return mistaken(GAMES[game], tuple(MISTAKES[name] for name in self.mistakes), **options)

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
    floor = ALGORITHMS[algorithm].regret_matching_plus
    if floor and "regrets floored by aliasing" in mistakes:
        return False
    if not sampled:
        return not set(SAMPLED) & set(mistakes)
    return floor == ("flooring with sampled regrets" in mistakes) and "chance forgotten" not in mistakes
