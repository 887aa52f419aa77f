"""The value of each hand of a player at terminal nodes, against all hands of the opponent, in time proportional to their number.

A sequence may lead to several terminal nodes. What each of the opponent's hands contributes to its showdowns is added up first, and to
its folds likewise, so that one pass of prefix sums suffices.

Arrays that only hands of two cards need are None otherwise, and arguments of their own: Numba then leaves out the code that uses them.
"""

from typing import Any

import numpy as np

from kuhncfr.solver.arrays import Array
from kuhncfr.solver.loops.compiled import merged
from kuhncfr.solver.loops.updates import ONE
from kuhncfr.vector.loops.arrays import FOLDS, LANES, OFFSET, SHOWDOWNS, CompiledMatchup, SequenceForm, Workspace
from kuhncfr.vector.loops.simd import gather, load, splat, store

GROUP = np.uint64(LANES)
# The rows of `places`: three, and three more for each of two cards.
BELOW, UPTO, SAME, LOWER, EQUAL, HELD = (np.uint64(row) for row in range(6))
PER_CARD = np.uint64(3)


@merged
def weigh(slot: Any, form: SequenceForm, reach: Array, chance: Any) -> Any:
    """Return for a group of the opponent's hands the sum of reach times stake over the terminal nodes of a slot."""
    total = splat(0.0)
    for node in range(form.start[slot], form.start[slot + ONE]):
        total = total + splat(form.stake[node]) * load(reach, form.others[node])
    return total * chance


@merged
def extend_prefix_sums(sums: Array, place: Any, vector: Any) -> None:
    """Extend prefix sums by a group: add each number to the next, then each sum to the one two places on, then four, and so on."""
    before = sums[place - ONE]
    store(sums, place, vector)
    step = ONE
    while step < GROUP:
        for k in range(GROUP - step):
            last = place + GROUP - ONE - k
            sums[last] += sums[last - step]
        step = step + step
    store(sums, place, splat(before) + load(sums, place))


@merged
def send_reach(group: Any, chance: Any, reach: Array, form: SequenceForm, workspace: Workspace, summands: Array | None) -> None:
    """Send the reach of a group of hands to the opponent, whose form and workspace these are. Groups are sent in order."""
    place = group * GROUP
    for slot in range(form.showdowns):
        shares = weigh(slot, form, reach, chance)
        extend_prefix_sums(workspace.sent[slot], place + OFFSET + ONE, shares)
        if summands is not None:
            store(summands[slot], place, shares)
    for slot in range(form.showdowns, np.uint64(len(workspace.sent))):
        shares = weigh(slot, form, reach, chance)
        store(workspace.sent[slot], place, shares)
        store(workspace.total, slot, shares if group == 0 else shares + load(workspace.total, slot))


@merged
def finish_sums(form: SequenceForm, matchup: CompiledMatchup, workspace: Workspace) -> None:
    """Compute the totals over all hands, and the sums by card, once all groups are sent."""
    for slot in range(form.showdowns, np.uint64(len(workspace.sent))):
        over_all = 0.0
        for lane in range(GROUP):
            over_all += workspace.total[slot, lane]
        store(workspace.total, slot, splat(over_all))
    sum_by_card(form.showdowns, matchup.order, matchup.begin, workspace)


@merged
def sum_by_card(showdowns: Any, order: Any, begin: Any, workspace: Any) -> None:
    """Compute the sums over the hands with each card, if hands have two cards."""
    if order is None:
        return
    running = workspace.running
    for slot in range(np.uint64(len(workspace.sent))):
        numbers = workspace.summands[slot] if slot < showdowns else workspace.sent[slot]
        for group in range(np.uint64(len(order)) // GROUP):
            place = group * GROUP
            extend_prefix_sums(running, place + ONE, gather(numbers, order, group))
        by_card = workspace.by_card[slot]
        for card in range(np.uint64(len(begin) - 1)):
            low, high = begin[card], begin[card + ONE]
            if slot < showdowns:
                middle = 0.5 * (running[low] + running[high])
                for entry in range(low, high + ONE):
                    by_card[entry + card] = running[entry] - middle
            else:
                by_card[card] = running[high] - running[low]


@merged
def terminal_value(sequence: Any, group: Any, form: SequenceForm, matchup: CompiledMatchup, workspace: Workspace) -> Any:
    """Return the value of a group of hands at the terminal nodes that a sequence leads to."""
    total = splat(0.0)
    if form.slot[sequence, SHOWDOWNS] > 0:
        total = showdown_value(form.slot[sequence, SHOWDOWNS] - ONE, group, matchup, workspace, workspace.by_card)
    if form.slot[sequence, FOLDS] > 0:
        total = total + fold_value(form.slot[sequence, FOLDS] - ONE, group, matchup, workspace, workspace.by_card)
    return total


@merged
def showdown_value(slot: Any, group: Any, matchup: CompiledMatchup, workspace: Workspace, by_card: Array | None) -> Any:
    """Return the value of showdowns: lower hands count with a plus, higher hands with a minus, ties with 0."""
    (sums, places) = workspace.sent[slot], matchup.places
    if matchup.aligned:
        total = (load(sums, group * GROUP + OFFSET) + load(sums, group * GROUP + OFFSET + ONE)) - splat(sums[matchup.hands + OFFSET])
    else:
        total = (gather(sums, places[BELOW], group) + gather(sums, places[UPTO], group)) - splat(sums[matchup.hands + OFFSET])
    if by_card is not None:
        for card in range(np.uint64(2)):
            lower, equal = places[LOWER + card * PER_CARD], places[EQUAL + card * PER_CARD]
            total = total - (gather(by_card[slot], lower, group) + gather(by_card[slot], equal, group))
    return total


@merged
def fold_value(slot: Any, group: Any, matchup: CompiledMatchup, workspace: Workspace, by_card: Array | None) -> Any:
    """Return the value of folds: all hands count that have no card in common with the own hand."""
    (numbers, places) = workspace.sent[slot], matchup.places
    total = load(workspace.total, slot)
    if matchup.cards == 1:
        total = total - (load(numbers, group * GROUP) if matchup.aligned else gather(numbers, places[SAME], group))
    if by_card is not None:  # the hand with both cards is subtracted twice below
        total = total + gather(numbers, places[SAME], group)
        for card in range(np.uint64(2)):
            total = total - gather(by_card[slot], places[HELD + card * PER_CARD], group)
    return total
