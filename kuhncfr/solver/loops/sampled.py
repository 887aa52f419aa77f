r"""Chance sampling and external sampling.

A walk lists the decisions that it visits, parents before children, with the reach of each player; then it goes back through the list to
compute the values. The regrets of an information set are summed during the walk and matched after it, so that the strategy stays fixed
during the walk.
"""

from typing import Any

import numpy as np

from kuhncfr.solver.arrays import Array, NodeTable, Rolls, Solve, Walk
from kuhncfr.solver.loops.compiled import compiled, inlined
from kuhncfr.solver.loops.updates import ONE, catch_up, count_own, discounts_regrets, draw, factors, multiply, note, settle


@inlined
def arrive(rolls: Rolls, node: Any, players: Any, nodes: NodeTable) -> Any:
    """Sample actions of chance until a player is to move or the game is over."""
    (mover, child, count, chance) = nodes.mover, nodes.child, nodes.count, nodes.chance
    while mover[node] == players:
        node = draw(rolls, chance, child[node], count[node])
    return node


@inlined
def visit(learner: Any, solve: Solve, nodes: NodeTable, rolls: Rolls, walk: Walk) -> Any:
    """List the decisions of one walk: sample chance and, with external sampling, all players but the learner."""
    (mover, child, count, infoset, chance, utilities) = nodes
    (visited, branch, landing, reach) = walk.visited, walk.branch, walk.landing, walk.reach
    (strategy, first) = solve.state.strategy, solve.form.first
    players = np.uint64(utilities.shape[1])
    over = np.uint64(len(mover))
    for player in range(players):
        reach[0, player] = 1.0
    visited[0] = arrive(rolls, np.uint64(0), players, nodes)
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
        if walk.external and who != learner:
            low = draw(rolls, strategy, begin, high) - begin
            high = low + ONE
        for k in range(low, high):
            target = child[node] + k
            while mover[target] == players:
                target = draw(rolls, chance, child[target], count[target])
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
def worth_of(landing: Any, over: Any, player: Any, utilities: Array, worth: Array) -> Any:
    """Return a player's utility at the end of a branch: at the end of the game, or at a later decision."""
    return utilities[landing - over, player] if landing >= over else worth[landing, player]


@inlined
def look_back(size: Any, number: int, learners: Any, weight: float, solve: Solve, nodes: NodeTable, walk: Walk) -> Any:
    """Go back through the decisions: sum the learners' regrets, and add strategies to the averages."""
    (mover, _, count, infoset, _, utilities) = nodes
    (strategy, cumulative, value, first) = solve.state.strategy, solve.state.cumulative, solve.state.value, solve.form.first
    (external, visited, branch, landing, reach, worth, stamp, touched) = walk
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
            if players == 2:  # all actions of the learner are followed: the player's own strategy alone decides how often this is visited
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
            if stamp[infoset[node]] != number:  # own reach is the same at every history of an information set: add it once
                stamp[infoset[node]] = number
                touched[learned] = infoset[node]
                learned += ONE
                if not external:
                    for k in range(actions):
                        cumulative[begin + k] += weight * reach[at, who] * strategy[begin + k]
    return learned


@compiled
def iterate(end: int, rolls: Rolls, walk: Walk, nodes: NodeTable, solve: Solve) -> None:
    """Run until iteration `end`, or until the random numbers run out; sample chance and, with external sampling, the opponents."""
    (form, state, rule, record) = solve
    (first, count) = form.first, form.count
    players = np.uint64(nodes.utilities.shape[1])
    walks = players if rule.alternating else ONE
    for t in range(record.clock[0] + 1, end + 1):
        if rolls.used[0] > rolls.last:
            break
        discounts, weight = factors(t, rule)
        for player in range(walks):
            learners = (player, player + ONE) if rule.alternating else (np.uint64(0), players)
            size = visit(player, solve, nodes, rolls, walk)
            number = t * np.int64(walks) + np.int64(player)
            learned = look_back(size, number, learners, weight, solve, nodes, walk)
            if walk.external and players != 2:
                count_own(player, weight, form, state)
            for k in range(learned):
                infoset = walk.touched[k]
                if discounts_regrets(rule):
                    catch_up(infoset, form, state, discounts)
                settle(first[infoset], first[infoset] + count[infoset], 0.0, state, rule, discounts)
        if discounts_regrets(rule):
            multiply(discounts, form, state)
        note(t, form, state, record)
