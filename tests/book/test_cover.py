"""The pictures of the first page, and of links to the book, show what the package computes today."""

import runpy
from xml.etree import ElementTree

import pytest
from built import ROOT
from matplotlib import image

ASSETS = ROOT / "book" / "assets"
COVER = runpy.run_path(str(ROOT / "tools" / "cover.py"))
PICTURES = COVER["pictures"]()
SVG = "{http://www.w3.org/2000/svg}"


def corners(name, curve):
    """The corners of a curve in one of the pictures."""
    [line] = [line for line in ElementTree.fromstring(PICTURES[name]).iter(f"{SVG}polyline") if line.get("class") == curve]
    return [tuple(map(int, corner.split(","))) for corner in line.get("points").split()]


@pytest.mark.parametrize("name", sorted(PICTURES))
def test_the_committed_picture_is_the_computed_one(name):
    assert (ASSETS / name).read_text(encoding="utf-8") == PICTURES[name]


@pytest.mark.parametrize("name", sorted(PICTURES))
def test_the_average_ends_at_the_equilibrium(name):
    [goal] = [path for path in ElementTree.fromstring(PICTURES[name]).iter(f"{SVG}path") if path.get("class") == "goal"]
    assert goal.get("d").startswith("M120,240m")  # p1 = p2 = 1/3, the second counted from the top
    current, average = corners(name, "current"), corners(name, "average")
    assert len(current) == len(average) == COVER["ITERATIONS"]
    assert all(0 <= coordinate <= COVER["SIDE"] for corner in current + average for coordinate in corner)

    def far(corner):
        return max(abs(corner[0] - 120), abs(corner[1] - 240))

    assert max(map(far, average[-50:])) < 15
    assert min(map(far, current[-50:])) > 30


def test_the_card_in_pixels_shows_the_same_curves():
    card = image.imread(ASSETS / "card.png")[..., :3]
    assert card.shape[:2] == (COVER["CARD"]["height"], COVER["CARD"]["width"])
    for curve, colour in {"current": (0x00, 0x72, 0xB2), "average": (0xD5, 0x5E, 0x00)}.items():
        for x, y in corners("card.svg", curve)[3:30:3]:
            across, down = (round(offset + 1.25 * (moved + coordinate)) for offset, moved, coordinate in ((600, 70, x), (60, 15, y)))
            near = card[down - 2 : down + 3, across - 2 : across + 3].reshape(-1, 3)
            assert abs(near - [part / 255 for part in colour]).max(axis=1).min() < 0.15, (curve, x, y)
