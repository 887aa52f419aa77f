"""What a reader can play with, in a live notebook and in a page without a kernel."""

from kuhnbook.widgets.play_table import PlayTable, play
from kuhnbook.widgets.stepping import Stepper, stepper
