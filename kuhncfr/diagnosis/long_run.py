"""Whether averages converge to equilibria in long runs: the only test of a program with a sampling scheme of its own."""

from collections.abc import Callable, Sequence
from functools import cache, cached_property

from kuhncfr.cfr.update import Array
from kuhncfr.diagnosis.answers import profile_of, uniform
from kuhncfr.diagnosis.candidates import Candidate
from kuhncfr.diagnosis.games import GAMES
from kuhncfr.evaluate import exploitability

# Iterations, over two decades: of a program with a sampling scheme of its own, of one that samples chance, and of one that samples nothing.
SAMPLED, CHANCE_SAMPLED, WHOLE = (50, 500, 5_000), (30, 300, 3_000), (10, 100, 1_000)
LONGER = (1, 2, 3)  # factors for the tries: a correct program that samples may have bad luck

# Exploitability must fall to these shares, over the second decade and over both, and end below a share of the uniform strategy's. Of
# correct sampled runs of 60 seeds and five games, 98 in 100 or more pass one of three tries; samples that are near 0 may cease to fall.
FALLING, FALLING_TWICE = 0.75, 0.4
HIGHEST, NEAR_ZERO = 0.2, 0.04
ROUGH = 0.25  # the share that separates candidates in the middle, and above which another try is vain


class LongRun:
    """Long runs of a program on games.

    Parameters
    ----------
    ask : callable
        Asks the program for its average strategy.
    games : sequence of str
        Their names.
    lengths : tuple of int
        Numbers of iterations.
    """

    def __init__(self, ask: Callable[[str, int], Array], games: Sequence[str], lengths: tuple[int, int, int]) -> None:
        self._ask = ask
        self._lengths = lengths
        self._run_for: dict[str, list[int]] = {}  # by game: the lengths of the last try
        self.reached: dict[str, list[float]] = {}  # by game: the exploitability after each length, in chips
        for game in games:
            self._run(game)
            if not self._near(game):
                break

    def _run(self, game: str) -> None:
        for factor in LONGER:
            self._run_for[game] = [factor * length for length in self._lengths]
            self.reached[game] = [self._gain(game, length) for length in self._run_for[game]]
            if self._near(game) or self.reached[game][-1] > ROUGH * largest(game):
                break

    def _gain(self, game: str, iterations: int) -> float:
        return float(exploitability(GAMES[game], profile_of(game, self._ask(game, iterations))))

    def _near(self, game: str) -> bool:
        """Whether the exploitability falls over both decades."""
        first, middle, last = self.reached[game]
        falls = last <= FALLING * middle or (self._lengths != WHOLE and last <= NEAR_ZERO * largest(game))
        return falls and last <= min(HIGHEST * largest(game), FALLING_TWICE * first)

    @cached_property
    def converges(self) -> bool:
        """Whether the program comes near an equilibrium on all games."""
        return all(map(self._near, self.reached))

    def agrees(self, candidate: Candidate) -> bool:
        """Whether the program comes near an equilibrium on the same games as a candidate that samples."""
        if not candidate.mistakes:
            return self.converges
        return all(
            (exploitability_of(candidate, game, self._lengths[1]) <= ROUGH * largest(game)) == (middle <= ROUGH * largest(game))
            for game, (_, middle, _) in self.reached.items()
        )

    def __str__(self) -> str:
        game = max(self.reached, key=lambda name: self.reached[name][-1] / largest(name))
        lengths = "{:,}, {:,} and {:,}".format(*self._run_for[game])
        gains = "{:.3g}, {:.3g} and {:.3g}".format(*self.reached[game])
        return f"long runs: in {game!r}, exploitability was {gains} chips after {lengths} iterations"


@cache
def largest(game: str) -> float:
    """Return the exploitability of the uniform strategy, in chips."""
    return float(exploitability(GAMES[game], profile_of(game, uniform(game))))


@cache
def exploitability_of(candidate: Candidate, game: str, iterations: int) -> float:
    """Return the exploitability of a candidate's average strategy after these iterations, in chips; its samples come from a fixed seed."""
    return float(exploitability(GAMES[game], candidate.start(game, seed=1).run(iterations)))
