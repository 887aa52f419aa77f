"""The tree of reach: a branch for every history, where the tree of the game has it. How wide they are is seen in the page."""

import kuhncfr as kc
from kuhnbook import figures

GAME = kc.OneBetKuhn()
TREE = figures.reach_tree().to_dict()
(BRANCHES,) = (rows for rows in TREE["datasets"].values() if "chance" in rows[0])


def test_every_history_but_the_first_ends_a_branch_of_its_own():
    assert {row["history"] for row in BRANCHES} == set(kc.histories(GAME)) - {""}
    assert len(BRANCHES) == 33
    places = kc.plot.tree(GAME).data.set_index("history")
    for row in BRANCHES:
        before, after = row["history"][:-1] or "(root)", row["history"]
        assert [row[name] for name in ("x", "y", "x2", "y2")] == [*places.loc[before, ["x", "y"]], *places.loc[after, ["x", "y"]]]
        assert row["mover"] == places.loc[before, "to move"]
