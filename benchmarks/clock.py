"""Timing side by side: contenders take turns, so that other load on the machine affects all of them alike."""

import statistics
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass

Work = Callable[[int], object]  # repeats a task this many times

REPETITIONS = 5
TURN = 0.4  # duration of a turn, in seconds


@dataclass(frozen=True)
class Times:
    """Seconds per repetition: the median over all turns, and the extremes."""

    median: float
    low: float
    high: float

    def as_dict(self) -> dict[str, float]:
        return asdict(self)


def take_turns(contenders: dict[str, Work], size: int | None = None) -> dict[str, Times]:
    """Time every contender in every round, in turns; repeat each so often that it fills a turn, or all equally often."""
    sizes = {name: size or _enough(work) for name, work in contenders.items()}
    found: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(REPETITIONS):
        for name, work in contenders.items():
            found[name].append(seconds(work, sizes[name]) / sizes[name])
    return {name: summary(times) for name, times in found.items()}


def seconds(work: Work, times: int) -> float:
    begin = time.perf_counter()
    work(times)
    return time.perf_counter() - begin


def summary(times: list[float]) -> Times:
    return Times(statistics.median(times), min(times), max(times))


def _enough(work: Work) -> int:
    """Return the number of repetitions that fill a turn; measuring it also warms up."""
    work(1)
    times = 1
    while (spent := seconds(work, times)) < TURN / 4:
        times *= 4
    return max(1, round(times * TURN / spent))
