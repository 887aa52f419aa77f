"""Import the object that ``module:name`` names."""

import sys
from importlib import import_module
from pathlib import Path
from typing import Any


def import_object(text: str, folder: str | None = None) -> Any:
    """Return the object that ``module:name`` or ``module.py:name`` names; `folder`, by default the current one, is searched first.

    Raises
    ------
    ValueError
        If there is no such module, it cannot be imported, or it does not define the name.
    """
    file, _, name = text.partition(":")
    module = file.removesuffix(".py")
    folder = folder or str(Path.cwd())
    if folder not in sys.path:
        sys.path.insert(0, folder)
    try:
        found = import_module(module)
    except (Exception, SystemExit) as error:
        if isinstance(error, ModuleNotFoundError) and error.name == module:
            raise ValueError(f"there is no module {module!r} in {folder}") from None
        raise ValueError(f"the module {module!r} cannot be imported: {type(error).__name__}: {error}") from error
    if not hasattr(found, name):
        raise ValueError(f"the module {module!r} does not define {name!r}")
    return getattr(found, name)
