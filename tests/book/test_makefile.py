"""What the Makefile does when a step fails; other programs stand in for those that it starts."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(os.name != "posix", reason="on Windows the README's steps take the place of the Makefile")
BUILT = ("html", "lab")
WRITE = """
while [ "$1" != --path-output ]; do shift; done
for name in html lab; do mkdir -p "$2/_build/$name"; echo new > "$2/_build/$name/page"; done"""


@pytest.fixture
def folder(root: Path, tmp_path: Path) -> Path:
    """A repository with a built book, and with an environment that seems complete."""
    shutil.copyfile(root / "Makefile", tmp_path / "Makefile")
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    for name in ("requirements.txt", "pyproject.toml", ".venv/stamp"):  # the stamp is the youngest
        (tmp_path / name).touch()
    for name in BUILT:
        page = tmp_path / "_build" / name / "page"
        page.parent.mkdir(parents=True)
        page.write_text("old\n", encoding="utf-8")
    return tmp_path


def make(folder: Path, target: str, program: str, script: str) -> int:
    """Run ``make`` with a shell script in the place of a program of the environment, and return its exit code."""
    path = folder / ".venv" / "bin" / program
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(0o755)
    return subprocess.run(["make", "--silent", target], cwd=folder, capture_output=True, check=False).returncode


def pages(folder: Path) -> list[str]:
    return [(folder / "_build" / name / "page").read_text(encoding="utf-8") for name in BUILT]


@pytest.mark.parametrize("script", ["exit 1", f"{WRITE}\nexit 1"], ids=["at once", "with pages that have warnings"])
def test_the_old_book_stays_if_the_new_one_fails(folder: Path, script: str) -> None:
    assert make(folder, "book", "jupyter-book", script) != 0
    assert pages(folder) == ["old\n", "old\n"]


def test_the_new_book_takes_the_place_of_the_old_one(folder: Path) -> None:
    (folder / "_build" / "html" / "left out").touch()
    assert make(folder, "book", "jupyter-book", WRITE) == 0
    assert pages(folder) == ["new\n", "new\n"]
    assert sorted(path.name for path in (folder / "_build").rglob("*")) == ["html", "lab", "page", "page"]
