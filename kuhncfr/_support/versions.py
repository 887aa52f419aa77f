"""Which versions are at work: what is saved tells them."""

import platform
from functools import cache
from importlib import metadata


@cache
def at_work() -> dict[str, str]:
    """Return the versions of this package, of Python and of the libraries that compute."""
    return {"kuhncfr": _of("kuhncfr"), "python": platform.python_version(), "numpy": _of("numpy"), "numba": _of("numba")}


def _of(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:  # run from a folder that was never installed
        return "unknown"
