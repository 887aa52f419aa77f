"""Outcome sampling: each walk plays one game to its end."""

from typing import Any

import numpy as np

from kuhncfr.solver.arrays import NodeTable, Path, Rolls, Solve
from kuhncfr.solver.loops.compiled import compiled, inlined
from kuhncfr.solver.loops.updates import ONE, catch_up, count_own, discounts_regrets, draw, factors, multiply, note, roll, settle


@inlined
def play_once(learner: Any, weight: float, rolls: Rolls, path: Path, nodes: NodeTable, solve: Solve) -> Any:
    """Play one game; return its row of utilities, the number of the learner's decisions, and the probability of the learner's actions."""
    (mover, child, count, infoset, chance, utilities) = nodes
    (strategy, cumulative, first) = solve.state.strategy, solve.state.cumulative, solve.form.first
    (exploration, visited, taken) = path
    players = np.uint64(utilities.shape[1])
    node = np.uint64(0)
    depth = np.uint64(0)
    explored = 1.0
    while mover[node] <= players:
        choices = count[node]
        if mover[node] == players:
            node = draw(rolls, chance, child[node], choices)
            continue
        start = first[infoset[node]]
        if mover[node] == learner:
            if roll(rolls) < exploration:
                k = min(np.uint64(roll(rolls) * choices), choices - ONE)
            else:
                k = draw(rolls, strategy, start, choices) - start
            visited[depth] = infoset[node]
            taken[depth] = start + k
            depth += ONE
            explored *= exploration / choices + (1.0 - exploration) * strategy[start + k]
        else:
            # With two players, the opponent's average is updated: the learner explores, so that no history is missed. The learner's
            # own average would miss the histories that the opponent no longer plays to.
            if players == 2:
                for k in range(choices):
                    cumulative[start + k] += weight / explored * strategy[start + k]
            k = draw(rolls, strategy, start, choices) - start
        node = child[node] + k
    return child[node], depth, explored


@inlined
def look_back(depth: Any, worth: float, discounts: Any, path: Path, solve: Solve) -> None:
    """Go back through the learner's decisions, and update their regrets from the sampled utility."""
    (form, state, rule, _) = solve
    for steps in range(depth):
        at = depth - ONE - steps
        sequence = path.taken[at]
        state.value[sequence] = worth
        worth *= state.strategy[sequence]
        infoset = path.visited[at]
        begin = form.first[infoset]
        if discounts_regrets(rule):
            catch_up(infoset, form, state, discounts)
        settle(begin, begin + form.count[infoset], worth, state, rule, discounts)


@compiled
def iterate(end: int, rolls: Rolls, path: Path, nodes: NodeTable, solve: Solve) -> None:
    """Run until iteration `end`, or until the random numbers run out; each iteration plays one game for each player."""
    (form, state, rule, record) = solve
    players = np.uint64(nodes.utilities.shape[1])
    for t in range(record.clock[0] + 1, end + 1):
        if rolls.used[0] > rolls.last:
            break
        discounts, weight = factors(t, rule)
        for learner in range(players):
            if players != 2:
                count_own(learner, weight, form, state)
            terminal, depth, explored = play_once(learner, weight, rolls, path, nodes, solve)
            # The probabilities of chance and of the others cancel: they are sampled from their own distributions.
            look_back(depth, nodes.utilities[terminal, learner] / explored, discounts, path, solve)
        if discounts_regrets(rule):
            multiply(discounts, form, state)
        note(t, form, state, record)
