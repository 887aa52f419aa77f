"""What a reader can play with, in a live notebook and in a page without a kernel."""

from kuhncfr.widgets.play import PlayTable, play
from kuhncfr.widgets.stepper import Stepper, stepper

__all__ = ["PlayTable", "Stepper", "play", "stepper"]
