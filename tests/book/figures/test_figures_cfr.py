"""The tree of reach, a branch for every history of the game, and the tree of the Queen. How wide branches are is seen in the page."""

from stored import stored_charts

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


def test_the_tree_of_the_queen_is_one_deal_of_the_rules():
    datasets = dict(stored_charts("cfr"))["fig-cfr-queen"]["datasets"].values()
    (rows,) = ({row["history"]: row for row in rows} for rows in datasets if rows and "history" in rows[0])
    won = {history: row["winnings (chips)"] for history, row in rows.items() if not row["to move"]}
    assert won == {"QKpp": "−1, +1", "QKpbp": "−1, +1", "QKpbb": "−2, +2", "QKbp": "+1, −1", "QKbb": "−2, +2"}  # worked out by hand
    assert set(rows) == {"(root)", "Q", *(history for history in kc.histories(kc.KuhnPoker()) if history.startswith("QK"))}
    assert [row["information set"] for row in rows.values() if row["to move"] == "player 1"] == ["Q", "Qpb"]
    assert all(row["action"] == history[-1] for history, row in rows.items() if history != "(root)")
