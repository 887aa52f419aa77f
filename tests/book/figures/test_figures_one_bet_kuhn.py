"""The pictures of the game: what a bet gains, and best replies, which go round the square."""

from fractions import Fraction

import pandas as pd
from stored import stored_charts

from kuhnbook import figures

F = Fraction
STORED = dict(stored_charts("one_bet_kuhn"))


def stored_rows(name, field):
    return next(rows for rows in STORED[name]["datasets"].values() if field in rows[0])


def test_every_arrow_is_a_gain_of_its_player():
    table = pd.DataFrame({"K folds": [0, F(1, 6)], "K calls": [F(1, 6), -F(1, 6)]}, ["Q passes", "Q bets"])
    for arrow in figures.chase(table).layer[0].data.to_dict("records"):
        before, after = (F(arrow[name].replace("−", "-")) for name in ("before", "after"))
        assert (after > before) if arrow["player"] == "player 1" else (after < before)
        ends = (table.iat[round(arrow["y"]), round(arrow["x"])], table.iat[round(arrow["y2"]), round(arrow["x2"])])
        assert ends == (before, after)


def test_the_ranges_are_those_of_the_rules():
    """Worked out by hand: of the two deals with a card, each of probability 1/6, and the pots S = 1."""
    found = {row["infoset"]: (row["from"], row["to"]) for row in stored_rows("fig-game-ranges", "infoset")}
    assert found == {
        "A": ("0", "1/3"),  # one chip more in each deal that is called
        "K": ("−1/6", "1/2"),
        "Q": ("−1/3", "2/3"),
        "Ab": ("0", "1"),  # 3 chips in both deals, against a player 1 who always bets
        "Kb": ("−1/6", "1/2"),
        "Qb": ("−1/3", "0"),
    }


def test_completion_lists_every_figure():
    assert {"chase", "spiral"} < {name for name in dir(figures) if callable(getattr(figures, name))} == set(dir(figures))
