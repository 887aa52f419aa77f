"""Record a run of the readable CFR."""

import numpy as np

from kuhncfr._support import arguments
from kuhncfr.cfr.cfr import CFR
from kuhncfr.cfr.trajectory import QUANTITIES, Trajectory, assemble


def snapshot(cfr: CFR) -> dict[tuple[str, str, str], float]:
    """Return the state of a run as numbers, keyed by (quantity, information set, action)."""
    return {
        (quantity, key, action): float(value)
        for quantity in QUANTITIES
        for key, infoset in cfr.infosets.items()
        for action, value in zip(infoset.actions, getattr(infoset, quantity), strict=True)
    }


def record(cfr: CFR, iterations: int, record_every: int = 1) -> Trajectory:
    """Run `cfr`, and record its strategies and regrets.

    Parameters
    ----------
    cfr : CFR
        The run to continue; it may already have run iterations.
    iterations : int
        Number of further iterations, at least 0.
    record_every : int
        Record each iteration whose number this divides; at least 1.

    Returns
    -------
    Trajectory
        With at most ``iterations // record_every + 1`` records.

    Raises
    ------
    ValueError, TypeError
        If a number is not whole or is too small.

    Examples
    --------
    >>> from kuhncfr import CFR, OneBetKuhn
    >>> trajectory = record(CFR(OneBetKuhn()), iterations=30, record_every=10)
    >>> trajectory.iterations
    array([10, 20, 30])
    >>> trajectory.average_strategy["Ab"]["b"].shape
    (3,)
    """
    arguments.instance("cfr", cfr, CFR, what="a CFR")
    record_every = arguments.count("record_every", record_every, minimum=1)
    steps, snapshots = [], []
    for t in cfr.iterate(iterations):
        if t % record_every == 0:
            steps.append(t)
            snapshots.append(snapshot(cfr))
    return assemble(np.array(steps, dtype=np.int64), {key: np.array([s[key] for s in snapshots]) for key in snapshot(cfr)})
