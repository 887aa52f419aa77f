"""The book's figures: each function takes data and returns a chart (Altair) or a figure (Matplotlib)."""

from kuhncfr.figures.style import PALETTE, setup

__all__ = ["PALETTE", "setup"]
