"""The page on speed shows the measurements, and both sides of each comparison agree. Nothing is timed here."""

import json

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


def test_the_tables_and_the_chart_are_those_of_the_results(report, results, benchmarks, root):
    assert (benchmarks / "results.md").read_text(encoding="utf-8") == report.tables(results)
    chart = (root / "book" / "assets" / "growth.svg").read_text(encoding="utf-8")
    assert chart == report.chart.growth(results["growth"])


def test_both_sides_reached_the_same_exploitability(results):
    for race in results["races"]:
        ours, theirs = race["exploitability"]
        assert ours == pytest.approx(theirs, rel=1e-5) if race["exact"] else max(ours, theirs) < 0.05


def test_the_means_of_both_sides_are_the_values_of_the_equilibrium(results):
    row = results["hands"]
    for means in row["means"]:
        assert means == pytest.approx(row["values"], abs=5 * max(row["errors"]))


@pytest.mark.parametrize(
    ("times", "written"),
    [
        ({"median": 1.5e-7, "low": 1.4e-7, "high": 2e-7}, "0.15 µs (0.14–0.2)"),
        ({"median": 0.0123, "low": 0.01, "high": 0.02}, "12.3 ms (10–20)"),
        ({"median": 7.0, "low": 6.5, "high": 71.26}, "7 s (6.5–71.3)"),
    ],
)
def test_times_are_written_in_a_unit_that_fits(report, times, written):
    assert report.spread(times) == written
