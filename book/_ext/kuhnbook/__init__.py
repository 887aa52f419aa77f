"""What this book adds to Jupyter Book: pages that need no network, and charts that are proper figures."""

from sphinx.application import Sphinx

from . import charts, frame


def setup(app: Sphinx) -> dict[str, bool]:
    charts.setup(app)
    frame.setup(app)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
