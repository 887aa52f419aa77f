"""The sdist is the whole repository as it was committed, and the tests of the package run in it."""

import hashlib
import os
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from tools import dist

WRITTEN_BY_SETUPTOOLS = ("PKG-INFO", "setup.cfg", "kuhncfr.egg-info/")


@pytest.fixture(scope="module")
def unpacked(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sdist")
    with tarfile.open(sdist) as archive:
        archive.extractall(folder)
    return folder / sdist.name.removesuffix(".tar.gz")


def test_it_holds_every_file_of_the_last_commit_and_no_other(unpacked: Path, tracked: set[str]) -> None:
    present = {path.relative_to(unpacked).as_posix() for path in unpacked.rglob("*") if path.is_file()}
    assert {name for name in present if not name.startswith(WRITTEN_BY_SETUPTOOLS)} == tracked


def test_the_same_commit_makes_the_same_bytes(wheel: Path, sdist: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dist, "DIST", tmp_path)
    dist.main()
    for first in (wheel, sdist):
        again = tmp_path / first.name
        assert hashlib.sha256(again.read_bytes()).hexdigest() == hashlib.sha256(first.read_bytes()).hexdigest()


def test_the_packages_tests_run_in_it(unpacked: Path) -> None:
    rooms = ["tests/cfr", "tests/nash", "tests/test_package.py", "tests/test_strategy.py"]  # `make test` runs them all
    environment = {**os.environ, "PYTHONPATH": str(unpacked)}  # not the repository, which is installed here
    command = [sys.executable, "-m", "pytest", "-q", "-n0", *rooms]
    done = subprocess.run(command, cwd=unpacked, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-5_000:]
