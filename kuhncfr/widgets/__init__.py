"""What a reader can play with, in a live notebook and in a page without a kernel."""

from kuhncfr.widgets.play import PlayTable, play

__all__ = ["PlayTable", "play"]
