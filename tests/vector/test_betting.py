"""The public tree: decisions, folds and showdowns."""

from fractions import Fraction

import numpy as np
import pytest

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


def test_a_decision_has_children():
    with pytest.raises(ValueError, match=r"children must name at least one action, got \{\}"):
        Decision(0, {})
    with pytest.raises(TypeError, match="children must be a mapping, such as a dict, got"):
        Decision(0, [END])
    with pytest.raises(TypeError, match=r"children\['a'\] must be a Decision, Fold or Showdown, got None of type NoneType"):
        Decision(0, {"a": None})
    with pytest.raises(TypeError, match="each name in children must be text, got 1 of type int"):
        Decision(0, {1: END})


@pytest.mark.parametrize("action", ["", " ", "a\nb", "a\0", "-", "all-in"])
def test_the_name_of_an_action_must_be_readable(action):
    with pytest.raises(ValueError, match="each name in children must be printable, not empty and without '-', got "):
        Decision(0, {action: END})
