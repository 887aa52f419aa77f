"""Whether averages converge to equilibria in long runs: the only test of a program with a sampling scheme of its own."""

from collections.abc import Callable, Sequence
from functools import cache, cached_property

from kuhncfr.cfr.infoset import Array
from kuhncfr.diagnosis.answers import profile_of, uniform
from kuhncfr.diagnosis.candidates import Candidate
from kuhncfr.diagnosis.games import GAMES
from kuhncfr.evaluate import exploitability

# Iterations of the two runs: of a program with a sampling scheme of its own, of one that samples chance, and of one that samples nothing.
SAMPLED, CHANCE_SAMPLED, WHOLE = (500, 5_000), (300, 3_000), (100, 1_000)
LONGER = (1, 3, 3)  # factors for the tries: a correct program that samples may have bad luck

# Exploitability relative to that of the uniform strategy. Of correct sampled runs, nine in ten end below the first number, or below the
# second and at less than the last share of the exploitability of the shorter run; of those that try three times, 99 in 100.
NEAR, FAIR, FALLING = 0.08, 0.2, 0.6
ROUGH = 0.25  # after the shorter run, to compare with a candidate


class LongRun:
    """Long runs of a program on two-player games.

    Parameters
    ----------
    ask : callable
        Asks the program for its average strategy.
    games : sequence of str
        Names of two-player games.
    lengths : tuple of int
        Iterations of the two runs.
    """

    def __init__(self, ask: Callable[[str, int], Array], games: Sequence[str], lengths: tuple[int, int]) -> None:
        self._ask = ask
        self._lengths = lengths
        self.reached: dict[str, tuple[float, float]] = {}  # by game: the exploitability after either run, in chips
        for game in games:
            self.reached[game] = self._run(game)
            if not self._near(game):
                break

    def _run(self, game: str) -> tuple[float, float]:
        for factor in LONGER:
            self.reached[game] = self._gain(game, factor * self._lengths[0]), self._gain(game, factor * self._lengths[1])
            if self._near(game):
                break
        return self.reached[game]

    def _gain(self, game: str, iterations: int) -> float:
        return float(exploitability(GAMES[game], profile_of(game, self._ask(game, iterations))))

    def _near(self, game: str) -> bool:
        """Whether the longer run is near an equilibrium, or the exploitability still falls."""
        first, last = self.reached[game]
        return last <= NEAR * largest(game) or last <= min(FAIR * largest(game), FALLING * first)

    @cached_property
    def converges(self) -> bool:
        """Whether the program comes near an equilibrium on all games."""
        return bool(self.reached) and all(map(self._near, self.reached))

    def agrees(self, candidate: Candidate) -> bool:
        """Whether the program comes near an equilibrium on the same games as a candidate that samples."""
        if not candidate.mistakes:
            return self.converges
        return all(
            (exploitability_of(candidate, game, self._lengths[0]) <= ROUGH * largest(game)) == (first <= ROUGH * largest(game))
            for game, (first, _) in self.reached.items()
        )

    def __str__(self) -> str:
        if not self.reached:
            return "no long run, for none of them is for two players"
        game = max(self.reached, key=lambda name: self.reached[name][1] / largest(name))
        first, last = self.reached[game]
        return (
            f"runs of {self._lengths[0]:,} and {self._lengths[1]:,} iterations or more, after which {'at most ' if self.converges else ''}"
            f"{first:.2g} and {last:.2g} chips a game could be gained ({game!r})"
        )


@cache
def largest(game: str) -> float:
    """Return the exploitability of the uniform strategy, in chips."""
    return float(exploitability(GAMES[game], profile_of(game, uniform(game))))


@cache
def exploitability_of(candidate: Candidate, game: str, iterations: int) -> float:
    """Return the exploitability of a candidate's average strategy after these iterations, in chips; its samples come from a fixed seed."""
    return float(exploitability(GAMES[game], candidate.start(game, seed=1).run(iterations)))
