"""What each hand of a player wins where the betting ends, against all hands of the other at once, in time proportional to their number.

A row of a player may end in several ways. What the other's hands contribute to all of its showdowns is added up first, and to all of
its folds; then one pass of running sums is enough for each.
"""

from typing import Any

import numpy as np

from kuhncfr.solver.arrays import WIDE, Array
from kuhncfr.solver.loops.compiled import compiled, inlined
from kuhncfr.solver.loops.lanes import load, splat, store
from kuhncfr.solver.loops.steps import ONE
from kuhncfr.vector.loops.arrays import Against, Ends, Form, Room, Side
from kuhncfr.vector.loops.lookups import gather, peek, poke, scan

ACROSS = np.uint64(WIDE)


@inlined
def mix(slot: Any, ends: Ends, reach: Array, chance: Any) -> Any:
    """Add up how likely a group of the other's hands gets to each end of a row, times what is at stake there."""
    mixed = splat(0.0)
    for end in range(ends.start[slot], ends.start[slot + ONE]):
        mixed = mixed + splat(ends.stake[end]) * load(reach, ends.others[end])
    return mixed * chance


@inlined
def tell(group: Any, reach: Array, to: Side) -> None:
    """Tell the other player how a group of hands, which gets to its rows like this, fares at the ends. Group 0 comes first."""
    (form, against, _, room, _) = to
    (showdowns, folds) = form.showdowns, form.folds
    chance = load(against.chance, group)
    place = group * ACROSS
    for slot in range(np.uint64(len(room.sums))):
        mixed = mix(slot, showdowns, reach, chance)
        sums = room.sums[slot]
        poke(sums, place + ONE, splat(sums[place]) + scan(mixed))
        if len(against.order) > 0:
            store(room.mixed[slot], group, mixed)
    for slot in range(np.uint64(len(room.folded))):
        mixed = mix(slot, folds, reach, chance)
        store(room.folded[slot], group, mixed)
        store(room.total, slot, mixed + load(room.total, slot) if group > 0 else mixed)


@inlined
def conclude(me: Side) -> None:
    """Draw together what the other has told about all groups."""
    (_, against, _, room, _) = me
    for slot in range(np.uint64(len(room.folded))):
        everybody = 0.0
        for lane in range(ACROSS):
            everybody += room.total[slot, lane]
        room.everybody[slot] = everybody
    if len(against.order) > 0:
        sort_by_card(against, room)


@compiled
def sort_by_card(against: Against, room: Room) -> None:
    """Find the sums over the hands that hold each card, for all folds and showdowns."""
    begin = against.begin
    for slot in range(np.uint64(len(room.folded))):
        run_by_card(room.folded[slot], against, room.running)
        for card in range(np.uint64(len(begin) - 1)):
            room.by_card[slot, card] = room.running[begin[card + ONE]] - room.running[begin[card]]
    for slot in range(np.uint64(len(room.mixed))):
        run_by_card(room.mixed[slot], against, room.running)
        for card in range(np.uint64(len(begin) - 1)):
            middle = 0.5 * (room.running[begin[card]] + room.running[begin[card + ONE]])
            for place in range(begin[card], begin[card + ONE] + ONE):
                room.centred[slot, place + card] = room.running[place] - middle


@inlined
def run_by_card(numbers: Array, against: Against, running: Array) -> None:
    """Add the numbers of the other's hands up in the order of the cards."""
    for group in range(np.uint64(len(against.order)) // ACROSS):
        place = group * ACROSS
        poke(running, place + ONE, splat(running[place]) + scan(gather(numbers, against.order, group)))


@inlined
def worth(row: Any, group: Any, form: Form, against: Against, room: Room) -> Any:
    """Return what a group of hands wins where the betting ends after a row."""
    total = splat(0.0)
    if form.showdowns.slot[row] > 0:
        total = shown(form.showdowns.slot[row] - ONE, group, against, room)
    if form.folds.slot[row] > 0:
        total = total + folded(form.folds.slot[row] - ONE, group, against, room)
    return total


@inlined
def shown(slot: Any, group: Any, against: Against, room: Room) -> Any:
    """Return what showdowns are worth: who ranks lower counts for a hand, who ranks higher against it, who ties not at all."""
    sums = room.sums[slot]
    none = splat(sums[against.hands])
    if against.in_line:
        total = (peek(sums, group * ACROSS) + peek(sums, group * ACROSS + ONE)) - none
    else:
        total = (gather(sums, against.below, group) + gather(sums, against.upto, group)) - none
    for card in range(np.uint64(len(against.lower))):
        by_card = room.centred[slot]
        total = total - (gather(by_card, against.lower[card], group) + gather(by_card, against.equal[card], group))
    return total


@inlined
def folded(slot: Any, group: Any, against: Against, room: Room) -> Any:
    """Return what folds are worth: everybody counts who holds none of the same cards."""
    numbers = room.folded[slot]
    total = splat(room.everybody[slot])
    if len(against.held) > 0:  # who holds both cards is taken away with either
        total = total + gather(numbers, against.same, group)
        for card in range(np.uint64(len(against.held))):
            total = total - gather(room.by_card[slot], against.held[card], group)
    elif len(against.same) > 0:
        total = total - (load(numbers, group) if against.in_line else gather(numbers, against.same, group))
    return total
