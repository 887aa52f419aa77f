"""The right angle: arrows begin and end where regrets say."""

from kuhnbook import figures

PATH = [[3, -1], [3, 1], [2.5, 2.5]]  # of regret matching at matching pennies against Tails


def lines(what):
    """The points of each line of a kind."""
    table = figures.right_angle(PATH, ("Heads", "Tails")).data.query("what == @what").sort_values(["line", "order"])
    return [group[["x", "y"]].to_numpy() for _, group in table.groupby("line")]


def test_arrows_lead_from_where_to_where():
    ends = [(arrow[0].tolist(), arrow[1].tolist()) for arrow in lines("step r")]
    assert ends == [([3, -1], [3, 1]), ([3, 1], [2.5, 2.5])]
    assert [arrow[:2].tolist() for arrow in lines("positive part R⁺")] == [[[0, 0], tip] for tip in ([3, 0], [3, 1], [2.5, 2.5])]
    assert [line.tolist() for line in lines("negative part, cut off")] == [[[3, -1], [3, 0]]]
