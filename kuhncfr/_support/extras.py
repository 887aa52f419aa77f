"""What to say when a library is missing that only a part of the package needs."""

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Import libraries below this; if one is missing, the error tells which extra of the package brings it."""
    try:
        yield
    except ModuleNotFoundError as error:
        message = f"{error.name} is not installed; it comes with the extra kuhncfr[{name}]"
        raise ModuleNotFoundError(message, name=error.name, path=error.path) from error
