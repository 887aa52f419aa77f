"""Wheel and sdist as `make dist` left them; and an environment with the wheel alone, in a place that nobody can write to."""

import os
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from built import ROOT

# Modes bind even root, without this capability.
BOUND = ["setpriv", "--bounding-set=-dac_override", "--inh-caps=-dac_override"]


def made(pattern: str) -> Path:
    files = list((ROOT / "dist").glob(pattern))
    if len(files) != 1:
        pytest.fail("There is no wheel, or no sdist, in dist: run `make dist` first.", pytrace=False)
    return files[0]


@pytest.fixture(scope="session")
def wheel() -> Path:
    return made("*.whl")


@pytest.fixture(scope="session")
def sdist() -> Path:
    return made("*.tar.gz")


@pytest.fixture(scope="session")
def tracked() -> set[str]:
    """The files of the last commit, of which both were built."""
    done = subprocess.run(["git", "ls-tree", "-r", "--name-only", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(done.stdout.splitlines())


class Place:
    """An environment with the wheel, and a home, neither of which can be written to; beside them a folder to work in."""

    def __init__(self, folder: Path, wheel: str) -> None:
        self.closed, self.work = folder / "closed", folder / "work"
        self.work.mkdir()
        (self.closed / "home").mkdir(parents=True)
        subprocess.run([sys.executable, "-m", "venv", str(self.closed / "venv")], check=True)
        self.python = str(self.closed / "venv" / "bin" / "python")
        versions = folder / "versions.txt"
        versions.write_text("".join(pinned()), encoding="utf-8")
        install = [self.python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--constraint", str(versions), wheel]
        subprocess.run(install, cwd=self.work, check=True)
        for inner in (self.closed, *self.closed.rglob("*")):
            if inner.is_dir() and not inner.is_symlink():
                inner.chmod(0o555)

    def run(self, *arguments: str, typed: str = "", at_home: bool = False) -> subprocess.CompletedProcess[str]:
        """Run Python there; it can write to the working folder alone, which is its home, too, if it is `at_home`."""
        command = [self.python, *arguments]
        if os.geteuid() == 0:
            command = [*BOUND, *command]
        home = self.work if at_home else self.closed / "home"
        environment = {"PATH": os.environ["PATH"], "HOME": str(home), "COLUMNS": "80", "TERM": "dumb"}
        return subprocess.run(command, cwd=self.work, env=environment, input=typed, capture_output=True, text=True, check=False)


def pinned() -> list[str]:
    """The versions of the lock without its sums, with which pip would refuse the wheel, for it has none there."""
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines(keepends=True)
    return [line.replace(" \\\n", "\n") for line in lines if not line.startswith((" ", "#"))]


@pytest.fixture(scope="session")
def place(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Place]:
    """Return a function that sets up a place with the extras that it names, once each."""
    return cache(lambda extras: Place(tmp_path_factory.mktemp("place"), f"{wheel}{extras}"))
