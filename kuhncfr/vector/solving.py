"""What :func:`kuhncfr.solve` does with a public game."""

from functools import partial

import numpy as np

from kuhncfr.solver.course import Course
from kuhncfr.solver.run import begin
from kuhncfr.solver.settings import Settings
from kuhncfr.vector.public import PublicGame
from kuhncfr.vector.run import RangeRun, snapshot


@begin.register
def _(game: PublicGame, settings: Settings, _: np.random.Generator) -> Course[RangeRun]:
    if settings.sampling is not None:
        raise ValueError(f"sampling must be None for a public game, whose hands are all walked at once, got {settings.sampling!r}")
    from kuhncfr.vector.engine import RangeEngine  # only now: it imports Numba

    every, alternating = settings.record_every or 0, settings.alternating
    engine = RangeEngine(game, settings.algorithm, alternating=alternating, every=every, end=settings.iterations)
    return Course(engine, partial(snapshot, engine), write=None, first=1)
