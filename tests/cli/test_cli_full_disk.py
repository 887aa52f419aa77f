"""The disk is full when a result is to be saved: the result is printed, one line names the file, and the exit code is 2."""

import errno
import os

import pytest
from command_line import invoke

FULL = os.strerror(errno.ENOSPC)
COMMANDS = [
    (("solve", "one-bet", "--iterations", 5), "--save", "result.json"),
    (("nash", "one-bet"), "--save", "result.json"),
]


@pytest.fixture
def full_disk(monkeypatch):
    """Raise an error at the last possible moment, when the system writes data from memory to the disk."""

    def fsync(descriptor):
        raise OSError(errno.ENOSPC, FULL)

    monkeypatch.setattr(os, "fsync", fsync)


@pytest.mark.usefixtures("full_disk")
@pytest.mark.parametrize(("command", "option", "name"), COMMANDS, ids=["solve", "nash"])
def test_a_result_that_cannot_be_saved_is_printed(command, option, name, tmp_path):
    path = tmp_path / name
    path.write_text("old")
    done, unsaved = invoke(*command, option, path, "--force"), invoke(*command)
    assert (done.exit_code, done.stdout) == (2, unsaved.stdout)
    assert done.stderr == f"{unsaved.stderr}kuhncfr: {path}: {FULL}\n"
    assert list(tmp_path.iterdir()) == [path]
    assert path.read_text() == "old"
