"""Whether averages converge to equilibria in long runs: the only test of a program with a sampling scheme of its own."""

from collections.abc import Callable, Sequence
from functools import cache, cached_property

from kuhncfr.diagnosis.answers import Answer, profile_of, uniform
from kuhncfr.diagnosis.candidates import Candidate
from kuhncfr.diagnosis.games import GAMES
from kuhncfr.evaluate import exploitability

# Iterations; a run that is near enough to an equilibrium is not continued.
LENGTHS = (1_000, 4_000, 16_000)

# Limit of the exploitability, relative to the uniform strategy. Correct sampled runs of these lengths stay below half of this limit.
SHARE = 0.25


class LongRun:
    """Long runs of a program on two-player games."""

    def __init__(self, ask: Callable[[str, int], Answer], games: Sequence[str]) -> None:
        self._ask = ask
        self._games = games
        self.reached: dict[str, tuple[int, float]] = {}  # by game: the iterations and the exploitability after them
        for game in games:
            self.reached[game] = self._run(game)
            if self.reached[game][1] > limit(game):
                break

    def _run(self, game: str) -> tuple[int, float]:
        gain = float("inf")
        for iterations in LENGTHS:
            gain = float(exploitability(GAMES[game], profile_of(game, self._ask(game, iterations).average)))
            if gain <= limit(game):
                break
        return iterations, gain

    @cached_property
    def converges(self) -> bool:
        """Whether the program comes near an equilibrium on all games."""
        return bool(self.reached) and all(gain <= limit(game) for game, (_, gain) in self.reached.items())

    def agrees(self, candidate: Candidate) -> bool:
        """Whether the program comes near an equilibrium on the same games as a candidate that samples."""
        if not candidate.mistakes:
            return self.converges
        near = {game: exploitability_of(candidate, game, LENGTHS[0]) <= limit(game) for game in self.reached}
        return all(near[game] == (gain <= limit(game)) for game, (_, gain) in self.reached.items())

    def __str__(self) -> str:
        if not self.reached:
            return "no long run, for none of them is for two players"
        game, (iterations, gain) = max(self.reached.items(), key=lambda item: item[1][1] / limit(item[0]))
        bound = "at most" if self.converges else "still"
        return f"runs of up to {iterations:,} iterations, after which {bound} {gain:.2g} chips a game could be gained ({game!r})"


def limit(game: str) -> float:
    """Return the largest exploitability that counts as near an equilibrium, in chips."""
    return SHARE * float(exploitability(GAMES[game], profile_of(game, uniform(game))))


@cache
def exploitability_of(candidate: Candidate, game: str, iterations: int) -> float:
    """Return the exploitability of a candidate's average strategy after these iterations, in chips; its samples come from a fixed seed."""
    cfr = candidate.start(game, seed=1)
    cfr.run(iterations)
    return float(exploitability(GAMES[game], cfr.average_strategy))
