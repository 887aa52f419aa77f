"""The museum of mistakes: CFR with each known mistake, for the chapter that shows them, the assignments and the table of the diagnosis."""

from .programs import OPTIONS, PROGRAMS, make
from .wrong_rules import Remembered
