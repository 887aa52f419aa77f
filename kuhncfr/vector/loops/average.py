"""What the average strategies are worth, and how exploitable they are."""

from typing import Any

import numpy as np

from kuhncfr.solver.arrays import WIDE, Array, Counts
from kuhncfr.solver.loops.compiled import compiled, inlined
from kuhncfr.solver.loops.lanes import choose, load, splat, store
from kuhncfr.solver.loops.side_by_side import over
from kuhncfr.solver.loops.steps import ONE
from kuhncfr.vector.loops.arrays import Form, Rule, Side
from kuhncfr.vector.loops.ends import conclude, tell, worth
from kuhncfr.vector.loops.walk import iterate, match

EARNED, BEST = np.uint64(0), np.uint64(1)


@compiled
def evaluate(one: Side, two: Side, cumulative_one: Array, cumulative_two: Array, found: Array) -> float:
    """Find what each player wins with the average strategies, and with a best answer; return how exploitable they are.

    It goes to `found`, of shape (players, 2, WIDE), as sums by lane.
    """
    spread(one, two, cumulative_one)
    spread(two, one, cumulative_two)
    answer(one, cumulative_one, found[0])
    answer(two, cumulative_two, found[1])
    gain = 0.0
    for lane in range(WIDE):
        gain += (found[0, 1, lane] - found[0, 0, lane]) + (found[1, 1, lane] - found[1, 0, lane])
    return gain / 2.0


@inlined
def reach_of_average(form: Form, cumulative: Array, reach: Array) -> None:
    """Find how likely a group of hands gets to each row with the average strategy."""
    for decision in range(np.uint64(len(form.first))):
        begin, count = form.first[decision], form.count[decision]
        total = splat(0.0)
        for row in range(begin, begin + count):
            total = total + load(cumulative, row)
        own, scale, alike = load(reach, form.parent[decision]), over(total), splat(1.0 / count)
        for row in range(begin, begin + count):
            store(reach, row, own * match(load(cumulative, row), total, scale, alike))


@inlined
def spread(me: Side, other: Side, cumulative: Array) -> None:
    """Tell the other player what all hands play on average."""
    for group in range(np.uint64(len(cumulative))):
        reach_of_average(me.form, cumulative[group], me.room.reach)
        tell(group, me.room.reach, other)
    conclude(other)


@inlined
def best(group: Any, me: Side) -> Any:
    """Return what a group of hands earns with the average strategy at the ends, and what it expects with the best actions."""
    (form, against, _, room, _) = me
    earned = splat(0.0)
    decisions = np.uint64(len(form.first))
    for steps in range(decisions):
        decision = decisions - ONE - steps
        highest = splat(-np.inf)
        for row in range(form.first[decision], form.first[decision] + form.count[decision]):
            direct = worth(row, group, form, against, room)
            earned = earned + load(room.reach, row) * direct
            value = load(room.value, row) + direct
            store(room.value, row, splat(0.0))
            highest = choose(value, highest, value, highest)
        store(room.value, form.parent[decision], load(room.value, form.parent[decision]) + highest)
    direct = worth(np.uint64(0), group, form, against, room)
    value = load(room.value, np.uint64(0)) + direct
    store(room.value, np.uint64(0), splat(0.0))
    return earned + direct, value


@compiled
def answer(me: Side, cumulative: Array, found: Array) -> None:
    """Find what a player wins with the average strategy, and with the best action everywhere."""
    earned = highest = splat(0.0)
    for group in range(np.uint64(len(cumulative))):
        reach_of_average(me.form, cumulative[group], me.room.reach)
        weight = load(me.against.weight, group)
        (now, most) = best(group, me)
        earned = earned + weight * now
        highest = highest + weight * most
    store(found, EARNED, earned)
    store(found, BEST, highest)


@compiled
def iterate_until(target: float, due: Counts, end: int, one: Side, two: Side, rule: Rule, clock: Counts, every: int, found: Array) -> bool:
    """Run until iteration `end`, or until the average is no more exploitable than that; tell whether it is.

    It is looked at after iteration `due`, and then a sixteenth later.
    """
    while clock[0] < end:
        iterate(min(end, due[0]), one, two, rule, clock, every)
        if clock[0] >= due[0]:
            due[0] += due[0] // 16 + 1
            if evaluate(one, two, one.state.cumulative, two.state.cumulative, found) <= target:
                return True
    return False
