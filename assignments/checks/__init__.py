"""The checks of the assignments: plain functions that any grader can call.

Each check takes the student's function and returns a :class:`Result`: points, and messages that say what is wrong. :func:`show` prints
the messages and returns the points, for the last line of an nbgrader cell. The function runs in a process of its own (``program.py``).
"""

from . import best_response, cfr, regret_matching
from .games import examples, games
from .result import Result, show

GAMES = games()
PAYOFFS, SOLDIERS, WORTH = (examples()[name] for name in ("PAYOFFS", "SOLDIERS", "WORTH"))

__all__ = ["GAMES", "PAYOFFS", "SOLDIERS", "WORTH", "Result", "best_response", "cfr", "regret_matching", "show"]
