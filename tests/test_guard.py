"""The guard refuses each change outside the folder, and each new process; within the folder all is allowed."""

import json
import subprocess
import sys

import pytest

# What would change a file, the folder "in" or a link: {} is outside the guarded folder, and then inside it.
CHANGES = {
    "delete": "os.remove('{}/file')",
    "delete, relative to a folder": "os.remove('file', dir_fd=os.open('{}', os.O_RDONLY))",
    "delete by a path with dots": "os.unlink('{}/in/../file')",
    "delete bytes": "os.remove(b'{}/file')",
    "delete a folder": "os.rmdir('{}/empty')",
    "delete a tree": "shutil.rmtree('{}/in')",
    "delete through a link": "os.symlink('{}', 'way'); os.remove('way/file')",
    "write": "pathlib.Path('{}/file').write_text('gone')",
    "write bytes": "os.close(os.open('{}/file', os.O_RDWR | os.O_CREAT))",
    "append": "open('{}/file', 'a').close()",
    "create": "pathlib.Path('{}/new').touch()",
    "create a folder": "os.makedirs('{}/a/b')",
    "truncate": "os.truncate('{}/file', 0)",
    "rename": "os.rename('{}/file', '{}/other')",
    "move away": "os.rename('{}/file', 'away')",
    "replace": "open('mine', 'w').close(); os.replace('mine', '{}/file')",
    "change the mode": "os.chmod('{}/file', 0o600)",
    "change the mode of what is open": "os.chmod(os.open('{}/file', os.O_RDONLY), 0o600)",
    "change the time": "os.utime('{}/file', (0, 0))",
    "link to write": "os.link('{}/file', 'name')",
    "write a database": "sqlite3.connect('{}/base.db').close()",
}
PROCESSES = (
    "subprocess.run([sys.executable, '-c', ''])",
    "os.system('true')",
    "os.fork()",
    "os.execv(sys.executable, [sys.executable])",
    "os.posix_spawn(sys.executable, [sys.executable], {})",
    "multiprocessing.get_context('spawn').Process(target=print).start()",
)
PROGRAM = """
import json, multiprocessing, os, pathlib, shutil, sqlite3, subprocess, sys
from kuhncfr._support.guard import guard
reports = []
guard(pathlib.Path.cwd(), reports.append)
found = []
for line in json.loads(sys.argv[1]):
    try:
        exec(line)
        found.append("")
    except OSError as error:
        found.append(str(error))
print(json.dumps([found, reports]))
"""


def fresh(folder):
    (folder / "in").mkdir(parents=True)
    (folder / "empty").mkdir()
    (folder / "file").write_text("the work of a day")
    (folder / "in" / "file").write_text("of another")


def content(folder):
    return {str(path): (path.stat().st_mode, path.stat().st_mtime_ns, path.is_file() and path.read_bytes()) for path in folder.rglob("*")}


def ran(folder, *lines):
    folder.mkdir(exist_ok=True)
    done = subprocess.run([sys.executable, "-c", PROGRAM, json.dumps(lines)], cwd=folder, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the path of an open folder is not known: more is refused")
def test_a_change_is_refused_outside_the_folder_and_allowed_within(tmp_path):
    fresh(tmp_path / "outside")
    before = content(tmp_path / "outside")
    refused, reports = ran(tmp_path / "own", *(line.format(*[tmp_path / "outside"] * 2) for line in CHANGES.values()))
    assert [name for name, error in zip(CHANGES, refused, strict=True) if "may not" not in error] == []
    assert content(tmp_path / "outside") == before
    assert len(reports) == len({report.split(" /")[0] for report in reports})  # each kind once
    for k in range(len(CHANGES)):
        fresh(tmp_path / "second" / str(k))
    allowed, reports = ran(tmp_path / "second", *(line.format(k, k) for k, line in enumerate(CHANGES.values())))
    assert dict(zip(CHANGES, allowed, strict=True)) == dict.fromkeys(CHANGES, "")
    assert reports == []


@pytest.mark.skipif(sys.platform == "win32", reason="there is no fork")
def test_no_process_can_be_started(tmp_path):
    found, reports = ran(tmp_path, *PROCESSES)
    assert found == ["[Errno 1] a program that is run here may not start another process"] * len(PROCESSES)
    assert reports == ["start another process"]


def test_reading_the_null_device_and_folders_that_exist_are_no_changes(tmp_path):
    (tmp_path / "there").touch()
    lines = ["open('../there').close()", "open(os.devnull, 'w').close()", "os.makedirs('..', exist_ok=True)", "sqlite3.connect(':memory:')"]
    assert ran(tmp_path / "own", *lines) == [[""] * 4, []]
