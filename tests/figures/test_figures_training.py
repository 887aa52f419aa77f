"""What stands behind the figures of training: the trajectory's own numbers, thinned, in the right panels."""

import numpy as np
import pytest

import kuhncfr as kc
from kuhncfr import figures
from kuhncfr.figures.style import PALETTE

GAME = kc.KuhnPoker(players=3, cards=4)
TRAJECTORY = kc.record(kc.CFR(GAME, sampling="chance", seed=1), iterations=300, every=2)
RAISE = kc.record(kc.CFR(kc.RaiseKuhn()), iterations=8)


def chart(infosets=("2pp", "3pb"), trajectory=TRAJECTORY, **options):
    return figures.regret_and_strategy(trajectory, infosets, description="words", **options)


def panels(drawn):
    """Each column's regret panel and strategy panel, as dictionaries."""
    return [(column["title"], *column["vconcat"]) for column in drawn.to_dict()["concat"]]


@pytest.mark.parametrize(
    ("quantity", "column"), [("cumulative_regret", "regret"), ("current_strategy", "current"), ("average_strategy", "average")]
)
def test_the_table_holds_the_trajectorys_numbers(quantity, column):
    table = figures.training_table(TRAJECTORY, ["2pp", "3pb"], points=1_000)
    assert len(table) == 2 * 2 * 150
    for key in ("2pp", "3pb"):
        for action in "pb":
            rows = table[(table["infoset"] == key) & (table["action"] == action)]
            assert rows["iteration"].tolist() == TRAJECTORY.iterations.tolist()
            assert rows[column].tolist() == getattr(TRAJECTORY, quantity)[key][action].tolist()


def test_probabilities_of_the_current_strategy_come_from_positive_regrets():
    """What the figure is to show: the lower panel follows from the upper one."""
    table = figures.training_table(TRAJECTORY, list(kc.information_sets(GAME)))
    for _, rows in table.groupby(["infoset", "iteration"]):
        matched = kc.regret_matching(rows["regret"].to_numpy(), tie=1e-10)
        assert rows["current"].tolist() == pytest.approx(matched.tolist(), abs=1e-9)


def test_a_linear_grid_keeps_both_ends_and_equal_distances():
    kept = figures.training_table(TRAJECTORY, ["1"], points=4)["iteration"].unique()
    assert (kept[0], kept[-1]) == (2, 300)
    assert np.abs(kept - np.linspace(2, 300, 4)).max() <= 1  # records are 2 apart


def test_a_logarithmic_grid_keeps_both_ends_and_equal_ratios():
    kept = figures.training_table(TRAJECTORY, ["1"], points=6, logarithmic=True)["iteration"].unique()
    assert (kept[0], kept[-1]) == (2, 300)
    assert np.abs(kept - np.geomspace(2, 300, 6)).max() <= 1


def test_close_points_of_a_logarithmic_grid_are_one_record():
    kept = figures.training_table(TRAJECTORY, ["1"], points=100, logarithmic=True)["iteration"].tolist()
    assert len(set(kept)) < 100
    assert kept == sorted(set(kept)) * 2  # once for each action


def test_a_chart_is_small_enough_for_a_page():
    assert len(chart(["1", "2", "3", "4"]).data) == 4 * 2 * 100
    assert len(chart(["1", "2", "3", "4"], points=30).data) == 4 * 2 * 30


def test_a_record_of_one_iteration_is_drawn():
    alone = kc.record(kc.CFR(GAME), iterations=1)
    assert chart(["1"], alone).data["iteration"].tolist() == [1, 1]


def test_chart_data_are_rounded():
    assert chart(["1"]).data["regret"].tolist() == [float(f"{r:.6g}") for r in figures.training_table(TRAJECTORY, ["1"])["regret"]]


def test_each_column_shows_its_own_information_set():
    drawn = panels(chart({"2pp": "card 2 after pp", "3pb": "card 3 after pb"}))
    assert [title for title, *_ in drawn] == ["card 2 after pp", "card 3 after pb"]
    for (_, regrets, strategies), key in zip(drawn, ("2pp", "3pb"), strict=True):
        (only,) = regrets["transform"]
        assert only == strategies["transform"][0] == {"filter": {"field": "infoset", "equal": key}}
    assert [title for title, *_ in panels(chart(["2pp", "3pb"]))] == ["2pp", "3pb"]


