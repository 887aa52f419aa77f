"""The loops of :mod:`kuhncfr.solver.loops.whole_tree` for many runs at once, each of which computes the same sums in the same order."""

from typing import Any, NamedTuple

import numpy as np

from kuhncfr.solver.arrays import WIDE, Array, Counts, SequenceForm, State
from kuhncfr.solver.loops.compiled import compiled, inlined
from kuhncfr.solver.loops.lanes import choose, load, splat, store
from kuhncfr.solver.loops.steps import ONE, discount, power

# The rows of the rules.
ALPHA, BETA, GAMMA, LOWEST, PREDICTIVE, TIE = (np.uint64(row) for row in range(6))
# The rows of the factors.
OF_POSITIVE, OF_NEGATIVE, WEIGHT = (np.uint64(row) for row in range(3))


class Blocks(NamedTuple):
    """Runs of games of one form, in blocks of :data:`WIDE`, the run as the last axis.

    Attributes
    ----------
    form : SequenceForm
        Of all the games; only the utilities differ.
    utility : ndarray, shape (blocks, entries, WIDE)
        As in the form, for each run.
    state : State
        Its arrays have the shape (blocks, rows, WIDE).
    rules : ndarray, shape (blocks, 6, WIDE)
        alpha, beta and gamma; what regrets are raised to, 0 or minus infinity; 1 if predictive, otherwise 0; and up to how many chips
        regrets count as none.
    alike : ndarray, shape (blocks,)
        1 if all runs of a block have the same alpha, beta and gamma, otherwise 0.
    factors : ndarray, shape (blocks, 3, WIDE)
        Room for the two discounts and the weight of an iteration.
    clock : ndarray, shape (blocks,)
        How many iterations were run.
    alternating : bool
        One player after the other, or everybody at once.
    every : int
        Every so many iterations are recorded; 0 for none.
    regrets, strategies, cumulatives : ndarray, shape (blocks, records, sequences, WIDE)
        The state after each of those.
    """

    form: SequenceForm
    utility: Array
    state: State
    rules: Array
    alike: Counts
    factors: Array
    clock: Counts
    alternating: bool
    every: int
    regrets: Array
    strategies: Array
    cumulatives: Array


@inlined
def weigh_others(player: Any, form: SequenceForm, reach: Array) -> None:
    """Find the product of the others' reach for each combination of their sequences."""
    (sequences_of, joint, joints_of) = form.sequences_of, form.joint, form.joints_of
    for row in range(joints_of[player], joints_of[player + ONE]):
        product = splat(1.0)
        for other in range(joint.shape[1]):
            product = product * load(reach, joint[row, other])
        store(reach, sequences_of[-1] + row, product)


@inlined
def worth(sequence: Any, form: SequenceForm, utility: Array, state: State) -> Any:
    """Return what the player expects from a sequence under the others' reach, and clear what was found of it further down."""
    (start, others, reach, value) = form.start, form.others, state.reach, state.value
    total = load(value, sequence)
    store(value, sequence, splat(0.0))
    for entry in range(start[sequence], start[sequence + ONE]):
        total = total + load(utility, entry) * load(reach, others[entry])
    return total


@inlined
def add_regret(sequence: Any, found: Any, state: State, rule: Any) -> Any:
    """Add the regret that was found, and return what of it counts for the next strategy."""
    (of_positive, of_negative, lowest, predictive, tie) = rule
    none = splat(0.0)
    updated = load(state.regret, sequence) + found
    updated = updated * choose(updated, none, of_positive, of_negative)
    updated = choose(lowest, updated, lowest, updated)
    store(state.regret, sequence, updated)
    updated = choose(predictive, none, updated + found, updated)
    return choose(updated, tie, updated, none)


@inlined
def over(positive: Any) -> Any:
    """Return 1 over the sum of what counts; anything where that is 0, for there no action counts."""
    return splat(1.0) / choose(positive, splat(0.0), positive, splat(1.0))


