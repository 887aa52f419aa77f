"""The book's figures: each function takes data and returns a chart (Altair) or a figure (Matplotlib)."""

from kuhncfr.figures.style import PALETTE, setup
from kuhncfr.figures.tree import TreeLayout, draw_tree, tree_layout

__all__ = ["PALETTE", "TreeLayout", "draw_tree", "setup", "tree_layout"]
