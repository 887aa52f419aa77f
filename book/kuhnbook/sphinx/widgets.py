"""Widgets in pages: directives that put them there, and the script and the style that bring them to life."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import kuhncfr as kc
from kuhnbook import widgets
from kuhnbook.widgets import bundle
from kuhnbook.widgets.static import element
from kuhnbook.widgets.strategies import game_of

COVER = Path(__file__).parents[2] / "assets" / "cover.svg"
STYLE = "kuhncfr.css"


def bluff() -> str:
    """The square in which the reader answers how often to bluff; without a script, the picture of ``tools/cover.py``."""
    return element("bluff", {}, COVER.read_text(encoding="utf-8"))


def dilemma() -> str:
    """Ten hands in which every choice costs the same against the equilibrium."""
    return element("dilemma", {}, "<p>Turn on JavaScript to be dealt ten hands here.</p>")


def play(game: str = "one-bet") -> str:
    """The table at which the reader plays."""
    return widgets.play(game_of(game)).static()


def stepper(ante: Fraction | int = 1) -> str:
    """CFR on one-bet Kuhn poker, one step at a time."""
    return widgets.stepper(kc.OneBetKuhn(ante)).static()


def swarm() -> str:
    """Two thousand learners in the square, below the text that invites to it."""
    return element("swarm", {}, "<p>Turn on JavaScript to watch two thousand learners here.</p>")


WIDGETS: dict[str, Callable[..., str]] = {widget.__name__: widget for widget in (bluff, dilemma, play, stepper, swarm)}


class Widget(SphinxDirective):
    """``{kuhn-play}`` and the like: a widget below the content of the directive; the options are the function's arguments."""

    has_content = True
    option_spec: ClassVar[dict[str, Any]] = {"game": str, "ante": Fraction}

    def run(self) -> list[nodes.Node]:
        self.env.note_reread()  # what it shows comes from the package, which may have changed
        html = WIDGETS[self.name.removeprefix("kuhn-")](**self.options)
        return [*self.parse_content_to_nodes(), nodes.raw("", html, format="html")]


def write_scripts(app: Sphinx) -> None:
    """Put the modules of each widget into one script, which also runs in a page that was opened from disk."""
    folder = Path(app.outdir) / "_static"
    folder.mkdir(parents=True, exist_ok=True)
    for name in WIDGETS:
        (folder / script(name)).write_text(bundle.widget(name), encoding="utf-8")
    (folder / STYLE).write_text(bundle.style(), encoding="utf-8")


def script(name: str) -> str:
    return f"kuhncfr-{name}.js"


def setup(app: Sphinx) -> None:
    for name in WIDGETS:
        app.add_directive(f"kuhn-{name}", Widget)
    app.connect("builder-inited", write_scripts)
