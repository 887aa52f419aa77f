"""Equilibria of two-player zero-sum games by linear programming on the sequence form, with exact answers.

The program is solved in floating point; its vertex is then rounded to fractions. Whether the fractions are right is for the
caller to check, exactly: the best responses to an equilibrium gain exactly 0.
"""

from fractions import Fraction

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import block_array, coo_array

import kuhncfr as kc


def payoffs(tree):
    """Player 1's utility times chance's probability, for each pair of sequences: a sparse matrix."""
    own, other, utility = [], [], []
    begin = int(tree.sequences_of[1])
    for sequence in range(begin):
        for entry in range(int(tree.start[sequence]), int(tree.start[sequence + 1])):
            own.append(sequence)
            other.append(int(tree.others[entry]) - begin)
            utility.append(tree.utility[entry])
    return coo_array((utility, (own, other)), shape=(begin, int(tree.sequences_of[2]) - begin)).tocsr()


def flow(tree, player):
    """The constraints on a player's sequences, E x = e: the empty one has weight 1, and actions share their parent's weight."""
    begin, end = (int(n) for n in tree.sequences_of[player : player + 2])
    rows, columns, entries = [0], [0], [1.0]
    infosets = range(*(int(n) for n in tree.infosets_of[player : player + 2]))
    for row, infoset in enumerate(infosets, start=1):
        first, count = int(tree.first[infoset]), int(tree.count[infoset])
        for column, entry in [(int(tree.parent[infoset]), -1.0), *((s, 1.0) for s in range(first, first + count))]:
            rows.append(row)
            columns.append(column - begin)
            entries.append(entry)
    return coo_array((entries, (rows, columns)), shape=(1 + len(infosets), end - begin)).tocsr()


def best_guarantee(table, own, other):
    """The value that player 1 can make sure of, and sequence weights that do so."""
    sequences, values = own.shape[1], other.shape[0]
    smallest, found = _least(table, own, other, goal=sequences, bounds=[(None, None)] * values)
    return -smallest, found[:sequences]


def _least(table, own, other, goal, bounds):
    """Minimize minus the unknown at the place `goal`: a sequence's weight or, after these, one of the values, which have `bounds`.

    Against weights x, the other's best reply is a linear programme; its dual has a value q for each constraint of the other.
    """
    sequences, values = own.shape[1], other.shape[0]
    found = linprog(
        -np.eye(sequences + values)[goal],
        A_ub=block_array([[-table.T, other.T]]),
        b_ub=np.zeros(other.shape[1]),
        A_eq=block_array([[own, coo_array((own.shape[0], values))]]),
        b_eq=np.eye(own.shape[0])[0],
        bounds=[(0, None)] * sequences + bounds,
        method="highs-ds",  # simplex: it ends at a vertex
    )
    assert found.success, found.message
    return found.fun, found.x


def solve(game):
    """An equilibrium's value as a float, and its profile in fractions."""
    tree = kc.compile_game(game)
    table, first, second = payoffs(tree), flow(tree, 0), flow(tree, 1)
    value, weights = best_guarantee(table, first, second)
    minus_value, other_weights = best_guarantee(-table.T, second, first)
    assert abs(value + minus_value) < 1e-9
    exact = [Fraction(float(w)).limit_denominator(2000) for w in np.concatenate([weights, other_weights])]
    rows = {}
    for infoset, actions, begin in zip(tree.infosets, tree.actions, tree.first.tolist(), strict=True):
        total = sum(exact[begin : begin + len(actions)])
        rows[infoset] = {a: exact[begin + k] / total if total else Fraction(1, len(actions)) for k, a in enumerate(actions)}
    return value, kc.StrategyProfile(rows)


def largest_weight(table, own, other, value, sequence):
    """The largest weight of one of player 1's sequences among all strategies that make sure of the value, in floating point."""
    smallest, _ = _least(table, own, other, goal=sequence, bounds=[(value, None)] + [(None, None)] * (other.shape[0] - 1))
    return -smallest
