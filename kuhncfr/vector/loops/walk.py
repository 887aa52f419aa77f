"""The iterations: :mod:`kuhncfr.solver.loops.whole_tree` with a vector of hands in place of each number.

A player's hands are independent of one another once the sums over the other's are known. So they are taken in blocks, and each block
goes up through all decisions, and down again, while it is close to the processor.
"""

from typing import Any

from kuhncfr.solver.loops.compiled import compiled
from kuhncfr.solver.loops.steps import discount, power
from kuhncfr.vector.loops.arrays import BLOCK, Array, Counts, Rule, Side
from kuhncfr.vector.loops.ends import add, fill, prepare


@compiled
def learn(me: Side, others: Array, rule: Rule, factors: Any) -> None:
    """Find a player's regrets under the other's reach, add them up, and match them; if it is this player's turn alone, switch."""
    (weight, _, _) = factors
    hands = me.state.regret.shape[1]
    prepare(me.form, me.against, others, me.room)
    for low in range(0, hands, BLOCK):
        high = min(low + BLOCK, hands)
        fill(me.form, me.against, me.room, low, high)
        for steps in range(1, len(me.form.first) + 1):
            settle(len(me.form.first) - steps, me, low, high, rule, factors)
        if rule.alternating:
            switch(me, low, high, weight)


@compiled
def settle(decision: int, me: Side, low: int, high: int, rule: Rule, factors: Any) -> None:
    """Add the regrets of one decision, value minus expected, match them, and hand the expected value up."""
    (form, _, state, room, _) = me
    (_, of_positive, of_negative) = factors
    begin = form.first[decision]
    end = begin + form.count[decision]
    expected, positive = room.expected[: high - low], room.positive[: high - low]
    expected[:] = 0.0
    positive[:] = 0.0
    for row in range(begin, end):
        expect(expected, state.strategy[row, low:high], room.value[row, : high - low])
    add(room.value[form.parent[decision], : high - low], expected, 1.0)
    for row in range(begin, end):
        value = room.value[row, : high - low]
        add(value, expected, -1.0)
        update(state.regret[row, low:high], state.strategy[row, low:high], value, positive, of_positive, of_negative, rule)
    invert(positive)
    for row in range(begin, end):
        match(state.strategy[row, low:high], positive, 1.0 / form.count[decision])


@compiled
def expect(expected: Array, strategy: Array, value: Array) -> None:
    """Add what an action is worth, as often as it is played."""
    for k in range(len(expected)):
        expected[k] += strategy[k] * value[k]


@compiled
def update(regret: Array, kept: Array, found: Array, positive: Array, of_positive: float, of_negative: float, rule: Rule) -> None:
    """Add the regrets of one action, and keep those that are positive."""
    (lowest, ahead, tie) = rule.lowest, rule.ahead, rule.tie
    for k in range(len(regret)):
        updated = regret[k] + found[k]
        updated *= of_positive if updated > 0.0 else of_negative
        updated = updated if updated > lowest else lowest
        regret[k] = updated
        updated += ahead * found[k]
        updated = updated if updated > tie else 0.0
        kept[k] = updated
        positive[k] += updated


@compiled
def invert(positive: Array) -> None:
    """Replace each sum by one over it; 0 stays."""
    for k in range(len(positive)):
        positive[k] = 1.0 / positive[k] if positive[k] > 0.0 else 0.0


@compiled
def match(kept: Array, scale: Array, uniform: float) -> None:
    """Play in proportion to what was kept; where that is nothing, everything equally often."""
    for k in range(len(kept)):
        kept[k] = kept[k] * scale[k] if scale[k] > 0.0 else uniform


@compiled
def switch(me: Side, low: int, high: int, weight: float) -> None:
    """Count the strategy just played towards the average, weighted by the player's own reach; then switch to the new one."""
    (form, _, state, _, _) = me
    for decision in range(len(form.first)):
        own = state.reach[form.parent[decision], low:high]
        for row in range(form.first[decision], form.first[decision] + form.count[decision]):
            count(state.cumulative[row, low:high], state.reach[row, low:high], own, state.strategy[row, low:high], weight)


@compiled
def count(cumulative: Array, reach: Array, own: Array, strategy: Array, weight: float) -> None:
    """Count the reach of one row, and find the next."""
    for k in range(len(reach)):
        cumulative[k] += weight * reach[k]
        reach[k] = own[k] * strategy[k]


@compiled
def note(me: Side, record: int) -> None:
    """Write down the state of a player."""
    (state, records) = me.state, me.records
    for row in range(len(state.regret)):
        copy(records.regret[record, row], state.regret[row])
        copy(records.strategy[record, row], state.strategy[row])
        copy(records.cumulative[record, row], state.cumulative[row])


@compiled
def copy(to: Array, numbers: Array) -> None:
    """Write the numbers down."""
    for k in range(len(to)):
        to[k] = numbers[k]


@compiled
def iterate(end: int, one: Side, two: Side, rule: Rule, clock: Counts, every: int) -> None:
    """Run until iteration `end`."""
    for t in range(clock[0] + 1, end + 1):
        weight = power(t, rule.gamma) if rule.gamma > 0.0 else 1.0
        factors = weight, discount(t, rule.alpha), discount(t, rule.beta)
        learn(one, two.state.reach, rule, factors)
        learn(two, one.state.reach, rule, factors)
        if not rule.alternating:
            switch(one, 0, one.state.regret.shape[1], weight)
            switch(two, 0, two.state.regret.shape[1], weight)
        clock[0] = t
        if every > 0 and t % every == 0:
            note(one, t // every - 1)
            note(two, t // every - 1)
