"""One colour, one mark, one meaning: the charts that the chapters hold take all their colours from one map."""

import pytest
from stored import stored_charts

import kuhncfr as kc
from kuhnbook.figures import colours

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


def test_all_colours_of_the_charts_are_in_the_map():
    for name, spec in CHARTS.items():
        found = {value for key, value in parts(spec) if key in {"color", "stroke", "fill"} and isinstance(value, str)}
        found |= {colour for _, looks in scales(spec, "color") for colour in looks}
        assert found - {"independent"} <= MAPPED | PACKAGE, name


@pytest.mark.parametrize(("channel", "meant"), [("color", colours.COLOURS), ("strokeDash", colours.DASHES)], ids=["colours", "dashes"])
def test_a_name_has_its_look_in_the_whole_book(channel, meant):
    """That of its meaning, if it has one; and in a legend, names are told apart by their colours."""
    looks_of = {term: {str(look)} for term, look in meant.items()}
    for chart, spec in CHARTS.items():
        for names, looks in scales(spec, channel):
            assert channel != "color" or len(set(looks[: len(names)])) == len(names), chart
            for name, look in zip(names, looks, strict=False):
                looks_of.setdefault(name, set()).add(str(look))
    assert {name: looks for name, looks in looks_of.items() if len(looks) > 1 and (channel == "color" or name in meant)} == {}
