"""Whether averages come to equilibria in the long run: all that can be asked of a program that draws in a way of its own."""

from collections.abc import Callable, Sequence
from functools import cache, cached_property

from kuhncfr.diagnosis.answers import Answer, profile_of, uniform
from kuhncfr.diagnosis.candidates import Candidate
from kuhncfr.diagnosis.games import GAMES
from kuhncfr.evaluate import exploitability

# A run that has come near enough need not be longer.
LENGTHS = (1_000, 4_000, 16_000)

# How much of the uniform strategy's exploitability may be left. Right sampled runs of these lengths leave less than half of it.
SHARE = 0.25


class LongRun:
    """Long runs of a program on games for two."""

    def __init__(self, asked: Callable[[str, int], Answer], games: Sequence[str]) -> None:
        self._asked = asked
        self._games = games
        self.reached: dict[str, tuple[int, float]] = {}  # by game: after how many iterations, which exploitability
        for game in games:
            self.reached[game] = self._run(game)
            if self.reached[game][1] > allowed(game):
                break

    def _run(self, game: str) -> tuple[int, float]:
        left = float("inf")
        for iterations in LENGTHS:
            left = float(exploitability(GAMES[game], profile_of(game, self._asked(game, iterations).average)))
            if left <= allowed(game):
                break
        return iterations, left

    @cached_property
    def arrives(self) -> bool:
        """Whether it comes near an equilibrium on all games."""
        return bool(self.reached) and all(left <= allowed(game) for game, (_, left) in self.reached.items())

    def agrees(self, candidate: Candidate) -> bool:
        """Whether a program that draws comes near an equilibrium where this one does, and nowhere else."""
        if not candidate.mistakes:
            return self.arrives
        return all(
            (distance(candidate, game, LENGTHS[0]) <= allowed(game)) == (left <= allowed(game)) for game, (_, left) in self.reached.items()
        )

    def __str__(self) -> str:
        if not self.reached:
            return "no long run, for none of them is for two players"
        game, (iterations, left) = max(self.reached.items(), key=lambda item: item[1][1] / allowed(item[0]))
        kept = "at most" if self.arrives else "still"
        return f"runs of up to {iterations:,} iterations, after which {kept} {left:.2g} chips a game could be gained ({game!r})"


def allowed(game: str) -> float:
    """Return which exploitability is near enough, in chips."""
    return SHARE * float(exploitability(GAMES[game], profile_of(game, uniform(game))))


@cache
def distance(candidate: Candidate, game: str, iterations: int) -> float:
    """Return the exploitability of its average after so many iterations, in chips; what is drawn comes from a seed."""
    cfr = candidate.start(game, seed=1)
    cfr.run(iterations)
    return float(exploitability(GAMES[game], cfr.average_strategy))
