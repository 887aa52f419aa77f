"""Run a solver on the small games, and explain its answers."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np

from kuhncfr.cfr.infoset import Array
from kuhncfr.diagnosis.answers import (
    TOLERANCE,
    Ask,
    Failure,
    FatalFailure,
    Rows,
    checked_probabilities,
    close,
    missing,
    profile_of,
    reach_of,
    sequences,
    tolerance_of,
    uniform,
)
from kuhncfr.diagnosis.candidates import ALIASED, STATE, Candidate, candidates, idle
from kuhncfr.diagnosis.diagnosis import Diagnosis, FirstDifference
from kuhncfr.diagnosis.external_sampling import mistake_of_external_sampling
from kuhncfr.diagnosis.games import GAMES
from kuhncfr.diagnosis.known_mistakes import MISTAKES
from kuhncfr.diagnosis.long_run import CHANCE_SAMPLED, SAMPLED, WHOLE, LongRun
from kuhncfr.diagnosis.matching import Matching, answer, gives
from kuhncfr.evaluate import nash_conv

ITERATES = (1, 2, 3, 4, 5)
LATER = 3_000  # iterations after which a program that samples has visited all information sets that its average reaches
RARE = 0.01  # the reach of an information set that it need not have visited


class SolverDiagnosis:
    """Runs a program on the games, and explains which of the candidates it is."""

    def __init__(self, ask: Ask, games: Sequence[str]) -> None:
        self._ask = ask
        self._games = games
        self.answers: dict[tuple[str, int], Array] = {}
        self.failures: dict[str, str] = {}
        self._later: dict[str, Rows] = {}  # of a program that leaves rows out: its average after more iterations
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

    def answer(self, game: str, iterations: int) -> Array:
        """Run the program; one that samples need not have visited every information set yet."""
        rows = self._ask(game, iterations)
        if missing(game, rows):
            self.samples = True
            if game not in self._later:
                self._later[game] = self._ask(game, LATER)
            later = self._later[game]
            if absent := [key for key in missing(game, later) if reach_of(game, key, checked_probabilities(game, later)) > RARE]:
                raise Failure(f"returned no row for {', '.join(map(repr, absent))}: an average has a row for every information set")
        return checked_probabilities(game, rows)

    # -- without a comparison --

    def _unchanging(self) -> Diagnosis | None:
        """Return the diagnosis of a program that ignores the number of iterations; None for any other."""
        games = dict.fromkeys(game for game, _ in self.answers)
        if any(not close(self.answers[game, 1], self.answers[game, t]) for game in games for t in ITERATES):
            return None
        if all(close(self.answers[game, 1], uniform(game)) for game in games):
            summary = (
                "It has not learnt anything: whatever the number of iterations, its average is the uniform strategy. Are regrets added up? "
                "Does their sign count? With two actions, the sizes of regrets alone give the uniform strategy for ever."
            )
        elif all(nash_conv(GAMES[game], profile_of(game, self.answers[game, 1])) < 0.01 for game in games):
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
        if not left and (variant := self._with_state_kept()):
            return self._named(variant, self._evidence)
        if not left and not self._seems_to_sample:  # before the long run, in which it may fail
            self.first_difference = self._first_difference([correct for correct in candidates(0) if not correct.sampled])
        if not left and self._seems_to_sample and (name := mistake_of_external_sampling(self.answer)):
            summary, evidence = (
                "These are the numbers of external sampling with a mistake.",
                "a game in which external sampling draws no regret",
            )
            return Diagnosis(False, summary, evidence, "external sampling", (MISTAKES[name],), failures=self.failures)
        games = [game for game in self._games if (game, 1) in self.answers and GAMES[game].players == 2]
        self.long_run = LongRun(self.answer, games, CHANCE_SAMPLED if left else SAMPLED if self._seems_to_sample else WHOLE)
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
        unseen = [] if mistakes else self._unseen(candidate)
        if len(mistakes) == 2:
            summary = f"Two mistakes: these are the numbers of {candidate} with both of them."
        elif mistakes:
            summary = f"These are the numbers of {candidate} with a mistake."
        elif unseen:
            summary = f"On these games this is {candidate}, but they do not show {', '.join(unseen)}. Run it on all games."
        elif self.failures:
            summary = f"On the games that it can play, this is {candidate}."
        elif candidate.doubted:
            summary = f"Right, if you meant it: this is {candidate}."
        else:
            summary = f"Right: this is {candidate}."
        difference = self._first_difference([replace(candidate, mistakes=())]) if mistakes and not candidate.sampled else None
        correct = not (mistakes or unseen or self.failures)
        if candidate.doubted:
            mistakes += (MISTAKES[ALIASED],)
        return Diagnosis(correct, summary, evidence, str(candidate), mistakes, difference, self.failures)

    def _unseen(self, right: Candidate) -> list[str]:
        """Return the mistakes that make no difference on these games, if they are not all games."""
        if len(self._games) == len(GAMES) or right.sampled:
            return []
        meaningless = frozenset.intersection(*map(idle, self._games))
        return [
            made.mistakes[0]
            for made in candidates(1)
            if (made.variant, made.turns, made.sampled) == (right.variant, right.turns, False)
            and made.mistakes[0] not in meaningless
            and all(gives(made, *place, self.answers[place], TOLERANCE) for place in self.answers)
        ]

    def _with_state_kept(self) -> Candidate | None:
        """Return the candidate that continues from its last call, if the answers for the first game are its answers."""
        first = [place for place in self.answers if place[0] == self._games[0]]
        kept = (replace(right, mistakes=(STATE,)) for right in candidates(0) if not right.sampled)
        return next((one for one in kept if first and all(gives(one, *place, self.answers[place], TOLERANCE) for place in first)), None)

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
            if (game, 1) in self.answers and not close(self.answer(game, 3), self.answers[game, 3]):
                return True
        return any(self._visited_a_part(self.answers["one-bet", t]) for t in ITERATES if ("one-bet", t) in self.answers)

    def _visited_a_part(self, average: Array) -> bool:
        """Whether rows of both players in the game "one-bet" are still uniform, and others are not."""
        rows = list(zip(sequences("one-bet"), average, strict=True))
        moved = {key for (key, _), p in rows if p != 0.5}
        unmoved = {key for (key, _), p in rows} - moved
        return bool(moved) and {len(key) for key in unmoved} == {1, 2}  # of both players, who have keys such as K and Kb

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
        tolerance = tolerance_of(self.answers.values())
        by_iteration = sorted(self.answers, key=lambda place: place[1])
        return next((place for place in by_iteration if not gives(variant, *place, self.answers[place], tolerance)), None)

    def _difference(self, variant: Candidate, game: str, iterations: int) -> FirstDifference:
        expected, actual = answer(variant, game, iterations), self.answers[game, iterations]
        key, _ = sequences(game)[int(np.argmax(np.abs(expected - actual)))]
        rows = [{action: float(p) for (k, action), p in zip(sequences(game), row, strict=True) if k == key} for row in (actual, expected)]
        return FirstDifference(game, iterations, key, rows[0], rows[1], str(variant))
