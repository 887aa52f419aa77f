"""A solver under examination: what it answers on the small games, and what that shows."""

from collections.abc import Sequence
from functools import cache, cached_property
from typing import Any

from kuhncfr.diagnosis import answers, table
from kuhncfr.diagnosis.diagnosis import Diagnosis, FirstDifference
from kuhncfr.diagnosis.games import ALL, DESCRIPTIONS, GAMES, PLAIN
from kuhncfr.evaluate import exploitability

# After so many iterations a program that samples has visited more and more, in the end all it reaches.
VISITS = 50, 500, 3_000
RARE = 0.01  # the reach of an information set that it need not have visited
SOON = 2.0  # seconds that a look at many iterations may take


class Program:
    """Runs a solver on the games, and compares its answers with the stored programs.

    Parameters
    ----------
    ask : callable
        Runs the program.
    games : sequence of str
        Names of games.
    """

    def __init__(self, ask: answers.Ask, games: Sequence[str]) -> None:
        self._ask = ask
        self.games = games
        self.averages: dict[tuple[str, int], answers.Answer] = {}  # by game and number of iterations
        self.failures: dict[str, str] = {}
        self._later: dict[str, answers.Rows] = {}  # of a program that leaves rows out: its average after more iterations
        self.first_difference: FirstDifference | None = None  # from CFR, if the program neither samples nor makes known mistakes

    def verdict(self, correct: bool | None, summary: str, evidence: str | None = None, **found: Any) -> Diagnosis:
        """Return a diagnosis; by default its evidence is the first averages."""
        return Diagnosis(correct, summary, self.evidence if evidence is None else evidence, failures=self.failures, **found)

    # -- what it answers --

    def answer(self, game: str, iterations: int) -> answers.Answer:
        """Run the program; one that samples need not have visited every information set yet."""
        rows = self._ask(game, iterations)
        if answers.missing(game, rows):
            later = self._later[game] if game in self._later else self._ask_later(game)
            average = answers.checked_probabilities(game, later)
            if absent := [key for key in answers.missing(game, later) if answers.reach_of(game, key, average) > RARE]:
                raise answers.Failure(f"returned no row for {', '.join(map(repr, absent))}: an average has a row for every information set")
            self._later[game] = later
        return answers.checked_probabilities(game, rows)

    def _ask_later(self, game: str) -> answers.Rows:
        """Return the average after more iterations, as long as these bring further rows."""
        rows: answers.Rows = {}
        for iterations in VISITS:
            before, rows = answers.missing(game, rows), self._ask(game, iterations)
            if answers.missing(game, rows) in ([], before):
                break
        return rows

    def answer_soon(self, game: str, iterations: int) -> answers.Answer:
        """Run the program, which is ended if it does not answer soon."""
        return answers.checked_probabilities(game, self._ask(game, iterations, SOON))

    def gain(self, game: str, iterations: int) -> float:
        """Return the exploitability of its average strategy, in chips."""
        return float(exploitability(ALL[game], answers.profile_of(game, self.answer(game, iterations))))

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
        """The verdict on a program that is right on all games that it can play."""
        return None if self.alone else not self.broken

    @property
    def evidence(self) -> str:
        """The runs behind a verdict on the first averages."""
        many = len(self.played)
        return f"the first {max(table.ITERATES)} iterations of {many} small game{'s' if many > 1 else ''}"

    @cached_property
    def tolerance(self) -> float:
        """How far its probabilities may be from those of a stored program."""
        return answers.tolerance_of(self.averages.values())

    @cached_property
    def varies(self) -> bool:
        """Whether two runs differ."""
        games = [game for game in ("classic", "one-bet", "coin", "twice", PLAIN) if game in self.played]
        times = table.ITERATES if self.alone else (3,)  # the same deals drawn twice: in one game alone that happens
        runs = ((game, t) for game in games for t in times if (game, t) in self.averages)
        return any(not answers.close(self.answer(*run), self.averages[run]) for run in runs)

    @cached_property
    def samples(self) -> bool:
        """Whether two runs differ, or the first change is one of a single row of a player, as in no walk through all deals.

        Of three cards, the fourth deal repeats one.
        """
        if self._later or self.varies:
            return True
        early = next(filter(None, (_moved(self.averages.get(("one-bet", t), ())) for t in (2, 3, 4))), set())
        if not early or len({len(key) for key in early}) < len(early):  # keys are such as K of player 1, and Kb of player 2
            return False
        return any(len(_moved(self.answer("one-bet", t))) > len(early) for t in VISITS)

    def known(self, averages: table.Averages) -> list[table.Known]:
        """Return the stored programs with these first averages, the simplest first; those with a mistake only if none is right."""
        if found := table.right_like(averages, self.tolerance):
            return found
        fitting = table.wrong_like(averages, self.tolerance)
        game = next((game for game in table.LATER_GAMES if (game, 1) in averages), None)
        if game is None or not fitting:
            return fitting
        later = table.weighted_sum([self.answer(game, table.LATER)])  # since another program may only begin like it
        return [one for one in fitting if abs(one.later[game] - later) < table.ROUGHLY]

    def difference_from(self, variants: Sequence[table.Known]) -> FirstDifference | None:
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
        key, _ = answers.sequences(game)[self._same(one, game, t).index(False)]

        def row(average: answers.Answer) -> dict[str, float]:
            return {action: p for (k, action), p in zip(answers.sequences(game), average, strict=True) if k == key}

        alike = {str(other) for place, other in nearest if place == game and row(other.iterates[game][t - 1]) == row(expected)}
        algorithm = str(one).removeprefix("alternating ")
        return FirstDifference(game, t, key, row(actual), row(expected), algorithm if f"simultaneous {algorithm}" in alike else str(one))

    @property
    def agreement(self) -> str:
        """On which games it has the numbers of a correct program, and what the others have; empty if it has them on none or all."""
        much_later = cache(lambda game: table.weighted_sum([self.answer(game, table.MUCH_LATER)]))

        def agree(one: table.Known, game: str) -> bool:
            same = all(all(self._same(one, game, t)) for t in table.ITERATES)
            return same and abs(much_later(game) - one.much_later[game]) < table.ROUGHLY  # where little happens, it may only begin alike

        agreeing = {str(one): [game for game in self.played if agree(one, game)] for one in table.right()}
        title = max(agreeing, key=lambda one: len(agreeing[one]))
        others = [f"{game!r} ({DESCRIPTIONS[game]})" for game in self.played if game not in agreeing[title]]
        if not others or not agreeing[title]:
            return ""
        return f" Its numbers are those of {title} on {', '.join(map(repr, agreeing[title]))}; not on {', '.join(others)}."

    def _same(self, one: table.Known, game: str, t: int) -> list[bool]:
        """Return which probabilities of the program are those of a correct one."""
        return [abs(p - q) < self.tolerance for p, q in zip(one.iterates[game][t - 1], self.averages[game, t], strict=True)]

    def _in_common(self, one: table.Known, t: int) -> int:
        """Return how many of its probabilities that are not uniform are those of a correct one."""
        rows = [zip(self._same(one, game, t), self.averages[game, t], answers.uniform(game), strict=True) for game in self.played]
        return sum(same and not answers.close([p], [q]) for row in rows for same, p, q in row)

    def _first_place(self, one: table.Known) -> tuple[int, str] | None:
        """Return the first iteration and game at which the program differs from a correct one."""
        return next(((t, game) for t in table.ITERATES for game in self.played if not all(self._same(one, game, t))), None)


def _moved(average: answers.Answer) -> set[str]:
    """Return the information sets of the game "one-bet" whose rows are no longer uniform."""
    return {key for (key, _), p in zip(answers.sequences("one-bet"), average, strict=False) if p != 0.5}
