"""What this book adds to Jupyter Book: pages that need no network, small repairs, and links to a repository once there is one.

Each file with a function ``setup`` is a part of it. They are set up in the order of their names.
"""

import gc
import pkgutil
from importlib import import_module

from pybtex.backends.plaintext import Backend
from pybtex.plugin import register_plugin
from sphinx.application import Sphinx


def setup(app: Sphinx) -> dict[str, bool]:
    gc.disable()  # a build holds on to nearly all that it makes: to look for what it dropped took a third of its time
    # Each citation would look for this among all that is installed, which took an eighth.
    register_plugin("pybtex.backends", "plaintext", Backend, force=True)
    for file in sorted(pkgutil.iter_modules(__path__)):
        part = import_module(f"{__name__}.{file.name}")
        if hasattr(part, "setup"):
            part.setup(app)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
