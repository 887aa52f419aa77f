"""The iterations: :mod:`kuhncfr.solver.loops.whole_tree` with a vector of hands in place of each number.

A player's hands are independent of one another once the sums over the other's are known. So each group goes up through all decisions,
and down again, while it is close to the processor, and then tells the other player about itself.
"""

from typing import Any

import numpy as np

from kuhncfr.solver.arrays import Array, Counts, Index
from kuhncfr.solver.loops.compiled import compiled, merged
from kuhncfr.solver.loops.lanes import choose, load, splat, store
from kuhncfr.solver.loops.side_by_side import over
from kuhncfr.solver.loops.steps import ONE, discount, power
from kuhncfr.vector.loops.arrays import ACTIONS, FIRST, PARENT, Against, Form, Room, Rule, Side
from kuhncfr.vector.loops.ends import conclude, tell, worth


@merged
def add_regret(row: Any, found: Any, regret: Array, rule: Any) -> Any:
    """Add the regret that was found, and return what of it counts for the next strategy."""
    (of_positive, of_negative, lowest, ahead, tie) = rule
    updated = load(regret, row) + found
    updated = updated * choose(updated, splat(0.0), of_positive, of_negative)
    updated = choose(lowest, updated, lowest, updated)
    store(regret, row, updated)
    updated = choose(ahead, splat(0.0), updated + found, updated)
    return choose(updated, tie, updated, splat(0.0))


@merged
def match(kept: Any, positive: Any, scale: Any, alike: Any) -> Any:
    """Play in proportion to what counts; where nothing does, play everything equally often."""
    return choose(positive, splat(0.0), kept * scale, alike)


@merged
def learn(group: Any, form: Form, against: Against, room: Room, regret: Array, strategy: Array, rule: Any) -> None:
    """Find the regrets of a group of hands, add them up, and match them."""
    decisions = np.uint64(len(form.decisions))
    for steps in range(decisions):
        decision = decisions - ONE - steps
        begin, count, parent = form.decisions[decision, FIRST], form.decisions[decision, ACTIONS], form.decisions[decision, PARENT]
        expected = positive = splat(0.0)
        for row in range(begin, begin + count):
            value = load(room.value, row) + worth(row, group, form, against, room)
            store(room.value, row, value)
            expected = expected + load(strategy, row) * value
        store(room.value, parent, load(room.value, parent) + expected)
        for row in range(begin, begin + count):
            kept = add_regret(row, load(room.value, row) - expected, regret, rule)
            store(room.value, row, splat(0.0))
            store(strategy, row, kept)
            positive = positive + kept
        scale, alike = over(positive), splat(1.0 / count)
        for row in range(begin, begin + count):
            store(strategy, row, match(load(strategy, row), positive, scale, alike))
    store(room.value, np.uint64(0), splat(0.0))  # what the hands expect from the whole game, which nobody needs


@merged
def go_down(decisions: Index, strategy: Array, reach: Array) -> None:
    """Find how likely a group of hands gets to each row."""
    for decision in range(np.uint64(len(decisions))):
        own, begin = load(reach, decisions[decision, PARENT]), decisions[decision, FIRST]
        for row in range(begin, begin + decisions[decision, ACTIONS]):
            store(reach, row, own * load(strategy, row))


@merged
def count(reach: Array, cumulative: Array, weight: Any) -> None:
    """Count what was played towards the average."""
    for row in range(ONE, np.uint64(len(reach))):
        store(cumulative, row, load(cumulative, row) + weight * load(reach, row))


@merged
def take_turn(me: Side, other: Side, rule: Rule, discounts: Any, weight: float) -> None:
    """Have a player learn with all hands and, if it is this player's turn alone, switch to what was learnt."""
    (of_positive, of_negative) = discounts
    rules = splat(of_positive), splat(of_negative), splat(rule.lowest), splat(rule.ahead), splat(rule.tie)
    (form, against, state, room) = me
    for group in range(np.uint64(len(state.regret))):
        strategy = state.strategy[group]
        go_down(form.decisions, strategy, room.reach)
        count(room.reach, state.cumulative[group], splat(weight))
        learn(group, form, against, room, state.regret[group], strategy, rules)
        if rule.alternating:
            go_down(form.decisions, strategy, room.reach)
            tell(group, load(against.weight, group), room.reach, other.form, other.room)
    if rule.alternating:
        conclude(other.form, other.against, other.room)


@compiled
def switch(me: Side, other: Side) -> None:
    """Tell the other player what all hands play from now on."""
    (form, against, state, room) = me
    for group in range(np.uint64(len(state.strategy))):
        go_down(form.decisions, state.strategy[group], room.reach)
        tell(group, load(against.weight, group), room.reach, other.form, other.room)
    conclude(other.form, other.against, other.room)


@compiled
def iterate(end: int, one: Side, two: Side, rule: Rule, clock: Counts, told: bool) -> None:
    """Run until iteration `end`; the players may have been told before what is played now."""
    if clock[0] < end and not told:
        switch(two, one)
        switch(one, two)
    for t in range(clock[0] + 1, end + 1):
        weight = power(t, rule.gamma) if rule.gamma > 0.0 else 1.0
        discounts = discount(t, rule.alpha), discount(t, rule.beta)
        take_turn(one, two, rule, discounts, weight)
        take_turn(two, one, rule, discounts, weight)
        if not rule.alternating:
            switch(two, one)
            switch(one, two)
        clock[0] = t
