"""Run a solver on the small games, and explain its answers."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from kuhncfr.diagnosis.answers import (
    Answer,
    Ask,
    Failure,
    FatalFailure,
    checked_probabilities,
    close,
    missing,
    profile_of,
    sequences,
    uniform,
)
from kuhncfr.diagnosis.candidates import Candidate, candidates
from kuhncfr.diagnosis.diagnosis import Diagnosis, FirstDifference
from kuhncfr.diagnosis.games import GAMES
from kuhncfr.diagnosis.known_mistakes import MISTAKES
from kuhncfr.diagnosis.long_run import LongRun
from kuhncfr.diagnosis.matching import Matching, answer, gives
from kuhncfr.evaluate import nash_conv

ITERATES = (1, 2, 3, 4, 5)
LATER = 300  # iterations after which a program that samples has visited all information sets of these games


class SolverDiagnosis:
    """Runs a program on the games, and explains which of the candidates it is."""

    def __init__(self, ask: Ask, games: Sequence[str]) -> None:
        self._ask = ask
        self._games = games
        self.answers: dict[tuple[str, int], Answer] = {}
        self.failures: dict[str, str] = {}
        self.samples = False  # whether the program is known to sample
        self.first_difference: FirstDifference | None = None  # from CFR, if the program neither samples nor makes known mistakes

    def diagnose(self) -> Diagnosis:
        """Return the diagnosis."""
        for game in self._games:
            try:
                for iterations in ITERATES:
                    self.answers[game, iterations] = self.answer(game, iterations)
            except FatalFailure as failure:
                return Diagnosis(False, f"This is not a solver: it {failure}.")
            except Failure as failure:
                self.failures[game] = str(failure)
                self.answers = {place: found for place, found in self.answers.items() if place[0] != game}
        if not self.answers:
            game, what = next(iter(self.failures.items()))
            return Diagnosis(False, f"This is not a solver: on the game {game!r} it {what}.", failures=self.failures)
        try:
            return self._unchanging() or self._explained(Matching(self.answer, self.answers).survivors())
        except Failure as failure:
            summary = f"It answers, but for many iterations it {failure}."
            return Diagnosis(False, summary, self._evidence, first_difference=self.first_difference, failures=self.failures)

    def answer(self, game: str, iterations: int) -> Answer:
        """Run the program; one that samples need not have visited every information set yet."""
        average, current = self._ask(game, iterations)
        if missing(game, average):
            self.samples = True
            if absent := missing(game, self._ask(game, LATER)[0]):
                raise Failure(f"returned no row for {', '.join(map(repr, absent))}: an average has a row for every information set")
        return Answer(checked_probabilities(game, average), None if current is None else checked_probabilities(game, current))

    # -- without a comparison --

    def _unchanging(self) -> Diagnosis | None:
        """Return the diagnosis of a program that ignores the number of iterations; None for any other."""
        games = dict.fromkeys(game for game, _ in self.answers)
        if any(not close(self.answers[game, 1].average, self.answers[game, t].average) for game in games for t in ITERATES):
            return None
        if all(close(self.answers[game, 1].average, uniform(game)) for game in games):
            summary = "It has not learnt anything: whatever the number of iterations, its average is the uniform strategy."
        elif all(nash_conv(GAMES[game], profile_of(game, self.answers[game, 1].average)) < 0.01 for game in games):
            summary = (
                "It returns an equilibrium, whatever the number of iterations. CFR begins with the uniform strategy and converges step by "
                "step. Is this a closed form, a linear program, or a long run?"
            )
        else:
            summary = "It returns the same strategy whatever the number of iterations. Does it pass `iterations` on?"
        return Diagnosis(False, summary, self._evidence, failures=self.failures)

    # -- the explanation --

    def _explained(self, left: list[Candidate]) -> Diagnosis:
        self.samples = self.samples or any(candidate.sampled for candidate in left)
        if left and (not left[0].sampled or all(candidate.mistakes for candidate in left)):
            return self._named(left[0], self._evidence)
        if not left and not self._seems_to_sample:  # before the long run, in which it may fail
            self.first_difference = self._first_difference([correct for correct in candidates(0) if not correct.sampled])
        games = [game for game in self._games if (game, 1) in self.answers and GAMES[game].players == 2]
        self.long_run = LongRun(self.answer, games)
        correct = [candidate for candidate in left if not candidate.mistakes]
        left = correct if correct and self.long_run.converges else [candidate for candidate in left if self.long_run.agrees(candidate)]
        evidence = f"{self._evidence}; {self.long_run}"
        if left:
            return self._named(left[0], evidence)
        if self.long_run.converges and self._seems_to_sample:
            summary = "Right, as far as long runs show: it has a sampling scheme of its own, and its averages converge to equilibria."
            return Diagnosis(not self.failures, summary, evidence, "CFR with a sampling scheme of its own", failures=self.failures)
        if self._seems_to_sample:
            summary = "Unknown: it samples, and its averages do not converge to equilibria."
            return Diagnosis(False, summary, evidence, failures=self.failures)
        near = "; its averages come near equilibria, so it may be a variant that is not known here" if self.long_run.converges else ""
        summary = f"Unknown: these are the numbers of no variant of CFR and of no known mistake{near}."
        return Diagnosis(False, summary, evidence, first_difference=self.first_difference, failures=self.failures)

    def _named(self, candidate: Candidate, evidence: str) -> Diagnosis:
        mistakes = tuple(MISTAKES[name] for name in candidate.mistakes)
        if not mistakes:
            summary = f"Right: this is {candidate}." if not self.failures else f"On the games that it can play, this is {candidate}."
        elif len(mistakes) == 1:
            summary = f"These are the numbers of {candidate} with a mistake."
        else:
            summary = f"Two mistakes: these are the numbers of {candidate} with both of them."
        variant = Candidate(candidate.algorithm, candidate.alternating)
        difference = self._first_difference([variant]) if mistakes and not candidate.sampled else None
        return Diagnosis(not mistakes and not self.failures, summary, evidence, str(candidate), mistakes, difference, self.failures)

    @property
    def _evidence(self) -> str:
        games = len({game for game, _ in self.answers})
        return f"the first {max(ITERATES)} iterations of {games} small game{'s' if games > 1 else ''}"

    @cached_property
    def _seems_to_sample(self) -> bool:
        """Whether two runs differ, or a run has visited only some information sets, as no walk through all deals does."""
        if self.samples:
            return True
        for game in ("classic", "one-bet", "coin", "twice"):
            if (game, 1) in self.answers and not close(self.answer(game, 3).average, self.answers[game, 3].average):
                return True
        if ("one-bet", 2) not in self.answers:
            return False
        unmoved = {key for (key, _), p in zip(sequences("one-bet"), self.answers["one-bet", 2].average, strict=True) if p == 0.5}
        return {len(key) for key in unmoved} == {1, 2}  # of both players, who have keys such as K and Kb

    def _first_difference(self, variants: Sequence[Candidate]) -> FirstDifference | None:
        """Return the first difference from these correct variants, or from the one that the program agrees with longest."""
        found = [(place, variant) for variant in variants if (place := self._where(variant)) is not None]
        if not found:
            return None
        steps = list(self.answers)
        (game, iterations), variant = max(found, key=lambda pair: (pair[0][1], steps.index(pair[0])))
        return self._difference(variant, game, iterations)

    def _where(self, variant: Candidate) -> tuple[str, int] | None:
        """Return the first game and iteration at which the program differs from a variant."""
        by_iteration = sorted(self.answers, key=lambda place: place[1])
        return next((place for place in by_iteration if not gives(variant, *place, self.answers[place])), None)

    def _difference(self, variant: Candidate, game: str, iterations: int) -> FirstDifference:
        expected, actual = answer(variant, game, iterations).average, self.answers[game, iterations].average
        key, _ = sequences(game)[int(np.argmax(np.abs(expected - actual)))]
        rows = [{action: float(p) for (k, action), p in zip(sequences(game), row, strict=True) if k == key} for row in (actual, expected)]
        return FirstDifference(game, iterations, key, rows[0], rows[1], str(variant))
