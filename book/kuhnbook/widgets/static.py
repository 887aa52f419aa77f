"""A widget in a page without a kernel: an element that holds its state, which the page's script brings to life."""

import json
from collections.abc import Mapping
from typing import Any


def element(widget: str, state: Mapping[str, Any], fallback: str) -> str:
    """Return a widget as HTML, for pages.

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
    >>> print(element("play", {"game": "kuhn"}, "<p>This table needs JavaScript.</p>"))
    <div class="kuhncfr-widget" data-widget="play">
    <script type="application/json">{"game":"kuhn"}</script>
    <p>This table needs JavaScript.</p>
    </div>
    """

    data = json.dumps(state, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c")  # nothing in it ends the script
    return f'<div class="kuhncfr-widget" data-widget="{widget}">\n<script type="application/json">{data}</script>\n{fallback}\n</div>'
