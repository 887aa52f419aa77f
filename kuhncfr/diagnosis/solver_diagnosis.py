"""Ask a solver on the small games, and explain what its answers show."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from kuhncfr.diagnosis.answers import Answer, Ask, Broken, Failure, checked, close, missing, places, profile_of, uniform
from kuhncfr.diagnosis.candidates import Candidate, candidates
from kuhncfr.diagnosis.diagnosis import Diagnosis, FirstDifference
from kuhncfr.diagnosis.games import GAMES
from kuhncfr.diagnosis.known_mistakes import MISTAKES
from kuhncfr.diagnosis.long_run import LongRun
from kuhncfr.diagnosis.matching import Matching, answer, gives
from kuhncfr.evaluate import nash_conv

ITERATES = (1, 2, 3, 4, 5)
LATER = 300  # iterations after which whoever draws has been everywhere in these games


class SolverDiagnosis:
    """Asks a program on the games, and explains which of the candidates it is."""

    def __init__(self, ask: Ask, games: Sequence[str]) -> None:
        self._ask = ask
        self._games = games
        self.answers: dict[tuple[str, int], Answer] = {}
        self.failures: dict[str, str] = {}
        self.draws = False  # whether it was seen to draw at random
        self.first_difference: FirstDifference | None = None  # where it departs from CFR, if it neither draws nor makes known mistakes

    def diagnose(self) -> Diagnosis:
        """Return what it turns out to be."""
        for game in self._games:
            try:
                for iterations in ITERATES:
                    self.answers[game, iterations] = self.asked(game, iterations)
            except Broken as failure:
                return Diagnosis(False, f"It is no solver: it {failure}.")
            except Failure as failure:
                self.failures[game] = str(failure)
                self.answers = {place: found for place, found in self.answers.items() if place[0] != game}
        if not self.answers:
            game, what = next(iter(self.failures.items()))
            return Diagnosis(False, f"It is no solver: on the game {game!r} it {what}.", failures=self.failures)
        try:
            return self._unlearnt() or self._told(Matching(self.asked, self.answers).survivors())
        except Failure as failure:
            said = f"It answers, but when asked for many iterations it {failure}."
            return Diagnosis(False, said, self._evidence, first_difference=self.first_difference, failures=self.failures)

    def asked(self, game: str, iterations: int) -> Answer:
        """Ask; a program that draws need not have been everywhere yet."""
        average, current = self._ask(game, iterations)
        lacking = missing(game, average)
        if lacking:
            lacking = missing(game, self._ask(game, LATER)[0])
            self.draws = True
        if lacking:
            raise Failure(f"says nothing about {', '.join(map(repr, lacking))}: an average has a row for every information set")
        return Answer(checked(game, average), None if current is None else checked(game, current))

    # -- what needs no comparison --

    def _unlearnt(self) -> Diagnosis | None:
        """See whether iterations make no difference at all."""
        games = dict.fromkeys(game for game, _ in self.answers)
        if any(not close(self.answers[game, 1].average, self.answers[game, t].average) for game in games for t in ITERATES):
            return None
        if all(close(self.answers[game, 1].average, uniform(game)) for game in games):
            said = "It has not learnt anything: whatever the number of iterations, its average is the uniform strategy."
        elif all(nash_conv(GAMES[game], profile_of(game, self.answers[game, 1].average)) < 0.01 for game in games):
            said = (
                "It hands over an equilibrium, whatever the number of iterations. That is a fine answer to another question: CFR begins "
                "with the uniform strategy, and comes nearer step by step. Is it a closed form, a linear program, or a long run?"
            )
        else:
            said = "It hands over the same strategy whatever the number of iterations. Does it pass `iterations` on?"
        return Diagnosis(False, said, self._evidence, failures=self.failures)

    # -- the explanation --

    def _told(self, left: list[Candidate]) -> Diagnosis:
        self.draws = self.draws or any(candidate.sampled for candidate in left)
        if left and (not left[0].sampled or all(candidate.mistakes for candidate in left)):
            return self._named(left[0], self._evidence)
        if not left and not self._seems_to_draw:  # before the long run, which it may not survive
            self.first_difference = self._departure([right for right in candidates(0) if not right.sampled])
        games = [game for game in self._games if (game, 1) in self.answers and GAMES[game].players == 2]
        self.long_run = LongRun(self.asked, games)
        right = [candidate for candidate in left if not candidate.mistakes]
        left = right if right and self.long_run.arrives else [candidate for candidate in left if self.long_run.agrees(candidate)]
        evidence = f"{self._evidence}; {self.long_run}"
        if left:
            return self._named(left[0], evidence)
        if self.long_run.arrives and self._seems_to_draw:
            said = (
                "Right, as far as can be seen of a program that draws at random: it samples in a way of its own, and its averages come to "
                "equilibria."
            )
            return Diagnosis(not self.failures, said, evidence, "CFR with samples of its own", failures=self.failures)
        if self._seems_to_draw:
            said = "Unknown: it draws at random, and its averages do not come to equilibria."
            return Diagnosis(False, said, evidence, failures=self.failures)
        arrives = "its averages come near equilibria, so it may be a variant that is not known here" if self.long_run.arrives else ""
        said = f"Unknown: these are the numbers of no variant of CFR and of no known mistake{'; ' + arrives if arrives else ''}."
        return Diagnosis(False, said, evidence, first_difference=self.first_difference, failures=self.failures)

    def _named(self, candidate: Candidate, evidence: str) -> Diagnosis:
        mistakes = tuple(MISTAKES[name] for name in candidate.mistakes)
        if not mistakes:
            said = f"Right: this is {candidate}." if not self.failures else f"On the games that it can play this is {candidate}, and right."
        elif len(mistakes) == 1:
            said = f"These are the numbers of {candidate} with a mistake."
        else:
            said = f"Two mistakes: these are the numbers of {candidate} with both of them."
        departs = self._departure([Candidate(candidate.algorithm, candidate.alternating)]) if mistakes and not candidate.sampled else None
        return Diagnosis(not mistakes and not self.failures, said, evidence, str(candidate), mistakes, departs, self.failures)

    @property
    def _evidence(self) -> str:
        games = len({game for game, _ in self.answers})
        return f"the first {max(ITERATES)} iterations of {games} small game{'s' if games > 1 else ''}"

    @cached_property
    def _seems_to_draw(self) -> bool:
        """Whether two runs differ, or a run has been to some information sets and not to others, as no walk through all deals does."""
        if self.draws:
            return True
        for game in ("classic", "one-bet", "coin", "twice"):
            if (game, 1) in self.answers and not close(self.asked(game, 3).average, self.answers[game, 3].average):
                return True
        if ("one-bet", 2) not in self.answers:
            return False
        unmoved = {key for (key, _), p in zip(places("one-bet"), self.answers["one-bet", 2].average, strict=True) if p == 0.5}
        return {len(key) for key in unmoved} == {1, 2}  # of both players, who have keys such as K and Kb

    def _departure(self, variants: Sequence[Candidate]) -> FirstDifference | None:
        """Where it departs from these right variants, or from the one that it follows longest."""
        firsts = [(self._first(right), right) for right in variants]
        steps = list(self.answers)
        place, variant = max(
            ((place, right) for place, right in firsts if place is not None),
            key=lambda found: (found[0][1], steps.index(found[0])),
            default=(None, None),
        )
        return None if place is None or variant is None else self._difference(variant, *place)

    def _first(self, right: Candidate) -> tuple[str, int] | None:
        by_iteration = sorted(self.answers, key=lambda place: place[1])
        return next((place for place in by_iteration if not gives(right, *place, self.answers[place])), None)

    def _difference(self, right: Candidate, game: str, iterations: int) -> FirstDifference:
        expected, has = answer(right, game, iterations).average, self.answers[game, iterations].average
        key, _ = places(game)[int(np.argmax(np.abs(expected - has)))]
        rows = [{action: float(p) for (k, action), p in zip(places(game), row, strict=True) if k == key} for row in (has, expected)]
        return FirstDifference(game, iterations, key, rows[0], rows[1], str(right))
