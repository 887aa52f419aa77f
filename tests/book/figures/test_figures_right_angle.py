"""The right angle: arrows begin and end where regrets say, and what breaks the condition is not drawn."""

import pytest

from kuhnbook import figures

PATH = [[3, -1], [3, 1], [2.5, 2.5]]  # of regret matching at matching pennies against Tails


def chart(path=PATH):
    return figures.right_angle(path, ("Heads", "Tails"))


def lines(what, path=PATH):
    """The points of each line of a kind."""
    table = chart(path).data.query("what == @what").sort_values(["line", "order"])
    return [group[["x", "y"]].to_numpy() for _, group in table.groupby("line")]


def test_arrows_lead_from_where_to_where():
    ends = [(arrow[0].tolist(), arrow[1].tolist()) for arrow in lines("step r")]
    assert ends == [([3, -1], [3, 1]), ([3, 1], [2.5, 2.5])]
    assert [arrow[:2].tolist() for arrow in lines("positive part R⁺")] == [[[0, 0], tip] for tip in ([3, 0], [3, 1], [2.5, 2.5])]
    assert [line.tolist() for line in lines("negative part, cut off")] == [[[3, -1], [3, 0]]]


def test_a_step_that_is_not_at_a_right_angle_is_refused():
    with pytest.raises(ValueError, match="step 2 is not at a right angle to the positive regrets: their product is 1"):
        chart([[3, -1], [3, 1], [3, 2]])
