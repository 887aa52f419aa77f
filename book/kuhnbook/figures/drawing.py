"""How the figures of Matplotlib look, and how one is written into a notebook so that running it again changes nothing."""

import matplotlib.pyplot as plt
from cycler import cycler
from matplotlib_inline.backend_inline import set_matplotlib_formats

from kuhncfr.plot import PALETTE

__all__ = ["plt"]  # with this look

plt.rcParams.update(
    {
        "figure.constrained_layout.use": True,
        "font.size": 11,
        "axes.prop_cycle": cycler(color=PALETTE),
        "axes.spines.top": False,
        "axes.spines.right": False,
        "legend.frameon": False,
        "figure.facecolor": "none",
        "axes.facecolor": "none",
        "svg.fonttype": "none",  # words stay words: a page sets them in its own typeface
        "svg.hashsalt": "kuhncfr",
    }
)
set_matplotlib_formats("svg", metadata={"Date": None, "Creator": None})  # type: ignore[no-untyped-call]
