"""The sdist is the whole repository as it was committed, and the tests of the package run in it."""

import os
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest


@pytest.fixture
def unpacked(sdist: Path, tmp_path: Path) -> Path:
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path)
    return tmp_path / sdist.name.removesuffix(".tar.gz")


def test_it_holds_every_file_of_the_last_commit_and_no_other(unpacked: Path, tracked: set[str]) -> None:
    present = {path.relative_to(unpacked).as_posix() for path in unpacked.rglob("*") if path.is_file()}
    assert present == tracked | {"PKG-INFO"}


def test_it_makes_the_same_bytes_again_whatever_the_times_and_modes_of_its_files(
    unpacked: Path, wheel: Path, sdist: Path, tmp_path: Path
) -> None:
    (unpacked / "PKG-INFO").unlink()  # hatchling adds it
    (unpacked / "README.md").touch()
    (unpacked / "kuhncfr" / "evaluate.py").chmod(0o600)
    subprocess.run([sys.executable, "-m", "build", "--quiet", "--no-isolation", "--outdir", str(tmp_path), str(unpacked)], check=True)
    for first in (wheel, sdist):
        assert (tmp_path / first.name).read_bytes() == first.read_bytes()


def test_the_packages_tests_run_in_it(unpacked: Path) -> None:
    rooms = ["tests/cfr", "tests/nash", "tests/test_package.py", "tests/test_strategy.py"]  # `make test` runs them all
    environment = {**os.environ, "PYTHONPATH": str(unpacked)}  # not the repository, which is installed here
    command = [sys.executable, "-m", "pytest", "-q", "-n0", *rooms]
    done = subprocess.run(command, cwd=unpacked, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-5_000:]
