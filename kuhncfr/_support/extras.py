"""Optional dependencies."""

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Import optional libraries in this context; if one is missing, the error names the extra that installs it."""
    try:
        yield
    except ModuleNotFoundError as error:
        library = str(error.name).partition(".")[0]  # labml, if labml.internal is missing
        message = f"{library} is not installed; it comes with the extra kuhncfr[{name}]"
        raise ModuleNotFoundError(message, name=error.name, path=error.path) from error
