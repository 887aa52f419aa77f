"""The iterations: :mod:`kuhncfr.solver.loops.whole_tree` with a vector of hands in place of each number.

A player's hands are independent of one another once the sums over the other's are known. So each group goes up through all decisions,
and down again, while it is close to the processor, and then tells the other player about itself.
"""

from typing import Any

import numpy as np

from kuhncfr.solver.arrays import Array, Counts, Index
from kuhncfr.solver.loops.compiled import compiled, inlined, merged
from kuhncfr.solver.loops.updates import ONE, discount, power
from kuhncfr.vector.loops.arrays import ACTIONS, FIRST, PARENT, Against, Form, Room, Rule, Side, State
from kuhncfr.vector.loops.simd import choose, load, splat, store
from kuhncfr.vector.loops.terminal_values import ACROSS, conclude, tell, worth


@merged
def over(positive: Any) -> Any:
    """Return 1 over the sum of what counts; anything where that is 0, for there no action counts."""
    return splat(1.0) / choose(positive, splat(0.0), positive, splat(1.0))


@merged
def match(kept: Any, positive: Any, scale: Any, alike: Any) -> Any:
    """Play in proportion to what counts; where nothing does, play everything equally often."""
    return choose(positive, splat(0.0), kept * scale, alike)


@merged
def positive_part(regret: Any, tie: Any) -> Any:
    """Return what of a regret counts."""
    return choose(regret, tie, regret, splat(0.0))


@merged
def go_down(decisions: Index, ahead: Array, tie: Any, room: Room) -> None:
    """Find what a group of hands plays at each decision, and how likely it gets to each row."""
    for decision in range(np.uint64(len(decisions))):
        begin, count, parent = decisions[decision, FIRST], decisions[decision, ACTIONS], decisions[decision, PARENT]
        positive = splat(0.0)
        for row in range(begin, begin + count):
            positive = positive + positive_part(load(ahead, row - ONE), tie)
        own, scale, alike = load(room.reach, parent), over(positive), splat(1.0 / count)
        for row in range(begin, begin + count):
            played = match(positive_part(load(ahead, row - ONE), tie), positive, scale, alike)
            store(room.strategy, row, played)
            store(room.reach, row, own * played)


@merged
def learn(group: Any, form: Form, against: Against, state: State, room: Room, rule: Any) -> None:
    """Find the regrets of a group of hands, and add them up."""
    (of_positive, of_negative, lowest, predictive) = rule
    regret, ahead, none = state.regret[group], state.ahead[group], splat(0.0)
    decisions = np.uint64(len(form.decisions))
    for steps in range(decisions):
        decision = decisions - ONE - steps
        begin, parent = form.decisions[decision, FIRST], form.decisions[decision, PARENT]
        end = begin + form.decisions[decision, ACTIONS]
        expected = splat(0.0)
        for row in range(begin, end):
            value = load(room.value, row) + worth(row, group, form, against, room)
            store(room.value, row, value)
            expected = expected + load(room.strategy, row) * value
        store(room.value, parent, load(room.value, parent) + expected)
        for row in range(begin, end):
            found = load(room.value, row) - expected
            store(room.value, row, none)
            updated = load(regret, row - ONE) + found
            updated = updated * choose(updated, none, of_positive, of_negative)
            updated = choose(lowest, updated, lowest, updated)
            store(regret, row - ONE, updated)
            store(ahead, row - ONE, choose(predictive, none, updated + found, updated))
    store(room.value, np.uint64(0), none)  # what the hands expect from the whole game, which nobody needs


@merged
def count(reach: Array, cumulative: Array, weight: Any) -> None:
    """Count what was played towards the average."""
    for row in range(ONE, np.uint64(len(reach))):
        store(cumulative, row - ONE, load(cumulative, row - ONE) + weight * load(reach, row))


@inlined
def take_turn(me: Side, other: Side, rule: Rule, discounts: Any, weight: float, learns: bool) -> None:
    """Have a player learn with all hands, or switch to what was learnt and tell the other player; if players alternate, then both."""
    (form, against, state, room) = me
    (of_positive, of_negative) = discounts
    tells = rule.alternating or not learns
    rules = splat(of_positive), splat(of_negative), splat(rule.lowest), splat(rule.ahead)
    for group in range(np.uint64(len(state.regret))):
        if learns:
            go_down(form.decisions, state.ahead[group], splat(rule.tie), room)
            count(room.reach, state.cumulative[group], splat(weight))
            learn(group, form, against, state, room, rules)
        if tells:
            go_down(form.decisions, state.ahead[group], splat(rule.tie), room)
            tell(group, load(against.weight, group * ACROSS), room.reach, other.form, other.room, other.room.mixed)
    if tells:
        conclude(other.form, other.against, other.room)


@compiled
def iterate(end: int, one: Side, two: Side, rule: Rule, clock: Counts, told: bool) -> None:
    """Run until iteration `end`; the players may have been told before what is played now.

    An iteration has four turns: the second player tells the first what is played, and the first the second; then the first learns, and
    the second. Players who alternate tell at once what they learnt, so that only the very first iteration needs the first two turns.
    """
    for t in range(clock[0] + 1, end + 1):
        weight = power(t, rule.gamma) if rule.gamma > 0.0 else 1.0
        discounts = discount(t, rule.alpha), discount(t, rule.beta)
        for turn in range(2 if told and rule.alternating else 0, 4):
            first = turn == 1 or turn == 2
            take_turn(one if first else two, two if first else one, rule, discounts, weight, turn >= 2)
        told = True
        clock[0] = t
