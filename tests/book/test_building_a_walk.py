"""The exercise that has readers build a sampled walk: its check says what is wrong with walks that go wrong."""

from collections import defaultdict
from pathlib import Path
from typing import Any

import nbformat
import pytest

STARTS = ("import ", "CHANCE =", "class Scripted", "def exact", "twice =", "def mixed", "def difference", "def outline")


@pytest.fixture(scope="module")
def chapter(root: Path) -> dict[str, Any]:
    """What the check needs of the chapter, and nothing from a solution."""
    cells = nbformat.read(root / "book" / "sampling.ipynb", as_version=4).cells
    end = next(number for number, cell in enumerate(cells) if cell.source.startswith("```{exercise-end}"))
    needed = [cell.source for cell in cells[:end] if cell.cell_type == "code" and cell.source.startswith(STARTS)]
    assert len(needed) == len(STARTS)
    names: dict[str, Any] = {"__name__": "__main__"}
    for source in needed:
        exec(source, names)
    return names


def walk(game, sigma, learner, draw, *, drawn=lambda p: 1, of_chance=lambda p: 1, own=lambda p: 1, tried=False, played=False):
    """External sampling, each probability put into the weight as these functions say."""
    regret = defaultdict(int)

    def value(h, weight=1):
        if game.is_terminal(h):
            return game.utilities(h)[learner]
        if game.is_chance(h):
            row = game.chance(h)
            a = draw(row)
            return value(h + a, weight * of_chance(row[a]))
        infoset = game.infoset(h)
        row = sigma[infoset]
        if game.player(h) != learner:
            if tried:
                return sum(row[a] * value(h + a, weight * drawn(row[a])) for a in row)
            a = draw(row)
            return value(h + a, weight * drawn(row[a]))
        taken = [draw(row)] if played else list(row)
        values = {a: value(h + a, weight * own(row[a])) if a in taken else 0 for a in row}
        mean = sum(row[a] * values[a] for a in row)
        for a in row:
            regret[infoset, a] += weight * (values[a] - mean)
        return mean

    value("")
    return regret


def same(p):
    return p


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({}, "Right: external sampling"),
        ({"of_chance": same}, "Wrong, sampled regrets corrected twice: chance is drawn"),
        ({"drawn": same}, "Wrong, sampled regrets corrected twice: opponents are drawn"),
        ({"of_chance": same, "drawn": same}, "Wrong, sampled regrets corrected twice: what is drawn"),
        ({"of_chance": lambda p: 1 / p}, "Wrong, chance is missing where all is tried, or divided out"),
        ({"tried": True}, "Wrong, the opponents' reach is missing where all is tried"),
        ({"own": same}, "Wrong, own reach in the regret"),
        ({"tried": True, "drawn": same}, "Right on average, but another walk"),
        ({"played": True}, "Wrong. 'classic', player 1: the regret of "),
    ],
    ids=["right", "chance twice", "opponents twice", "both twice", "chance out", "reach missing", "own reach", "all tried", "one played"],
)
def test_what_is_said_of_a_walk(chapter: dict[str, Any], wrong: dict[str, Any], said: str) -> None:
    assert chapter["check_external"](lambda *arguments: walk(*arguments, **wrong)).startswith(said)
