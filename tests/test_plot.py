"""Plots of runs, strategies and trees: the numbers behind each chart, in the right places."""

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

import kuhncfr as kc
from kuhncfr import plot

GAME = kc.KuhnPoker(players=3, cards=4)
TRAJECTORY = kc.solve(GAME, 300, sampling="chance", seed=1, record_every=2).trajectory
GAMES = [kc.OneBetKuhn(), kc.KuhnPoker(), kc.MatrixGame([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], actions=("RPS", "RPS"))]


def chart(infosets=("2pp", "3pb"), trajectory=TRAJECTORY, **options):
    return plot.trajectory(trajectory, infosets, **options)


def table_of(infosets, **options):
    """The numbers behind a chart."""
    return chart(infosets, **options).data


def panels(drawn):
    """Each column's regret panel and strategy panel, as dictionaries."""
    return [(column["title"], *column["vconcat"]) for column in drawn.to_dict()["concat"]]


@pytest.mark.parametrize("options", [{}, {"points": 1_000}, {"points": 30}, {"points": 6, "logarithmic": True}], ids=str)
def test_the_table_has_the_numbers_of_the_subsampled_trajectory(options):
    table, thin = table_of(["2pp", "3pb"], **options), TRAJECTORY.subsample(**{"points": 100, **options})
    assert len(table) == 2 * 2 * len(thin.iterations)
    quantities = {"regret": thin.cumulative_regret, "current": thin.current_strategy, "average": thin.average_strategy}
    for (key, action), rows in table.groupby(["infoset", "action"]):
        assert rows["iteration"].tolist() == thin.iterations.tolist()
        for column, series in quantities.items():
            assert rows[column].tolist() == [float(f"{number:.6g}") for number in series[key][action]]


def test_a_record_of_one_iteration_is_drawn():
    alone = kc.record(kc.CFR(GAME), iterations=1)
    assert chart(["1"], alone).data["iteration"].tolist() == [1, 1]


def test_each_column_shows_its_own_information_set():
    drawn = panels(chart({"2pp": "card 2 after pp", "3pb": "card 3 after pb"}))
    assert [title for title, *_ in drawn] == ["card 2 after pp", "card 3 after pb"]
    for (_, regrets, strategies), key in zip(drawn, ("2pp", "3pb"), strict=True):
        (only,) = regrets["transform"]
        assert only == strategies["transform"][0] == {"filter": {"field": "infoset", "equal": key}}
    assert [title for title, *_ in panels(chart(["2pp", "3pb"]))] == ["2pp", "3pb"]


def test_a_zoom_sets_the_axis_and_cuts_the_lines_off():
    for _, regrets, _ in panels(chart(zoom=(-1, 4))):
        line = regrets["layer"][1]
        assert line["encoding"]["y"]["scale"]["domain"] == [-1, 4]
        assert line["mark"]["clip"] is True
    for _, regrets, _ in panels(chart()):
        line = regrets["layer"][1]
        assert "domain" not in line["encoding"]["y"].get("scale", {})
        assert line["mark"]["clip"] is False


def test_a_logarithmic_axis():
    for _, regrets, strategies in panels(chart(logarithmic=True)):
        for panel in (regrets["layer"][1], strategies):
            x = panel["encoding"]["x"]
            assert (x["scale"]["type"], x["axis"]["values"]) == ("log", [1, 10, 100])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"infosets": ["9"]}, r"no information set '9'; it has '1', '2'"),
        ({"infosets": []}, "there must be an information set and a record"),
        ({"actions": {"p": "pass"}}, "actions must name 'p', 'b'"),
        ({"points": 1}, "points must be at least 2, got 1"),
        ({"trajectory": kc.record(kc.CFR(GAME), iterations=0)}, "there must be an information set and a record"),
    ],
)
def test_what_cannot_be_drawn_is_refused(options, message):
    with pytest.raises(ValueError, match=message):
        chart(**options)


# --- Exploitability ----------------------------------------------------------------------------------------------------------------------


def encodings(chart, channel):
    return [layer["encoding"][channel] for layer in chart.to_dict()["layer"] if channel in layer.get("encoding", {})]


