"""A table at which the reader plays Kuhn poker."""

from typing import Any

from kuhncfr._extras import extra
from kuhncfr.games import KuhnPoker, OneBetKuhn
from kuhncfr.widgets import bundle
from kuhncfr.widgets.static import Element

with extra("widgets"):
    import anywidget
    import traitlets


class PlayTable(anywidget.AnyWidget):
    """The table in a live notebook."""

    _esm = bundle.module("play")
    _css = bundle.style()

    game = traitlets.Unicode().tag(sync=True)
    ante = traitlets.Unicode().tag(sync=True)
    seed = traitlets.Int(allow_none=True).tag(sync=True)

    def static(self) -> Element:
        """Return the table for a page without a kernel."""
        return Element("play", {"game": self.game, "ante": self.ante, "seed": self.seed}, "<p>The table needs JavaScript.</p>")


def play(game: OneBetKuhn | KuhnPoker | None = None, *, seed: int | None = None, **options: Any) -> PlayTable:
    """Open a table."""
    game = OneBetKuhn() if game is None else game
    return PlayTable(game="one-bet" if isinstance(game, OneBetKuhn) else "kuhn", ante=str(game.ante), seed=seed, **options)
