"""Files are replaced atomically, also with concurrent writers, and only regular files are replaced."""

import errno
import json
import os
import stat
import threading
from pathlib import Path

import pytest
from command_line import press_ctrl_c

from kuhncfr._support.files import read_json, replacing, write_json

POSIX = pytest.mark.skipif(os.name != "posix", reason="Windows has no modes, pipes and devices of this kind")


def test_threads_that_write_the_same_file_do_not_disturb_each_other(tmp_path):
    """Each read finds one complete content."""
    path = tmp_path / "state.json"
    write_json(path, "trial", {"numbers": [0] * 2_000})
    writers = [
        threading.Thread(target=lambda k=k: [write_json(path, "trial", {"numbers": [k] * 2_000}) for _ in range(20)]) for k in (1, 2, 3)
    ]
    for writer in writers:
        writer.start()
    while any(writer.is_alive() for writer in writers):
        found = read_json(path, "trial")["numbers"]
        assert len(found) == 2_000
        assert len(set(found)) == 1
    assert [file.name for file in tmp_path.iterdir()] == ["state.json"]


@POSIX
def test_what_is_replaced_keeps_its_mode_and_a_new_file_has_the_usual_one(tmp_path):
    old, new = tmp_path / "old.json", tmp_path / "new.json"
    old.write_text("{}")
    old.chmod(0o640)
    (tmp_path / "usual").write_text("")
    for path, mode in ((old, 0o640), (new, stat.S_IMODE((tmp_path / "usual").stat().st_mode))):
        write_json(path, "trial", {})
        assert stat.S_IMODE(path.stat().st_mode) == mode


@POSIX
def test_a_link_is_followed_and_its_target_is_replaced(tmp_path):
    (tmp_path / "far").mkdir()
    target, link = tmp_path / "far" / "state.json", tmp_path / "link.json"
    link.symlink_to(target)
    for number in (1, 2):  # at first it leads to nothing
        write_json(link, "trial", {"number": number})
        assert link.is_symlink()
        assert json.loads(target.read_text())["number"] == number


@POSIX
@pytest.mark.parametrize("kind", ["folder", "pipe", "device"])
def test_anything_but_a_regular_file_is_refused(kind, tmp_path):
    path = tmp_path / "state.json"
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to("/dev/null")
    before = path.stat()
    with pytest.raises(OSError, match=r"state\.json") as raised:
        write_json(path, "trial", {})
    assert raised.value.errno == errno.EINVAL
    assert (path.stat().st_mode, path.stat().st_ino) == (before.st_mode, before.st_ino)
    assert [file.name for file in tmp_path.iterdir()] == ["state.json"]


def test_a_long_name_is_written_if_the_disk_takes_it(tmp_path):
    path = tmp_path / ("n" * 250 + ".json")
    write_json(path, "trial", {"number": 1})
    assert read_json(path, "trial") == {"number": 1}
    with pytest.raises(OSError, match="nnnn"):
        write_json(tmp_path / ("n" * 300), "trial", {})
    assert len(list(tmp_path.iterdir())) == 1


def write_half(path, content):
    with path.open("wb") as file:
        file.write(content[: len(content) // 2])
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize(
    ("where", "what", "failure", "error"),
    [
        (Path, "write_bytes", write_half, OSError),
        (os, "fsync", press_ctrl_c, KeyboardInterrupt),
        (Path, "replace", press_ctrl_c, KeyboardInterrupt),
    ],
    ids=["the disk is full", "interrupted while written", "interrupted while renamed"],
)
def test_after_an_error_only_the_old_file_is_there(where, what, failure, error, tmp_path, monkeypatch):
    path = tmp_path / "state.json"
    write_json(path, "trial", {"number": 1})
    monkeypatch.setattr(where, what, failure)
    with pytest.raises(error), replacing(path) as temporary:
        temporary.write_bytes(b"new content")
    assert read_json(path, "trial") == {"number": 1}
    assert [file.name for file in tmp_path.iterdir()] == ["state.json"]