CURVES = pd.DataFrame({"cfr": [0.1234567, 0.0123456], "cfr+": [0.05, 0.0]}, index=[10, 1_000])


def test_curves_have_every_algorithm_at_every_record_but_no_zero():
    """A logarithmic axis cannot show 0."""
    data = plot.convergence(CURVES).data
    rows = {(row.algorithm, row.iterations): row.distance for row in data.itertuples()}
    assert rows == {("cfr", 10): 0.123, ("cfr", 1_000): 0.0123, ("cfr+", 10): 0.05}


@pytest.mark.parametrize(
    ("curves", "root", "x", "y"),
    [
        (CURVES, None, [1_000, 100, 10], [0.1]),
        (CURVES, 200, [1_000, 100, 10], [10, 1, 0.1]),  # the reference line falls from 63 to 6.3
        (pd.DataFrame({"cfr": [1, 1e-7]}, index=[1, 10]), None, [10, 1], [1, 1e-2, 1e-4, 1e-6]),  # every other of many
        (pd.DataFrame({"cfr": [0.05, 0.02]}, index=[20, 80]), None, None, None),  # without a power it is marked all the same
    ],
)
def test_axes_are_logarithmic_and_mark_powers_of_ten_alone(curves, root, x, y):
    chart = plot.convergence(curves, root=root)
    for channel, marked in (("x", x), ("y", y)):
        axes = encodings(chart, channel)
        assert [axis["scale"]["type"] for axis in axes] == ["log"] * (1 if root is None else 2)
        assert axes[0]["axis"].get("values") == marked


def test_the_reference_line_falls_like_one_over_root_t():
    tables = map(pd.DataFrame, plot.convergence(CURVES, root=2.0).to_dict()["datasets"].values())
    (line,) = [table for table in tables if "algorithm" not in table.columns]
    assert line["distance"].tolist() == pytest.approx((2 / np.sqrt(line["iterations"])).tolist(), rel=5e-3)
    assert line["iterations"].tolist() == [10, 1_000]


def test_trajectories_are_compared_by_their_exploitability():
    """The trajectories may be recorded at different iterations."""
    runs = {every: kc.solve(kc.OneBetKuhn(), 60, record_every=every).trajectory for every in (20, 30)}
    data = plot.convergence({str(every): run for every, run in runs.items()}).data
    for every, run in runs.items():
        mine = data[data["algorithm"] == str(every)]
        assert mine["iterations"].tolist() == run.iterations.tolist()
        assert mine["distance"].tolist() == pytest.approx(run.exploitability.tolist(), rel=5e-3)


def test_curves_without_a_positive_number_are_refused():
    with pytest.raises(ValueError, match="curves must have a positive number"):
        plot.convergence(CURVES * 0)


# --- A strategy --------------------------------------------------------------------------------------------------------------------------


def test_each_decision_is_one_bar_of_all_its_actions():
    chart = plot.strategy({"J": {"c": 0.75, "r": 0.25}}, {"f": "fold", "c": "call", "r": "raise"})
    rows = chart.data[["decision", "action", "probability", "order"]].to_numpy().tolist()
    assert rows == [["J", "fold", 0, 0], ["J", "call", 0.75, 1], ["J", "raise", 0.25, 2]]


def test_a_profile_is_drawn_with_the_letters_of_its_actions():
    profile = kc.nash.kuhn().profile
    data = plot.strategy(profile).data
    assert set(data["action"]) == {"p", "b"}
    assert {row.decision: row.probability for row in data[data["action"] == "b"].itertuples()} == {
        key: round(float(profile[key]["b"]), 2) for key in profile
    }


# --- A tree ------------------------------------------------------------------------------------------------------------------------------


def places_of(game, only=""):
    """Return the rows of a tree's chart by history; the root is the empty one."""
    return {row["history"].replace("(root)", ""): row for row in plot.tree(game, only).data.to_dict("records")}


def test_the_whole_tree_of_one_bet_kuhn():
    places = places_of(kc.OneBetKuhn())
    assert (len(places), sum(row["to move"] == "" for row in places.values())) == (34, 18)
    assert {row["information set"] for row in places.values()} == {"", "A", "K", "Q", "Ab", "Kb", "Qb"}
    assert [places[history]["action"] for history in ("", "A", "AK", "AKb")] == ["", "A 1/3", "K 1/2", "b"]


