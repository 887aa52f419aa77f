"""The fingerprint of a program: weighted sums of the probabilities in its first averages, one for each of three games."""

import json
import math
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

GAMES = ("twice", "three players", "stacked deck")  # with few others are so many mistakes told apart
ITERATIONS = 5
TOLERANCE = 1e-5  # of a sum; a program that differs by more than rounding moves it by far more
TABLE = Path(__file__).with_name("fingerprints.json")


@cache
def table() -> Any:
    """Return what the package has computed for the page when the book was built."""
    return json.loads(TABLE.read_text(encoding="utf-8"))


def weighted_sum(averages: Sequence[Sequence[float]]) -> float:
    """Return the sum of a game's probabilities after 1, 2, ... iterations, each with a weight of its own."""
    numbers = [p for average in averages for p in average]
    return math.fsum(weight * p for weight, p in zip(_weights(), numbers, strict=False))


def _weights() -> Iterator[float]:
    """Yield numbers between 1 and 2 that follow no simple rule, so that different averages have different sums."""
    state = 1
    while True:
        state = (state * 1103515245 + 12345) % 2**31
        yield 1 + state / 2**31


def same(one: Sequence[float], other: Sequence[float]) -> bool:
    """Whether two averages differ only by rounding."""
    return all(abs(p - q) < 1e-6 for p, q in zip(one, other, strict=True))
