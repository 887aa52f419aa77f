"""An iteration that was interrupted is undone, so that no half of one is ever saved, recorded or continued."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

import numpy as np

from kuhncfr.cfr.infoset import InfoSet


class Iterating(Protocol):
    """What of a CFR an iteration changes; :class:`~kuhncfr.cfr.CFR` is one."""

    iterations: int
    sampling: str | None
    rng: np.random.Generator
    infosets: dict[str, InfoSet]


@contextmanager
def wholly_or_not_at_all(cfr: Iterating) -> Iterator[None]:
    """Let an iteration of `cfr` come to its end; if anything stops it, such as Ctrl-C, put everything back as it was before."""
    iterations = cfr.iterations
    learnt = [(infoset, dict(vars(infoset))) for infoset in cfr.infosets.values()]  # arrays are replaced, never written to
    drawn = cfr.rng.bit_generator.state if cfr.sampling else None
    try:
        yield
    except BaseException:
        cfr.iterations = iterations
        for infoset, before in learnt:
            vars(infoset).update(before)
        if drawn is not None:
            cfr.rng.bit_generator.state = drawn
        raise
