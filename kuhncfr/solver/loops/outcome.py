"""Outcome sampling: each walk plays one game through to its end."""

import numpy as np

from kuhncfr.solver.arrays import NodeTable, Path, Rolls, Solve
from kuhncfr.solver.loops.compiled import compiled
from kuhncfr.solver.loops.steps import ONE, count_own, draw, factors, note, roll, settle


@compiled
def iterate(end: int, rolls: Rolls, path: Path, nodes: NodeTable, solve: Solve) -> None:
    """Run until iteration `end`, or until the rolls are used up; in each, every player learns from one game."""
    (form, state, rule, record) = solve
    (mover, child, count, infoset, chance, utilities) = nodes
    (strategy, cumulative, value) = state.strategy, state.cumulative, state.value
    (first, actions) = form.first, form.count
    (exploration, visited, taken) = path
    players = np.uint64(utilities.shape[1])
    for t in range(record.clock[0] + 1, end + 1):
        if rolls.used[0] > rolls.last:
            break
        discounts, weight = factors(t, rule)
        for learner in range(players):
            node = np.uint64(0)
            depth = np.uint64(0)
            explored = 1.0  # how likely the learner was to come here
            if players != 2:
                count_own(learner, weight, form, state)
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
                    # Of two players the other one's strategy is counted: the learner explores, so that no history is left out,
                    # while the learner's own walks never come where the other one has ceased to go.
                    if players == 2:
                        for k in range(choices):
                            cumulative[start + k] += weight / explored * strategy[start + k]
                    k = draw(rolls, strategy, start, choices) - start
                node = child[node] + k
            # Others' and chance's probabilities cancel: they are sampled as they are played.
            worth = utilities[child[node], learner] / explored
            for steps in range(depth):
                at = depth - ONE - steps
                sequence = taken[at]
                value[sequence] = worth
                worth *= strategy[sequence]
                start = first[visited[at]]
                settle(start, start + actions[visited[at]], worth, state, rule, discounts)
        note(t, state, record)
