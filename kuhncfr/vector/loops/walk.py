"""The iterations: :mod:`kuhncfr.solver.loops.whole_tree` with a vector of hands in place of each number.

Given the sums over the opponent's hands, a player's hands are independent of one another. So each group passes through all decisions, down
and up, while it is in the processor's cache, and then sends its new reach to the opponent.
"""

from typing import Any

import numpy as np

from kuhncfr.solver.arrays import Array, Counts, Index, Rule
from kuhncfr.solver.loops.compiled import compiled, inlined, merged
from kuhncfr.solver.loops.rule import accumulated, choose, positive_part
from kuhncfr.solver.loops.updates import ONE, factors
from kuhncfr.vector.loops.arrays import ACTIONS, FIRST, LOCKED, PARENT, CompiledMatchup, PlayerArrays, SequenceForm, State, Workspace
from kuhncfr.vector.loops.simd import load, splat, store
from kuhncfr.vector.loops.terminal_values import GROUP, finish_sums, send_reach, terminal_value


@merged
def reciprocal(total: Any) -> Any:
    """Return 1 over a total of parts; anything where it is 0, for no part counts there."""
    return splat(1.0) / choose(total, splat(0.0), total, splat(1.0))


@merged
def share(part: Any, total: Any, scale: Any, uniform: Any) -> Any:
    """Return a part times 1 over the total of all parts; the uniform probability where all parts are 0."""
    return choose(total, splat(0.0), part * scale, uniform)


@merged
def match_regrets(decisions: Index, predicted: Array, tie: Any, workspace: Workspace) -> None:
    """Compute the strategy of a group of hands, and the reach of each sequence."""
    for decision in range(np.uint64(len(decisions))):
        begin, count, parent = decisions[decision, FIRST], decisions[decision, ACTIONS], decisions[decision, PARENT]
        positive, zero = splat(0.0), splat(0.0)
        for sequence in range(begin, begin + count):
            positive = positive + positive_part(load(predicted, sequence - ONE), tie, zero)
        own, scale, uniform = load(workspace.reach, parent), reciprocal(positive), splat(1.0 / count)
        for sequence in range(begin, begin + count):
            probability = share(positive_part(load(predicted, sequence - ONE), tie, zero), positive, scale, uniform)
            store(workspace.strategy, sequence, probability)
            store(workspace.reach, sequence, own * probability)


@merged
def update_regrets(
    group: Any, form: SequenceForm, matchup: CompiledMatchup, state: State, workspace: Workspace, discounts: Any, rule: Rule
) -> None:
    """Compute the regrets of a group of hands, from the last decision to the first, and add them to the cumulative regrets."""
    regret, predicted, zero = state.regret[group], state.predicted[group], splat(0.0)
    decisions = np.uint64(len(form.decisions))
    for steps in range(decisions):
        decision = decisions - ONE - steps
        begin, parent = form.decisions[decision, FIRST], form.decisions[decision, PARENT]
        end = begin + form.decisions[decision, ACTIONS]
        expected = splat(0.0)
        for sequence in range(begin, end):
            value = load(workspace.value, sequence) + terminal_value(sequence, group, form, matchup, workspace)
            store(workspace.value, sequence, value)
            expected = expected + load(workspace.strategy, sequence) * value
        store(workspace.value, parent, load(workspace.value, parent) + expected)
        for sequence in range(begin, end):
            found = load(workspace.value, sequence) - expected
            store(workspace.value, sequence, zero)
            if form.decisions[decision, LOCKED] == 0:
                total, prediction = accumulated(load(regret, sequence - ONE), found, discounts, rule, zero)
                store(regret, sequence - ONE, total)
                store(predicted, sequence - ONE, prediction)
    store(workspace.value, np.uint64(0), zero)  # the value of the whole game, which no decision uses


@merged
def add_to_average(reach: Array, cumulative: Array, weight: Any) -> None:
    """Add the weighted strategy to the sums for the average."""
    for sequence in range(ONE, np.uint64(len(reach))):
        store(cumulative, sequence - ONE, load(cumulative, sequence - ONE) + weight * load(reach, sequence))


@inlined
def run_stage(own: PlayerArrays, other: PlayerArrays, rule: Rule, discounts: Any, weight: float, learns: bool) -> None:
    """Update a player's hands, or send their new reach to the opponent; both if players alternate."""
    (form, matchup, state, workspace) = own
    (of_positive, of_negative) = discounts
    sends, of_hands = rule.alternating or not learns, (splat(of_positive), splat(of_negative))
    for group in range(np.uint64(len(state.regret))):
        if learns:
            match_regrets(form.decisions, state.predicted[group], splat(rule.tie), workspace)
            add_to_average(workspace.reach, state.cumulative[group], splat(weight))
            update_regrets(group, form, matchup, state, workspace, of_hands, rule)
        if sends:
            match_regrets(form.decisions, state.predicted[group], splat(rule.tie), workspace)
            chance = load(matchup.weight, group * GROUP)
            send_reach(group, chance, workspace.reach, other.form, other.workspace, other.workspace.summands)
    if sends:
        finish_sums(other.form, other.matchup, other.workspace)


@compiled
def iterate(end: int, one: PlayerArrays, two: PlayerArrays, rule: Rule, clock: Counts, sent: bool) -> None:
    """Run until iteration `end`; `sent` says whether both players have already sent their current reach.

    An iteration has four stages: the second player sends, then the first; then the first player learns, and the second. Players who
    alternate send as soon as they have learnt, so that only their first iteration needs the first two stages.
    """
    for t in range(clock[0] + 1, end + 1):
        discounts, weight = factors(t, rule)
        for stage in range(2 if sent and rule.alternating else 0, 4):
            first = stage == 1 or stage == 2
            run_stage(one if first else two, two if first else one, rule, discounts, weight, stage >= 2)
        sent = True
        clock[0] = t
