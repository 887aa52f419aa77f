r"""The solver's sampled walks.

A walk lists the decisions it meets, each before those below it, with what every player contributed to getting there; then it
goes back through the list for the values. What it learns at an information set is added up first and matched only when the
walk is over, so that the strategy stays fixed during the walk.
"""

from typing import Any

import numpy as np

from kuhncfr.solver.loops.compiled import compiled, inlined
from kuhncfr.solver.loops.whole_tree import factors, note, settle

ONE = np.uint64(1)


@inlined
def roll(dice: Any) -> Any:
    """Take the next random number."""
    (numbers, used, _) = dice
    number = numbers[used[0]]
    used[0] += ONE
    return number


@inlined
def draw(dice: Any, probability: Any, begin: Any, count: Any) -> Any:
    """Draw one of `count` neighbours, from `begin` on, with these probabilities."""
    left = roll(dice)
    drawn = begin + count - ONE  # rounding may leave a sliver above the last
    for k in range(begin, drawn):
        left -= probability[k]
        if left < 0.0:
            drawn = k
            break
    return drawn


@inlined
def arrive(dice: Any, node: Any, players: Any, nodes: Any) -> Any:
    """Let chance move, if it is its turn, until a player is to move or the game is over."""
    (mover, child, count, _, chance, _) = nodes
    while mover[node] == players:
        node = draw(dice, chance, child[node], count[node])
    return node


@inlined
def visit(dice: Any, external: bool, learner: Any, players: Any, nodes: Any, strategy: Any, first: Any, scratch: Any) -> Any:
    """List the decisions of one walk: chance is sampled, and with `external` everyone but the learner too."""
    (mover, child, count, infoset, chance, _) = nodes
    (visited, branch, landing, reach, _, _, _, _) = scratch
    over = np.uint64(len(mover))
    for player in range(players):
        reach[0, player] = 1.0
    visited[0] = arrive(dice, np.uint64(0), players, nodes)
    size = ONE if mover[visited[0]] < players else np.uint64(0)
    branches = np.uint64(0)
    at = np.uint64(0)
    while at < size:
        node = visited[at]
        who = mover[node]
        begin = first[infoset[node]]
        branch[at] = branches
        low = np.uint64(0)
        high = count[node]
        if external and who != learner:
            low = draw(dice, strategy, begin, high) - begin
            high = low + ONE
        for k in range(low, high):
            target = child[node] + k
            while mover[target] == players:
                target = draw(dice, chance, child[target], count[target])
            if mover[target] > players:
                landing[branches] = over + child[target]
            else:
                landing[branches] = size
                visited[size] = target
                for player in range(players):
                    reach[size, player] = reach[at, player]
                reach[size, who] *= strategy[begin + k]
                size += ONE
            branches += ONE
        at += ONE
    return size


@inlined
def worth_of(landing: Any, over: Any, player: Any, utilities: Any, worth: Any) -> Any:
    """What a player expects where a branch leads: at the end of the game, or at a later decision."""
    return utilities[landing - over, player] if landing >= over else worth[landing, player]


@inlined
def look_back(size: Any, walk: int, external: bool, learners: Any, weight: float, nodes: Any, tables: Any, scratch: Any) -> Any:
    """Go back through the decisions: find the learners' regrets and count strategies towards the averages."""
    (mover, _, count, infoset, _, utilities) = nodes
    (strategy, cumulative, first) = tables
    (visited, branch, landing, reach, worth, value, stamp, touched) = scratch
    players = np.uint64(utilities.shape[1])
    over = np.uint64(len(mover))
    low, high = learners
    learned = np.uint64(0)
    for steps in range(size):
        at = size - ONE - steps
        node = visited[at]
        who = mover[node]
        begin = first[infoset[node]]
        actions = count[node]
        if external and who != low:
            worth[at, low] = worth_of(landing[branch[at]], over, low, utilities, worth)
            if players == 2:  # the learner's actions are all followed, so its owner alone decides how often one comes by here
                for k in range(actions):
                    cumulative[begin + k] += weight * strategy[begin + k]
            continue
        for player in range(low, high):
            total = 0.0
            for k in range(actions):
                total += strategy[begin + k] * worth_of(landing[branch[at] + k], over, player, utilities, worth)
            worth[at, player] = total
        if low <= who < high:
            others = 1.0
            if not external:
                for player in range(players):
                    if player != who:
                        others *= reach[at, player]
            for k in range(actions):
                value[begin + k] += others * (worth_of(landing[branch[at] + k], over, who, utilities, worth) - worth[at, who])
            if stamp[infoset[node]] != walk:  # own reach is the same at every history of an information set: count it once
                stamp[infoset[node]] = walk
                touched[learned] = infoset[node]
                learned += ONE
                if not external:
                    for k in range(actions):
                        cumulative[begin + k] += weight * reach[at, who] * strategy[begin + k]
    return learned


@inlined
def count_own(player: Any, weight: float, own: Any, tables: Any, count: Any) -> None:
    """Count all of a player's strategy towards the average.

    Where others are sampled and there are three players, no walk will do: somebody else may never come by. Alone, nobody is.
    """
    (infosets_of, parent, reach) = own
    (strategy, cumulative, first) = tables
    for infoset in range(infosets_of[player], infosets_of[player + ONE]):
        for sequence in range(first[infoset], first[infoset] + count[infoset]):
            reach[sequence] = reach[parent[infoset]] * strategy[sequence]
            cumulative[sequence] += weight * reach[sequence]


@compiled
def iterate(
    end: int, dice: Any, external: bool, alternating: bool, nodes: Any, own: Any, state: Any, scratch: Any, rule: Any, record: Any
) -> None:
    """Run until iteration `end`, or until the dice are used up, each with sampled chance and, if `external`, sampled opponents."""
    (regret, strategy, cumulative, first, count) = state
    (_, _, _, _, _, value, _, touched) = scratch
    (algorithm, exponents, tie) = rule
    players = np.uint64(nodes[5].shape[1])
    walks = players if alternating else ONE
    (_, used, last) = dice
    for t in range(record[0][0] + 1, end + 1):
        if used[0] > last:
            break
        discounts, weight = factors(t, exponents)
        for walk in range(walks):
            learners = (walk, walk + ONE) if alternating else (np.uint64(0), players)
            size = visit(dice, external, walk, players, nodes, strategy, first, scratch)
            number = t * np.int64(walks) + np.int64(walk)
            learned = look_back(size, number, external, learners, weight, nodes, (strategy, cumulative, first), scratch)
            if external and players != 2:
                count_own(walk, weight, own, (strategy, cumulative, first), count)
            for k in range(learned):
                infoset = touched[k]
                settle(first[infoset], first[infoset] + count[infoset], 0.0, value, regret, strategy, algorithm, discounts, tie)
        note(t, record, regret, strategy, cumulative)
