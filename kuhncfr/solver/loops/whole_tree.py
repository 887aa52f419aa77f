"""The solver's inner loops over the sequence form.

They read like :mod:`kuhncfr.cfr.cfr`, turned inside out: instead of walking the tree once per history, each information set is
visited once, children before parents for the values, parents before children for the reach.
"""

from typing import Any

import numpy as np

from kuhncfr.cfr import algorithm
from kuhncfr.solver.loops.compiled import compiled, inlined

power = inlined(algorithm.power)
ONE = np.uint64(1)


@inlined
def settle(
    begin: Any, end: Any, expected: float, value: Any, regret: Any, strategy: Any, algorithm: Any, discounts: Any, tie: float
) -> None:
    """Add the regrets of one information set, value minus expected, match them, and clear the values."""
    floor, predictive = algorithm
    of_positive, of_negative = discounts
    positive = 0.0
    for sequence in range(begin, end):
        found = value[sequence] - expected
        value[sequence] = 0.0
        updated = regret[sequence] + found
        updated *= of_positive if updated > 0.0 else of_negative
        if floor and updated < 0.0:
            updated = 0.0
        regret[sequence] = updated
        if predictive:
            updated += found
        kept = updated if updated > tie else 0.0
        strategy[sequence] = kept
        positive += kept
    if positive > 0.0:
        scale = 1.0 / positive
        for sequence in range(begin, end):
            strategy[sequence] *= scale
    else:
        for sequence in range(begin, end):
            strategy[sequence] = 1.0 / (end - begin)


@inlined
def weigh_others(player: Any, tree: Any, reach: Any) -> None:
    """Find the product of the others' reach for each combination of their sequences."""
    (sequences_of, _, _, _, _, _, _, _, joint, joints_of) = tree
    for row in range(joints_of[player], joints_of[player + ONE]):
        product = 1.0
        for other in range(joint.shape[1]):
            product *= reach[joint[row, other]]
        reach[sequences_of[-1] + row] = product


@inlined
def learn(player: Any, tree: Any, state: Any, algorithm: Any, discounts: Any, tie: float) -> None:
    """Find the player's regrets under the others' reach, add them up, and match them."""
    (sequences_of, infosets_of, first, count, parent, start, others, utility, _, _) = tree
    (regret, strategy, reach, _, value) = state
    weigh_others(player, tree, reach)
    for steps in range(infosets_of[player + ONE] - infosets_of[player]):
        infoset = infosets_of[player + ONE] - ONE - steps
        begin = first[infoset]
        end = begin + count[infoset]
        expected = 0.0
        for sequence in range(begin, end):
            total = value[sequence]
            for entry in range(start[sequence], start[sequence + ONE]):
                total += utility[entry] * reach[others[entry]]
            value[sequence] = total
            expected += strategy[sequence] * total
        value[parent[infoset]] += expected
        settle(begin, end, expected, value, regret, strategy, algorithm, discounts, tie)
    value[sequences_of[player]] = 0.0  # what the player expects from the whole game, which nobody needs


@inlined
def play(player: Any, tree: Any, state: Any, weight: float) -> None:
    """Count the strategy just played towards the average, weighted by the player's own reach; then switch to the new one."""
    (_, infosets_of, first, count, parent, _, _, _, _, _) = tree
    (_, strategy, reach, cumulative, _) = state
    for infoset in range(infosets_of[player], infosets_of[player + ONE]):
        own = reach[parent[infoset]]
        for sequence in range(first[infoset], first[infoset] + count[infoset]):
            cumulative[sequence] += weight * reach[sequence]
            reach[sequence] = own * strategy[sequence]


@inlined
def average_reach(tree: Any, cumulative: Any, reach: Any) -> None:
    """Turn the sums of the average strategy into the probability that its owner plays each sequence."""
    (_, _, first, count, parent, _, _, _, _, _) = tree
    for infoset in range(len(first)):
        total = 0.0
        for sequence in range(first[infoset], first[infoset] + count[infoset]):
            total += cumulative[sequence]
        own = reach[parent[infoset]]
        for sequence in range(first[infoset], first[infoset] + count[infoset]):
            reach[sequence] = own * (cumulative[sequence] / total if total > 0.0 else 1.0 / count[infoset])


