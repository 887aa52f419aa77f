"""What this book adds to Jupyter Book: pages that need no network, small repairs, and links to a repository once there is one."""

import gc

from sphinx.application import Sphinx

from . import (
    boxes,
    charts,
    drawings,
    first_page,
    frame,
    guesses,
    lab,
    licences,
    names,
    python_boxes,
    repository,
    search,
    social,
    teaching,
    unused_files,
    unused_rules,
    widgets,
)

PARTS = (
    boxes,
    charts,
    drawings,
    first_page,
    frame,
    guesses,
    lab,
    licences,
    names,
    python_boxes,
    repository,
    search,
    social,
    teaching,
    unused_files,
    unused_rules,
    widgets,
)


def setup(app: Sphinx) -> dict[str, bool]:
    gc.disable()  # a build holds on to nearly all that it makes: to look for what it dropped took a third of its time
    for part in PARTS:
        part.setup(app)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
