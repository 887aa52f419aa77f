"""The known mistakes that a check can name, each with a hint in words that the notebooks have introduced."""

from kuhncfr.diagnosis import MISTAKES

NAMED = {name: mistake for name, mistake in MISTAKES.items() if mistake.hint}
# With these CFR still converges, or may: they cost half of the points of a task.
MILD = (
    "strategy changed inside an iteration",
    "regrets floored by aliasing",
    "number of iterations off by one",
    "state kept between calls",
)
