"""What the average strategies are worth, and how exploitable they are."""

from typing import Any

import numpy as np

from kuhncfr.solver.arrays import Array, Index
from kuhncfr.solver.loops.compiled import compiled, inlined, merged
from kuhncfr.solver.loops.updates import ONE
from kuhncfr.vector.loops.arrays import ACTIONS, FIRST, PARENT, WIDE, Against, Form, Room, Side
from kuhncfr.vector.loops.simd import choose, load, splat, store
from kuhncfr.vector.loops.terminal_values import ACROSS, conclude, tell, worth
from kuhncfr.vector.loops.walk import match, over

TOP = np.uint64(0)  # the row of nothing
EARNED, BEST = np.uint64(0), np.uint64(1)


@merged
def reach_of_average(decisions: Index, cumulative: Array, reach: Array) -> None:
    """Find how likely a group of hands gets to each row with the average strategy."""
    for decision in range(np.uint64(len(decisions))):
        begin, count, parent = decisions[decision, FIRST], decisions[decision, ACTIONS], decisions[decision, PARENT]
        total = splat(0.0)
        for row in range(begin, begin + count):
            total = total + load(cumulative, row - ONE)
        own, scale, alike = load(reach, parent), over(total), splat(1.0 / count)
        for row in range(begin, begin + count):
            store(reach, row, own * match(load(cumulative, row - ONE), total, scale, alike))


@inlined
def spread(me: Side, other: Side, cumulative: Array) -> None:
    """Tell the other player what all hands play on average."""
    for group in range(np.uint64(len(cumulative))):
        reach_of_average(me.form.decisions, cumulative[group], me.room.reach)
        tell(group, load(me.against.weight, group * ACROSS), me.room.reach, other.form, other.room, other.room.mixed)
    conclude(other.form, other.against, other.room)


@inlined
def best(group: Any, form: Form, against: Against, room: Room) -> Any:
    """Return what a group of hands earns with the average strategy at the ends, and what it expects with the best actions."""
    (decisions, earned, highest) = form.decisions, splat(0.0), splat(0.0)
    for steps in range(np.uint64(len(decisions)) + ONE):
        begin, end, parent = TOP, ONE, TOP
        if steps < len(decisions):
            decision = np.uint64(len(decisions)) - ONE - steps
            begin, parent = decisions[decision, FIRST], decisions[decision, PARENT]
            end = begin + decisions[decision, ACTIONS]
        highest = splat(-np.inf)
        for row in range(begin, end):
            direct = worth(row, group, form, against, room)
            earned = earned + load(room.reach, row) * direct
            value = load(room.value, row) + direct
            store(room.value, row, splat(0.0))
            highest = choose(value, highest, value, highest)
        if steps < len(decisions):
            store(room.value, parent, load(room.value, parent) + highest)
    return earned, highest


@inlined
def answer(me: Side, cumulative: Array, found: Array) -> None:
    """Find what a player wins with the average strategy, and with the best action everywhere."""
    (form, against, _, room) = me
    earned = highest = splat(0.0)
    for group in range(np.uint64(len(cumulative))):
        reach_of_average(form.decisions, cumulative[group], room.reach)
        weight = load(against.weight, group * ACROSS)
        (now, most) = best(group, form, against, room)
        earned = earned + weight * now
        highest = highest + weight * most
    store(found, EARNED, earned)
    store(found, BEST, highest)


@compiled
def evaluate(one: Side, two: Side, cumulative_one: Array, cumulative_two: Array, found: Array) -> float:
    """Find what each player wins with the average strategies, and with a best answer; return how exploitable they are.

    It goes to `found`, of shape (players, 2, WIDE), as sums by lane.
    """
    for player in range(2):
        first = player == 0
        spread(one if first else two, two if first else one, cumulative_one if first else cumulative_two)
    for player in range(2):
        first = player == 0
        answer(one if first else two, cumulative_one if first else cumulative_two, found[player])
    gain = 0.0
    for lane in range(WIDE):
        gain += (found[0, 1, lane] - found[0, 0, lane]) + (found[1, 1, lane] - found[1, 0, lane])
    return gain / 2.0
