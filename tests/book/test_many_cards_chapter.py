"""The chapter on many cards: what it uses to evaluate strategies refuses what is no strategy."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import nbformat
import numpy as np
import pytest

import kuhncfr as kc

STARTS = ("from fractions", "kuhn = SimpleNamespace", "def end_by_sums", "def best", "def sure")


@pytest.fixture(scope="module")
def chapter(root: Path) -> dict[str, Any]:
    """The names that the evaluation needs."""
    names: dict[str, Any] = {}
    for cell in nbformat.read(root / "book" / "many_cards.ipynb", as_version=4).cells:
        if cell.cell_type == "code" and cell.source.startswith(STARTS):
            exec(cell.source, names)
    return names


def test_an_equilibrium_guarantees_the_value_exactly(chapter: dict[str, Any]) -> None:
    profile = kc.nash.kuhn(alpha=Fraction(1, 6)).profile
    sigma = {s: np.array([list(profile[card + s].values()) for card in "JQK"]) for s in chapter["kuhn"].turn}
    assert chapter["sure"](chapter["kuhn"], sigma) == [Fraction(-1, 18), Fraction(-1, 18)]


@pytest.mark.parametrize("row", [[0, 0], [Fraction(1, 2), Fraction(1, 3)], [1.0, 0.001]])
def test_a_row_that_does_not_sum_to_1_is_refused(chapter: dict[str, Any], row: list[Any]) -> None:
    sigma = {s: np.full((3, 2), Fraction(1, 2)) for s in chapter["kuhn"].turn}
    sigma["p"][1] = row
    with pytest.raises(ValueError, match=rf"^each row of sigma\['p'\] must sum to 1, got {sum(row)}$"):
        chapter["sure"](chapter["kuhn"], sigma)
