"""Widgets in pages: directives that put them there, and the script and the style that bring them to life."""

from fractions import Fraction
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

import kuhncfr as kc
from kuhnbook import widgets
from kuhnbook.widgets import bundle
from kuhnbook.widgets.static import element
from kuhnbook.widgets.strategies import game_of

COVER = "book/assets/cover.svg"
STYLE = "kuhncfr.css"


def game(name: str) -> str:
    return directives.choice(name, ("one-bet", "kuhn"))


class WidgetDirective(SphinxDirective):
    """A directive that becomes a widget; its options are those of :meth:`element`."""

    def element(self) -> str:
        raise NotImplementedError

    def run(self) -> list[nodes.Node]:
        self.env.note_reread()  # what it shows comes from the package, which may have changed
        return [*self.parse_content_to_nodes(), nodes.raw("", self.element(), format="html")]


class Play(WidgetDirective):
    """``{kuhn-play}``: the table at which the reader plays."""

    option_spec: ClassVar[dict[str, Any]] = {"game": game, "ante": Fraction, "seed": directives.nonnegative_int}

    def element(self) -> str:
        rules = game_of(self.options.get("game", "one-bet"), self.options.get("ante", 1))
        return widgets.play(rules, seed=self.options.get("seed")).static()


class Bluff(WidgetDirective):
    """``{kuhn-bluff}``: the square in which the reader answers how often to bluff; without a script, the picture of ``tools/cover.py``."""

    def element(self) -> str:
        return element("bluff", {}, Path(self.env.srcdir, COVER).read_text(encoding="utf-8"))


class Stepper(WidgetDirective):
    """``{kuhn-stepper}``: CFR on one-bet Kuhn poker, one step at a time."""

    option_spec: ClassVar[dict[str, Any]] = {"ante": Fraction}

    def element(self) -> str:
        return widgets.stepper(kc.OneBetKuhn(ante=self.options.get("ante", 1))).static()


class Swarm(WidgetDirective):
    """``{kuhn-swarm}``: two thousand learners in the square, below the text that invites to it."""

    has_content = True

    def element(self) -> str:
        return element("swarm", {}, "<p>Turn on JavaScript to watch two thousand learners here.</p>")


class Dilemma(WidgetDirective):
    """``{kuhn-dilemma}``: ten hands in which every choice costs the same against the equilibrium."""

    option_spec: ClassVar[dict[str, Any]] = {"seed": directives.nonnegative_int}

    def element(self) -> str:
        return element("dilemma", self.options, "<p>Turn on JavaScript to be dealt ten hands here.</p>")


WIDGETS = {"bluff": Bluff, "dilemma": Dilemma, "play": Play, "stepper": Stepper, "swarm": Swarm}


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
    for name, directive in WIDGETS.items():
        app.add_directive(f"kuhn-{name}", directive)
    app.connect("builder-inited", write_scripts)
