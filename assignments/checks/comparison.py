"""Compare a student's numbers with the correct ones."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

import kuhncfr as kc
from kuhncfr.diagnosis.answers import Failure, check_row, number, rows_of

from .program import Complaint

CLOSE = 1e-6

Rows = Mapping[str, Mapping[str, float]]


def close(one: float, other: float) -> bool:
    return abs(one - other) <= CLOSE


def listed(values: Any, what: str, length: int, of: str) -> list[Any]:
    """Return `values`, which must be a list of this length; arrays and tuples have become lists on their way."""
    if values is None:
        raise Complaint(f"{what} is None: does the function end without return?")
    if not isinstance(values, list) or len(values) != length:
        raise Complaint(f"{what} should be a list of {length} {of}, but is {values!r:.80}.")
    return values


def numbers(values: Any, what: str, length: int) -> list[float]:
    return [number(value, f"a number of {what}") for value in listed(values, what, length, "numbers")]


def probabilities(values: Any, what: str, length: int) -> list[float]:
    found = numbers(values, what, length)
    if min(found) < -CLOSE:
        raise Complaint(f"{what} has a negative probability: {formatted(found)}.")
    if not close(sum(found), 1):
        raise Complaint(f"{what} should sum to 1, but sums to {sum(found):.4g}: {formatted(found)}.")
    return found


def formatted(values: Sequence[float]) -> str:
    return "[" + ", ".join(f"{value:.4g}" for value in values) + "]"


def strategy(answer: Any, game: kc.Game, which: str = "") -> Rows:
    """Return a strategy of a game, which must have a row for each information set; a complaint begins with `which`."""
    try:
        rows = rows_of(game, answer)
        for key, infoset in kc.information_sets(game).items():
            if key not in rows:
                raise Failure(f"returned no row for {key!r}: a strategy has a row for every information set")
            check_row(key, rows[key], infoset.actions)
    except Failure as failure:
        raise Complaint(f"{which}it {failure}.") from None
    return rows


def same(one: Rows, other: Rows) -> bool:
    """Whether two tables have the same information sets, actions and, up to rounding, numbers."""
    if {key: set(row) for key, row in one.items()} != {key: set(row) for key, row in other.items()}:
        return False
    return all(close(one[key][action], other[key][action]) for key in other for action in other[key])


def first_difference(rows: Rows, right: Rows) -> str:
    """Describe the first difference between two strategies."""
    key = next(key for key in right if not same({key: rows[key]}, {key: right[key]}))
    yours, ours = ({action: round(p, 4) for action, p in table[key].items()} for table in (rows, right))
    return f"in information set {key!r} you have {yours}, and CFR has {ours}"


def profile_of(game: kc.Game, seed: int = 5, pruned: float = 0.0) -> dict[str, dict[str, float]]:
    """Return a strategy profile whose probabilities are all different; in a share `pruned` of the information sets one of them is 0."""
    rng = random.Random(seed)
    rows = {key: {action: rng.uniform(0.1, 1) for action in found.actions} for key, found in kc.information_sets(game).items()}
    for row in rows.values():
        if rng.random() < pruned:
            row[rng.choice(list(row))] = 0.0
    return {key: {action: weight / sum(row.values()) for action, weight in row.items()} for key, row in rows.items()}
