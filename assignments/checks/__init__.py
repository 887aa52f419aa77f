"""The checks of the assignments: plain functions that any grader can call.

Each check takes the student's function and returns a :class:`Result`: points, and messages that say what is wrong. :func:`show` prints
the messages and returns the points, for the last line of an nbgrader cell.
"""

from . import best_response, cfr, regret_matching
from .result import Result, show

__all__ = ["Result", "best_response", "cfr", "regret_matching", "show"]
