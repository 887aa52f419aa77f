"""A stranger's program in a process of its own, with an empty folder of its own that is deleted with it.

The folder is the only place where the program may write (:mod:`kuhncfr._support.guard`). Where Bubblewrap is installed and the system
lets it, the process also sees all other files read-only, its own processes alone, and no network.
"""

import json
import os
import queue
import shutil
import signal
import site
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Self

LONGEST = 2**24  # bytes of an answer
UNREAD = 4  # answers that may wait
CONFINED = ["bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/run"]
CONFINED += ["--unshare-all", "--cap-drop", "ALL", "--die-with-parent"]  # in /run are the sockets of services, which may start programs


@cache
def confines() -> bool:
    """Whether this system can confine a process to its folder."""
    return bool(shutil.which(CONFINED[0])) and subprocess.run([*CONFINED, "true"], capture_output=True, check=False).returncode == 0


class Process:
    """A context manager that runs a worker, which reads messages and answers each, as lines of JSON.

    Parameters
    ----------
    *worker : str
        Arguments of the interpreter.

    Attributes
    ----------
    refused : set of str
        What the program tried to do and was not allowed to.
    """

    def __init__(self, *worker: str) -> None:
        self.refused: set[str] = set()
        self._lines: queue.Queue[bytes] = queue.Queue(UNREAD)
        self._folder = Path(tempfile.mkdtemp(prefix="kuhncfr-")).resolve()
        confined = [*CONFINED, "--bind", str(self._folder), str(self._folder), "--"] if confines() else []
        self._process = subprocess.Popen(
            [*confined, sys.executable, "-P", *worker],  # without -P, files of the current folder would hide Python's own modules
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=self._folder,
            start_new_session=True,  # so that what it starts ends with it
            env=_environment(self._folder),
        )
        # In threads, for a program may read nothing, and write without end.
        self._requests: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._reader, self._writer = (threading.Thread(target=work, daemon=True) for work in (self._read, self._write))
        self._reader.start()
        self._writer.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._kill()
        self._requests.put(b"")
        deadline = time.monotonic() + 1
        while self._reader.is_alive() and time.monotonic() < deadline:  # it may wait for room, or for what the program left behind
            with suppress(queue.Empty):
                self._lines.get(timeout=0.1)
        self._writer.join(1)
        for parent, names, _ in os.walk(self._folder):
            for folder in [Path(parent, name) for name in names]:
                if not folder.is_symlink():
                    folder.chmod(0o700)  # a program may have closed it
        shutil.rmtree(self._folder, ignore_errors=True)

    def send(self, message: Mapping[str, Any]) -> None:
        """Send a message to the worker."""
        self._requests.put(json.dumps(message).encode() + b"\n")

    def receive(self, seconds: float) -> dict[str, Any]:
        """Return the next answer.

        Raises
        ------
        TimeoutError
            If there is none within `seconds`.
        EOFError
            If the process has ended.
        ValueError
            If the answer cannot be read: the program may have written where only answers belong.
        """
        deadline = time.monotonic() + seconds
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                raise TimeoutError from None
            if not line:
                self._lines.put(line)  # for whoever asks again
                raise EOFError
            try:
                answer = json.loads(line)
            except RecursionError as error:
                raise ValueError from error
            if not isinstance(answer, dict):
                raise ValueError
            if "refused" not in answer:
                return answer
            self.refused.add(str(answer["refused"])[:200])
            if time.monotonic() > deadline:
                raise TimeoutError

    def exit_code(self) -> int:
        """Return the exit code of the process, which has ended or closed its output; negative for a signal."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(1)
        self._kill()
        code = self._process.returncode
        # Bubblewrap adds 128 to a signal, as a shell does.
        return 128 - code if confines() and code - 128 in signal.valid_signals() else code

    def _read(self) -> None:
        assert self._process.stdout is not None
        with suppress(OSError, ValueError), self._process.stdout as answers:
            while line := answers.readline(LONGEST):
                self._lines.put(line)
        self._lines.put(b"")  # the process has ended

    def _write(self) -> None:
        assert self._process.stdin is not None
        with suppress(OSError, ValueError), self._process.stdin as requests:  # if the process has ended, the missing answer says more
            while line := self._requests.get():
                requests.write(line)
                requests.flush()

    def _kill(self) -> None:
        if os.name == "posix":
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()


def _environment(folder: Path) -> dict[str, str]:
    """Return the variables of the process: its home and its temporary files are in its folder, and it finds this package."""
    home = dict.fromkeys(("HOME", "USERPROFILE", "TMPDIR", "TEMP", "TMP"), str(folder))
    path = [str(Path(__file__).parents[2]), *filter(None, [os.environ.get("PYTHONPATH")])]
    home["PYTHONUSERBASE"] = site.getuserbase()
    return {**os.environ, **home, "NUMBA_CACHE_DIR": str(folder / ".numba"), "PYTHONPATH": os.pathsep.join(path)}
