"""What a stranger's program may not do: change a file outside its own folder, or start a process.

An audit hook stops accidents, such as tidying up in the wrong folder. Code that goes round Python, or uses what has no audit event, gets
past it, so the operating system confines the process too where it can: see :mod:`kuhncfr.diagnosis.process`.
"""

import os
import sys
from collections.abc import Callable
from errno import EPERM  # an error with a number keeps its message when shutil.rmtree adds the path to it
from pathlib import Path
from types import FrameType
from typing import Any

# For each audited event the verb, and where among its arguments each changed path is, with the place of the folder that it is relative to.
CHANGES = {
    "os.chmod": ("change the mode of", ((0, 2),)),
    "os.chown": ("change the owner of", ((0, 3),)),
    "os.link": ("link", ((0, 2), (1, 3))),
    "os.mkdir": ("create", ((0, 2),)),
    "os.remove": ("delete", ((0, 1),)),
    "os.rename": ("rename", ((0, 2), (1, 3))),
    "os.rmdir": ("delete", ((0, 1),)),
    "os.symlink": ("link", ((1, 2),)),
    "os.truncate": ("truncate", ((0, None),)),
    "os.utime": ("change the time of", ((0, 3),)),
    "sqlite3.connect": ("write", ((0, None),)),
}
ENTRIES = ("os.mkdir", "os.remove", "os.rename", "os.rmdir", "os.symlink")  # change a name, not what it leads to
PROCESSES = (
    "subprocess.",
    "os.system",
    "os.exec",
    "os.posix_spawn",
    "os.spawn",
    "os.fork",
    "os.startfile",
    "pty.",
    "_winapi.CreateProcess",
)
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


def guard(folder: Path, report: Callable[[str], None]) -> None:
    """Refuse changes outside `folder`, and new processes, from now on; `report` the first refusal of each kind.

    What is refused raises a ``PermissionError``, as if the operating system had refused it. A library may start a process while it is
    imported, as matplotlib does to list the fonts: this is refused, but not reported.
    """
    reported: set[str] = set()

    def refuse(verb: str, what: str) -> None:
        if verb not in reported:
            reported.add(verb)
            report(f"{verb} {what}")
        raise PermissionError(EPERM, f"a program that is run here may not {verb} {what}")

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event.startswith(PROCESSES) or (event == "import" and str(arguments[0]).startswith("multiprocessing.popen_")):
            if _imports_a_library():
                raise PermissionError(EPERM, "no library may start a process here")
            refuse("start", "another process")
        for verb, path in changes(event, arguments):
            inside = path.is_relative_to(folder) and not (event in ENTRIES and path == folder)  # the folder itself stays
            if not inside and not (event == "os.mkdir" and path.exists()):
                refuse(verb, str(path))

    sys.addaudithook(hook)


def _imports_a_library() -> bool:
    """Whether the innermost module that is being imported belongs to Python or to an installed library."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_code.co_name != "<module>":
        frame = frame.f_back
    importing = frame is not None and frame.f_back is not None and "importlib" in frame.f_back.f_code.co_filename
    return importing and frame is not None and Path(frame.f_code.co_filename).is_relative_to(sys.prefix)


def changes(event: str, arguments: tuple[Any, ...]) -> list[tuple[str, Path]]:
    """Return what an audited event changes: the verb and the path, links followed."""
    if event == "open":
        path, _, flags = arguments
        if isinstance(path, int) or not (isinstance(flags, int) and flags & WRITING) or os.fsdecode(path) == os.devnull:
            return []
        return [("write", located(path))]
    verb, places = CHANGES.get(event, ("", ()))
    return [
        (verb, located(arguments[place], None if beside is None else arguments[beside], event in ENTRIES))
        for place, beside in places
        if arguments[place] != ":memory:"
    ]


def located(path: Any, folder: int | None = None, entry: bool = False) -> Path:
    """Return a path without links; with `entry`, the last name may be one."""
    if isinstance(path, int):
        return _opened(path)
    whole = (Path() if folder in (None, -1) else _opened(folder)) / os.fsdecode(path)
    return whole.parent.resolve() / whole.name if entry else whole.resolve()


def _opened(descriptor: Any) -> Path:
    """Return the path of what is open."""
    if sys.platform == "darwin":
        import fcntl

        return Path(os.fsdecode(fcntl.fcntl(descriptor, fcntl.F_GETPATH, bytes(1024)).rstrip(b"\0")))
    return Path(f"/proc/self/fd/{descriptor}").resolve()
