"""Compute the stored iterates: ``python -m tools.diagnosis_table`` writes ``kuhncfr/diagnosis/table.json``, in some minutes.

Nothing in it is typed in: all numbers come from the programs of the museum, and from further forms of them.
"""

import json
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from kuhncfr.cfr.cfr import CFR
from kuhncfr.diagnosis import table
from kuhncfr.diagnosis.answers import Answer, checked_probabilities, probabilities
from kuhncfr.diagnosis.games import GAMES, PLAIN, THREE_ACTIONS
from kuhncfr.diagnosis.known_mistakes import ALIASED, MISTAKES, NO_POSITIVE, SIZE
from kuhncfr.diagnosis.measure_diagnosis import MEASURED
from kuhncfr.diagnosis.sampling_mistakes import GAME as ALONE
from kuhncfr.diagnosis.sampling_mistakes import ITERATIONS as ALONE_ITERATIONS
from kuhncfr.diagnosis.table import (
    FEW_DIGITS,
    FURTHER,
    FURTHER_ITERATIONS,
    ITERATES,
    LATER,
    LATER_GAMES,
    MUCH_LATER,
    SAMPLES,
    STORED,
    weighted_sum,
)
from kuhncfr.games.kuhn import KuhnPoker
from kuhncfr.strategy import StrategyProfile
from tools.diagnosis_table.candidates import RIGHT, USUAL, VARIANTS, Candidate, sampled, wrong
from tools.diagnosis_table.further_measures import FURTHER_MEASURES
from tools.diagnosis_table.other_rules import RULES

USUAL_VARIANTS = "CFR", "CFR+"
LAST = "current for average"  # some return the strategy of the last iteration, others that of the next


def computed(variants: Iterable[str] = VARIANTS) -> dict[str, Any]:
    """Return the table, plain enough for JSON; a part of it if there are not all variants."""
    some = [number for number, one in enumerate(RIGHT) if one.variant in variants]
    number = {(RIGHT[k].variant, RIGHT[k].turns): k for k in some}
    made = [one for one in wrong() if one.variant in variants]
    return {
        "right": [[RIGHT[k].variant, RIGHT[k].turns, _iterates(RIGHT[k]), _much_later(RIGHT[k])] for k in some],
        "mistakes": list(MISTAKES),
        "wrong": [row for one in made if one.mistake != SIZE for row in _rows(one, number[one.variant, one.turns])],
        "sizes": [[number[one.variant, one.turns], _sum(one, THREE_ACTIONS, ITERATES[:3])] for one in made if one.mistake == SIZE],
        "samples": [[one.mistake, _possible_sums(one)] for one in sampled() if one.variant in variants],
        "alone": {name: _alone(name) for name in variants},
        "rules": [[name, what, _under(game, number)] for name, games in RULES.items() for what, game in games.items()],
        "measures": {game: _measures(game) for game in MEASURED},
    }


def _iterates(one: Candidate) -> dict[str, list[list[int]]]:
    """Return the probabilities of the first actions in the first averages, but for the very first, which is uniform."""
    return {game: [[_whole(p) for p in average(one, game, t)[::2]] for t in ITERATES[1:]] for game in STORED}


def _rows(one: Candidate, of: int) -> list[list[Any]]:
    """Return the rows of a program with a mistake."""
    correct, rows = RIGHT[of], []
    for shift in (0, 1) if one.mistake == LAST and not one.form else (0,):
        iterates = [t - shift for t in ITERATES]
        moved = [_sum(one, game, iterates) - _sum(correct, game, ITERATES) for game in STORED]
        later = [_sum(one, game, (LATER - shift,), FEW_DIGITS) for game in LATER_GAMES]
        much_later = [_much_later(one)] if one.mistake in (NO_POSITIVE, ALIASED) else []  # it converges, and may be meant
        rows.append([of, list(MISTAKES).index(one.mistake), moved, later, *much_later])
    return rows


def _much_later(one: Candidate) -> list[int]:
    much = [_sum(one, game, (MUCH_LATER,), FEW_DIGITS) for game in STORED]
    return much + [_sum(one, game, (FURTHER_ITERATIONS,), FEW_DIGITS) for game in FURTHER]


def _sum(one: Candidate, game: str, iterates: Iterable[int], digits: int = table.DIGITS) -> int:
    return _whole(weighted_sum([average(one, game, t) for t in iterates]), digits)


def _whole(number: float, digits: int = table.DIGITS) -> int:
    whole: int = round(number * 10**digits)
    return whole


