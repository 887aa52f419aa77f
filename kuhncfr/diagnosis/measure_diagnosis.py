"""Diagnose a measure of exploitability by its values for a few profiles."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache

from kuhncfr.diagnosis.answers import Failure, FatalFailure
from kuhncfr.diagnosis.diagnosis import Diagnosis
from kuhncfr.diagnosis.games import GAMES
from kuhncfr.diagnosis.known_mistakes import MISTAKES
from kuhncfr.diagnosis.table import stored
from kuhncfr.evaluate import exploitability, nash_conv
from kuhncfr.strategy import StrategyProfile

MEASURED = ("one-bet", "classic", "twice", "stacked deck")  # two-player games, which the mistakes concern
TOLERANCE = 1e-6

CORRECT = {
    "NashConv, what all players could gain together": nash_conv,
    "exploitability, NashConv divided by the number of players": exploitability,
}
WHICH = ("the uniform strategy", "the current strategy after 1 iteration of CFR+", "the average after 100 iterations of CFR+")

AskMeasure = Callable[[str, Mapping[str, Mapping[str, float]]], float]
Numbers = Mapping[str, Sequence[float]]  # by game, one for each profile


def diagnose_measure(ask: AskMeasure, games: Sequence[str]) -> Diagnosis:
    """Find the measure that a function computes, or the mistake that it makes."""
    answers, failures = {}, {}
    for game in games:
        try:
            answers[game] = [ask(game, rows) for rows in stored()["measures"][game]["profiles"]]
        except FatalFailure as failure:
            return Diagnosis(False, f"This is not a measure: it {failure}.")
        except Failure as failure:
            failures[game] = str(failure)
    if not answers:
        game, what = next(iter(failures.items()))
        return Diagnosis(False, f"This is not a measure: on the game {game!r} it {what}.", failures=failures)
    evidence = f"{sum(map(len, answers.values()))} profiles of {len(answers)} small games"
    right = {name: {game: _measured(game, name) for game in answers} for name in CORRECT}
    wrong = [(name, {game: stored()["measures"][game]["mistakes"][k][1] for game in answers}) for k, name in enumerate(_wrong_names())]
    mistakes = dict.fromkeys(name for name, numbers in wrong if _same(answers, numbers) or _same(answers, numbers, 2))
    for name, numbers in right.items():
        if _same(answers, numbers):
            text = f"On these games this is {name}, but they do not show {', '.join(mistakes)}." if mistakes else f"Right: this is {name}."
            return Diagnosis(not (failures or mistakes), text, evidence, name, failures=failures)
    if mistakes:
        named = (MISTAKES[next(iter(mistakes))],)
        return Diagnosis(False, "These are the numbers of a measure with a mistake.", evidence, None, named, failures=failures)
    both, half = right.values()
    for factor, times in ((2, "twice NashConv"), (0.25, "a quarter of NashConv"), (0, "0, whatever the profile")):
        if _same(answers, both, factor):
            return Diagnosis(False, f"Wrong: this is {times}.", evidence, failures=failures)
    if all(max(numbers) - min(numbers) < TOLERANCE for numbers in answers.values()):
        text = "Wrong: in each game it is the same number for all profiles. Is it computed from something else, such as a solver's regrets?"
        return Diagnosis(False, text, evidence, failures=failures)
    # The first difference from that of the two correct measures with which the function agrees longest.
    differences = [_first_difference(answers, numbers) for numbers in right.values()]
    game, number = max(differences, key=lambda place: (list(answers).index(place[0]), place[1]))
    measures = f"NashConv is {both[game][number]:.6g}, exploitability {half[game][number]:.6g}"
    text = f"Unknown: on the game {game!r}, for {WHICH[number]}, it returns {answers[game][number]:.6g}; {measures}."
    return Diagnosis(False, text, evidence, failures=failures)


@cache
def _measured(game: str, name: str) -> list[float]:
    measure: Callable[..., Fraction | float] = CORRECT[name]
    return [float(measure(GAMES[game], StrategyProfile(rows))) for rows in stored()["measures"][game]["profiles"]]


def _wrong_names() -> list[str]:
    return [name for name, _ in stored()["measures"][MEASURED[0]]["mistakes"]]


def _same(answers: Numbers, numbers: Numbers, factor: float = 1) -> bool:
    return all(abs(a - factor * n) < TOLERANCE for game in answers for a, n in zip(answers[game], numbers[game], strict=True))


def _first_difference(answers: Numbers, numbers: Numbers) -> tuple[str, int]:
    """Return the first game and profile for which the function differs from this measure."""
    return next(
        (game, k)
        for game in answers
        for k, (a, n) in enumerate(zip(answers[game], numbers[game], strict=True))
        if not abs(a - n) < TOLERANCE  # true for NaN, too
    )