@compiled
def exploitability(tree: Any, cumulative: Any, reach: Any, value: Any) -> float:
    """Return NashConv / players of the average strategy."""
    (sequences_of, infosets_of, first, count, parent, start, others, utility, _, _) = tree
    average_reach(tree, cumulative, reach)
    players = np.uint64(len(infosets_of) - 1)
    total = 0.0
    for player in range(players):
        weigh_others(player, tree, reach)
        earned = 0.0
        for steps in range(infosets_of[player + ONE] - infosets_of[player]):
            infoset = infosets_of[player + ONE] - ONE - steps
            best = -np.inf
            for sequence in range(first[infoset], first[infoset] + count[infoset]):
                direct = 0.0
                for entry in range(start[sequence], start[sequence + ONE]):
                    direct += utility[entry] * reach[others[entry]]
                earned += reach[sequence] * direct
                best = max(best, value[sequence] + direct)
                value[sequence] = 0.0
            value[parent[infoset]] += best
        total += value[sequences_of[player]] - earned
        value[sequences_of[player]] = 0.0
    return total / players


@inlined
def factors(t: int, exponents: Any) -> Any:
    """Return iteration t's discounts of positive and of negative regrets, and its weight in the average."""
    alpha, beta, gamma = exponents
    of_positive = 1.0 / (1.0 + power(t, -alpha)) if alpha < np.inf else 1.0
    of_negative = 1.0 / (1.0 + power(t, -beta)) if beta < np.inf else 1.0
    return (of_positive, of_negative), power(t, gamma)


@inlined
def note(t: int, record: Any, regret: Any, strategy: Any, cumulative: Any) -> None:
    """Count iteration t, and write down the state after it if it is one to be recorded."""
    (clock, every, regrets, strategies, cumulatives) = record
    clock[0] = t
    if every > 0 and t % every == 0:
        row = t // every - 1
        for sequence in range(len(regret)):
            regrets[row, sequence] = regret[sequence]
            strategies[row, sequence] = strategy[sequence]
            cumulatives[row, sequence] = cumulative[sequence]


@compiled
def iterate(end: int, tree: Any, state: Any, rule: Any, alternating: bool, record: Any) -> None:
    """Run until iteration `end`, each over the whole tree."""
    players = np.uint64(len(tree[0]) - 1)
    (algorithm, exponents, tie) = rule
    (regret, strategy, _, cumulative, _) = state
    for t in range(record[0][0] + 1, end + 1):
        discounts, weight = factors(t, exponents)
        for player in range(players):
            learn(player, tree, state, algorithm, discounts, tie)
            if alternating:
                play(player, tree, state, weight)
        if not alternating:
            for player in range(players):
                play(player, tree, state, weight)
        note(t, record, regret, strategy, cumulative)


@compiled
def iterate_until(goal: Any, end: int, tree: Any, state: Any, average: Any, rule: Any, alternating: bool, record: Any) -> bool:
    """Run until iteration `end`, or until the average is no more exploitable than the goal allows; tell whether it is."""
    (target, due) = goal
    (_, _, _, cumulative, value) = state
    clock = record[0]
    while clock[0] < end:
        iterate(min(end, due[0]), tree, state, rule, alternating, record)
        if clock[0] == due[0]:
            due[0] += due[0] // 16 + 1
            if exploitability(tree, cumulative, average, value) <= target:
                return True
    return False


@compiled
def exploitabilities(tree: Any, cumulatives: Any, reach: Any, value: Any, found: Any) -> None:
    """Find the exploitability of the average strategy in each row."""
    for row in range(len(cumulatives)):
        found[row] = exploitability(tree, cumulatives[row], reach, value)
