"""Diagnose a solver by the fingerprint of its first averages; what has none is judged by long runs."""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from kuhncfr.diagnosis.diagnosis import Diagnosis, FirstDifference
from kuhncfr.diagnosis.games import GAMES
from kuhncfr.diagnosis.long_run import SAMPLED, WHOLE, LongRun
from kuhncfr.evaluate import exploitability, nash_conv
from kuhncfr.strategy import StrategyProfile

from .answers import Failure, Missing, Rows, reraised, strategy
from .fingerprint import GAMES as PRINTED
from .fingerprint import ITERATIONS, TOLERANCE, same, table, weighted_sum
from .known_mistakes import mistake

REPEATED = 4  # short runs: of two in which deals are drawn, one pair in a hundred is equal by chance
LATER = 300  # iterations after which a program that samples has visited every information set of these games
LONG_RUNS = ("coin", "twice", "one-bet", "classic")


class SolverDiagnosis:
    """The averages of a program on the games, and what they show."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        self.averages: dict[str, list[Rows]] = {}
        self.failures: dict[str, Failure] = {}
        self.samples = False

    def diagnose(self) -> Diagnosis:
        for game in PRINTED:
            try:
                self.averages[game] = [self._average(game, t) for t in range(1, ITERATIONS + 1)]
            except Failure as failure:
                self.failures[game] = failure
        if not self.averages:
            return Diagnosis(False, reraised(self.failures, "solver"))
        if not any(average != averages[0] for averages in self.averages.values() for average in averages):
            return self._result(False, self._unchanging())
        return self._named() or self._judged_by_long_runs()

    def _average(self, game: str, iterations: int) -> Rows:
        try:
            return strategy(self._function, game, iterations)
        except Missing:
            strategy(self._function, game, LATER)
            self.samples = True
            uniform = StrategyProfile.uniform(GAMES[game])
            return {key: {action: float(p) for action, p in row.items()} for key, row in uniform.items()}

    def _result(self, correct: bool, summary: str, **found: Any) -> Diagnosis:
        many = len(self.averages)
        evidence = f"the first {ITERATIONS} iterations of {many} small game{'s' if many > 1 else ''}" + found.pop("and_also", "")
        failures = {game: str(failure) for game, failure in self.failures.items()}
        return Diagnosis(correct, summary, evidence, failures=failures, **found)

    def _unchanging(self) -> str:
        if all(p == 0.5 for averages in self.averages.values() for row in averages[0].values() for p in row.values()):
            return "It has not learnt anything: whatever the number of iterations, its average is the uniform strategy."
        if all(nash_conv(GAMES[game], averages[0]) < 0.01 for game, averages in self.averages.items()):
            return "It returns an equilibrium, whatever the number of iterations. CFR begins uniformly and converges step by step."
        return "It returns the same strategy whatever the number of iterations. Does it use `iterations`?"

    # -- by fingerprint --

    @cached_property
    def numbers(self) -> dict[str, list[list[float]]]:
        """For each game and iteration, the probability of each information set's first action."""
        places = {game: table()["places"][game] for game in self.averages}
        return {game: [[average[key][action] for key, action, _ in places[game]] for average in self.averages[game]] for game in places}

    def _named(self) -> Diagnosis | None:
        """Return the diagnosis of a program with a known fingerprint, with as few mistakes as possible."""
        sums = [weighted_sum(self.numbers[game]) if game in self.numbers else None for game in PRINTED]
        fitting = [(variant, made) for variant, made, known in table()["rows"] if _agree(sums, known)]
        if not fitting:
            return None
        variant, made = min(fitting, key=lambda found: len(found[1]))
        title, doubted = (table()["variants"][variant][name] for name in ("title", "doubted"))
        if list(made) == table()["doubted"]:
            made, doubted = [], made
        mistakes = tuple(mistake(name) for name in made)
        if mistakes:
            with_them = "with a mistake" if len(mistakes) == 1 else "with two mistakes"
            summary = f"These are the numbers of {title} {with_them}."
        elif self.failures:
            summary = f"On the games that it can play, this is {title}."
        else:
            summary = f"Right, if that is what you meant: this is {title}." if doubted else f"Right: this is {title}."
        difference = self._first_difference([variant]) if mistakes else None
        correct = not mistakes and not self.failures
        mistakes += tuple(mistake(name) for name in doubted)
        return self._result(correct, summary, variant=title, mistakes=mistakes, first_difference=difference)

    def _first_difference(self, variants: Sequence[int]) -> FirstDifference | None:
        """Return the first difference from the correct variant, or from the one that the program agrees with longest.

        Of several, it is the one with which it has the most probabilities in common then: its turns are those of the program. Uniform
        ones do not count, since what is not visited stays uniform. Where both orders of turns fit alike, neither is named.
        """
        found = [(place, variant) for variant in variants if (place := self._where(variant)) is not None]
        if not found:
            return None
        t = max(iterations for (iterations, _), _ in found)
        most = max(self._in_common(variant, t) for (iterations, _), variant in found if iterations == t)
        nearest = [(game, variant) for (iterations, game), variant in found if iterations == t and self._in_common(variant, t) == most]
        game, variant = nearest[0]
        right, actual = table()["variants"][variant]["right"][game][t - 1], self.numbers[game][t - 1]
        k = next(k for k, (p, q) in enumerate(zip(right, actual, strict=True)) if not same([p], [q]))
        key, one, other = table()["places"][game][k]
        rows = [{one: p, other: 1 - p} for p in (actual[k], right[k])]
        title = table()["variants"][variant]["title"]
        alike = {table()["variants"][v]["title"] for _, v in nearest if same([table()["variants"][v]["right"][game][t - 1][k]], [right[k]])}
        algorithm = title.removeprefix("alternating ")
        return FirstDifference(game, t, key, rows[0], rows[1], algorithm if f"simultaneous {algorithm}" in alike else title)

    def _where(self, variant: int) -> tuple[int, str] | None:
        """Return the first iteration and game at which the program differs from a variant."""
        places = ((t, game) for t in range(1, ITERATIONS + 1) for game in self.numbers)
        return next(((t, game) for t, game in places if not self._agrees(variant, game, t)), None)

    def _in_common(self, variant: int, iterations: int) -> int:
        rows = [(table()["variants"][variant]["right"][game][iterations - 1], self.numbers[game][iterations - 1]) for game in self.numbers]
        return sum(same([p], [q]) and not same([q], [0.5]) for right, actual in rows for p, q in zip(right, actual, strict=True))

    def _agrees(self, variant: int, game: str, iterations: int) -> bool:
        return same(table()["variants"][variant]["right"][game][iterations - 1], self.numbers[game][iterations - 1])

    # -- by long runs --

    def _judged_by_long_runs(self) -> Diagnosis:
        again = [(game, self._average(game, ITERATIONS)) for game in self.averages for _ in range(REPEATED)]
        self.samples = self.samples or any(average != self.averages[game][-1] for game, average in again)
        difference = None if self.samples else self._first_difference(range(len(table()["variants"])))
        try:
            runs = LongRun(self._gain, LONG_RUNS, SAMPLED if self.samples else WHOLE)
            converges = runs.converges
        except Failure as failure:
            return self._result(False, f"It answers, but for many iterations it {failure}.", first_difference=difference)
        if self.samples and converges:
            summary = "Right, as far as long runs show: it has a sampling scheme of its own, and its averages converge to equilibria."
            return self._result(not self.failures, summary, variant="CFR with a sampling scheme of its own", and_also=f"; {runs}")
        if self.samples:
            return self._result(False, "Unknown: it samples, and its averages do not converge to equilibria.", and_also=f"; {runs}")
        near = "; its exploitability is still falling, so it may be an unlisted variant" if converges else ""
        summary = f"Unknown: these are the numbers of no variant of CFR and of no known mistake{near}."
        return self._result(False, summary, first_difference=difference, and_also=f"; {runs}")

    def _gain(self, game: str, iterations: int) -> float:
        return float(exploitability(GAMES[game], self._average(game, iterations)))


def _agree(sums: Sequence[float | None], known: Sequence[float]) -> bool:
    return all(found is None or abs(found - right) < TOLERANCE for found, right in zip(sums, known, strict=True))
