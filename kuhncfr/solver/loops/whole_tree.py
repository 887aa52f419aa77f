"""The solver's inner loops over the sequence form.

They read like :mod:`kuhncfr.cfr.cfr`, turned inside out: instead of walking the tree once per history, each information set is
visited once, children before parents for the values, parents before children for the reach.
"""

from typing import Any

import numpy as np

from kuhncfr.solver.arrays import Goal, SequenceForm, Solve, State
from kuhncfr.solver.loops.average import reaches, weigh_others
from kuhncfr.solver.loops.compiled import compiled, inlined
from kuhncfr.solver.loops.updates import ONE, factors, note, settle


@inlined
def learn(player: Any, form: SequenceForm, state: State, rule: Any, discounts: Any) -> None:
    """Find the player's regrets under the others' reach, add them up, and match them."""
    (infosets_of, sequences_of, first, count, parent, start, others, utility, _, _) = form
    (_, strategy, _, reach, value) = state
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
    value[sequences_of[player]] = 0.0  # what the player expects from the whole game, which nobody needs


@inlined
def switch(player: Any, form: SequenceForm, state: State, weight: float) -> None:
    """Count the strategy just played towards the average, weighted by the player's own reach; then switch to the new one."""
    (infosets_of, first, count, parent) = form.infosets_of, form.first, form.count, form.parent
    (strategy, cumulative, reach) = state.strategy, state.cumulative, state.reach
    for infoset in range(infosets_of[player], infosets_of[player + ONE]):
        own = reach[parent[infoset]]
        for sequence in range(first[infoset], first[infoset] + count[infoset]):
            cumulative[sequence] += weight * reach[sequence]
            reach[sequence] = own * strategy[sequence]


@compiled
def iterate(end: int, solve: Solve) -> None:
    """Run until iteration `end`, each over the whole tree."""
    (form, state, rule, record) = solve
    players = np.uint64(len(form.sequences_of) - 1)
    for t in range(record.clock[0] + 1, end + 1):
        discounts, weight = factors(t, rule)
        for turn in range(players if rule.alternating else players + players):
            if turn < players:
                learn(turn, form, state, rule, discounts)
            if turn >= players or rule.alternating:
                switch(turn - players if turn >= players else turn, form, state, weight)
        note(t, state, record)


@compiled
def iterate_until(goal: Goal, end: int, solve: Solve) -> bool:
    """Run until iteration `end`, or until the average is no more exploitable than the goal allows; tell whether it is."""
    clock = solve.record.clock
    while clock[0] < end:
        iterate(min(end, goal.due[0]), solve)
        if reaches(goal, solve):
            return True
    return False
