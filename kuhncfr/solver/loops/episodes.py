"""Playing hands through to their end, one after the other, and counting where they end.

The loops know nothing of players: who moves, a player or chance, takes one of a node's children with given probabilities.
"""

import numpy as np

from kuhncfr.solver.arrays import Array, Counts, Index, NodeTable, Rolls
from kuhncfr.solver.loops.compiled import compiled
from kuhncfr.solver.loops.updates import ONE, roll


@compiled
def lay_out(nodes: NodeTable, strategy: Array, first: Index, threshold: Array) -> None:
    """Give each child its part of [0, 1): taken is the first child whose threshold is above a random number."""
    (mover, child, count, infoset, chance, utilities) = nodes
    players = np.uint64(utilities.shape[1])
    for node in range(len(mover)):
        total = 0.0
        likely = np.uint64(0)  # the last child that is ever taken
        for k in range(count[node]):
            probability = strategy[first[infoset[node]] + k] if mover[node] < players else chance[child[node] + k]
            total += probability
            threshold[child[node] + k] = total
            if probability > 0.0:
                likely = np.uint64(k)
        for k in range(likely, count[node]):
            threshold[child[node] + k] = 1.0  # rounding may have left a sliver, which belongs to none of probability 0


@compiled
def play_episodes(hands: int, rolls: Rolls, nodes: NodeTable, threshold: Array, visits: Counts) -> int:
    """Play so many hands, or until the rolls are used up, and count where they end; return how many were played."""
    (child, count) = nodes.child, nodes.count
    for played in range(hands):
        if rolls.used[0] > rolls.last:
            return played
        node = np.uint64(0)
        while count[node] > 0:
            node = child[node]
            number = roll(rolls)
            while number >= threshold[node]:
                node += ONE
        visits[child[node]] += 1
    return hands


@compiled
def gather(nodes: NodeTable, visits: Counts, plays: Counts, net: Array) -> None:
    """Find for each node how many hands came by and what each player won in them, children before parents."""
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
