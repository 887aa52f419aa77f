"""The programs that a solver is compared with: variants of CFR, correct or with known mistakes."""

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any

from kuhncfr.cfr.algorithm import ALGORITHMS
from kuhncfr.cfr.cfr import CFR
from kuhncfr.diagnosis.games import CHANCE, GAMES, Listed
from kuhncfr.diagnosis.known_mistakes import MISTAKES, Mistake, combinable, mistaken

SAMPLED = "flooring with sampled regrets", "sampled regrets corrected twice"
WITHOUT_CHANCE = tuple(name for name, game in GAMES.items() if isinstance(game, Listed) and CHANCE not in game.movers)

_NAMES = {"cfr": "CFR", "cfr+": "CFR+", "lcfr": "linear CFR", "dcfr": "discounted CFR", "pcfr+": "predictive CFR+"}


@dataclass(frozen=True)
class Candidate:
    """A variant of CFR with the mistakes that it makes."""

    algorithm: str
    alternating: bool
    sampled: bool = False
    mistakes: tuple[str, ...] = ()

    def __str__(self) -> str:
        name = f"{'alternating' if self.alternating else 'simultaneous'} {_NAMES[self.algorithm]}"
        return f"{name} with chance drawn at random" if self.sampled else name

    def start(self, game: str, seed: int | None = None) -> CFR:
        """Start a run on one of the games."""
        options: dict[str, Any] = {"algorithm": self.algorithm, "alternating": self.alternating, "seed": seed}
        if self.sampled and not ALGORITHMS[self.algorithm].regret_matching_plus:
            options["sampling"] = "chance"
        return mistaken(GAMES[game], tuple(MISTAKES[name] for name in self.mistakes), **options)

    def on(self, game: str) -> "Candidate":
        """Return the candidate without what has no effect on this game: without chance, without cards, or with two players."""
        idle = _idle(game)
        if not (self.sampled and game in WITHOUT_CHANCE) and idle.isdisjoint(self.mistakes):
            return self
        mistakes = tuple(name for name in self.mistakes if name not in idle)
        return Candidate(self.algorithm, self.alternating, self.sampled and game not in WITHOUT_CHANCE, mistakes)


@cache
def _idle(game: str) -> frozenset[str]:
    """Return the mistakes that have no effect on this game."""
    idle: set[str] = set()
    if game in WITHOUT_CHANCE:
        idle |= {*SAMPLED, "chance forgotten"}
    if isinstance(GAMES[game], Listed):
        idle.add("cards compared as letters")
    if GAMES[game].players == 2:
        idle.add("previous player's reach alone")
    return frozenset(idle)


@cache
def candidates(mistakes: int) -> tuple[Candidate, ...]:
    """Return all candidates with this number of mistakes, 0 to 2; the simplest variants come first."""
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
    """Whether each mistake has an effect, and sampled regrets are floored exactly if this is one of the mistakes."""
    floor = ALGORITHMS[algorithm].regret_matching_plus
    if floor and "regrets floored by aliasing" in mistakes:
        return False
    if not sampled:
        return not set(SAMPLED) & set(mistakes)
    return floor == ("flooring with sampled regrets" in mistakes) and "chance forgotten" not in mistakes
