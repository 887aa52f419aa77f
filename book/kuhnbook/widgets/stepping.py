"""Counterfactual regret minimization on one-bet Kuhn poker, one computation or one iteration at a time.

The algorithm runs in the browser, in the same order as :class:`kuhncfr.CFR` and with the same numbers; so it needs no kernel.
"""

import anywidget
import traitlets

from kuhnbook.widgets import bundle
from kuhnbook.widgets.static import element
from kuhncfr.games.kuhn import OneBetKuhn

ANTES = tuple(n / 4 for n in range(1, 21))  # what the slider offers, in chips

FALLBACK = (
    "<p>CFR runs here, step by step, if your browser runs JavaScript. "
    "In a notebook, <code>kuhnbook.widgets.stepper()</code> shows the same.</p>"
)


class Stepper(anywidget.AnyWidget):
    """The stepper in a live notebook; :func:`stepper` makes one.

    What the reader chooses can be read and set here: ``shown.ante = 0.5``. Every change begins the run again.

    Attributes
    ----------
    ante : float
        S, in chips: 0.25, 0.5, … 5.
    algorithm : str
        ``"cfr"`` or ``"cfr+"``.
    alternating : bool
        Whether the players learn in turn.
    sampling : str or None
        ``"chance"`` to draw one deal for each walk, which does not go with CFR+; None to walk through all six.
    seed : int
        Where the drawn deals come from: the same seed deals the same cards. (They are not those of :class:`kuhncfr.CFR`.)
    """

    _esm = bundle.module("stepper")
    _css = bundle.style()

    ante = traitlets.Enum(ANTES, default_value=1.0).tag(sync=True)
    algorithm = traitlets.Enum(("cfr", "cfr+"), default_value="cfr").tag(sync=True)
    alternating = traitlets.Bool(True).tag(sync=True)
    sampling = traitlets.Enum((None, "chance"), default_value=None, allow_none=True).tag(sync=True)
    seed = traitlets.Int(0, min=0).tag(sync=True)

    def static(self) -> str:
        """Return the stepper for a page without a kernel."""
        names = ("ante", "algorithm", "alternating", "sampling", "seed")
        return element("stepper", {name: getattr(self, name) for name in names}, FALLBACK)


def stepper(game: OneBetKuhn | None = None) -> Stepper:
    """Watch CFR compute: the tree with reach, values and regrets, the information sets, and the path of the two mixed probabilities.

    Parameters
    ----------
    game : OneBetKuhn, optional
        With an ante of 1/4, 1/2, 3/4, … 5 chips; by default 1.

    Returns
    -------
    Stepper
        Shown as the last value of a cell. It begins to compute when the reader says so.

    Raises
    ------
    ValueError
        If the game is not one-bet Kuhn poker.
    traitlets.TraitError
        If the slider does not offer the ante.

    Examples
    --------
    >>> import kuhncfr as kc
    >>> stepper(kc.OneBetKuhn(ante=2)).ante
    2.0
    """
    game = OneBetKuhn() if game is None else game
    if not isinstance(game, OneBetKuhn):
        raise ValueError(f"game must be OneBetKuhn, got {game!r}")
    return Stepper(ante=float(game.ante))
