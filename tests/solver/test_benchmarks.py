"""The page on speed shows the measurements, and both sides of each comparison agree. Nothing is timed here."""

import json
import math
import re

import pytest


@pytest.fixture
def benchmarks(root):
    return root / "benchmarks"


@pytest.fixture
def results(benchmarks):
    return json.loads((benchmarks / "results.json").read_text(encoding="utf-8"))


@pytest.fixture
def report(benchmarks, monkeypatch):
    monkeypatch.syspath_prepend(str(benchmarks))
    import report

    return report


def test_the_tables_and_the_charts_are_those_of_the_results(report, results, benchmarks, root):
    assert (benchmarks / "results.md").read_text(encoding="utf-8") == report.tables(results)
    for name, drawn in report.charts(results).items():
        assert (root / "book" / "assets" / name).read_text(encoding="utf-8") == drawn


def test_the_bars_of_the_races_are_as_long_as_their_numbers(report, results):
    bars = [int(width) for width in re.findall(r'<rect x="0" y="\d+" width="(\d+)"', report.chart.races(results["races"]))]
    powers = [math.log10(row["theirs"]["median"] / row["ours"]["median"]) for row in results["races"]]
    assert bars == pytest.approx([640 / math.ceil(max(powers)) * power for power in powers], abs=1)  # the axis ends at a power of ten


def test_what_is_said_of_the_races_follows_the_results(report, results):
    race = results["races"][0]
    races = [race | {"ratio": 20.0, "goal": 10}, race | {"title": "Matching pennies", "peer": "a snail", "ratio": 2500.0, "goal": 3000}]
    text, drawn = report.tables(results | {"races": races}), report.chart.races(races)
    assert "between 20 and 2,500 times as fast as that of the other program; 1 of 2 bars reach our aim." in text
    assert "| Matching pennies | a snail | **2,500** | at least 3,000 |" in text
    assert ">10,000</text>" in drawn
    assert ">2,500</text>" in drawn


def test_both_sides_found_the_same(results):
    """The same exploitability, means that are the values of the equilibrium, and bounds that meet."""
    for race in results["races"]:
        ours, theirs = race["exploitability"]
        assert ours == pytest.approx(theirs, rel=1e-5) if race["exact"] else max(ours, theirs) < 0.05
    hands, row = results["hands"], results["texas_solver"]
    for means in hands["means"]:
        assert means == pytest.approx(hands["values"], abs=5 * max(hands["errors"]))
    (low, high), (their_low, their_high) = row["values"]
    assert max(low, their_low) <= min(high, their_high)
    assert row["percent_of_pot"] == pytest.approx([(high - low) / 2, (their_high - their_low) / 2], abs=1e-5)  # the pot is 100
    assert row["ratio"] == pytest.approx(row["theirs"]["median"] / row["ours"]["median"], rel=1e-5)
