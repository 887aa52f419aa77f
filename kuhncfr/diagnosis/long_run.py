"""Whether averages converge to equilibria in long runs: the only test of a program that samples."""

from collections.abc import Callable, Sequence
from functools import cache, cached_property

from kuhncfr.diagnosis.games import ALL
from kuhncfr.evaluate import exploitability
from kuhncfr.games.game import information_sets
from kuhncfr.strategy import StrategyProfile

Gain = Callable[[str, int], float]  # from a game and a number of iterations to the exploitability, in chips

# Iterations, over two decades: of a program that samples, and of one that does not.
SAMPLED, WHOLE = (50, 500, 5_000), (10, 100, 1_000)
LONGER = (1, 2, 3)  # factors for the tries: a correct program that samples may have bad luck

# Exploitability must fall to these shares, over the second decade and over both, and end below a share of the uniform strategy's. Of
# correct sampled runs of 60 seeds and five games, 98 in 100 or more pass one of three tries; samples that are near 0 may cease to fall.
FALLING, FALLING_TWICE = 0.75, 0.4
HIGHEST, NEAR_ZERO = 0.2, 0.04
# And to this share over the second decade, for all games and tries together: a lucky try is no proof. Of correct sampled runs of 100 seeds
# and four games 99 pass, of runs that stop at 300 iterations or mix in uniform play 1 or 2.
FALLING_TOGETHER = 0.6
FEW = 4  # samples on so many games tell enough; on fewer, they are repeated
ROUGH = 0.25  # the share above which another try is vain


class LongRun:
    """Long runs of a program on games.

    Parameters
    ----------
    gain : callable
        Returns the exploitability of its average strategy on a game after some iterations, in chips.
    games : sequence of str
        Their names.
    lengths : tuple of int
        Numbers of iterations.
    """

    def __init__(self, gain: Gain, games: Sequence[str], lengths: tuple[int, int, int]) -> None:
        self._gain = gain
        self._lengths = lengths
        self._run_for: dict[str, list[int]] = {}  # by game: the lengths of the last try
        self.reached: dict[str, list[float]] = {}  # by game: the exploitability after each length, in chips
        self._shares: list[list[float]] = []  # of all tries: those of the uniform strategy's
        for game in [*games] * (1 if lengths == WHOLE else max(1, FEW // len(games))):
            self._run(game)
            if not self._near(game):
                break

    def _run(self, game: str) -> None:
        for factor in LONGER:
            self._run_for[game] = [factor * length for length in self._lengths]
            self.reached[game] = [self._gain(game, length) for length in self._run_for[game]]
            self._shares.append([gain / largest(game) for gain in self.reached[game]])
            if self._near(game) or self.reached[game][-1] > ROUGH * largest(game):
                break

    def _near(self, game: str) -> bool:
        """Whether the exploitability falls over both decades."""
        first, middle, last = self.reached[game]
        falls = last <= FALLING * middle or (self._lengths != WHOLE and last <= NEAR_ZERO * largest(game))
        return falls and last <= min(HIGHEST * largest(game), FALLING_TWICE * first)

    @cached_property
    def converges(self) -> bool:
        """Whether the program comes near an equilibrium on all games, and still moves."""
        if not all(map(self._near, self.reached)):
            return False
        _, middle, last = map(sum, zip(*self._shares, strict=True))
        return last <= FALLING_TOGETHER * middle and not self._stopped

    @property
    def _stopped(self) -> bool:
        """Whether the last tenth of a run changes nothing, as in a program that stops early and repeats its numbers."""
        game = min(self.reached, key=lambda name: len(information_sets(ALL[name])))  # the smallest, whose runs take least time
        return self._gain(game, self._run_for[game][-1] * 9 // 10) == self.reached[game][-1]

    def __str__(self) -> str:
        game = max(self.reached, key=lambda name: self.reached[name][-1] / largest(name))
        lengths = "{:,}, {:,} and {:,}".format(*self._run_for[game])
        gains = "{:.3g}, {:.3g} and {:.3g}".format(*self.reached[game])
        return f"long runs: in {game!r}, exploitability was {gains} chips after {lengths} iterations"


@cache
def largest(game: str) -> float:
    """Return the exploitability of the uniform strategy, in chips."""
    return float(exploitability(ALL[game], StrategyProfile.uniform(ALL[game])))