@inlined
def learn_of_two(begin: Any, parent: Any, form: SequenceForm, utility: Array, state: State, rule: Any) -> None:
    """Do what the next function does where there are two actions, as mostly there are: their numbers stay in the registers."""
    (strategy, value) = state.strategy, state.value
    (none, half) = (splat(0.0), splat(0.5))
    one, other = worth(begin, form, utility, state), worth(begin + ONE, form, utility, state)
    expected = none + load(strategy, begin) * one + load(strategy, begin + ONE) * other
    store(value, parent, load(value, parent) + expected)
    one, other = add_regret(begin, one - expected, state, rule), add_regret(begin + ONE, other - expected, state, rule)
    positive = one + other
    scale = over(positive)
    store(strategy, begin, choose(positive, none, one * scale, half))
    store(strategy, begin + ONE, choose(positive, none, other * scale, half))


@inlined
def learn_of_any(begin: Any, end: Any, parent: Any, form: SequenceForm, utility: Array, state: State, rule: Any) -> None:
    """Find the values of an information set's actions, add their regrets, and match them."""
    (strategy, value) = state.strategy, state.value
    expected = positive = none = splat(0.0)
    for sequence in range(begin, end):
        total = worth(sequence, form, utility, state)
        store(value, sequence, total)
        expected = expected + load(strategy, sequence) * total
    store(value, parent, load(value, parent) + expected)
    for sequence in range(begin, end):
        kept = add_regret(sequence, load(value, sequence) - expected, state, rule)
        store(value, sequence, none)
        store(strategy, sequence, kept)
        positive = positive + kept
    scale, alike = over(positive), splat(1.0 / (end - begin))
    for sequence in range(begin, end):
        store(strategy, sequence, choose(positive, none, load(strategy, sequence) * scale, alike))


@inlined
def learn(player: Any, form: SequenceForm, utility: Array, state: State, rule: Any) -> None:
    """Find the player's regrets under the others' reach, add them up, and match them."""
    (infosets_of, first, count, parent) = form.infosets_of, form.first, form.count, form.parent
    weigh_others(player, form, state.reach)
    for steps in range(infosets_of[player + ONE] - infosets_of[player]):
        infoset = infosets_of[player + ONE] - ONE - steps
        begin = first[infoset]
        if count[infoset] == 2:
            learn_of_two(begin, parent[infoset], form, utility, state, rule)
        else:
            learn_of_any(begin, begin + count[infoset], parent[infoset], form, utility, state, rule)
    store(state.value, form.sequences_of[player], splat(0.0))


@inlined
def switch(player: Any, form: SequenceForm, state: State, weight: Any) -> None:
    """Count the strategy just played towards the average, weighted by the player's own reach; then switch to the new one."""
    (infosets_of, first, count, parent) = form.infosets_of, form.first, form.count, form.parent
    (strategy, cumulative, reach) = state.strategy, state.cumulative, state.reach
    for infoset in range(infosets_of[player], infosets_of[player + ONE]):
        own = load(reach, parent[infoset])
        for sequence in range(first[infoset], first[infoset] + count[infoset]):
            store(cumulative, sequence, load(cumulative, sequence) + weight * load(reach, sequence))
            store(reach, sequence, own * load(strategy, sequence))


@inlined
def find_factors(t: int, rules: Array, alike: Any, factors: Array) -> None:
    """Find each run's discounts and weight in iteration t."""
    for lane in range(1 if alike else WIDE):
        factors[OF_POSITIVE, lane] = discount(t, rules[ALPHA, lane])
        factors[OF_NEGATIVE, lane] = discount(t, rules[BETA, lane])
        factors[WEIGHT, lane] = power(t, rules[GAMMA, lane]) if rules[GAMMA, lane] > 0.0 else 1.0
    if alike:
        for row in range(np.uint64(3)):
            store(factors, row, splat(factors[row, 0]))


