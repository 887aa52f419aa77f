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
from kuhnbook.widgets.static import Element

COVER = "book/assets/cover.svg"
SCRIPT, STYLE = "kuhncfr.js", "kuhncfr.css"
GAMES = {"one-bet": kc.OneBetKuhn, "kuhn": kc.KuhnPoker}


def game(name: str) -> str:
    return str(directives.choice(name, tuple(GAMES)))


class WidgetDirective(SphinxDirective):
    """A directive that becomes a widget; its options are those of :meth:`element`."""

    def element(self) -> Element:
        raise NotImplementedError

    def run(self) -> list[nodes.Node]:
        self.env.note_reread()  # what it shows comes from the package, which may have changed
        return [*self.parse_content_to_nodes(), nodes.raw("", self.element().html, format="html")]


class Play(WidgetDirective):
    """``{kuhn-play}``: the table at which the reader plays."""

    option_spec: ClassVar[dict[str, Any]] = {"game": game, "ante": Fraction, "seed": directives.nonnegative_int}

    def element(self) -> Element:
        rules = GAMES[self.options.get("game", "one-bet")](ante=self.options.get("ante", 1))
        return widgets.play(rules, seed=self.options.get("seed")).static()


class Bluff(WidgetDirective):
    """``{kuhn-bluff}``: the square in which the reader answers how often to bluff; without a script, the picture of ``tools/cover.py``."""

    def element(self) -> Element:
        return Element("bluff", {}, Path(self.env.srcdir, COVER).read_text(encoding="utf-8"))


class Stepper(WidgetDirective):
    """``{kuhn-stepper}``: CFR on one-bet Kuhn poker, one step at a time."""

    option_spec: ClassVar[dict[str, Any]] = {"ante": Fraction}

    def element(self) -> Element:
        return widgets.stepper(kc.OneBetKuhn(ante=self.options.get("ante", 1))).static()


class Swarm(WidgetDirective):
    """``{kuhn-swarm}``: two thousand learners in the square, below the text that invites to it."""

    has_content = True

    def element(self) -> Element:
        return Element("swarm", {}, "<p>With JavaScript, two thousand learners move here.</p>")


def write_script(app: Sphinx) -> None:
    """Put all the widgets' modules into one script, which also runs in a page that was opened from disk."""
    folder = Path(app.outdir) / "_static"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / SCRIPT).write_text(bundle.script("page"), encoding="utf-8")
    (folder / STYLE).write_text(bundle.style(), encoding="utf-8")


def bring_script(app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Give a page with widgets the script and the style; leave every other page without them."""
    if 'class="kuhncfr-widget"' in context.get("body", ""):
        app.add_js_file(SCRIPT, loading_method="defer")
        app.add_css_file(STYLE)


def setup(app: Sphinx) -> None:
    app.add_directive("kuhn-bluff", Bluff)
    app.add_directive("kuhn-play", Play)
    app.add_directive("kuhn-stepper", Stepper)
    app.add_directive("kuhn-swarm", Swarm)
    app.connect("builder-inited", write_script)
    app.connect("html-page-context", bring_script)
