"""Updates that several loops share: regrets, averages, records and random draws."""

from typing import Any

import numpy as np

from kuhncfr.cfr import algorithm
from kuhncfr.solver.arrays import Record, Rolls, Rule, SequenceForm, State
from kuhncfr.solver.loops.compiled import inlined, merged
from kuhncfr.solver.loops.rule import accumulated, positive_part

ONE = np.uint64(1)
PARAMETERS = ("alpha", "beta", "regret_matching_plus", "predictive", "gamma")  # of an Algorithm, that the loops for trees implement
power = merged(algorithm.power)


@merged
def discount(t: int, exponent: float) -> float:
    """Return t^x / (t^x + 1), without overflow, as :mod:`kuhncfr.cfr.algorithm` does."""
    return 1.0 / (1.0 + power(t, -exponent)) if exponent < np.inf else 1.0


@merged
def factors(t: int, rule: Rule) -> Any:
    """Return the discounts of positive and of negative regrets, and the weight of iteration t in the average."""
    (alpha, beta, gamma) = rule.algorithm.alpha, rule.algorithm.beta, rule.algorithm.gamma
    return (discount(t, alpha), discount(t, beta)), power(t, gamma) if gamma > 0.0 else 1.0


@inlined
def settle(begin: Any, end: Any, expected: float, state: State, rule: Rule, discounts: Any) -> None:
    """Add the regrets of one information set, value minus expected; match them; reset the values to 0."""
    (regret, strategy, value) = state.regret, state.strategy, state.value
    positive = 0.0
    for sequence in range(begin, end):
        regret[sequence], predicted = accumulated(regret[sequence], value[sequence] - expected, discounts, rule, 0.0)
        value[sequence] = 0.0
        strategy[sequence] = positive_part(predicted, rule.tie, 0.0)
        positive += strategy[sequence]
    if positive > 0.0:
        scale = 1.0 / positive
        for sequence in range(begin, end):
            strategy[sequence] *= scale
    else:
        for sequence in range(begin, end):
            strategy[sequence] = 1.0 / (end - begin)


@inlined
def discounts_regrets(rule: Rule) -> Any:
    """Return whether the rule discounts any regrets."""
    return rule.algorithm.alpha < np.inf or rule.algorithm.beta < np.inf


@inlined
def discounted(infoset: Any, sequence: Any, state: State) -> Any:
    """Return a cumulative regret after the discounts that are not applied to it yet."""
    regret = state.regret[sequence]
    sign = 0 if regret > 0.0 else 1
    applied = state.applied[infoset, sign]
    # A discount of 0 makes both products 0 where it is applied already.
    return regret * (state.discount[sign] / applied) if applied > 0.0 else regret


@inlined
def catch_up(infoset: Any, form: SequenceForm, state: State, discounts: Any) -> None:
    """Apply the discounts of the iterations that did not visit this information set: they add regrets of 0.

    To apply them late is right because regret matching gives the same strategy for regrets that differ by a factor.
    """
    (regret, discount, applied) = state.regret, state.discount, state.applied
    for sequence in range(form.first[infoset], form.first[infoset] + form.count[infoset]):
        regret[sequence] = discounted(infoset, sequence, state)
    for sign in range(2):
        applied[infoset, sign] = discount[sign] * discounts[sign]  # those of this iteration follow when the set is settled


@inlined
def multiply(discounts: Any, form: SequenceForm, state: State) -> None:
    """Multiply the products of discounts by those of one iteration; before they underflow, apply them everywhere, and begin again at 1."""
    (discount, applied) = state.discount, state.applied
    for sign in range(2):
        discount[sign] *= discounts[sign]
    if min(discount[0], discount[1]) < 1e-100:
        for infoset in range(len(form.first)):
            catch_up(infoset, form, state, discounts)
            for sign in range(2):
                applied[infoset, sign] = 1.0
        for sign in range(2):
            discount[sign] = 1.0


@inlined
def note(t: int, form: SequenceForm, state: State, record: Record) -> None:
    """Set the clock to iteration t, and record the state if a record is due."""
    (regret, strategy, cumulative) = state.regret, state.strategy, state.cumulative
    (clock, record_every, regrets, strategies, cumulatives) = record
    clock[0] = t
    if record_every > 0 and t % record_every == 0:
        row = t // record_every - 1
        for sequence in range(len(regret)):
            regrets[row, sequence] = regret[sequence]
            strategies[row, sequence] = strategy[sequence]
            cumulatives[row, sequence] = cumulative[sequence]
        for infoset in range(len(form.first)):
            for sequence in range(form.first[infoset], form.first[infoset] + form.count[infoset]):
                regrets[row, sequence] = discounted(infoset, sequence, state)


@inlined
def roll(rolls: Rolls) -> Any:
    """Return the next random number."""
    used = rolls.used
    number = rolls.numbers[used[0]]
    used[0] += ONE
    return number


@inlined
def draw(rolls: Rolls, probability: Any, begin: Any, count: Any) -> Any:
    """Sample one of `count` consecutive indices, from `begin` on, with these probabilities."""
    left = roll(rolls)
    drawn = begin + count - ONE  # rounding may leave a remainder above the last
    for k in range(begin, drawn):
        left -= probability[k]
        if left < 0.0:
            drawn = k
            break
    return drawn


@inlined
def count_own(player: Any, weight: float, form: SequenceForm, state: State) -> None:
    """Add a player's strategy at all information sets to the average.

    With two players, the opponent's sampled walks do this. With more, the weights would depend on the strategies of the others, too; a
    single player has no opponent.
    """
    (infosets_of, first, count, parent) = form.infosets_of, form.first, form.count, form.parent
    (strategy, cumulative, reach) = state.strategy, state.cumulative, state.reach
    for infoset in range(infosets_of[player], infosets_of[player + ONE]):
        for sequence in range(first[infoset], first[infoset] + count[infoset]):
            reach[sequence] = reach[parent[infoset]] * strategy[sequence]
            cumulative[sequence] += weight * reach[sequence]
