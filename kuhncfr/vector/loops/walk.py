"""The iterations: :mod:`kuhncfr.solver.loops.whole_tree` with a vector of hands in place of each number.

A player's hands are independent of one another once the sums over the other's are known. So each group goes up through all decisions,
and down again, while it is close to the processor, and then tells the other player about itself.
"""

from typing import Any

import numpy as np

from kuhncfr.solver.arrays import Array, Counts
from kuhncfr.solver.loops.compiled import compiled, inlined
from kuhncfr.solver.loops.lanes import choose, load, splat, store
from kuhncfr.solver.loops.side_by_side import over
from kuhncfr.solver.loops.steps import ONE, discount, power
from kuhncfr.vector.loops.arrays import Form, Rule, Side
from kuhncfr.vector.loops.ends import conclude, tell, worth


@inlined
def add_regret(row: Any, found: Any, regret: Array, rule: Any) -> Any:
    """Add the regret that was found, and return what of it counts for the next strategy."""
    (of_positive, of_negative, lowest, ahead, tie) = rule
    updated = load(regret, row) + found
    updated = updated * choose(updated, splat(0.0), of_positive, of_negative)
    updated = choose(lowest, updated, lowest, updated)
    store(regret, row, updated)
    updated = choose(ahead, splat(0.0), updated + found, updated)
    return choose(updated, tie, updated, splat(0.0))


@inlined
def match(kept: Any, positive: Any, scale: Any, alike: Any) -> Any:
    """Play in proportion to what counts; where nothing does, play everything equally often."""
    return choose(positive, splat(0.0), kept * scale, alike)


@inlined
def learn(group: Any, me: Side, strategy: Array, rule: Any) -> None:
    """Find the regrets of a group of hands, add them up, and match them."""
    (form, against, state, room, _) = me
    regret = state.regret[group]
    decisions = np.uint64(len(form.first))
    for steps in range(decisions):
        decision = decisions - ONE - steps
        begin, count = form.first[decision], form.count[decision]
        expected = positive = splat(0.0)
        for row in range(begin, begin + count):
            value = load(room.value, row) + worth(row, group, form, against, room)
            store(room.value, row, value)
            expected = expected + load(strategy, row) * value
        store(room.value, form.parent[decision], load(room.value, form.parent[decision]) + expected)
        for row in range(begin, begin + count):
            kept = add_regret(row, load(room.value, row) - expected, regret, rule)
            store(room.value, row, splat(0.0))
            store(strategy, row, kept)
            positive = positive + kept
        scale, alike = over(positive), splat(1.0 / count)
        for row in range(begin, begin + count):
            store(strategy, row, match(load(strategy, row), positive, scale, alike))
    store(room.value, np.uint64(0), splat(0.0))  # what the hands expect from the whole game, which nobody needs


@inlined
def go_down(form: Form, strategy: Array, reach: Array) -> None:
    """Find how likely a group of hands gets to each row."""
    for decision in range(np.uint64(len(form.first))):
        own = load(reach, form.parent[decision])
        for row in range(form.first[decision], form.first[decision] + form.count[decision]):
            store(reach, row, own * load(strategy, row))


@inlined
def count(form: Form, reach: Array, cumulative: Array, weight: Any) -> None:
    """Count what was played towards the average."""
    for row in range(ONE, np.uint64(len(reach))):
        store(cumulative, row, load(cumulative, row) + weight * load(reach, row))


@inlined
def take_turn(me: Side, other: Side, rule: Rule, discounts: Any, weight: float) -> None:
    """Have a player learn with all hands and, if it is this player's turn alone, switch to what was learnt."""
    (of_positive, of_negative) = discounts
    rules = splat(of_positive), splat(of_negative), splat(rule.lowest), splat(rule.ahead), splat(rule.tie)
    for group in range(np.uint64(len(me.state.regret))):
        strategy = me.state.strategy[group]
        go_down(me.form, strategy, me.room.reach)
        count(me.form, me.room.reach, me.state.cumulative[group], splat(weight))
        learn(group, me, strategy, rules)
        if rule.alternating:
            go_down(me.form, strategy, me.room.reach)
            tell(group, me.room.reach, other)
    if rule.alternating:
        conclude(other)


@compiled
def switch(me: Side, other: Side) -> None:
    """Tell the other player what all hands play from now on."""
    for group in range(np.uint64(len(me.state.regret))):
        go_down(me.form, me.state.strategy[group], me.room.reach)
        tell(group, me.room.reach, other)
    conclude(other)


@inlined
def note(me: Side, record: int) -> None:
    """Write down the state of a player."""
    (state, records) = me.state, me.records
    for group in range(np.uint64(len(state.regret))):
        for row in range(np.uint64(state.regret.shape[1])):
            store(records.regret[record, group], row, load(state.regret[group], row))
            store(records.strategy[record, group], row, load(state.strategy[group], row))
            store(records.cumulative[record, group], row, load(state.cumulative[group], row))


@compiled
def iterate(end: int, one: Side, two: Side, rule: Rule, clock: Counts, every: int) -> None:
    """Run until iteration `end`."""
    if clock[0] < end:
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
        if every > 0 and t % every == 0:
            note(one, t // every - 1)
            note(two, t // every - 1)
