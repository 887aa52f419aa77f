"""The public tree: decisions, folds and showdowns."""

from fractions import Fraction

import numpy as np

from kuhncfr.vector import Decision, Fold, Showdown
from kuhncfr.vector.betting import nodes

END = Showdown(1)


def test_amounts_are_exact_and_players_are_plain_numbers():
    assert Fold(np.int64(1), 0.1) == Fold(winner=1, stake=Fraction(1, 10))
    assert Showdown(2.5).stake == Fraction(5, 2)
    assert type(Decision(np.int64(1), {"a": END}).player) is int


def test_a_decision_copies_its_children():
    children = {"a": END}
    decision = Decision(0, children)
    children["b"] = END
    assert list(decision.children) == ["a"]


def test_parents_precede_their_children():
    decision = Decision(0, {"check": Decision(1, {"check": END, "all in": END}), "fold": Fold(1, 2)})
    assert [history for history, _ in nodes(decision, "-")] == ["", "check", "check-check", "check-all in", "fold"]
    assert [node for _, node in nodes(END)] == [END]
