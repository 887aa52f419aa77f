"""The picture of the first page shows what the package computes today."""

import runpy
from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).resolve().parent.parent
PICTURES = runpy.run_path(str(ROOT / "tools" / "cover.py"))["pictures"]()
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("name", sorted(PICTURES))
def test_the_committed_picture_is_the_computed_one(name):
    assert (ROOT / "book" / "assets" / name).read_text(encoding="utf-8") == PICTURES[name]


@pytest.mark.parametrize("name", sorted(PICTURES))
def test_the_average_ends_at_the_equilibrium(name):
    picture = ElementTree.fromstring(PICTURES[name])
    goal = picture.find(f".//{SVG}circle")
    current, average = (path.get("d").removeprefix("M").split("L") for path in picture.findall(f"{SVG}g/{SVG}path"))
    assert (goal.get("cx"), goal.get("cy")) == ("120", "240")  # p1 = p2 = 1/3, the second counted from the top
    assert len(current) == len(average) == 150
    assert all(0 <= float(x) <= 360 for point in current + average for x in point.split())

    def far(point):
        return max(abs(float(x) - g) for x, g in zip(point.split(), (120, 240), strict=True))

    assert max(map(far, average[-50:])) < 15
    assert min(map(far, current[-50:])) > 30
