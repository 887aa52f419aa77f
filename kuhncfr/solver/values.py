"""What each player of a compiled game wins on average."""

import math
from collections.abc import Iterable
from itertools import pairwise

import numpy as np

from kuhncfr.solver.compiled_game import Tree


def values(tree: Tree, probabilities: Iterable[float]) -> tuple[float, ...]:
    """Return what each player wins on average, from the probabilities of all actions in the order of the tree.

    Examples
    --------
    >>> from kuhncfr import KuhnPoker, compile_game
    >>> tree = compile_game(KuhnPoker())
    >>> values(tree, [0.5] * len(list(tree.named_sequences())))
    (0.125, -0.125)
    """
    reach = tree.empty_reach().tolist()
    given = iter(probabilities)
    for first, count, parent in zip(tree.first.tolist(), tree.count.tolist(), tree.parent.tolist(), strict=True):
        for sequence in range(first, first + count):
            reach[sequence] = reach[parent] * next(given)
    alone, start = np.array(reach), tree.start.astype(np.int64)
    others = np.concatenate([alone, alone[tree.joint.astype(np.int64)].prod(axis=1)])[tree.others.astype(np.int64)]
    expected = (tree.utility * np.repeat(alone, np.diff(start)) * others).tolist()
    ends = start[tree.sequences_of.astype(np.int64)].tolist()
    return tuple(math.fsum(expected[begin:end]) for begin, end in pairwise(ends))  # rounded once, so the same on every processor
