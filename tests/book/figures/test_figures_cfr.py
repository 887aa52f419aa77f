"""Both products of reach on one tree."""

from fractions import Fraction

import pytest
from definition import others, probability

import kuhncfr as kc
from kuhnbook import figures


def test_each_branch_has_both_factors_of_its_reach() -> None:
    game = kc.KuhnPoker()
    strategy = kc.nash.kuhn(alpha=Fraction(1, 4)).profile
    data = figures.two_products(strategy).data.set_index("history")
    assert set(data.index) == {h for h in kc.histories(game) if h.startswith("Q")}
    for h, row in data.iterrows():
        own, rest = (float(probability(game, strategy, h, leave_out=out)) for out in (others(game, 0), (0,)))
        assert [row["own reach"], row["others reach"]] == pytest.approx([own, rest], abs=1e-4), h
    assert data.loc["QJpb", "own reach"] == data.loc["QKpb", "own reach"]  # perfect recall
