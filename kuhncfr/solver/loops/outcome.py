"""Outcome sampling: each walk plays one game through to its end."""

from typing import Any

import numpy as np

from kuhncfr.solver.loops.compiled import compiled
from kuhncfr.solver.loops.sampled import count_own, draw, roll
from kuhncfr.solver.loops.whole_tree import factors, note, settle

ONE = np.uint64(1)


@compiled
def iterate(end: int, dice: Any, exploration: float, nodes: Any, own: Any, state: Any, scratch: Any, rule: Any, record: Any) -> None:
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
            explored = 1.0  # how likely the learner was to come here
            if players != 2:
                count_own(learner, weight, own, (strategy, cumulative, first), actions)
            while mover[node] <= players:
                choices = count[node]
                if mover[node] == players:
                    node = draw(dice, chance, child[node], choices)
                    continue
                start = first[infoset[node]]
                if mover[node] == learner:
                    if roll(dice) < exploration:
                        k = min(np.uint64(roll(dice) * choices), choices - ONE)
                    else:
                        k = draw(dice, strategy, start, choices) - start
                    visited[depth] = infoset[node]
                    taken[depth] = start + k
                    depth += ONE
                    explored *= exploration / choices + (1.0 - exploration) * strategy[start + k]
                else:
                    # Of two players the other one's strategy is counted: the learner explores, so that no history is left out,
                    # while the learner's own walks never come where the other one has ceased to go.
                    if players == 2:
                        for k in range(choices):
                            cumulative[start + k] += weight / explored * strategy[start + k]
                    k = draw(dice, strategy, start, choices) - start
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
