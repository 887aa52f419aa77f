"""A widget in a page without a kernel: an element that holds its state, which the page's script brings to life."""

import json
import re
from collections.abc import Mapping
from typing import Any

from kuhncfr._support import arguments


class Element:
    """A widget as HTML, for pages.

    Parameters
    ----------
    widget : str
        Its name in the page's script, such as ``"play"``.
    state : mapping
        What the widget starts from; everything that JSON can hold. The same state gives the same text.
    fallback : str
        HTML to read where no script runs.

    Examples
    --------
    >>> print(Element("play", {"game": "kuhn"}, "<p>This table needs JavaScript.</p>").html)
    <div class="kuhncfr-widget" data-widget="play">
    <script type="application/json">{"game":"kuhn"}</script>
    <p>This table needs JavaScript.</p>
    </div>
    """

    def __init__(self, widget: str, state: Mapping[str, Any], fallback: str) -> None:
        if not re.fullmatch(r"[a-z-]{1,40}", arguments.text("widget", widget)):
            raise ValueError(f"widget must be a name in small letters, got {arguments.shown(widget)}")
        arguments.mapping("state", state)
        arguments.text("fallback", fallback)
        data = _json(state).replace("<", "\\u003c")  # nothing in it ends the script
        self.html = (
            f'<div class="kuhncfr-widget" data-widget="{widget}">\n<script type="application/json">{data}</script>\n{fallback}\n</div>'
        )

    def __repr__(self) -> str:
        return "a widget: it shows in notebooks and pages"

    def _repr_html_(self) -> str:
        return self.html


def _json(state: Mapping[str, Any]) -> str:
    try:
        return json.dumps(state, separators=(",", ":"), allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise ValueError(f"state must hold what JSON can: {error}") from error
