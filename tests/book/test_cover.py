"""The pictures of the first page, and of links to the book, show what the package computes today."""

import re
import runpy

import pytest
from built import ROOT

ASSETS = ROOT / "book" / "assets"
COVER = runpy.run_path(str(ROOT / "tools" / "cover.py"))
PICTURES = COVER["pictures"]()


@pytest.mark.parametrize("name", sorted(PICTURES))
def test_the_committed_picture_is_the_computed_one(name):
    assert (ASSETS / name).read_text(encoding="utf-8") == PICTURES[name]


@pytest.mark.parametrize("name", sorted(PICTURES))
def test_the_average_ends_at_the_equilibrium_and_what_is_played_does_not(name):
    """Both probabilities are 1/3 there; the second is counted from the top."""
    far = {}
    for curve, line in re.findall(r'polyline class="(\w+)" points="(.+?)"', PICTURES[name]):
        far[curve] = [max(abs(int(x) - 120), abs(int(y) - 240)) for x, y in re.findall(r"(\d+),(\d+)", line)]
    assert max(far["average"][-50:]) < 15
    assert min(far["current"][-50:]) > 30
