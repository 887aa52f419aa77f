"""The exploitability of the average strategy, and the iterations at which to check it."""

from typing import Any

import numpy as np

from kuhncfr.solver.arrays import Array, Goal, SequenceForm, Solve
from kuhncfr.solver.loops.compiled import compiled, inlined
from kuhncfr.solver.loops.updates import ONE


@inlined
def weigh_others(player: Any, form: SequenceForm, reach: Array) -> None:
    """Compute the product of the other players' reach for each combination of their sequences."""
    (sequences_of, joint, joints_of) = form.sequences_of, form.joint, form.joints_of
    for row in range(joints_of[player], joints_of[player + ONE]):
        product = 1.0
        for other in range(joint.shape[1]):
            product *= reach[joint[row, other]]
        reach[sequences_of[-1] + row] = product


@inlined
def reach_of_average(form: SequenceForm, cumulative: Array, reach: Array) -> None:
    """Compute the reach of each sequence under the average strategy, from the cumulative strategy."""
    (first, count, parent) = form.first, form.count, form.parent
    for infoset in range(len(first)):
        total = 0.0
        for sequence in range(first[infoset], first[infoset] + count[infoset]):
            total += cumulative[sequence]
        own = reach[parent[infoset]]
        for sequence in range(first[infoset], first[infoset] + count[infoset]):
            reach[sequence] = own * (cumulative[sequence] / total if total > 0.0 else 1.0 / count[infoset])


@compiled
def exploitability(form: SequenceForm, cumulative: Array, reach: Array, value: Array) -> float:
    """Return NashConv / players of the average strategy."""
    (infosets_of, sequences_of, first, count, parent, start, others, utility, _, _) = form
    reach_of_average(form, cumulative, reach)
    players = np.uint64(len(infosets_of) - 1)
    total = 0.0
    for player in range(players):
        weigh_others(player, form, reach)
        earned = 0.0
        for steps in range(infosets_of[player + ONE] - infosets_of[player]):
            infoset = infosets_of[player + ONE] - ONE - steps
            best = -np.inf
            for sequence in range(first[infoset], first[infoset] + count[infoset]):
                direct = 0.0
                for entry in range(start[sequence], start[sequence + ONE]):
                    direct += utility[entry] * reach[others[entry]]
                earned += reach[sequence] * direct
                there = value[sequence] + direct
                if there > best:
                    best = there
                value[sequence] = 0.0
            value[parent[infoset]] += best
        total += value[sequences_of[player]] - earned
        value[sequences_of[player]] = 0.0
    return total / players


@compiled
def exploitabilities(form: SequenceForm, cumulatives: Array, reach: Array, value: Array, found: Array) -> None:
    """Compute the exploitability of the average strategy of each row."""
    for row in range(len(cumulatives)):
        found[row] = exploitability(form, cumulatives[row], reach, value)


@compiled
def reaches(goal: Goal, solve: Solve) -> bool:
    """If a check is due, return whether the target is reached, and set the next check a sixteenth later; otherwise return False."""
    due = goal.due
    if solve.record.clock[0] < due[0]:
        return False
    due[0] += due[0] // 16 + 1
    state = solve.state
    return bool(exploitability(solve.form, state.cumulative, goal.reach, state.value) <= goal.target)
