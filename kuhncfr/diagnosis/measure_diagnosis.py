"""Diagnose a measure of exploitability by its values for a few profiles."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache

from kuhncfr.cfr.cfr import CFR
from kuhncfr.diagnosis.answers import TOLERANCE, Failure, FatalFailure
from kuhncfr.diagnosis.diagnosis import Diagnosis
from kuhncfr.diagnosis.games import GAMES
from kuhncfr.diagnosis.known_mistakes import MISTAKES
from kuhncfr.evaluate import exploitability, nash_conv
from kuhncfr.strategy import StrategyProfile

MEASURED = ("one-bet", "classic", "twice", "stacked deck")  # two-player games, which the mistakes concern

CORRECT = {
    "NashConv, what all players could gain together": nash_conv,
    "exploitability, NashConv divided by the number of players": exploitability,
}

AskMeasure = Callable[[str, Mapping[str, Mapping[str, float]]], float]


def diagnose_measure(ask: AskMeasure, games: Sequence[str]) -> Diagnosis:
    """Find the measure that a function computes, or the mistake that it makes."""
    answers, failures = {}, {}
    for game in games:
        try:
            answers[game] = [
                ask(game, {key: {a: float(p) for a, p in row.items()} for key, row in profile.items()}) for profile in profiles(game)
            ]
        except FatalFailure as failure:
            return Diagnosis(False, f"This is not a measure: it {failure}.")
        except Failure as failure:
            failures[game] = str(failure)
    if not answers:
        game, what = next(iter(failures.items()))
        return Diagnosis(False, f"This is not a measure: on the game {game!r} it {what}.", failures=failures)
    evidence = f"{sum(map(len, answers.values()))} profiles of {len(answers)} small games"

    def same(measure: Callable[..., Fraction | float], factor: float = 1) -> bool:
        return all(
            abs(number - factor * float(measure(GAMES[game], profile))) < TOLERANCE
            for game, numbers in answers.items()
            for number, profile in zip(numbers, profiles(game), strict=True)
        )

    mistakes = [m for m in MISTAKES.values() for form in (m.measure, *m.forms) if m.measure is not None and (same(form) or same(form, 2))]
    for name, measure in CORRECT.items():
        if same(measure):
            unseen = [mistake.name for mistake in mistakes]
            text = f"On these games this is {name}, but they do not show {', '.join(unseen)}." if unseen else f"Right: this is {name}."
            return Diagnosis(not (failures or unseen), text, evidence, name, failures=failures)
    if mistakes:
        return Diagnosis(False, "These are the numbers of a measure with a mistake.", evidence, None, (mistakes[0],), failures=failures)
    for factor, times in ((2, "twice NashConv"), (0.25, "a quarter of NashConv"), (0, "0, whatever the profile")):
        if same(nash_conv, factor):
            return Diagnosis(False, f"Wrong: this is {times}.", evidence, failures=failures)
    # The first difference from that of the two correct measures with which the function agrees longest.
    differences = [_first_difference(measure, answers) for measure in CORRECT.values()]
    game, number = max(differences, key=lambda place: (list(answers).index(place[0]), place[1]))
    actual, expected = answers[game][number], float(nash_conv(GAMES[game], profiles(game)[number]))
    which = ("the uniform strategy", "the current strategy after 1 iteration of CFR+", "the average after 100 iterations of CFR+")[number]
    measures = f"NashConv is {expected:.6g}, exploitability {expected / 2:.6g}"
    text = f"Unknown: on the game {game!r}, for {which}, it returns {actual:.6g}; {measures}."
    return Diagnosis(False, text, evidence, failures=failures)


def _first_difference(measure: Callable[..., Fraction | float], answers: Mapping[str, Sequence[float]]) -> tuple[str, int]:
    """Return the first game and profile for which the function differs from this measure."""
    return next(
        (game, k)
        for game, numbers in answers.items()
        for k, (number, profile) in enumerate(zip(numbers, profiles(game), strict=True))
        if not abs(number - float(measure(GAMES[game], profile))) < TOLERANCE  # true for NaN, too
    )


@cache
def profiles(game: str) -> tuple[StrategyProfile, ...]:
    """Return the profiles to measure: the uniform one, one far from an equilibrium, and one near it."""
    cfr = CFR(GAMES[game], algorithm="cfr+")
    cfr.run(1)
    early = cfr.current_strategy
    cfr.run(99)
    return StrategyProfile.uniform(GAMES[game]), early, cfr.average_strategy
