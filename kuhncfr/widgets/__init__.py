"""What a reader can play with, in a live notebook and in a page without a kernel."""

from kuhncfr.widgets.play_table import PlayTable, play
from kuhncfr.widgets.stepping import Stepper, stepper

__all__ = ["PlayTable", "Stepper", "play", "stepper"]
