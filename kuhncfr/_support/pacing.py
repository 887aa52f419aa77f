"""Long loops of compiled code, run in pieces that are short enough to notice Ctrl-C and to move a progress bar between them."""

from contextlib import AbstractContextManager, nullcontext
from typing import Any

GLANCE = 0.1  # how long a piece should take, in seconds

_GROWTH = 8.0  # at most so many times as long as the piece before, whose time is known only roughly


def next_piece(steps: int, seconds: float) -> int:
    """Return how many steps to run next, after so many took so long.

    Examples
    --------
    >>> next_piece(1_000, 0.05), next_piece(1_000, 0.000_001), next_piece(10, 60.0)
    (2000, 8000, 1)
    """
    return max(1, int(steps * min(_GROWTH, GLANCE / max(seconds, 1e-6))))


def progress_bar(steps: int, unit: str, shown: bool) -> AbstractContextManager[Any]:
    """Return a bar to enter, or, if none is to be shown, a context that gives None."""
    if not shown:
        return nullcontext()
    from tqdm import tqdm  # only now: it takes as long to import as all the rest

    bar: AbstractContextManager[Any] = tqdm(total=steps, unit=f" {unit}", unit_scale=True)
    return bar