def test_regrets_stand_above_and_strategies_below():
    _, regrets, strategies = panels(chart())[0]
    zero, line = regrets["layer"]
    assert zero["encoding"]["y"]["datum"] == 0
    assert (line["encoding"]["y"]["field"], line["encoding"]["y"]["title"]) == ("regret", "regret (chips)")
    assert strategies["transform"][1] == {"fold": ["current", "average"], "as": ["strategy", "probability"]}
    assert strategies["encoding"]["y"]["field"] == "probability"
    assert strategies["encoding"]["y"]["scale"]["domain"] == [0, 1]
    assert strategies["encoding"]["x"]["title"] == "iteration t"
    thin, thick = strategies["encoding"]["strokeWidth"]["scale"]["range"]
    assert strategies["encoding"]["strokeWidth"]["scale"]["domain"] == ["current", "average"]
    assert thin < thick


def test_a_zoom_sets_the_axis_and_cuts_the_lines_off():
    for _, regrets, _ in panels(chart(zoom=(-1, 4))):
        line = regrets["layer"][1]
        assert line["encoding"]["y"]["scale"]["domain"] == [-1, 4]
        assert line["mark"]["clip"] is True
    for _, regrets, _ in panels(chart()):
        line = regrets["layer"][1]
        assert "domain" not in line["encoding"]["y"].get("scale", {})
        assert line["mark"]["clip"] is False


def test_actions_get_names_and_colours_in_their_order():
    drawn = chart(actions={"b": "bet or call", "p": "pass or fold", "r": "unused"})
    assert set(drawn.data["action"]) == {"bet or call", "pass or fold"}
    assert set(drawn.data[drawn.data["action"] == "bet or call"]["regret"]) == set(
        chart().data[chart().data["action"] == "b"]["regret"].tolist()
    )
    for _, regrets, strategies in panels(drawn):
        for panel in (regrets["layer"][1], strategies):
            scale = panel["encoding"]["color"]["scale"]
            assert scale == {"domain": ["bet or call", "pass or fold"], "range": list(PALETTE[:2])}


def test_three_actions():
    drawn = chart(["Qb"], RAISE)
    assert list(dict.fromkeys(drawn.data["action"])) == list(kc.information_sets(kc.RaiseKuhn())["Qb"].actions)
    assert len(drawn.data) == 3 * 8


def test_a_logarithmic_axis():
    for _, regrets, strategies in panels(chart(logarithmic=True)):
        for panel in (regrets["layer"][1], strategies):
            x = panel["encoding"]["x"]
            assert (x["scale"]["type"], x["axis"]["values"]) == ("log", [1, 10, 100])


def test_the_chart_describes_itself_and_fits_a_phone():
    drawn = chart().to_dict()
    assert drawn["description"] == "words"
    assert drawn["columns"] == 2
    assert all(panel["width"] <= 250 for _, *rows in panels(chart()) for panel in rows)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"infosets": ["9"]}, r"no information set '9'; it has '1', '2'"),
        ({"infosets": []}, "at least one information set"),
        ({"infosets": "1"}, "in a list or a mapping, got '1'"),
        ({"zoom": (1, 1)}, r"zoom must be a lower and a higher regret, got \(1, 1\)"),
        ({"actions": {"p": "pass"}}, "actions must name 'p', 'b'"),
        ({"points": 1}, "points must be at least 2, got 1"),
        ({"trajectory": kc.record(kc.CFR(GAME), iterations=0)}, "has no records"),
    ],
)
def test_what_cannot_be_drawn_is_refused(options, message):
    with pytest.raises(ValueError, match=message):
        chart(**options)


def test_too_many_actions_are_refused():
    wide = kc.record(kc.CFR(kc.MatrixGame([[0] * 7])), iterations=2)
    key = list(wide.cumulative_regret)[-1]
    with pytest.raises(ValueError, match="at most 6 actions can be told apart, got 7"):
        chart([key], wide)
