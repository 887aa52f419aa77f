"""What each hand of a player wins where the betting ends, against all hands of the other at once, in time proportional to their number.

A row of a player may end in several ways. What the other's hands contribute to all of its showdowns is added up first, and to all of
its folds; then one pass of running sums is enough.

Arrays that only two cards in a hand need are None otherwise, and arguments of their own: Numba then leaves out what would use them.
"""

from typing import Any

import numpy as np

from kuhncfr.solver.arrays import Array
from kuhncfr.solver.loops.compiled import merged
from kuhncfr.solver.loops.updates import ONE
from kuhncfr.vector.loops.arrays import BELOW, EACH_CARD, EQUAL, FOLDS, HELD, LOWER, SAME, SHIFT, SHOWDOWNS, UPTO, WIDE, Against, Form, Room
from kuhncfr.vector.loops.simd import gather, load, splat, store

ACROSS = np.uint64(WIDE)


@merged
def mix(slot: Any, form: Form, reach: Array, chance: Any) -> Any:
    """Add up how likely a group of the other's hands gets to each end of a slot, times what is at stake there."""
    mixed = splat(0.0)
    for end in range(form.start[slot], form.start[slot + ONE]):
        mixed = mixed + splat(form.stake[end]) * load(reach, form.others[end])
    return mixed * chance


@merged
def add_up(sums: Array, place: Any, vector: Any) -> None:
    """Continue running sums from a place on: each number is added to the next, then each sum to the one two places on, then four …"""
    before = sums[place - ONE]
    store(sums, place, vector)
    step = ONE
    while step < ACROSS:
        for k in range(ACROSS - step):
            last = place + ACROSS - ONE - k
            sums[last] += sums[last - step]
        step = step + step
    store(sums, place, splat(before) + load(sums, place))


@merged
def tell(group: Any, chance: Any, reach: Array, form: Form, room: Room, mixed: Array | None) -> None:
    """Tell a player, whose form and room these are, how a group of the other's hands gets to the ends. Groups come in turn."""
    place = group * ACROSS
    for slot in range(form.showdowns):
        shares = mix(slot, form, reach, chance)
        add_up(room.told[slot], place + SHIFT + ONE, shares)
        if mixed is not None:
            store(mixed[slot], place, shares)
    for slot in range(form.showdowns, np.uint64(len(room.told))):
        shares = mix(slot, form, reach, chance)
        store(room.told[slot], place, shares)
        store(room.total, slot, shares if group == 0 else shares + load(room.total, slot))


@merged
def conclude(form: Form, against: Against, room: Room) -> None:
    """Draw together what was told about all groups."""
    for slot in range(form.showdowns, np.uint64(len(room.told))):
        everybody = 0.0
        for lane in range(ACROSS):
            everybody += room.total[slot, lane]
        store(room.total, slot, splat(everybody))
    sort_by_card(form.showdowns, against.order, against.begin, room)


@merged
def sort_by_card(showdowns: Any, order: Any, begin: Any, room: Any) -> None:
    """Find the sums over the hands that hold each card, if they hold two."""
    if order is None:
        return
    running = room.running
    for slot in range(np.uint64(len(room.told))):
        numbers = room.mixed[slot] if slot < showdowns else room.told[slot]
        for group in range(np.uint64(len(order)) // ACROSS):
            place = group * ACROSS
            add_up(running, place + ONE, gather(numbers, order, group))
        by_card = room.by_card[slot]
        for card in range(np.uint64(len(begin) - 1)):
            low, high = begin[card], begin[card + ONE]
            if slot < showdowns:
                middle = 0.5 * (running[low] + running[high])
                for entry in range(low, high + ONE):
                    by_card[entry + card] = running[entry] - middle
            else:
                by_card[card] = running[high] - running[low]


@merged
def worth(row: Any, group: Any, form: Form, against: Against, room: Room) -> Any:
    """Return what a group of hands wins where the betting ends after a row."""
    total = splat(0.0)
    if form.slot[row, SHOWDOWNS] > 0:
        total = shown(form.slot[row, SHOWDOWNS] - ONE, group, against, room, room.by_card)
    if form.slot[row, FOLDS] > 0:
        total = total + folded(form.slot[row, FOLDS] - ONE, group, against, room, room.by_card)
    return total


@merged
def shown(slot: Any, group: Any, against: Against, room: Room, by_card: Array | None) -> Any:
    """Return what showdowns are worth: who ranks lower counts for a hand, who ranks higher against it, who ties not at all."""
    (sums, places) = room.told[slot], against.places
    if against.in_line:
        total = (load(sums, group * ACROSS + SHIFT) + load(sums, group * ACROSS + SHIFT + ONE)) - splat(sums[against.hands + SHIFT])
    else:
        total = (gather(sums, places[BELOW], group) + gather(sums, places[UPTO], group)) - splat(sums[against.hands + SHIFT])
    if by_card is not None:
        for card in range(np.uint64(2)):
            lower, equal = places[LOWER + card * EACH_CARD], places[EQUAL + card * EACH_CARD]
            total = total - (gather(by_card[slot], lower, group) + gather(by_card[slot], equal, group))
    return total


@merged
def folded(slot: Any, group: Any, against: Against, room: Room, by_card: Array | None) -> Any:
    """Return what folds are worth: everybody counts who holds none of the same cards."""
    (numbers, places) = room.told[slot], against.places
    total = load(room.total, slot)
    if against.cards == 1:
        total = total - (load(numbers, group * ACROSS) if against.in_line else gather(numbers, places[SAME], group))
    if by_card is not None:  # who holds both is taken away with either
        total = total + gather(numbers, places[SAME], group)
        for card in range(np.uint64(2)):
            total = total - gather(by_card[slot], places[HELD + card * EACH_CARD], group)
    return total
