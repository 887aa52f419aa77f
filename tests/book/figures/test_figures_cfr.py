"""The corridor with its meters, and both products of reach. What sliders change is seen in the page."""

from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import pytest
from definition import others, probability

import kuhncfr as kc
from kuhnbook import figures

WINS = {"a": 0, "bb": -4, "baa": 1, "bab": -10}


class OwnReach(kc.CFR):
    def counterfactual_reach(self, reach, player):
        return float(np.prod(reach))


def corridor(own_in_weight: bool) -> Iterator[dict[str, tuple[Fraction, Fraction]]]:
    """After each round, by branch: the probability in the next round and the sum of regrets, worked out door by door in fractions."""
    sums = {door: [Fraction(0), Fraction(0)] for door in ("", "b", "ba")}
    while True:
        plays = {}
        for door, (a, b) in sums.items():
            up = max(a, 0), max(b, 0)
            plays[door] = [x / sum(up) for x in up] if any(up) else [Fraction(1, 2)] * 2
        yield {door + action: (plays[door][k], sums[door][k]) for door in sums for k, action in enumerate("ab")}
        worth = {history: Fraction(won) for history, won in WINS.items()}
        reach = Fraction(1) * plays[""][1] * plays["b"][0], plays[""][1], Fraction(1)
        for door, own in zip(("ba", "b", ""), reach, strict=True):
            values = worth[door + "a"], worth[door + "b"]
            worth[door] = sum(p * v for p, v in zip(plays[door], values, strict=True))
            for k in (0, 1):
                sums[door][k] += (own if own_in_weight else 1) * (values[k] - worth[door])


def test_the_meters_are_those_of_exact_learners() -> None:
    data = figures.corridor_meters({"CFR": kc.CFR, "wrong": OwnReach}).data
    branches = {"leave": "a", "go in": "b", "on": "ba", "lose 4": "bb", "win 1": "baa", "lose 10": "bab"}
    for name, own_in_weight in (("CFR", False), ("wrong", True)):
        for after, exact in zip(range(21), corridor(own_in_weight), strict=False):
            shown = data[(data["learner"] == name) & (data["after"] == after)].set_index("branch")
            for branch, history in branches.items():
                expected = [float(x) for x in exact[history]]
                assert [*shown.loc[branch, ["probability", "regret"]]] == pytest.approx(expected, abs=1e-3)


def test_each_branch_has_both_factors_of_its_reach() -> None:
    game = kc.KuhnPoker()
    strategy = kc.nash.kuhn(alpha=Fraction(1, 4)).profile
    data = figures.two_products(strategy).data.set_index("history")
    assert set(data.index) == {h for h in kc.histories(game) if h.startswith("Q")}
    for h, row in data.iterrows():
        own, rest = (float(probability(game, strategy, h, leave_out=out)) for out in (others(game, 0), (0,)))
        assert [row["own reach"], row["others reach"]] == pytest.approx([own, rest], abs=1e-4), h
    assert data.loc["QJpb", "own reach"] == data.loc["QKpb", "own reach"]  # perfect recall
