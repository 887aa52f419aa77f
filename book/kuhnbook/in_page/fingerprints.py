"""Compute what a page needs to recognize right and wrong programs: their fingerprints, and the numbers of the right ones.

Nothing here is typed in: the candidates and the mistakes are those of ``kuhncfr.diagnosis``.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

from kuhncfr.diagnosis import matching
from kuhncfr.diagnosis.answers import actions_at, sequences
from kuhncfr.diagnosis.candidates import ALIASED, NAMED, NO_POSITIVE, TURNS, Candidate, candidates
from kuhncfr.diagnosis.games import GAMES
from kuhncfr.diagnosis.known_mistakes import MISTAKES
from kuhncfr.diagnosis.measure_diagnosis import MEASURED, profiles

from .inside.diagnosis.fingerprint import GAMES as PRINTED
from .inside.diagnosis.fingerprint import ITERATIONS, weighted_sum

DIGITS = 7
LAST = "current for average"  # some return the strategy of the last iteration, others that of the next

Averages = list[list[float]]


@cache
def table(most: int = 2) -> dict[str, Any]:
    """Return the table of the pages, with programs of so many mistakes at most, plain enough for JSON.

    It takes some seconds, most of them for two mistakes.
    """
    right = [candidate for candidate in candidates(0) if not candidate.sampled]
    number = {(candidate.variant, candidate.turns): k for k, candidate in enumerate(right)}
    wrong = [candidate for mistakes in range(1, most + 1) for candidate in candidates(mistakes) if not candidate.sampled]
    known = right + [candidate for candidate in wrong if candidate.variant in NAMED and candidate.turns in TURNS[:2]]
    return {
        "places": {game: [[key, *actions] for key, actions in actions_at(game).items()] for game in PRINTED},
        "variants": [
            {"title": str(c), "doubted": [ALIASED] * c.doubted, "right": {game: rounded(averages(c, game)) for game in PRINTED}}
            for c in right
        ],
        "doubted": [NO_POSITIVE],
        "rows": [
            [number[candidate.variant, candidate.turns], list(candidate.mistakes), sums]
            for candidate in known
            for sums in fingerprints(candidate)
        ],
        "mistakes": [{name: getattr(m, name) for name in ("name", "description", "repair", "chapter")} for m in MISTAKES.values()],
        "measures": {game: measures(game) for game in MEASURED},
    }


def averages(candidate: Candidate, game: str) -> Averages:
    """Return the probability of the first action at each information set, after each of the first iterations."""
    first = [k for k, (key, action) in enumerate(sequences(game)) if action == actions_at(game)[key][0]]
    answers = [matching.answer(candidate.on(game), game, t) for t in range(1, ITERATIONS + 1)]
    return [[float(p) for p in answer[first]] for answer in answers]


def fingerprints(candidate: Candidate) -> Iterator[list[float]]:
    """Yield the sums of a candidate, one for each game."""
    found = [averages(candidate, game) for game in PRINTED]
    yield [round(weighted_sum(game), DIGITS) for game in found]
    if LAST in candidate.mistakes:
        late = [[[0.5] * len(game[0]), *game[:-1]] for game in found]
        yield [round(weighted_sum(game), DIGITS) for game in late]


def rounded(found: Averages) -> Averages:
    return [[round(p, DIGITS) for p in average] for average in found]


def measures(game: str) -> dict[str, Any]:
    """Return the profiles by which measures are judged, and what the wrong measures say of them."""
    shown = [{key: {action: float(p) for action, p in row.items()} for key, row in profile.items()} for profile in profiles(game)]
    wrong = {m.name: [float(m.measure(GAMES[game], p)) for p in profiles(game)] for m in MISTAKES.values() if m.measure}
    return {"profiles": shown, "mistakes": wrong}
