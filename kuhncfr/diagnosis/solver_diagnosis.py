"""Run a solver on the small games, and explain its answers: a list of checks, of which the first that has a verdict decides."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any

from kuhncfr.diagnosis.answers import (
    TOLERANCE,
    Answer,
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
from kuhncfr.diagnosis.diagnosis import Diagnosis, FirstDifference
from kuhncfr.diagnosis.games import ALL, GAMES, PLAIN, THREE_ACTIONS, UNTESTED
from kuhncfr.diagnosis.known_mistakes import MISTAKES, SIZE, STATE, UNWEIGHTED
from kuhncfr.diagnosis.long_run import SAMPLED, WHOLE, LongRun
from kuhncfr.diagnosis.sampling_mistakes import (
    EVIDENCE,
    UNKNOWN,
    averages_without_weights,
    mistake_of_chance_sampling,
    mistake_of_external_sampling,
)
from kuhncfr.diagnosis.table import (
    DIGITS,
    FURTHER,
    FURTHER_ITERATIONS,
    ITERATES,
    LATER,
    MUCH_LATER,
    ROUGHLY,
    Averages,
    Known,
    idle,
    right,
    stored,
    weighted_sum,
    wrong,
)
from kuhncfr.evaluate import exploitability, nash_conv

VISITS = (50, 500, 3_000)  # after these iterations a program that samples has visited ever more information sets, in the end all it reaches
RARE = 0.01  # the reach of an information set that it need not have visited
SOON = 2.0  # seconds that a look at many iterations may take
FAR = 900, 1_000  # iterations between which a program that does not stop still moves
IN_FURTHER = (
    "where chance moves after a player. Is a value there weighted by the probabilities of chance?",
    "in Kuhn poker for three. Is a regret there weighted by the reach of both others?",
)


class SolverDiagnosis:
    """Runs a program on the games, and explains which of the stored programs it is.

    Parameters
    ----------
    ask : callable
        Runs the program.
    games : sequence of str
        Names of games.
    """

    def __init__(self, ask: Ask, games: Sequence[str]) -> None:
        self._ask = ask
        self.games = games
        self.averages: dict[tuple[str, int], Answer] = {}  # by game and number of iterations
        self.failures: dict[str, str] = {}
        self._foreign_rows: dict[str, list[str]] = {}  # by game: keys of rows that are none of its information sets
        self._later: dict[str, Rows] = {}  # of a program that leaves rows out: its average after more iterations
        self.first_difference: FirstDifference | None = None  # from CFR, if the program neither samples nor makes known mistakes

    def diagnose(self) -> Diagnosis:
        """Return the verdict of the first check that has one."""
        try:
            return next(verdict for check in CHECKS if (verdict := check(self)) is not None)
        except Failure as failure:
            summary = f"It answers, but for many iterations it {failure}."
            return self.verdict(False, summary, first_difference=self.first_difference)

    def verdict(self, correct: bool | None, summary: str, evidence: str | None = None, **found: Any) -> Diagnosis:
        """Return a diagnosis; by default its evidence is the first averages."""
        return Diagnosis(correct, summary, self.evidence if evidence is None else evidence, failures=self.failures, **found)

    # -- what it answers --

    def answer(self, game: str, iterations: int) -> Answer:
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
        for iterations in VISITS:
            before, rows = missing(game, rows), self._ask(game, iterations)
            if missing(game, rows) in ([], before):
                break
        return rows

    def answer_soon(self, game: str, iterations: int) -> Answer:
        """Run the program, which is ended if it does not answer soon."""
        return checked_probabilities(game, self._ask(game, iterations, SOON))

    def gain(self, game: str, iterations: int) -> float:
        """Return the exploitability of its average strategy, in chips."""
        return float(exploitability(ALL[game], profile_of(game, self.answer(game, iterations))))

    # -- what that shows --

    @property
    def played(self) -> list[str]:
        """The games that it can play."""
        return list(dict.fromkeys(game for game, _ in self.averages))

    @property
    def alone(self) -> bool:
        """Whether it plays nothing but Kuhn poker."""
        return self.games == (PLAIN,)

    @property
    def broken(self) -> bool:
        """Whether it fails on a game of two players; many a program is written for two."""
        return any(GAMES[game].players == 2 for game in self.failures)

    @property
    def right(self) -> bool | None:
        """What becomes of a program that is right on all games that it can play."""
        return None if self.alone else not self.broken

    @property
    def evidence(self) -> str:
        """The runs behind a verdict on the first averages."""
        many = len(self.played)
        return f"the first {max(ITERATES)} iterations of {many} small game{'s' if many > 1 else ''}"

    @property
    def foreign(self) -> dict[str, list[str]]:
        """Rows for no information set of a game that the program seems to play."""
        return {game: keys for game, keys in self._foreign_rows.items() if game in self.played}

    @cached_property
    def tolerance(self) -> float:
        """How far its probabilities may be from those of a stored program."""
        return tolerance_of(self.averages.values())

    @cached_property
    def varies(self) -> bool:
        """Whether two runs differ."""
        games = [game for game in ("classic", "one-bet", "coin", "twice", PLAIN) if game in self.played]
        return any(not close(self.answer(game, 3), self.averages[game, 3]) for game in games)

    @cached_property
    def samples(self) -> bool:
        """Whether two runs differ, or a run has visited only some information sets, as hardly any walk through all deals does."""
        if self._later or self.varies:
            return True
        if not any(_visited_a_part(self.averages["one-bet", t]) for t in ITERATES if ("one-bet", t) in self.averages):
            return False
        return not _visited_a_part(self.answer("one-bet", VISITS[-1]))

    def known(self, averages: Averages) -> Known | None:
        """Return the stored program with these first averages: the simplest, with as few mistakes as possible."""
        if found := next((one for one in right() if one.fits(averages, self.tolerance)), None):
            return found
        fitting = [one for one in wrong() if one.fits(averages, self.tolerance)]
        if not fitting:
            return None
        game = next(iter(averages))[0]
        later = weighted_sum([self.answer(game, LATER)])  # since another program may only begin like it
        return next((one for one in fitting if abs(one.later[game] - later) < ROUGHLY), None)

    def difference_from(self, variants: Sequence[Known]) -> FirstDifference | None:
        """Return the first difference from these correct programs, or from the one that the program agrees with longest.

        Of several, it is the one with which it has the most probabilities in common then: its turns are those of the program. Uniform
        ones do not count, since what is not visited stays uniform. Where both orders of turns fit alike, neither is named.
        """
        found = [(place, one) for one in variants if (place := self._first_place(one)) is not None]
        if not found:
            return None
        t = max(iterations for (iterations, _), _ in found)
        latest = [(self._in_common(one, t), game, one) for (iterations, game), one in found if iterations == t]
        most = max(common for common, _, _ in latest)
        nearest = [(game, one) for common, game, one in latest if common == most]
        game, one = nearest[0]
        expected, actual = one.iterates[game][t - 1], self.averages[game, t]
        key, _ = sequences(game)[self._same(one, game, t).index(False)]
        rows = [{action: p for (k, action), p in zip(sequences(game), row, strict=True) if k == key} for row in (actual, expected)]
        algorithm = str(one).removeprefix("alternating ")
        alike = {str(other) for place, other in nearest if place == game and close(other.iterates[game][t - 1], expected)}
        return FirstDifference(game, t, key, rows[0], rows[1], algorithm if f"simultaneous {algorithm}" in alike else str(one))

    def _same(self, one: Known, game: str, t: int) -> list[bool]:
        """Return which probabilities of the program are those of a correct one."""
        return [abs(p - q) < self.tolerance for p, q in zip(one.iterates[game][t - 1], self.averages[game, t], strict=True)]

    def _in_common(self, one: Known, t: int) -> int:
        moved = {game: [not close([p], [q]) for p, q in zip(self.averages[game, t], uniform(game), strict=True)] for game in self.played}
        return sum(same and here for game in self.played for same, here in zip(self._same(one, game, t), moved[game], strict=True))

    def _first_place(self, one: Known) -> tuple[int, str] | None:
        """Return the first iteration and game at which the program differs from a correct one."""
        return next(((t, game) for t in ITERATES for game in self.played if not all(self._same(one, game, t))), None)


def _visited_a_part(average: Answer) -> bool:
    """Whether rows of both players in the game "one-bet" are still uniform, and others are not."""
    rows = list(zip(sequences("one-bet"), average, strict=True))
    moved = {key for (key, _), p in rows if p != 0.5}
    unmoved = {key for (key, _), _ in rows} - moved
    return bool(moved) and {len(key) for key in unmoved} == {1, 2}  # of both players, who have keys such as K and Kb


# -- the checks, in their order: each returns a verdict, or None --


def no_solver(program: SolverDiagnosis) -> Diagnosis | None:
    """Run the program. One that fails on all games, or cannot be called again, is no solver."""
    for game in program.games:
        try:
            program.averages |= {(game, t): answer for t, answer in [(t, program.answer(game, t)) for t in ITERATES]}
        except FatalFailure as failure:
            return Diagnosis(False, f"This is not a solver: it {failure}.")
        except Failure as failure:
            if failure.mistake is not None:
                return program.verdict(False, f"On the game {game!r} it {failure}.", "its keys", mistakes=(MISTAKES[failure.mistake],))
            program.failures[game] = str(failure)
    if program.failures and set(program.played) <= {"classic"}:  # it may play Kuhn poker with an ante and a bet of 1 whatever the game is
        with suppress(Failure):
            program.averages = {(PLAIN, t): program.answer(PLAIN, t) for t in ITERATES}
            program.games = (PLAIN,)
    if program.averages:
        return None
    game, what = next(iter(program.failures.items()))
    return program.verdict(False, f"This is not a solver: on the game {game!r} it {what}.", "")


def unchanging(program: SolverDiagnosis) -> Diagnosis | None:
    """Recognize a program that ignores the number of iterations."""
    first = {game: program.averages[game, 1] for game in program.played}
    if any(not close(program.averages[game, t], first[game]) for game in first for t in ITERATES):
        return None
    if all(close(average, uniform(game)) for game, average in first.items()):
        if one := _matching_sizes(program):
            summary = f"These are the numbers of {one} with a mistake."
            evidence = f"{program.evidence}, and the first 3 of a game with three actions"
            return program.verdict(False, summary, evidence, variant=str(one), mistakes=(MISTAKES[SIZE],))
        summary = (
            "It has not learnt anything: whatever the number of iterations, its average is the uniform strategy. Is a regret positive "
            "where an action beats the strategy?"
        )
    elif all(nash_conv(ALL[game], profile_of(game, average)) < 0.01 for game, average in first.items()):
        summary = (
            "It returns an equilibrium, whatever the number of iterations. CFR begins with the uniform strategy and converges step by "
            "step. Is this a closed form, a linear program, or a long run?"
        )
    else:
        summary = "It returns the same strategy whatever the number of iterations. Does it pass `iterations` on?"
    return program.verdict(False, summary)


def _matching_sizes(program: SolverDiagnosis) -> Known | None:
    """Return the program that uses sizes of regrets as this one does, which shows only where there are more than two actions."""
    try:
        found = weighted_sum([program.answer(THREE_ACTIONS, t) for t in ITERATES[:3]])
    except Failure:
        return None
    return next((right()[of] for of, known in stored()["sizes"] if abs(found - known / 10**DIGITS) < 10 * TOLERANCE), None)


def right_or_known(program: SolverDiagnosis) -> Diagnosis | None:
    """Recognize a program whose first averages are stored, and look at further games and after many iterations if they are right."""
    one = None if program.varies else program.known(program.averages)
    if one is None:
        return None
    if (one.doubted or not one.mistake) and (elsewhere := _wrong_elsewhere(program, one)):
        return elsewhere
    mistakes = tuple(MISTAKES[name] for name in dict.fromkeys((one.mistake, one.doubted)) if name)
    unseen = [] if one.mistake else _unseen(program, one)
    if one.mistake and not one.doubted:
        summary = f"These are the numbers of {one} with a mistake."
    elif program.alone:
        meant = ", if that is what you meant" if one.doubted else ""
        summary = f"Right on Kuhn poker{meant}: this is {one}. Not tested: {UNTESTED}."
    elif unseen:
        summary = f"On these games this is {one}, but they do not show {', '.join(unseen)}. Run it on all games."
    elif program.broken:
        summary = f"On the games that it can play, this is {one}."
    elif program.failures:
        summary = f"Right for two players: this is {one}."
    elif one.doubted:
        summary = f"Right, if that is what you meant: this is {one}."
    else:
        summary = f"Right: this is {one}."
    correct = not unseen and (bool(one.doubted) or not one.mistake) and program.right
    same = [each for each in right() if (each.variant, each.turns) == (one.variant, one.turns)]
    difference = program.difference_from(same) if one.mistake else None
    return program.verdict(correct, summary, variant=str(one), mistakes=mistakes, first_difference=difference)


def _unseen(program: SolverDiagnosis, one: Known) -> list[str]:
    """Return the mistakes that make no difference on these games, if they are not all games."""
    if program.alone or len(program.games) == len(GAMES):
        return []
    meaningless = frozenset.intersection(*map(idle, program.games))
    made = [each for each in wrong() if (each.variant, each.turns) == (one.variant, one.turns) and each.mistake not in meaningless]
    return list(dict.fromkeys(each.mistake for each in made if each.fits(program.averages, TOLERANCE)))


def _wrong_elsewhere(program: SolverDiagnosis, one: Known) -> Diagnosis | None:
    """Return the verdict on a program that is correct at first, but not after many iterations, or not on further games."""
    for game, where in zip(FURTHER, IN_FURTHER, strict=True):
        try:
            found = program.answer(game, FURTHER_ITERATIONS)
        except Failure:
            continue  # a program need not play these games
        if abs(weighted_sum([found]) - one.much_later[game]) > ROUGHLY:
            summary = f"These are the numbers of {one}, but not {where}"
            return program.verdict(False, summary, f"{program.evidence}, and {FURTHER_ITERATIONS} of another", variant=str(one))
    if wrong_from := _wrong_later(program, one):  # last: a slow program is ended by it, and answers no more
        summary = f"These are the numbers of {one} at first; after {wrong_from:,} iterations they are not. Does it stop early?"
        return program.verdict(False, summary, f"{program.evidence}, and {wrong_from:,}", variant=str(one))
    return None


def _wrong_later(program: SolverDiagnosis, one: Known) -> int | None:
    """Return after how many iterations a program that was correct at first no longer is.

    A program that does not answer soon, as in exact fractions, is not charged. In the far look only one that has stopped is: by then
    rounding may have moved two correct programs apart. Rounded digits may be equal though the program has not stopped.
    """
    with suppress(FatalFailure):
        for game in program.played:
            if abs(weighted_sum([program.answer_soon(game, MUCH_LATER)]) - one.much_later[game]) > ROUGHLY:
                return MUCH_LATER
        game = "coin" if "coin" in program.played else program.played[0]  # the smallest, if it plays that
        before, after = (program.answer_soon(game, t) for t in FAR)
        if before == after and program.tolerance == TOLERANCE:
            return FAR[1]
    return None


def keeps_state(program: SolverDiagnosis) -> Diagnosis | None:
    """Recognize a program that begins where the last call ended.

    The first strategy is uniform. So the average of one iteration is uniform at least for the player who is updated last.
    """
    game = program.played[0]
    before = uniform_players(game, program.averages[game, 1])
    if not program.samples or not before or before & uniform_players(game, program.answer(game, 1)):
        return None
    summary = "It does not begin anew: in a second call for one iteration, no player's strategy is uniform."
    return program.verdict(False, summary, f"{program.evidence}, asked twice", mistakes=(MISTAKES[STATE],))


def mistaken_sampling(program: SolverDiagnosis) -> Diagnosis | None:
    """Recognize mistakes in the weights of what is drawn."""
    if not program.samples:
        return None
    if program.varies and "coin" in program.played and (name := mistake_of_chance_sampling(program.answer)):
        summary = "These are the numbers of CFR with chance drawn at random, and with a mistake."
        return program.verdict(False, summary, mistakes=(MISTAKES[name],))
    name = mistake_of_external_sampling(program.answer)
    if name == UNKNOWN:
        summary = (
            "Unknown: its regrets are those of external sampling, but its average is not. Each strategy enters it with weight 1 where "
            "another player learns: the draws already weight it by its reach."
        )
        return program.verdict(False, summary, EVIDENCE)
    if name:
        summary = "These are the numbers of external sampling with a mistake."
        return program.verdict(False, summary, EVIDENCE, mistakes=(MISTAKES[name],))
    if name is None and program.varies and "twice" in program.played and averages_without_weights(program.answer):
        summary = "It draws the learner's actions, too, and does not weight its average for that."
        return program.verdict(False, summary, "20 runs of 2 iterations of the game 'twice'", mistakes=(MISTAKES[UNWEIGHTED],))
    return None


def right_for_two_players(program: SolverDiagnosis) -> Diagnosis | None:
    """Recognize a program that has the numbers of a stored one on the games of two players, and only there."""
    if not program.samples and not program.foreign:  # before the long run, in which it may fail
        program.first_difference = program.difference_from(right())
    averages = {place: found for place, found in program.averages.items() if ALL[place[0]].players == 2}
    if program.samples or not 0 < len(averages) < len(program.averages) or (one := program.known(averages)) is None:
        return None
    made = f"{one}{' with a mistake' if one.mistake else ''}"
    summary = f"With two players these are the numbers of {made}; with three players they are not."
    mistakes = (MISTAKES[one.mistake],) if one.mistake else ()
    return program.verdict(False, summary, variant=made, mistakes=mistakes, first_difference=program.first_difference)


def judged_by_long_runs(program: SolverDiagnosis) -> Diagnosis:
    """Judge a program by long runs: the only test of one with a sampling scheme of its own."""
    runs = LongRun(program.gain, program.played, SAMPLED if program.samples else WHOLE)
    evidence = f"{program.evidence}; {runs}"
    if runs.converges and program.samples:
        where = "Right on Kuhn poker" if program.alone else "Right"
        summary = f"{where}, as far as long runs show: it has a sampling scheme of its own, and its averages converge to equilibria."
        summary += f" Not tested: {UNTESTED}." if program.alone else ""
        return program.verdict(program.right, summary, evidence, variant="CFR with a sampling scheme of its own")
    if program.foreign and not runs.converges:
        game, keys = next(iter(program.foreign.items()))
        summary = (
            f"Unknown: it returns rows for {', '.join(map(repr, keys[:3]))}, which are no information sets of the game {game!r}. Does it "
            "play a game of its own? Kuhn poker is recognized if its cards are J, Q and K, and its actions p and b."
        )
        return program.verdict(False, summary, evidence)
    if program.samples:
        summary = (
            "Unknown: it samples, and its averages do not converge to equilibria. Is each action of chance drawn with its probability, "
            "every action explored, each regret divided by the probability of its sample, and each strategy weighted in the average?"
        )
        return program.verdict(False, summary, evidence)
    near = "; its exploitability is still falling, so it may be an unlisted variant" if runs.converges else ""
    summary = f"Unknown: these are the numbers of no variant of CFR and of no known mistake{near}."
    if still := set.intersection(*(uniform_players(game, average) for (game, _), average in program.averages.items())):
        summary += f" The strategy of player {min(still) + 1} never changes."
    return program.verdict(False, summary, evidence, first_difference=program.first_difference)


CHECKS: tuple[Callable[[SolverDiagnosis], Diagnosis | None], ...] = (
    no_solver,
    unchanging,
    right_or_known,
    keeps_state,
    mistaken_sampling,
    right_for_two_players,
    judged_by_long_runs,
)
