"""The rule of :mod:`kuhncfr.cfr.update`, compiled for one number or for a vector of sixteen (:mod:`kuhncfr.vector.loops.simd`).

Constants are of the same kind as the regrets: ``zero`` is 0.0, or a vector of zeros.
"""

from typing import Any

import numpy as np
from numba.core import types

from kuhncfr.solver.arrays import Rule
from kuhncfr.solver.loops.compiled import merged, replaces


def choose(one: Any, other: Any, yes: Any, no: Any) -> Any:
    """Return `yes` where `one` is greater than `other`, else `no`."""
    return np.where(one > other, yes, no)


@replaces(choose, types.float64, types.Float, types.Float, types.Float, types.Float)
def compiled_choose(context: Any, builder: Any, kinds: Any, one: Any, other: Any, yes: Any, no: Any) -> Any:
    return builder.select(builder.fcmp_ordered(">", one, other), yes, no)


@merged
def accumulated(total: Any, regret: Any, discounts: Any, rule: Rule, zero: Any) -> Any:
    """Return the cumulative regret after an iteration, and the one that is matched: with the prediction added."""
    (of_positive, of_negative) = discounts
    total = total + regret
    total = total * choose(total, zero, of_positive, of_negative)
    if rule.algorithm.regret_matching_plus:
        total = choose(zero, total, zero, total)
    return total, total + regret if rule.algorithm.predictive else total


@merged
def positive_part(regret: Any, tie: Any, zero: Any) -> Any:
    """Return a regret if it is above the tie, else 0."""
    return choose(regret, tie, regret, zero)
