"""Run a solver on the small games, and explain its answers."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache, cached_property, partial

import numpy as np
from numpy.typing import NDArray

from kuhncfr.cfr.update import Array
from kuhncfr.diagnosis.answers import (
    TOLERANCE,
    Ask,
    Failure,
    FatalFailure,
    Rows,
    actions_at,
    checked_probabilities,
    close,
    missing,
    profile_of,
    reach_of,
    sequences,
    tolerance_of,
    uniform,
    uniform_players,
)
from kuhncfr.diagnosis.candidates import ALIASED, SIZE, STATE, Candidate, candidates, idle
from kuhncfr.diagnosis.diagnosis import Diagnosis, FirstDifference
from kuhncfr.diagnosis.games import ALL, GAMES, PLAIN, THREE_ACTIONS, UNTESTED
from kuhncfr.diagnosis.known_mistakes import MISTAKES
from kuhncfr.diagnosis.long_run import CHANCE_SAMPLED, SAMPLED, WHOLE, LongRun
from kuhncfr.diagnosis.matching import Matching, answer, gives
from kuhncfr.diagnosis.sampling_mistakes import EVIDENCE, UNKNOWN, UNWEIGHTED, averages_without_weights, mistake_of_external_sampling
from kuhncfr.evaluate import exploitability, nash_conv

ITERATES = (1, 2, 3, 4, 5)
LATER = (50, 500, 3_000)  # after these iterations a program that samples has visited ever more information sets, in the end all it reaches
FURTHER = {
    "midway": "where chance moves after a player. Is a value there weighted by the probabilities of chance?",
    "three in Kuhn poker": "in Kuhn poker for three. Is a regret there weighted by the reach of both others?",
}
FURTHER_ITERATIONS = 4
MANY, SOON, ROUGHLY = 100, 2.0, 1e-3  # iterations of a later look, seconds that it may take, and what rounding may add up to by then
FAR = 900, 1_000  # iterations between which a program that does not stop still moves
RARE = 0.01  # the reach of an information set that it need not have visited


class SolverDiagnosis:
    """Runs a program on the games, and explains which of the candidates it is."""

    def __init__(self, ask: Ask, games: Sequence[str]) -> None:
        self._ask = ask
        self._games = games
        self.answers: dict[tuple[str, int], Array] = {}
        self.failures: dict[str, str] = {}
        self._foreign_rows: dict[str, list[str]] = {}  # by game: keys of rows that are none of its information sets
        self._later: dict[str, Rows] = {}  # of a program that leaves rows out: its average after more iterations
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
                if failure.mistake is not None:
                    return self._mistaken(failure.mistake, f"On the game {game!r} it {failure}.", "its keys")
                self.failures[game] = str(failure)
                self.answers = {place: found for place, found in self.answers.items() if place[0] != game}
        if self.failures and not any(game != "classic" for game, _ in self.answers):
            self._ask_for_kuhn_poker()
        if not self.answers:
            game, what = next(iter(self.failures.items()))
            return Diagnosis(False, f"This is not a solver: on the game {game!r} it {what}.", failures=self.failures)
        try:
            return self._unchanging() or self._explained()
        except Failure as failure:
            summary = f"It answers, but for many iterations it {failure}."
            return Diagnosis(False, summary, self._evidence, first_difference=self.first_difference, failures=self.failures)

    def answer(self, game: str, iterations: int) -> Array:
        """Run the program; one that samples need not have visited every information set yet."""
        rows = self._ask(game, iterations)
        if foreign := [key for key in rows if key not in actions_at(game)]:
            self._foreign_rows[game] = foreign
        if missing(game, rows):
            later = self._later[game] if game in self._later else self._ask_later(game)
            if absent := [key for key in missing(game, later) if reach_of(game, key, checked_probabilities(game, later)) > RARE]:
                raise Failure(f"returned no row for {', '.join(map(repr, absent))}: an average has a row for every information set")
            self._later[game] = later
        return checked_probabilities(game, rows)

    def _ask_later(self, game: str) -> Rows:
        """Return the average after more iterations, as long as these bring further rows."""
        rows: Rows = {}
        for iterations in LATER:
            before, rows = missing(game, rows), self._ask(game, iterations)
            if missing(game, rows) in ([], before):
                break
        return rows

    def _ask_for_kuhn_poker(self) -> None:
        """Go on with Kuhn poker alone, if the program plays that: it may do so with an ante and a bet of 1 whatever the game is."""
        with suppress(Failure):
            self.answers = {(PLAIN, iterations): self.answer(PLAIN, iterations) for iterations in ITERATES}
            self._games = (PLAIN,)

    @property
    def _alone(self) -> bool:
        return self._games == (PLAIN,)

    # -- without a comparison --

    def _unchanging(self) -> Diagnosis | None:
        """Return the diagnosis of a program that ignores the number of iterations; None for any other."""
        games = dict.fromkeys(game for game, _ in self.answers)
        if any(not close(self.answers[game, 1], self.answers[game, t]) for game in games for t in ITERATES):
            return None
        if all(close(self.answers[game, 1], uniform(game)) for game in games):
            if candidate := self._matches_sizes():
                return self._named(candidate, f"{self._evidence}, and the first 3 of a game with three actions")
            summary = (
                "It has not learnt anything: whatever the number of iterations, its average is the uniform strategy. Is a regret positive "
                "where an action beats the strategy?"
            )
        elif all(nash_conv(ALL[game], profile_of(game, self.answers[game, 1])) < 0.01 for game in games):
            summary = (
                "It returns an equilibrium, whatever the number of iterations. CFR begins with the uniform strategy and converges step by "
                "step. Is this a closed form, a linear program, or a long run?"
            )
        else:
            summary = "It returns the same strategy whatever the number of iterations. Does it pass `iterations` on?"
        return Diagnosis(False, summary, self._evidence, failures=self.failures)

    # -- the explanation --

    def _explained(self) -> Diagnosis:
        matching = Matching(self.answer, self.answers)
        left = [] if self._varies else matching.survivors(sampled=False)
        if not left and self._samples:
            left = matching.survivors(sampled=True)
        if left and not left[0].sampled and (left[0].doubted or not left[0].mistakes) and (wrong := self._wrong_elsewhere(left[0])):
            return wrong
        if left and (not left[0].sampled or all(candidate.mistakes for candidate in left)):
            return self._named(left[0], self._evidence)
        if not left and self._samples and self._keeps_state():
            summary = "It does not begin anew: in a second call for one iteration, no player's strategy is uniform."
            return self._mistaken(STATE, summary, f"{self._evidence}, asked twice")
        if not left and not self._samples and not self._foreign:  # before the long run, in which it may fail
            self.first_difference = self._first_difference([correct for correct in candidates(0) if not correct.sampled])
        if not left and (found := self._mistaken_sampling() if self._samples else self._of_two_players()):
            return found
        games = [game for game in self._games if (game, 1) in self.answers]
        self.long_run = LongRun(self._gain, games, CHANCE_SAMPLED if left else SAMPLED if self._samples else WHOLE)
        correct = [candidate for candidate in left if not candidate.mistakes]
        mistaken = [candidate for candidate in left if candidate.mistakes]
        left = (self.long_run.converges and correct) or [c for c in mistaken if self.long_run.agrees(partial(exploitability_of, c))]
        evidence = f"{self._evidence}; {self.long_run}"
        if left:
            return self._named(left[0], evidence)
        if self.long_run.converges and self._samples:
            right = "Right on Kuhn poker" if self._alone else "Right"
            summary = f"{right}, as far as long runs show: it has a sampling scheme of its own, and its averages converge to equilibria."
            summary += f" Not tested: {UNTESTED}." if self._alone else ""
            return Diagnosis(self._right, summary, evidence, "CFR with a sampling scheme of its own", failures=self.failures)
        if self._foreign and not self.long_run.converges:
            return Diagnosis(False, self._another_game(), evidence, failures=self.failures)
        if self._samples:
            summary = (
                "Unknown: it samples, and its averages do not converge to equilibria. Is every action explored, each regret divided by the "
                "probability of its sample, and each strategy weighted in the average?"
            )
            if correct:
                summary += f" Its numbers may be those of {correct[0]}: is each action of chance drawn with its probability?"
            return Diagnosis(False, summary, evidence, failures=self.failures)
        near = "; its exploitability is still falling, so it may be an unlisted variant" if self.long_run.converges else ""
        summary = f"Unknown: these are the numbers of no variant of CFR and of no known mistake{near}."
        if still := set.intersection(*(uniform_players(game, average) for (game, _), average in self.answers.items())):
            summary += f" The strategy of player {min(still) + 1} never changes."
        return Diagnosis(False, summary, evidence, first_difference=self.first_difference, failures=self.failures)

    @property
    def _foreign(self) -> dict[str, list[str]]:
        """Rows for no information set of a game that the program seems to play."""
        return {game: keys for game, keys in self._foreign_rows.items() if (game, 1) in self.answers}

    def _another_game(self) -> str:
        game, keys = next(iter(self._foreign.items()))
        return (
            f"Unknown: it returns rows for {', '.join(map(repr, keys[:3]))}, which are no information sets of the game {game!r}. Does it "
            "play a game of its own? Kuhn poker is recognized if its cards are J, Q and K, and its actions p and b."
        )

    def _named(self, candidate: Candidate, evidence: str) -> Diagnosis:
        mistakes = tuple(MISTAKES[name] for name in candidate.mistakes)
        unseen = [] if mistakes else self._unseen(candidate)
        if len(mistakes) == 2:
            summary = f"Two mistakes: these are the numbers of {candidate} with both of them."
        elif mistakes and not candidate.doubted:
            summary = f"These are the numbers of {candidate} with a mistake."
        elif self._alone:
            meant = ", if that is what you meant" if candidate.doubted else ""
            summary = f"Right on Kuhn poker{meant}: this is {candidate}. Not tested: {UNTESTED}."
        elif unseen:
            summary = f"On these games this is {candidate}, but they do not show {', '.join(unseen)}. Run it on all games."
        elif self._broken:
            summary = f"On the games that it can play, this is {candidate}."
        elif self.failures:
            summary = f"Right for two players: this is {candidate}."
        elif candidate.doubted:
            summary = f"Right, if that is what you meant: this is {candidate}."
        else:
            summary = f"Right: this is {candidate}."
        difference = self._first_difference([replace(candidate, mistakes=(), form=0)]) if mistakes and not candidate.sampled else None
        correct = not unseen and (candidate.doubted or not mistakes) and self._right
        if candidate.doubted and not mistakes:
            mistakes += (MISTAKES[ALIASED],)
        return Diagnosis(correct, summary, evidence, str(candidate), mistakes, difference, self.failures)

    def _unseen(self, right: Candidate) -> list[str]:
        """Return the mistakes that make no difference on these games, if they are not all games."""
        if self._alone or len(self._games) == len(GAMES) or right.sampled:
            return []
        meaningless = frozenset.intersection(*map(idle, self._games))
        return [
            made.mistakes[0]
            for made in candidates(1)
            if (made.variant, made.turns, made.sampled) == (right.variant, right.turns, False)
            and made.mistakes[0] not in meaningless
            and all(gives(made, *place, self.answers[place], TOLERANCE) for place in self.answers)
        ]

    def _wrong_elsewhere(self, right: Candidate) -> Diagnosis | None:
        """Return the diagnosis of a program that is correct at first, but not after many iterations, or not on further games."""
        for game, where in FURTHER.items():
            try:
                found = self.answer(game, FURTHER_ITERATIONS)
            except Failure:
                continue  # a program need not play these games
            if not close(found, answer(right, game, FURTHER_ITERATIONS), ROUGHLY):
                evidence = f"{self._evidence}, and {FURTHER_ITERATIONS} of another"
                return Diagnosis(False, f"These are the numbers of {right}, but not {where}", evidence, str(right), failures=self.failures)
        if wrong_from := self._wrong_later(right):  # last: a slow program is ended by it, and answers no more
            summary = f"These are the numbers of {right} at first; after {wrong_from:,} iterations they are not. Does it stop early?"
            return Diagnosis(False, summary, f"{self._evidence}, and {wrong_from:,}", str(right), failures=self.failures)
        return None

    def _of_two_players(self) -> Diagnosis | None:
        """Return the diagnosis of a program that has the numbers of a candidate on the games of two players, and only there."""
        answers = {place: found for place, found in self.answers.items() if ALL[place[0]].players == 2}
        left = Matching(self.answer, answers).survivors(sampled=False) if 0 < len(answers) < len(self.answers) else []
        if not left:
            return None
        made = f"{left[0]}{' with a mistake' if left[0].mistakes else ''}"
        mistakes = tuple(MISTAKES[name] for name in left[0].mistakes)
        summary = f"With two players these are the numbers of {made}; with three players they are not."
        return Diagnosis(False, summary, self._evidence, made, mistakes, self.first_difference, self.failures)

    def _wrong_later(self, right: Candidate) -> int | None:
        """Return after how many iterations a program that was correct at first no longer is.

        A program that does not answer soon, as in exact fractions, is not charged. In the far look only one that has stopped is: by then
        rounding may have moved two correct programs apart.
        """
        with suppress(FatalFailure):
            for game in dict.fromkeys(game for game, _ in self.answers):
                if not close(checked_probabilities(game, self._ask(game, MANY, SOON)), answer(right, game, MANY), ROUGHLY):
                    return MANY
            game = "coin" if ("coin", 1) in self.answers else next(iter(self.answers))[0]  # the smallest, if it plays that
            before, after = (checked_probabilities(game, self._ask(game, t, SOON)) for t in FAR)
            moved = np.abs(answer(right, game, FAR[1]) - answer(right, game, FAR[0])).max()
            if np.array_equal(before, after) and moved > tolerance_of(self.answers.values()):
                return FAR[1]
        return None

    def _mistaken(self, name: str, summary: str, evidence: str) -> Diagnosis:
        return Diagnosis(False, summary, evidence, mistakes=(MISTAKES[name],), failures=self.failures)

    def _mistaken_sampling(self) -> Diagnosis | None:
        """Return the diagnosis of a program that makes a mistake in drawing the players' actions."""
        name = mistake_of_external_sampling(self.answer, self._varies)
        if name == UNKNOWN:
            summary = (
                "Unknown: its regrets are those of external sampling, but its average is not. Each strategy enters it with weight 1 where "
                "another player learns: the draws already weight it by its reach."
            )
            return Diagnosis(False, summary, EVIDENCE, failures=self.failures)
        if name:
            return self._mistaken(name, "These are the numbers of external sampling with a mistake.", EVIDENCE)
        if name is None and self._varies and ("twice", 2) in self.answers and averages_without_weights(self.answer):
            summary = "It draws the learner's actions, too, and does not weight its average for that."
            return self._mistaken(UNWEIGHTED, summary, "20 runs of 2 iterations of the game 'twice'")
        return None

    def _matches_sizes(self) -> Candidate | None:
        """Return the candidate that uses sizes of regrets as the program does, which shows only where there are more than two actions."""
        try:
            found = {t: self.answer(THREE_ACTIONS, t) for t in ITERATES[:3]}
        except Failure:
            return None
        made = (one for one in candidates(1) if one.mistakes == (SIZE,) and not one.sampled)
        return next((one for one in made if all(gives(one, THREE_ACTIONS, t, found[t], TOLERANCE) for t in found)), None)

    def _keeps_state(self) -> bool:
        """Whether the program begins where the last call ended.

        The first strategy is uniform. So the average of one iteration is uniform at least for the player who is updated last.
        """
        game = next(iter(self.answers))[0]
        before = uniform_players(game, self.answers[game, 1])
        return bool(before) and before.isdisjoint(uniform_players(game, self.answer(game, 1)))

    @property
    def _broken(self) -> bool:
        """Whether it fails on a game of two players; many a program is written for two."""
        return any(GAMES[game].players == 2 for game in self.failures)

    @property
    def _right(self) -> bool | None:
        """What becomes of a program that is right on all games that it can play."""
        return None if self._alone else not self._broken

    @property
    def _evidence(self) -> str:
        games = len({game for game, _ in self.answers})
        return f"the first {max(ITERATES)} iterations of {games} small game{'s' if games > 1 else ''}"

    @cached_property
    def _varies(self) -> bool:
        """Whether two runs differ."""
        games = [game for game in ("classic", "one-bet", "coin", "twice", PLAIN) if (game, 1) in self.answers]
        return any(not close(self.answer(game, 3), self.answers[game, 3]) for game in games)

    @cached_property
    def _samples(self) -> bool:
        """Whether two runs differ, or a run has visited only some information sets, as hardly any walk through all deals does."""
        if self._later or self._varies:
            return True
        if not any(self._visited_a_part(self.answers["one-bet", t]) for t in ITERATES if ("one-bet", t) in self.answers):
            return False
        return not self._visited_a_part(self.answer("one-bet", LATER[-1]))

    def _visited_a_part(self, average: Array) -> bool:
        """Whether rows of both players in the game "one-bet" are still uniform, and others are not."""
        rows = list(zip(sequences("one-bet"), average, strict=True))
        moved = {key for (key, _), p in rows if p != 0.5}
        unmoved = {key for (key, _), p in rows} - moved
        return bool(moved) and {len(key) for key in unmoved} == {1, 2}  # of both players, who have keys such as K and Kb

    def _first_difference(self, variants: Sequence[Candidate]) -> FirstDifference | None:
        """Return the first difference from these correct variants, or from the one that the program agrees with longest.

        Of several, it is the one with which it has the most probabilities in common then: its turns are those of the program. Uniform
        ones do not count, since what is not visited stays uniform.
        """
        found = [(place, variant) for variant in variants if (place := self._where(variant)) is not None]
        if not found:
            return None
        longest = max(iterations for (_, iterations), _ in found)
        latest = [pair for pair in found if pair[0][1] == longest]
        (game, iterations), variant = max(latest, key=lambda pair: self._in_common(pair[1], longest))
        expected, actual = answer(variant, game, iterations), self.answers[game, iterations]
        key, _ = sequences(game)[int(np.argmin(self._same(variant, game, iterations)))]
        rows = [{action: float(p) for (k, action), p in zip(sequences(game), row, strict=True) if k == key} for row in (actual, expected)]
        return FirstDifference(game, iterations, key, rows[0], rows[1], str(variant))

    def _same(self, variant: Candidate, game: str, iterations: int) -> NDArray[np.bool_]:
        """Return which probabilities of the program are those of a variant."""
        return np.abs(answer(variant, game, iterations) - self.answers[game, iterations]) < tolerance_of(self.answers.values())

    def _in_common(self, variant: Candidate, iterations: int) -> int:
        moved = {game: ~np.isclose(found, uniform(game)) for (game, t), found in self.answers.items() if t == iterations}
        return sum(int(np.sum(self._same(variant, game, iterations) & here)) for game, here in moved.items())

    def _where(self, variant: Candidate) -> tuple[str, int] | None:
        """Return the first game and iteration at which the program differs from a variant."""
        tolerance = tolerance_of(self.answers.values())
        by_iteration = sorted(self.answers, key=lambda place: place[1])
        return next((place for place in by_iteration if not gives(variant, *place, self.answers[place], tolerance)), None)

    def _gain(self, game: str, iterations: int) -> float:
        return float(exploitability(ALL[game], profile_of(game, self.answer(game, iterations))))


@cache
def exploitability_of(candidate: Candidate, game: str, iterations: int) -> float:
    """Return the exploitability of a candidate's average strategy after these iterations, in chips; its samples come from a fixed seed."""
    return float(exploitability(ALL[game], candidate.start(game, seed=1).run(iterations)))
