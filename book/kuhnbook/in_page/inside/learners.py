"""The checks of the chapter on regret matching, for lists instead of arrays; they say the same."""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

TABLE = Path(__file__).with_name("learners.json")

Rows = list[list[float]]


@cache
def cases() -> Any:
    """Return arguments and averages, which the package has computed."""
    return json.loads(TABLE.read_text(encoding="utf-8"))


def check_learn(function: Callable[..., Any]) -> str:
    return next((words for case in cases()["learn"] if (words := wrong([function(*given(case))], case))), "Right.")


def check_both(function: Callable[..., Any]) -> str:
    return next((words for case in cases()["learn_both"] if (words := wrong(function(*given(case)), case))), "Right.")


def given(case: Any) -> Any:
    """Return the arguments as copies, which a program may change."""
    return json.loads(json.dumps(case["given"]))


def wrong(found: Any, case: Any) -> str:
    """Say what is wrong with these averages; nothing if they are right."""
    try:
        rows = [[float(p) for p in row] for row in found]
    except TypeError:
        return "It returns no strategy: a strategy is a list with one probability for each action."
    rounds, right, last = case["given"][-1], case["right"], case["last"]
    if any(same(rows, answer) for answer in right):
        return ""
    if same(rows, last):
        return f"Round {rounds}: that is the current strategy, not the average."
    return f"After round {rounds} the averages are {shown(right[0])}, but you have {shown(rows)}."


def same(one: Rows, other: Rows) -> bool:
    numbers, others = ([p for row in rows for p in row] for rows in (one, other))
    return len(numbers) == len(others) and all(abs(p - q) < 1e-9 for p, q in zip(numbers, others, strict=True))


def shown(rows: Rows) -> str:
    return " ".join(f"{p:.3f}" for row in rows for p in row)


def check_blotto(function: Callable[..., Any]) -> str:
    placements, table = function(5, 3)
    if len(set(placements)) != 21 or {sum(p) for p in placements} != {5}:
        return "There are 21 ways to place 5 soldiers: (3, 2, 0) is one."
    wins = dict(zip(placements, table, strict=True))
    for mine, theirs, u in [((2, 2, 1), (5, 0, 0), 1), ((3, 2, 0), (2, 2, 1), 0), ((1, 0, 4), (2, 3, 0), -1)]:
        found = wins[mine][placements.index(theirs)]
        if found != u:
            return f"{mine} against {theirs} wins {u}, but you have {found}."
    return "Right."