@inlined
def note(t: int, block: Any, state: State, blocks: Blocks) -> None:
    """Count iteration t, and write down the state after it if it is one to be recorded."""
    blocks.clock[block] = t
    if blocks.every > 0 and t % blocks.every == 0:
        row = t // blocks.every - 1
        (regrets, strategies, cumulatives) = blocks.regrets[block, row], blocks.strategies[block, row], blocks.cumulatives[block, row]
        for sequence in range(np.uint64(len(state.regret))):
            store(regrets, sequence, load(state.regret, sequence))
            store(strategies, sequence, load(state.strategy, sequence))
            store(cumulatives, sequence, load(state.cumulative, sequence))


@compiled
def iterate(end: int, low: int, high: int, blocks: Blocks) -> None:
    """Run the blocks from number `low` to before `high` until iteration `end`."""
    form = blocks.form
    players = np.uint64(len(form.sequences_of) - 1)
    (regret, strategy, cumulative, reach, value) = blocks.state
    for block in range(low, high):
        state = State(regret[block], strategy[block], cumulative[block], reach[block], value[block])
        utility, rules, factors = blocks.utility[block], blocks.rules[block], blocks.factors[block]
        for t in range(blocks.clock[block] + 1, end + 1):
            find_factors(t, rules, blocks.alike[block], factors)
            weight = load(factors, WEIGHT)
            rule = (load(factors, OF_POSITIVE), load(factors, OF_NEGATIVE), load(rules, LOWEST), load(rules, PREDICTIVE), load(rules, TIE))
            for player in range(players):
                learn(player, form, utility, state, rule)
                if blocks.alternating:
                    switch(player, form, state, weight)
            if not blocks.alternating:
                for player in range(players):
                    switch(player, form, state, weight)
            note(t, block, state, blocks)


@inlined
def reach_of_average(form: SequenceForm, cumulative: Array, reach: Array) -> None:
    """Turn the sums of the average strategy into the probability that its owner plays each sequence."""
    (first, count, parent) = form.first, form.count, form.parent
    for infoset in range(len(first)):
        total = splat(0.0)
        for sequence in range(first[infoset], first[infoset] + count[infoset]):
            total = total + load(cumulative, sequence)
        own = load(reach, parent[infoset])
        alike = splat(1.0 / count[infoset])
        some = choose(total, splat(0.0), total, splat(1.0))
        for sequence in range(first[infoset], first[infoset] + count[infoset]):
            store(reach, sequence, own * choose(total, splat(0.0), load(cumulative, sequence) / some, alike))


@compiled
def exploitabilities(blocks: Blocks, found: Array) -> None:
    """Find the exploitability of each run's average strategy, as :mod:`kuhncfr.solver.loops.average` does; it leaves its reach behind."""
    form = blocks.form
    (infosets_of, sequences_of, first, count, parent, start, others, _, _, _) = form
    players = np.uint64(len(infosets_of) - 1)
    for block in range(np.uint64(len(found))):
        utility, reach, value = blocks.utility[block], blocks.state.reach[block], blocks.state.value[block]
        reach_of_average(form, blocks.state.cumulative[block], reach)
        total = splat(0.0)
        for player in range(players):
            weigh_others(player, form, reach)
            earned = splat(0.0)
            for steps in range(infosets_of[player + ONE] - infosets_of[player]):
                infoset = infosets_of[player + ONE] - ONE - steps
                best = splat(-np.inf)
                for sequence in range(first[infoset], first[infoset] + count[infoset]):
                    direct = splat(0.0)
                    for entry in range(start[sequence], start[sequence + ONE]):
                        direct = direct + load(utility, entry) * load(reach, others[entry])
                    earned = earned + load(reach, sequence) * direct
                    there = load(value, sequence) + direct
                    best = choose(there, best, there, best)
                    store(value, sequence, splat(0.0))
                store(value, parent[infoset], load(value, parent[infoset]) + best)
            total = total + (load(value, sequences_of[player]) - earned)
            store(value, sequences_of[player], splat(0.0))
        store(found, block, total / splat(1.0 * players))
