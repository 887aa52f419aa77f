"""Play episodes of a game to their ends, and count the terminal histories.

The loops treat players and chance alike: each node has a probability for each of its children.
"""

import numpy as np

from kuhncfr.solver.arrays import Array, Counts, Index, NodeTable, Rolls
from kuhncfr.solver.loops.compiled import compiled
from kuhncfr.solver.loops.updates import ONE, roll


@compiled
def lay_out(nodes: NodeTable, strategy: Array, first: Index, threshold: Array) -> None:
    """Compute the cumulative probabilities: a random number selects the first child with a larger threshold."""
    (mover, child, count, infoset, chance, utilities) = nodes
    players = np.uint64(utilities.shape[1])
    for node in range(len(mover)):
        total = 0.0
        likely = np.uint64(0)  # the last child with a positive probability
        for k in range(count[node]):
            probability = strategy[first[infoset[node]] + k] if mover[node] < players else chance[child[node] + k]
            total += probability
            threshold[child[node] + k] = total
            if probability > 0.0:
                likely = np.uint64(k)
        for k in range(likely, count[node]):
            threshold[child[node] + k] = 1.0  # despite rounding, children of probability 0 are never selected


@compiled
def play_episodes(episodes: int, rolls: Rolls, nodes: NodeTable, threshold: Array, visits: Counts) -> int:
    """Play this many episodes, or until the random numbers run out; count the terminal histories, and return the number played."""
    (child, count) = nodes.child, nodes.count
    for played in range(episodes):
        if rolls.used[0] > rolls.last:
            return played
        node = np.uint64(0)
        while count[node] > 0:
            node = child[node]
            number = roll(rolls)
            while number >= threshold[node]:
                node += ONE
        visits[child[node]] += 1
    return episodes


@compiled
def gather(nodes: NodeTable, visits: Counts, plays: Counts, net: Array) -> None:
    """Compute for each node the number of episodes through it and each player's winnings in them, children before parents."""
    (child, count, utilities) = nodes.child, nodes.count, nodes.utilities
    for steps in range(len(child)):
        node = len(child) - 1 - steps
        if count[node] == 0:
            plays[node] = visits[child[node]]
            for player in range(utilities.shape[1]):
                net[node, player] = visits[child[node]] * utilities[child[node], player]
        for k in range(child[node], child[node] + count[node]):
            plays[node] += plays[k]
            for player in range(utilities.shape[1]):
                net[node, player] += net[k, player]
