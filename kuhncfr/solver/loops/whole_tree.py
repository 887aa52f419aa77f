"""CFR over the whole tree, as loops over the sequence form.

They compute what :mod:`kuhncfr.cfr.cfr` computes. Instead of each history, they visit each information set once: children before parents
for the values, parents before children for the reach.
"""

from typing import Any

import numpy as np

from kuhncfr.solver.arrays import Goal, SequenceForm, Solve, State
from kuhncfr.solver.loops.average import reaches, weigh_others
from kuhncfr.solver.loops.compiled import compiled, inlined
from kuhncfr.solver.loops.updates import ONE, factors, note, settle


@inlined
def learn(player: Any, form: SequenceForm, state: State, rule: Any, discounts: Any) -> None:
    """Compute the player's regrets, weighted by the other players' reach; add them, and match them."""
    (infosets_of, sequences_of, first, count, parent, start, others, utility, _, _) = form
    (strategy, reach, value) = state.strategy, state.reach, state.value
    weigh_others(player, form, reach)
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
        settle(begin, end, expected, state, rule, discounts)
    value[sequences_of[player]] = 0.0  # the expected utility of the whole game, which is not used


@inlined
def switch(player: Any, form: SequenceForm, state: State, weight: float) -> None:
    """Add the old strategy to the average, weighted by the player's own reach; then switch to the reach of the new one."""
    (infosets_of, first, count, parent) = form.infosets_of, form.first, form.count, form.parent
    (strategy, cumulative, reach) = state.strategy, state.cumulative, state.reach
    for infoset in range(infosets_of[player], infosets_of[player + ONE]):
        own = reach[parent[infoset]]
        for sequence in range(first[infoset], first[infoset] + count[infoset]):
            cumulative[sequence] += weight * reach[sequence]
            reach[sequence] = own * strategy[sequence]


@compiled
def iterate(end: int, solve: Solve) -> None:
    """Run until iteration `end`."""
    (form, state, rule, record) = solve
    players = np.uint64(len(form.sequences_of) - 1)
    for t in range(record.clock[0] + 1, end + 1):
        discounts, weight = factors(t, rule)
        for turn in range(players if rule.alternating else players + players):
            if turn < players:
                learn(turn, form, state, rule, discounts)
            if turn >= players or rule.alternating:
                switch(turn - players if turn >= players else turn, form, state, weight)
        note(t, form, state, record)


@compiled
def iterate_until(goal: Goal, end: int, solve: Solve) -> bool:
    """Run until iteration `end`, or until the exploitability is at most the target; return whether the target is reached."""
    clock = solve.record.clock
    while clock[0] < end:
        iterate(min(end, goal.due[0]), solve)
        if reaches(goal, solve):
            return True
    return False
