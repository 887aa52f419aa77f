"""Judge a measure of exploitability by what it says of a few profiles."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache

from kuhncfr.cfr.cfr import CFR
from kuhncfr.diagnosis.answers import TOLERANCE, Broken, Failure
from kuhncfr.diagnosis.diagnosis import Diagnosis
from kuhncfr.diagnosis.games import GAMES
from kuhncfr.diagnosis.known_mistakes import MISTAKES
from kuhncfr.evaluate import exploitability, nash_conv
from kuhncfr.strategy import StrategyProfile

MEASURED = ("one-bet", "classic", "twice")  # of two players, for the mistakes are about those

RIGHT = {
    "NashConv, what all players could gain together": nash_conv,
    "exploitability, NashConv divided by the number of players": exploitability,
}

AskMeasure = Callable[[str, Mapping[str, Mapping[str, float]]], float]


def diagnose_measure(ask: AskMeasure, games: Sequence[str]) -> Diagnosis:
    """Return which measure it is, or which mistake it makes."""
    said, failures = {}, {}
    for game in games:
        try:
            said[game] = [
                ask(game, {key: {a: float(p) for a, p in row.items()} for key, row in profile.items()}) for profile in profiles(game)
            ]
        except Broken as failure:
            return Diagnosis(False, f"It is no measure: it {failure}.")
        except Failure as failure:
            failures[game] = str(failure)
    if not said:
        game, what = next(iter(failures.items()))
        return Diagnosis(False, f"It is no measure: on the game {game!r} it {what}.", failures=failures)
    evidence = f"{sum(map(len, said.values()))} profiles of {len(said)} small games"

    def same(measure: Callable[..., Fraction | float], factor: int = 1) -> bool:
        return all(
            abs(number - factor * float(measure(GAMES[game], profile))) < TOLERANCE
            for game, numbers in said.items()
            for number, profile in zip(numbers, profiles(game), strict=True)
        )

    for name, measure in RIGHT.items():
        if same(measure):
            return Diagnosis(not failures, f"Right: this is {name}.", evidence, name, failures=failures)
    for mistake in MISTAKES.values():
        if mistake.measure is not None and (same(mistake.measure) or same(mistake.measure, 2)):
            return Diagnosis(False, "These are the numbers of a measure with a mistake.", evidence, None, (mistake,), failures=failures)
    # Of the two right measures the one that it follows longest: what it says elsewhere is right by that one.
    game, number = max((_departure(measure, said) for measure in RIGHT.values()), key=lambda place: (list(said).index(place[0]), place[1]))
    told, right = said[game][number], float(nash_conv(GAMES[game], profiles(game)[number]))
    which = ("of the uniform strategy", "after one iteration of CFR", "after many")[number]
    text = f"Unknown: on the game {game!r}, {which}, it says {told:.6g}; NashConv is {right:.6g}, exploitability {right / 2:.6g}."
    return Diagnosis(False, text, evidence, failures=failures)


def _departure(measure: Callable[..., Fraction | float], said: Mapping[str, Sequence[float]]) -> tuple[str, int]:
    """Return the first game and profile at which something else was said than this measure says."""
    return next(
        (game, k)
        for game, numbers in said.items()
        for k, (number, profile) in enumerate(zip(numbers, profiles(game), strict=True))
        if not abs(number - float(measure(GAMES[game], profile))) < TOLERANCE  # so that NaN departs, too
    )


@cache
def profiles(game: str) -> tuple[StrategyProfile, ...]:
    """Return the profiles to measure: the uniform one, one far from an equilibrium and one near it."""
    cfr = CFR(GAMES[game], algorithm="cfr+")
    cfr.run(1)
    early = cfr.current_strategy
    cfr.run(99)
    return StrategyProfile.uniform(GAMES[game]), early, cfr.average_strategy
