"""One colour, one mark, one meaning: the charts that the chapters hold take all their colours from one map."""

import re
from collections import defaultdict

import nbformat
import pytest
from built import ROOT
from stored import stored_charts

import kuhncfr as kc
from kuhnbook.figures import colours

FIGURES = sorted((ROOT / "book" / "kuhnbook" / "figures").glob("*.py"))
NOTEBOOKS = sorted((ROOT / "book").glob("*.ipynb"))
A_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}\b|#[0-9A-Fa-f]{3}\b|\bPALETTE\b|[\"'](?:black|white|gr[ae]y|red|blue|green|orange|C\d)[\"']")
MAPPED = {*colours.COLOURS.values(), *kc.plot.PALETTE, *colours.PROBABILITY, *colours.WINNINGS}
MAPPED |= {colours.INK, colours.PAPER, colours.GREY}
PACKAGE = {"gray", "#555555"}  # lines of the package's own charts that mean nothing: at 0, between nodes, in proportion
CHARTS = dict(stored_charts())


def parts(value, key=""):
    """Every part of a specification, with the key that it is under; the data are none."""
    yield key, value
    if isinstance(value, dict):
        for name, inner in value.items():
            if name not in {"datasets", "config", "usermeta"}:
                yield from parts(inner, name)
    elif isinstance(value, list):
        for inner in value:
            yield from parts(inner, key)


def scales(spec, channel):
    """The names in each scale of a channel, with what the scale makes of them."""
    for key, part in parts(spec):
        if key == channel and isinstance(part, dict) and part.get("type") == "nominal":
            yield part["scale"]["domain"], part["scale"].get("range", kc.plot.PALETTE)


@pytest.mark.parametrize("path", [path for path in FIGURES if path.name not in {"colours.py", "style.py"}], ids=lambda path: path.stem)
def test_no_figure_has_colours_of_its_own(path):
    assert A_COLOUR.findall(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_no_chapter_has_colours_of_its_own(path):
    cells = nbformat.read(path, as_version=4).cells
    assert [cell.id for cell in cells if cell.cell_type == "code" and A_COLOUR.search(cell.source)] == []


@pytest.mark.parametrize("name", CHARTS)
def test_all_colours_of_a_chart_are_in_the_map(name):
    found = {value for key, value in parts(CHARTS[name]) if key in {"color", "stroke", "fill"} and isinstance(value, str)}
    found |= {colour for _, looks in scales(CHARTS[name], "color") for colour in looks}
    assert found - {"independent"} <= MAPPED | PACKAGE


@pytest.mark.parametrize("name", CHARTS)
def test_what_has_a_meaning_has_its_colour(name):
    for channel, meant in (("color", colours.COLOURS), ("strokeDash", colours.DASHES)):
        for names, looks in scales(CHARTS[name], channel):
            meanings = {one: meant[one] for one in names if one in meant}
            assert meanings == {one: look for one, look in zip(names, looks, strict=False) if one in meant}


@pytest.mark.parametrize("name", CHARTS)
def test_names_in_a_legend_are_told_apart(name):
    for names, looks in scales(CHARTS[name], "color"):
        assert len(set(looks[: len(names)])) == len(names), names


def test_a_name_has_one_colour_in_the_whole_book():
    found = defaultdict(set)
    for spec in CHARTS.values():
        for names, looks in scales(spec, "color"):
            for one, look in zip(names, looks, strict=False):
                found[one].add(look)
    assert {one: looks for one, looks in found.items() if len(looks) > 1} == {}


def test_every_name_in_the_map_is_drawn():
    """Apart from terms whose charts use another name, or which no strategy in the book needs yet."""
    drawn = {one for spec in CHARTS.values() for names, _ in scales(spec, "color") for one in names}
    assert colours.COLOURS.keys() - drawn == {"raise", "bluff", "value", "current", "average", "equilibrium", "bound"}


@pytest.mark.parametrize(
    "family",
    [
        ["chance", "player 1", "player 2", "player 3"],
        ["check", "bet", "bet 100", "bluff", "fold", "call", "raise", "all in"],
        ["current", "average", "equilibrium", "bound"],
        ["CFR", "CFR+", "LCFR", "DCFR", "PCFR+", "CFR, together"],
    ],
    ids=lambda family: family[1],
)
def test_within_a_family_each_has_its_own_colour(family):
    assert len({colours.COLOURS[term] for term in family}) == len(family)


def test_the_equilibrium_is_one_cross():
    """Every cross has the same size, stroke and width."""
    marks = [part for spec in CHARTS.values() for key, part in parts(spec) if key == "mark" and isinstance(part, dict)]
    crosses = [mark for mark in marks if mark.get("shape") == colours.CROSS["shape"]]
    assert len(crosses) > 5
    assert all({key: mark[key] for key in colours.CROSS} == colours.CROSS for mark in crosses)
