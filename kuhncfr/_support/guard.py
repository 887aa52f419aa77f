"""What a stranger's program may not do: change a file outside its own folder, or start a process.

An audit hook sees what a program does by accident, such as tidying up in the wrong folder, but not what it does through C. Against
that, the operating system must confine the process: see :mod:`kuhncfr.diagnosis.process`.
"""

import os
import sys
from collections.abc import Callable
from pathlib import Path
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
ENTRIES = ("os.link", "os.mkdir", "os.remove", "os.rename", "os.rmdir", "os.symlink")  # change a name, not what it leads to
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
    """Refuse changes outside `folder`, and new processes, from now on; `report` what was refused, each kind of change once.

    What is refused raises a ``PermissionError``, as if the operating system had refused it.
    """
    reported: set[str] = set()

    def refuse(verb: str, what: str) -> None:
        if verb not in reported:
            reported.add(verb)
            report(f"{verb} {what}")
        raise PermissionError(f"a program that is run here may not {verb} {what}")

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event.startswith(PROCESSES) or (event == "import" and str(arguments[0]).startswith("multiprocessing.popen_")):
            refuse("start", "another process")
        for verb, path in changes(event, arguments):
            if not path.is_relative_to(folder) and not (event == "os.mkdir" and path.exists()):
                refuse(verb, str(path))

    sys.addaudithook(hook)


def changes(event: str, arguments: tuple[Any, ...]) -> list[tuple[str, Path]]:
    """Return what an audited event changes: the verb and the path, links followed."""
    if event == "open":
        path, _, flags = arguments
        if isinstance(path, int) or not (isinstance(flags, int) and flags & WRITING) or os.fsdecode(path) == os.devnull:
            return []
        return [("write", located(path))]
    verb, places = CHANGES.get(event, ("", ()))
    return [
        (verb, located(arguments[place], -1 if beside is None else arguments[beside], event in ENTRIES))
        for place, beside in places
        if arguments[place] != ":memory:"
    ]


def located(path: Any, folder: int = -1, entry: bool = False) -> Path:
    """Return a path without links; with `entry`, the last name may be one."""
    if isinstance(path, int):
        return Path(f"/proc/self/fd/{path}").resolve()
    whole = (Path() if folder == -1 else Path(f"/proc/self/fd/{folder}")) / os.fsdecode(path)
    return whole.parent.resolve() / whole.name if entry else whole.resolve()
