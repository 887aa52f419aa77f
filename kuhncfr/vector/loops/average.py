"""The value and the exploitability of the average strategies."""

from typing import Any

import numpy as np

from kuhncfr.solver.arrays import Array, Index
from kuhncfr.solver.loops.compiled import compiled, inlined, merged
from kuhncfr.solver.loops.rule import choose
from kuhncfr.solver.loops.updates import ONE
from kuhncfr.vector.loops.arrays import ACTIONS, FIRST, LANES, LOCKED, PARENT, CompiledMatchup, PlayerArrays, SequenceForm, Workspace
from kuhncfr.vector.loops.simd import load, splat, store
from kuhncfr.vector.loops.terminal_values import GROUP, finish_sums, send_reach, terminal_value
from kuhncfr.vector.loops.walk import reciprocal, share

EMPTY = np.uint64(0)  # the empty sequence
AVERAGE, BEST = np.uint64(0), np.uint64(1)


@merged
def reach_of_average(decisions: Index, cumulative: Array, workspace: Workspace) -> None:
    """Compute the average strategy of a group of hands, and the reach of each sequence under it."""
    for decision in range(np.uint64(len(decisions))):
        begin, count, parent = decisions[decision, FIRST], decisions[decision, ACTIONS], decisions[decision, PARENT]
        total = splat(0.0)
        for sequence in range(begin, begin + count):
            total = total + load(cumulative, sequence - ONE)
        own, scale, uniform = load(workspace.reach, parent), reciprocal(total), splat(1.0 / count)
        for sequence in range(begin, begin + count):
            probability = share(load(cumulative, sequence - ONE), total, scale, uniform)
            store(workspace.strategy, sequence, probability)
            store(workspace.reach, sequence, own * probability)


@inlined
def send_average(own: PlayerArrays, other: PlayerArrays, cumulative: Array) -> None:
    """Send the reach of all hands under the average strategy to the opponent."""
    for group in range(np.uint64(len(cumulative))):
        reach_of_average(own.form.decisions, cumulative[group], own.workspace)
        chance = load(own.matchup.weight, group * GROUP)
        send_reach(group, chance, own.workspace.reach, other.form, other.workspace, other.workspace.summands)
    finish_sums(other.form, other.matchup, other.workspace)


@inlined
def group_values(group: Any, form: SequenceForm, matchup: CompiledMatchup, workspace: Workspace) -> Any:
    """Return the value of a group of hands under the average strategy, and under a best response, which keeps what is locked."""
    (decisions, average, best) = form.decisions, splat(0.0), splat(0.0)
    for steps in range(np.uint64(len(decisions)) + ONE):
        begin, end, parent = EMPTY, ONE, EMPTY
        if steps < len(decisions):
            decision = np.uint64(len(decisions)) - ONE - steps
            begin, parent = decisions[decision, FIRST], decisions[decision, PARENT]
            end = begin + decisions[decision, ACTIONS]
        best, mixed = splat(-np.inf), splat(0.0)
        for sequence in range(begin, end):
            direct = terminal_value(sequence, group, form, matchup, workspace)
            average = average + load(workspace.reach, sequence) * direct
            value = load(workspace.value, sequence) + direct
            store(workspace.value, sequence, splat(0.0))
            best = choose(value, best, value, best)
            mixed = mixed + load(workspace.strategy, sequence) * value
        if steps < len(decisions):
            store(workspace.value, parent, load(workspace.value, parent) + (mixed if decisions[decision, LOCKED] else best))
    return average, best


@inlined
def player_values(own: PlayerArrays, cumulative: Array, values: Array) -> None:
    """Compute a player's value under the average strategy and under a best response, lane by lane."""
    (form, matchup, _, workspace) = own
    average = best = splat(0.0)
    for group in range(np.uint64(len(cumulative))):
        reach_of_average(form.decisions, cumulative[group], workspace)
        weight = load(matchup.weight, group * GROUP)
        (of_average, of_best) = group_values(group, form, matchup, workspace)
        average = average + weight * of_average
        best = best + weight * of_best
    store(values, AVERAGE, average)
    store(values, BEST, best)


@compiled
def evaluate(one: PlayerArrays, two: PlayerArrays, cumulative_one: Array, cumulative_two: Array, values: Array) -> float:
    """Compute each player's value under the average strategies and under a best response; return the exploitability.

    The values are written to `values`, shape (players, 2, LANES), as sums by lane.
    """
    for player in range(2):
        first = player == 0
        send_average(one if first else two, two if first else one, cumulative_one if first else cumulative_two)
    for player in range(2):
        first = player == 0
        player_values(one if first else two, cumulative_one if first else cumulative_two, values[player])
    gain = 0.0
    for lane in range(LANES):
        gain += (values[0, 1, lane] - values[0, 0, lane]) + (values[1, 1, lane] - values[1, 0, lane])
    return gain / 2.0
