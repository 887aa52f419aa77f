"""Outcome sampling: each walk plays one game through to its end."""

from typing import Any

import numpy as np

from kuhncfr.kernels.compiled import compiled
from kuhncfr.kernels.sampled import draw, roll
from kuhncfr.kernels.whole_tree import factors, note, settle

ONE = np.uint64(1)


@compiled
def iterate(end: int, dice: Any, exploration: float, nodes: Any, state: Any, scratch: Any, rule: Any, record: Any) -> None:
    """Run until iteration `end`, or until the dice are used up; in each, every player learns from one game."""
    (mover, child, count, infoset, chance, utilities) = nodes
    (regret, strategy, cumulative, first, actions) = state
    (visited, taken, value) = scratch
    (algorithm, exponents, tie) = rule
    players = np.uint64(utilities.shape[1])
    (_, used, last) = dice
    for t in range(record[0][0] + 1, end + 1):
        if used[0] > last:
            break
        discounts, weight = factors(t, exponents)
        for learner in range(players):
            node = np.uint64(0)
            depth = np.uint64(0)
            sampled, own, explored = 1.0, 1.0, 1.0  # by all; by the learner's strategy; by the learner as sampled
            while mover[node] <= players:
                choices = count[node]
                if mover[node] == players:
                    target = draw(dice, chance, child[node], choices)
                    sampled *= chance[target]
                    node = target
                    continue
                start = first[infoset[node]]
                if mover[node] == learner:
                    if players != 2:
                        for k in range(choices):
                            cumulative[start + k] += weight * own / sampled * strategy[start + k]
                    if roll(dice) < exploration:
                        k = min(np.uint64(roll(dice) * choices), choices - ONE)
                    else:
                        k = draw(dice, strategy, start, choices) - start
                    visited[depth] = infoset[node]
                    taken[depth] = start + k
                    depth += ONE
                    probability = exploration / choices + (1.0 - exploration) * strategy[start + k]
                    sampled *= probability
                    explored *= probability
                    own *= strategy[start + k]
                else:
                    # Of two players the other one's strategy is counted: the learner explores, so that no history is left out,
                    # while the learner's own walks never come where the other one has ceased to go.
                    if players == 2:
                        for k in range(choices):
                            cumulative[start + k] += weight / explored * strategy[start + k]
                    k = draw(dice, strategy, start, choices) - start
                    sampled *= strategy[start + k]
                node = child[node] + k
            # Others' and chance's probabilities cancel: they are sampled as they are played.
            worth = utilities[child[node], learner] / explored
            for steps in range(depth):
                at = depth - ONE - steps
                sequence = taken[at]
                value[sequence] = worth
                worth *= strategy[sequence]
                start = first[visited[at]]
                settle(start, start + actions[visited[at]], worth, value, regret, strategy, algorithm, discounts, tie)
        note(t, record, regret, strategy, cumulative)
