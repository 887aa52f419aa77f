"""What the tests of the play table without a browser share: profiles, and the answers of its JavaScript."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from node import answer

import kuhncfr as kc

Rows = Mapping[str, Mapping[str, Any]]


def in_the_page(task: str, game: str, ante: str = "1", **question: Any) -> Any:
    """What the pages' JavaScript answers."""
    return answer("play_run.mjs", {"task": task, "game": game, "ante": ante, **question})


def difference(one: Rows, other: Rows) -> float:
    """The largest difference of two profiles' probabilities."""
    assert {key: set(row) for key, row in one.items()} == {key: set(row) for key, row in other.items()}
    return max(abs(float(row[action]) - float(other[key][action])) for key, row in one.items() for action in row)


def random_profiles(game: kc.Game, number: int) -> list[dict[str, dict[str, float]]]:
    """Mixed strategies, and a few that are pure in places."""
    rng = np.random.default_rng(7)
    infosets = kc.information_sets(game)
    shares = np.clip(rng.uniform(-0.2, 1.2, size=(number, len(infosets))), 0, 1)
    return [{key: {"p": 1 - b, "b": b} for key, b in zip(infosets, row, strict=True)} for row in shares.tolist()]
