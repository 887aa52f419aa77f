"""What the average strategies are worth, and how exploitable they are."""

from kuhncfr.solver.loops.compiled import compiled
from kuhncfr.vector.loops.arrays import BLOCK, Array, Counts, Form, Rule, Side
from kuhncfr.vector.loops.ends import add, fill, prepare
from kuhncfr.vector.loops.walk import copy, expect, iterate


@compiled
def evaluate(one: Side, two: Side, cumulative_one: Array, cumulative_two: Array, found: Array) -> float:
    """Find what each player wins with the average strategies, and with a best answer; return how exploitable they are."""
    reach_of_average(one.form, cumulative_one, one.room.answer)
    reach_of_average(two.form, cumulative_two, two.room.answer)
    answer(one, two.room.answer, found[0])
    answer(two, one.room.answer, found[1])
    return float((found[0, 1] - found[0, 0] + found[1, 1] - found[1, 0]) / 2.0)


@compiled
def reach_of_average(form: Form, cumulative: Array, reach: Array) -> None:
    """Turn the sums of the average strategy into the probability that its player gets to each row."""
    for decision in range(len(form.first)):
        begin = form.first[decision]
        end = begin + form.count[decision]
        for hand in range(reach.shape[1]):
            total = 0.0
            for row in range(begin, end):
                total += cumulative[row, hand]
            own = reach[form.parent[decision], hand]
            for row in range(begin, end):
                reach[row, hand] = own * (cumulative[row, hand] / total if total > 0.0 else 1.0 / form.count[decision])


@compiled
def answer(me: Side, others: Array, found: Array) -> None:
    """Find what a player wins with the average strategy, and with the best action everywhere."""
    (form, against, _, room, _) = me
    hands = len(against.weight)
    (found[0], found[1]) = (0.0, 0.0)
    prepare(form, against, others, room)
    for low in range(0, hands, BLOCK):
        high = min(low + BLOCK, hands)
        fill(form, against, room, low, high)
        earned = room.expected[: high - low]
        earned[:] = 0.0
        for row in range(len(room.value)):
            expect(earned, room.answer[row, low:high], room.value[row, : high - low])
        for steps in range(1, len(form.first) + 1):
            decision = len(form.first) - steps
            best = room.positive[: high - low]
            copy(best, room.value[form.first[decision], : high - low])
            for row in range(form.first[decision] + 1, form.first[decision] + form.count[decision]):
                raise_to(best, room.value[row, : high - low])
            add(room.value[form.parent[decision], : high - low], best, 1.0)
        for k in range(high - low):
            found[0] += against.weight[low + k] * earned[k]
            found[1] += against.weight[low + k] * room.value[0, k]


@compiled
def raise_to(best: Array, value: Array) -> None:
    """Keep the larger of two."""
    for k in range(len(best)):
        best[k] = max(best[k], value[k])


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
