"""Colours stand out, light and dark, also for the colour-blind; tooltips, and so the tables below charts, have titles with units."""

import re
from itertools import combinations

import numpy as np
import pytest
from colours import GRAPHICS, contrast, linear
from matplotlib.colors import to_rgb
from stored import stored_charts

import kuhncfr as kc
from kuhnbook.figures import colours

WHITE, DARK = np.ones(3), np.array(to_rgb("#121212"))  # the pages' backgrounds

# How the three kinds of colour-blindness see linear RGB: Machado, Oliveira and Fernandes, severity 1.
BLINDNESS = {
    "none": np.eye(3),
    "protan": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deutan": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritan": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}
# From linear RGB to OKLab, in which equal distances look equally large (Ottosson).
TO_CONES = [
    [0.4122214708, 0.5363325363, 0.0514459929],
    [0.2119034982, 0.6806995451, 0.1073969566],
    [0.0883024619, 0.2817188376, 0.6299787005],
]
TO_LAB = [
    [0.2104542553, 0.793617785, -0.0040720468],
    [1.9779984951, -2.428592205, 0.4505937099],
    [0.0259040371, 0.7827717662, -0.808675766],
]


def in_the_dark(colour, root):
    """What the stylesheet's filter makes of a colour of a chart: it turns lightness over, and the hue half-way round to where it was."""
    sheet = (root / "book" / "assets" / "book.css").read_text(encoding="utf-8")
    (part,) = re.findall(r"svg\.marks \{ filter: invert\((\.\d+)\) hue-rotate\(180deg\)", sheet)
    inverted = np.asarray(colour) * (1 - 2 * float(part)) + float(part)
    turn = 2 * np.array([[0.213, 0.715, 0.072]] * 3) - np.eye(3)  # SVG's matrix for half a turn
    return np.clip(turn @ inverted, 0, 1)


def seen(colour, kind):
    rgb = np.clip(np.array(BLINDNESS[kind]) @ linear(colour), 0, 1)
    return np.array(TO_LAB) @ np.cbrt(np.array(TO_CONES) @ rgb)


@pytest.mark.parametrize("colour", [*kc.plot.PALETTE, colours.GREY, colours.PALE_GREY, colours.COLOURS["bet 100"], colours.INK, "gray"])
def test_marks_stand_out_in_both_schemes(colour, root):
    assert contrast(to_rgb(colour), WHITE) >= GRAPHICS
    assert contrast(in_the_dark(to_rgb(colour), root), DARK) >= GRAPHICS


@pytest.mark.parametrize(
    ("sheet", "names"),
    [
        ("book/kuhnbook/widgets/css/widgets.css", ("--current", "--average")),
        ("book/assets/first_page.css", ("--cover-current", "--cover-average")),
        ("book/assets/first_page.css", ("--first", "--second")),  # of the small pictures
    ],
)
def test_style_sheets_have_the_colours_of_the_figures(sheet, names, root):
    """What they say first holds in light mode, what they say next in dark mode."""
    text = (root / sheet).read_text(encoding="utf-8")
    said = [[colour.upper() for colour in re.findall(rf"{name}: (#\w+);", text)] for name in names]
    assert said == [[colours.COLOURS["current"], "#56B4E9"], [colours.COLOURS["average"], "#E69F00"]]  # no filter makes them brighter


@pytest.mark.parametrize("kind", BLINDNESS)
def test_colours_are_told_apart_by_everybody(kind):
    """As well as the nearest two of Okabe and Ito's first six."""
    distances = {
        pair: np.linalg.norm(seen(to_rgb(pair[0]), kind) - seen(to_rgb(pair[1]), kind)) for pair in combinations(kc.plot.PALETTE, 2)
    }
    assert min(distances.values()) > 0.075, min(distances, key=distances.get)


# --- The charts of the chapters ----------------------------------------------------------------------------------------------------


def views(spec):
    parts = [part for kind in ("layer", "concat", "vconcat", "hconcat") for part in spec.get(kind, [])]
    return [view for part in parts for view in views(part)] if parts else [spec]


def test_every_chart_tells_its_data_with_units():
    found = dict(stored_charts())
    assert len(found) > 40
    for name, spec in found.items():
        told = [view["encoding"]["tooltip"] for view in views(spec) if "tooltip" in view.get("encoding", {})]
        assert told, name
        assert all(isinstance(tooltip, list) for tooltip in told), name
        titles = {field["title"]: field["type"] for tooltip in told for field in tooltip}
        assert all(titles), name
        assert [title for title, kind in titles.items() if kind == "quantitative" and not UNIT.search(title)] == [], name


# What is measured in nothing else is a share, or is counted: iterations, rounds, hands, histories, profiles.
UNIT = re.compile(
    r"\bchips?\b|probability|\bshare\b|\bP\(|\breach\b|how often|bluffs|count|z-score|p[12]$"
    r"|iterations?\b|\brounds?\b|hands|\bcards?\b|histories|profiles"
)
