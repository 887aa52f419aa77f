"""A widget in a page without a kernel: an element that holds its state, which the page's script brings to life."""

import json
from collections.abc import Mapping
from typing import Any


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
        data = json.dumps(state, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c")  # nothing in it ends the script
        self.html = (
            f'<div class="kuhncfr-widget" data-widget="{widget}">\n<script type="application/json">{data}</script>\n{fallback}\n</div>'
        )

    def __repr__(self) -> str:
        return "a widget: it shows in notebooks and pages"

    def _repr_html_(self) -> str:
        return self.html
