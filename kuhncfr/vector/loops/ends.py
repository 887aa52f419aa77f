"""What each hand of a player wins where the betting ends, against all hands of the other at once, in time proportional to their number.

A row of a player may end in several ways. What the other's hands contribute to all of its showdowns is added up first, and to all of
its folds; then one pass of running sums is enough for each.
"""

from typing import Any

from kuhncfr.solver.loops.compiled import compiled
from kuhncfr.vector.loops.arrays import Against, Array, Ends, Form, Index, Room


@compiled
def prepare(form: Form, against: Against, reach: Array, room: Room) -> None:
    """Find, for each row of a player, the sums over the other's hands that its own hands will look up."""
    folds, showdowns = 0, 0
    hands = len(against.chance)
    for row in range(reach_rows(form)):
        if form.showdowns.start[row + 1] > form.showdowns.start[row]:
            mixed = room.one[:hands]
            mix(row, form.showdowns, reach, against.chance, mixed)
            add_up(mixed, room.sums[showdowns])
            if len(against.order):
                sort_by_card(mixed, against.order, room.two)
                add_up(room.two[: len(against.order)], room.one)
                centre(against.begin, room.one, room.centred[showdowns])
            showdowns += 1
        if form.folds.start[row + 1] > form.folds.start[row]:
            mixed = room.mixed[folds, :hands]
            mix(row, form.folds, reach, against.chance, mixed)
            room.total[folds] = total(mixed)
            if len(against.order):
                sort_by_card(mixed, against.order, room.two)
                add_up(room.two[: len(against.order)], room.one)
                split(against.begin, room.one, room.by_card[folds])
            folds += 1


@compiled
def fill(form: Form, against: Against, room: Room, low: int, high: int) -> None:
    """Set the value of each row to what its ends are worth, for the hands from `low` to before `high`."""
    folds, showdowns = 0, 0
    for row in range(reach_rows(form)):
        value = room.value[row, : high - low]
        if form.showdowns.start[row + 1] > form.showdowns.start[row]:
            sums = room.sums[showdowns]
            beaten(value, sums, against.below[low:high], against.upto[low:high], sums[len(sums) - 1])
            for card in range(len(against.lower)):
                take_both(value, room.centred[showdowns], against.lower[card, low:high], against.equal[card, low:high])
            showdowns += 1
        else:
            value[:] = 0.0
        if form.folds.start[row + 1] > form.folds.start[row]:
            met(value, room.total[folds])
            if len(against.same):
                give(value, room.mixed[folds], against.same[low:high], 1.0 if len(against.held) else -1.0)
            for card in range(len(against.held)):
                give(value, room.by_card[folds], against.held[card, low:high], -1.0)
            folds += 1


@compiled
def reach_rows(form: Form) -> int:
    """Return how many rows a player has."""
    return len(form.showdowns.start) - 1


@compiled
def mix(row: int, ends: Ends, reach: Array, chance: Array, mixed: Array) -> None:
    """Add up over a row's ends how likely the other gets there with each hand, times what is at stake."""
    mixed[:] = 0.0
    for end in range(ends.start[row], ends.start[row + 1]):
        add(mixed, reach[ends.others[end]], ends.stake[end])
    for k in range(len(mixed)):
        mixed[k] *= chance[k]


@compiled
def add(to: Array, numbers: Array, factor: float) -> None:
    """Add a multiple."""
    for k in range(len(to)):
        to[k] += factor * numbers[k]


@compiled
def add_up(numbers: Array, sums: Array) -> None:
    """Find the sums of the first 0, 1, 2 … numbers.

    Each waits for the one before; so the numbers are cut in four, and the sums of all parts go on at the same time.
    """
    part = len(numbers) // 4
    (a, b, c, d) = (0.0, 0.0, 0.0, 0.0)
    for k in range(part):
        sums[k] = a
        sums[part + k] = b
        sums[2 * part + k] = c
        sums[3 * part + k] = d
        a += numbers[k]
        b += numbers[part + k]
        c += numbers[2 * part + k]
        d += numbers[3 * part + k]
    shift(sums[part : 2 * part], a)
    shift(sums[2 * part : 3 * part], a + b)
    shift(sums[3 * part : 4 * part], a + b + c)
    last = a + b + c + d
    for k in range(4 * part, len(numbers)):
        sums[k] = last
        last += numbers[k]
    sums[len(numbers)] = last


@compiled
def shift(sums: Array, by: float) -> None:
    """Add the same to each."""
    for k in range(len(sums)):
        sums[k] += by


@compiled
def total(numbers: Array) -> float:
    """Return the sum, four parts at a time."""
    part = len(numbers) // 4
    (a, b, c, d) = (0.0, 0.0, 0.0, 0.0)
    for k in range(part):
        a += numbers[k]
        b += numbers[part + k]
        c += numbers[2 * part + k]
        d += numbers[3 * part + k]
    for k in range(4 * part, len(numbers)):
        d += numbers[k]
    return a + b + c + d


@compiled
def sort_by_card(numbers: Array, order: Index, by_card: Array) -> None:
    """Write the numbers down in this order."""
    for k in range(len(order)):
        by_card[k] = numbers[order[k]]


@compiled
def centre(begin: Index, sums: Array, centred: Array) -> None:
    """Take half of what each card has in all from the running sums over its hands."""
    for card in range(len(begin) - 1):
        low, high = begin[card], begin[card + 1]
        middle = 0.5 * (sums[low] + sums[high])
        put_less(centred[low + card : high + card + 1], sums[low : high + 1], middle)


@compiled
def put_less(to: Array, numbers: Array, less: float) -> None:
    """Write the numbers down, each less the same."""
    for k in range(len(numbers)):
        to[k] = numbers[k] - less


@compiled
def split(begin: Index, sums: Array, by_card: Array) -> None:
    """Find what each card has in all."""
    for card in range(len(by_card)):
        by_card[card] = sums[begin[card + 1]] - sums[begin[card]]


@compiled
def beaten(value: Array, sums: Array, below: Index, upto: Index, everybody: float) -> None:
    """Set the value of each hand: those below count for it, those above against it, and those that tie not at all."""
    for k in range(len(value)):
        value[k] = sums[below[k]] + sums[upto[k]] - everybody


@compiled
def take_both(value: Array, sums: Array, lower: Index, equal: Index) -> None:
    """Take back what those contributed that hold the same card."""
    for k in range(len(value)):
        value[k] -= sums[lower[k]] + sums[equal[k]]


@compiled
def met(value: Array, everybody: float) -> None:
    """Count everybody."""
    for k in range(len(value)):
        value[k] += everybody


@compiled
def give(value: Array, numbers: Array, where: Index, sign: Any) -> None:
    """Add the number of each hand, or take it."""
    for k in range(len(value)):
        value[k] += sign * numbers[where[k]]
