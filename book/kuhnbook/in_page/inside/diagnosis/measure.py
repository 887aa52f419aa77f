"""Diagnose a measure of exploitability by its values for nine profiles."""

from collections.abc import Callable
from typing import Any

from kuhncfr.diagnosis.diagnosis import Diagnosis
from kuhncfr.diagnosis.games import GAMES
from kuhncfr.evaluate import exploitability, nash_conv
from kuhncfr.strategy import StrategyProfile

from .answers import Failure, called, number, reraised
from .fingerprint import same, table
from .known_mistakes import mistake

CORRECT = {
    "NashConv, what all players could gain together": nash_conv,
    "exploitability, NashConv divided by the number of players": exploitability,
}
WHICH = ("for the uniform strategy", "for the current strategy after 1 iteration of CFR+", "for the average after 100 iterations of CFR+")


def diagnose_measure(function: Callable[..., Any]) -> Diagnosis:
    """Find the measure that a function computes, or the mistake that it makes."""
    answers: dict[str, list[float]] = {}
    failures: dict[str, Failure] = {}
    for game, known in table()["measures"].items():
        try:
            answers[game] = [number(called(function, game, StrategyProfile(rows)), "a number") for rows in known["profiles"]]
        except Failure as failure:
            failures[game] = failure
    if not answers:
        return Diagnosis(False, reraised(failures, "measure"))
    said = {game: str(failure) for game, failure in failures.items()}
    evidence = f"{sum(map(len, answers.values()))} profiles of {len(answers)} small games"
    for name, measure in CORRECT.items():
        right = {game: [float(measure(GAMES[game], rows)) for rows in table()["measures"][game]["profiles"]] for game in answers}
        if all(same(answers[game], right[game]) for game in answers):
            return Diagnosis(not failures, f"Right: this is {name}.", evidence, name, failures=said)
    for name in table()["measures"][next(iter(answers))]["mistakes"]:
        wrong = {game: table()["measures"][game]["mistakes"][name] for game in answers}
        if any(all(same(answers[game], [factor * x for x in wrong[game]]) for game in answers) for factor in (1, 2)):
            summary = "These are the numbers of a measure with a mistake."
            return Diagnosis(False, summary, evidence, None, (mistake(name),), failures=said)
    return Diagnosis(False, _first_difference(answers), evidence, failures=said)


def _first_difference(answers: dict[str, list[float]]) -> str:
    """Say where a function first returns neither of the two correct measures."""
    for game, numbers in answers.items():
        for actual, rows, which in zip(numbers, table()["measures"][game]["profiles"], WHICH, strict=True):
            distance = float(nash_conv(GAMES[game], rows))
            if not same([actual], [distance]) and not same([actual], [distance / 2]):
                measures = f"NashConv is {distance:.6g}, exploitability {distance / 2:.6g}"
                return f"Unknown: on the game {game!r}, {which}, it returns {actual:.6g}; {measures}."
    return "Unknown: it returns NashConv of some profiles, and the exploitability of others."
