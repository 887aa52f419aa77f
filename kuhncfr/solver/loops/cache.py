"""Where Numba keeps compiled loops for the next process: never out of date, never damaged, and never in the way."""

import hashlib
import io
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from typing import Any

import numba
from numba.core import caching

_told = Event()
_FunctionCache: Any = caching.FunctionCache  # without annotations
_IndexDataCacheFile: Any = caching.IndexDataCacheFile


def digest_of(*sources: Path) -> str:
    """Return a digest of these files: of all that compiled loops are made of, for they take functions and types from one another.

    Numba itself looks only at the file that a loop stands in.
    """
    return hashlib.sha256(b"".join(hashlib.sha256(source.read_bytes()).digest() for source in sorted(sources))).hexdigest()


def keep(loop: Any, sources: str) -> None:
    """Have what is compiled of a loop kept on disk for as long as the digest of its sources stays; if it cannot be kept, say so once."""
    try:
        loop._cache = _Cache(loop.py_func, sources)
    except RuntimeError:
        _tell("no folder for it can be written to")
    except (AttributeError, TypeError):  # what is below builds on parts of Numba that it promises nobody
        _tell(f"Numba {numba.__version__} keeps it in a way that is not known here")


class _Cache(_FunctionCache):  # type: ignore[misc]
    """Numba's, but to find no room is no error."""

    def __init__(self, function: Callable[..., Any], sources: str) -> None:
        super().__init__(function)
        self._cache_file = _Files(self._cache_path, self._impl.filename_base, sources)
        self._cache_file.check()

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Keep what was compiled, if there is room."""
        try:
            super().save_overload(signature, compiled)
        except OSError as error:
            _tell(str(error))


class _Files(_IndexDataCacheFile):  # type: ignore[misc]
    """Numba's files, each with a digest at its end; one that does not agree with it, as after a power cut, counts as missing."""

    def check(self) -> None:
        """Fail at once if Numba calls its parts by other names."""
        _ = (self._index_path, self._data_path, super()._load_index, super()._load_data, super()._open_for_write)

    def _load_index(self) -> Any:
        try:
            return super()._load_index() if _whole(self._index_path) else {}
        except (AttributeError, ImportError):  # it tells of types that are gone since
            return {}

    def _load_data(self, name: str) -> Any:
        if not _whole(self._data_path(name)):
            raise FileNotFoundError(name)  # Numba then compiles again, and writes another one
        return super()._load_data(name)

    @contextmanager
    def _open_for_write(self, path: str) -> Iterator[io.BytesIO]:
        written = io.BytesIO()
        yield written
        content = written.getvalue()
        with super()._open_for_write(path) as file:
            file.write(content + hashlib.sha256(content).digest())


def _whole(path: str) -> bool:
    try:
        content = Path(path).read_bytes()
    except OSError:
        return False
    size = hashlib.sha256().digest_size
    return hashlib.sha256(content[:-size]).digest() == content[-size:]


def _tell(why: str) -> None:
    if not _told.is_set():
        _told.set()
        message = f"compiled code is not kept, so that each process compiles anew ({why}): set NUMBA_CACHE_DIR to a folder with room"
        warnings.warn_explicit(message, RuntimeWarning, "kuhncfr", 0)  # in one line: where in the package is of no interest