def average(one: Candidate, game: str, iterations: int) -> Answer:
    """Return the average of a program that does not sample."""
    cfr, answers = _begun(one, game)
    while len(answers) <= iterations:
        cfr.step()
        answers.append(probabilities(game, cfr.average_strategy))
    return answers[iterations]


@cache
def _begun(one: Candidate, game: str) -> tuple[CFR, list[Answer]]:
    """Return a run that continues on demand, and its answers so far."""
    cfr = one.start(game)
    return cfr, [probabilities(game, cfr.average_strategy)]


def _possible_sums(one: Candidate) -> list[int]:
    game, iterations = SAMPLES
    return sorted({_whole(weighted_sum([answer])) for answer in possible(one, game, iterations)})


def possible(one: Candidate, game: str, iterations: int) -> list[Answer]:
    """Return all possible averages, one for each outcome of chance."""
    found = []
    beginnings: list[tuple[str, ...]] = [()]  # of outcomes that are still to come; later draws take the first action
    while beginnings:
        beginning, drawn = beginnings.pop(), list[str]()

        def draw(chance: Mapping[str, Any], beginning: tuple[str, ...] = beginning, drawn: list[str] = drawn) -> str:
            if len(drawn) >= len(beginning):
                beginnings.extend((*drawn, other) for other in tuple(chance)[1:])
            drawn.append(next(iter((*beginning[len(drawn) :], *chance))))
            return drawn[-1]

        cfr = one.start(game)
        vars(cfr)["draw"] = draw
        found.append(probabilities(game, cfr.run(iterations).average_strategy))
    return found


def _under(rules: KuhnPoker, number: Mapping[tuple[str, str], int]) -> list[list[int]]:
    """Return the sums of Kuhn poker of the usual programs that play it under other rules."""
    sums = []
    for (variant, turns), of in number.items():
        if variant in USUAL_VARIANTS and turns in USUAL:
            cfr, found = CFR(rules, VARIANTS[variant], alternating=turns != "simultaneous"), []
            for _ in cfr.iterate(max(ITERATES)):
                found.append(checked_probabilities(PLAIN, cfr.average_strategy))
            sums.append([of, _whole(weighted_sum(found))])
    return sums


def _alone(variant: str) -> dict[str, Any]:
    """Return the strategies of a variant in a game of one player, and the weights with which they enter the average."""
    algorithm, cfr = VARIANTS[variant], Candidate(variant, "alternating").start(ALONE)
    strategies = []
    for _ in range(ALONE_ITERATIONS + 1):
        strategies.append([_whole(p) for p in probabilities(ALONE, cfr.current_strategy)[::2]])
        cfr.step()
    weights = [algorithm.weight(t) for t in range(1, ALONE_ITERATIONS + 1)]
    return {"floored": algorithm.regret_matching_plus, "weights": weights, "strategies": strategies}


def _measures(game: str) -> dict[str, Any]:
    """Return the profiles by which measures are judged, and what the wrong measures say of them."""
    rows = [{key: {a: round(float(p), table.DIGITS + 4) for a, p in row.items()} for key, row in each.items()} for each in profiles(game)]
    named = [(m.name, measure) for m in MISTAKES.values() if m.measure for measure in (m.measure, *FURTHER_MEASURES.get(m.name, ()))]
    return {
        "profiles": rows,
        "mistakes": [[name, [round(float(measure(GAMES[game], StrategyProfile(row))), 9) for row in rows]] for name, measure in named],
    }


def profiles(game: str) -> tuple[StrategyProfile, ...]:
    """Return the profiles to measure: the uniform one, one far from an equilibrium, and one near it."""
    cfr = CFR(GAMES[game], algorithm="cfr+").run(1)
    early = cfr.current_strategy
    return StrategyProfile.uniform(GAMES[game]), early, cfr.run(99).average_strategy


def main() -> None:
    """Write the table, a row a line."""
    lines = []
    for name, part in computed().items():
        entries = [f"{json.dumps(key)}:{_plain(entry)}" for key, entry in part.items()] if isinstance(part, dict) else map(_plain, part)
        begin, end = "{}" if isinstance(part, dict) else "[]"
        lines.append(f"{json.dumps(name)}:{begin}\n" + ",\n".join(entries) + end)
    table.FILE.write_text("{" + ",\n".join(lines) + "}\n", encoding="utf-8")


def _plain(entry: object) -> str:
    return json.dumps(entry, separators=(",", ":"), allow_nan=False)


if __name__ == "__main__":
    main()