def test_only_may_be_a_single_history():
    assert places_of(kc.OneBetKuhn(), only="AK") == places_of(kc.OneBetKuhn(), only=["AK"])
    assert list(places_of(kc.OneBetKuhn(), only="AKbp")) == ["", "A", "AK", "AKb", "AKbp"]


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_every_history_has_its_place(game):
    places = places_of(game)
    assert list(places) == list(kc.histories(game))
    ends = [history for history in places if game.is_terminal(history)]
    last = max(map(len, places))
    assert [(places[end]["x"], places[end]["y"]) for end in ends] == [(last, row) for row in range(len(ends))]
    assert len({(row["x"], row["y"]) for row in places.values()}) == len(places)
    for history, row in places.items():
        following = [places[after]["y"] for after in places if after and after[:-1] == history]
        assert bool(following) != (history in ends)
        if following:
            assert row["x"] == len(history)
            assert following == sorted(following)
            assert row["y"] == (following[0] + following[-1]) / 2
            told = ("chance", "") if game.is_chance(history) else (f"player {game.player(history) + 1}", game.infoset(history))
            assert (row["to move"], row["information set"], row["winnings (chips)"]) == (*told, "")
        before = places[history[:-1]]
        assert (row["x before"], row["y before"]) == (before["x"], before["y"])


def test_a_tree_too_large_to_read_is_refused():
    with pytest.raises(ValueError, match="a tree shows at most 60 terminal histories, got 312: choose some with only="):
        plot.tree(kc.KuhnPoker(3, 4))
    places = places_of(kc.KuhnPoker(3, 4), only=("123", "321"))
    assert sum(row["to move"] == "" for row in places.values()) == 26


@pytest.mark.parametrize("only", [(), ("AK", "AA"), ("AKpp",), "x"])
def test_an_unknown_history_is_refused(only):
    with pytest.raises(ValueError, match="only must hold histories of the game, at least one, got "):
        plot.tree(kc.OneBetKuhn(), only=only)


def test_net_winnings_are_written_with_their_sign():
    places = places_of(kc.MatrixGame([[[2, Fraction(-1, 2)], [0, 0.25]]], actions=("a", "xy")))
    assert [places[end]["winnings (chips)"] for end in ("ax", "ay")] == ["+2, −1/2", "0, +1/4"]


def test_a_game_without_moves():
    """The smallest game has no moves."""

    class Over(kc.OneBetKuhn):
        players = 1

        def is_terminal(self, history):
            return True

        def utilities(self, history):
            return (Fraction(3),)

    chart = plot.tree(Over())
    assert chart.data["winnings (chips)"].tolist() == ["+3"]
    assert chart.to_dict()["layer"]


# --- What all charts share ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("digits", "x", "y"), [((), 0.000123457, 98765.4), ((3,), 0.000123, 98800.0)])
def test_floats_of_a_table_are_rounded_to_six_digits_by_default(digits, x, y):
    table = plot.rounded(pd.DataFrame({"T": [1_234_567], "x": [0.000123456789], "y": [98765.4321], "name": ["a"]}), *digits)
    assert table.to_dict("records") == [{"T": 1_234_567, "x": x, "y": y, "name": "a"}]
    assert plot.significant([0.000123456789, 98765.4321], *digits).tolist() == [x, y]


LETTERS = "abcdefg"
MANY = {
    "actions in a trajectory": lambda n: chart(["2"], kc.record(kc.CFR(kc.MatrixGame([[0] * n])), iterations=2)),
    "series": lambda n: plot.convergence(pd.DataFrame(np.ones((1, n)), index=[1], columns=list(LETTERS[:n]))),
    "actions in a bar": lambda n: plot.strategy({"1": dict.fromkeys(LETTERS[:n], 1 / n)}),
}


@pytest.mark.parametrize("draw", MANY.values(), ids=MANY)
def test_as_many_things_are_drawn_as_there_are_colours(draw):
    assert draw(6).to_dict()
    with pytest.raises(ValueError, match=r"at most 6 (actions|series) can be told apart, got 7"):
        draw(7)
