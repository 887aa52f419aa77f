"""The known mistakes that a check can name, each with a hint in words that the notebooks have introduced."""

from kuhncfr.diagnosis import MISTAKES

NAMED = {name: mistake for name, mistake in MISTAKES.items() if mistake.hint}
# With these CFR still converges, or may.
MILD = (
    "strategy changed inside an iteration",
    "regrets floored by aliasing",
    "number of iterations off by one",
    "state kept between calls",
)


def named(mistake: str) -> str:
    """Name a mistake to the student."""
    return f"This is the mistake “{mistake}”. {NAMED[mistake].hint}"


def cost(mistake: str) -> float:
    """Return the share of the points of a task that a mistake costs."""
    return 0.5 if mistake in MILD else 1.0
