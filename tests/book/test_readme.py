"""What the README tells you to type is what the checks on all systems do."""

import doctest
import re
import shlex
import subprocess
from pathlib import Path

import nbformat
import pytest
from command_line import invoke
from numbered import chapter_paths
from PIL import Image


@pytest.fixture(scope="module")
def readme(root: Path) -> str:
    return (root / "README.md").read_text(encoding="utf-8")


def fenced(text: str, language: str = "") -> list[str]:
    """The blocks between fences."""
    blocks = re.findall(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [block for found, block in blocks if found == language]


def steps(commands: list[str]) -> list[str]:
    """Commands without the path of the environment."""
    bare = [re.sub(r"^(?:\.venv[/\\]\w+[/\\]|\$BIN/)", "", command) for command in commands]
    return [re.sub(r"^(?:py|python3?) ", "python ", command) for command in bare]


def test_make_help_explains_every_target(root: Path) -> None:
    makefile = (root / "Makefile").read_text(encoding="utf-8")
    targets = set(" ".join(re.findall(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)).split())
    said = subprocess.run(["make", "--silent", "help"], cwd=root, capture_output=True, text=True, check=True).stdout
    assert set(re.findall(r"^make ([\w-]+)", said, re.MULTILINE)) == targets
    assert targets <= set(re.findall(r"^([\w-]+):", makefile, re.MULTILINE))


def test_the_picture_shows_the_chapters_of_the_book(root: Path) -> None:
    titles = [nbformat.read(path, as_version=4).cells[0].source.splitlines()[0].removeprefix("# ") for path in chapter_paths(root)]
    shown = Image.open(root / ".github" / "page.png").text["chapters"].replace("’", "'").splitlines()
    assert shown == [f"{number}. {title}" for number, title in enumerate(titles, 1)]


def test_the_steps_without_make_are_those_that_every_push_runs_on_three_systems(root: Path, readme: str) -> None:
    linux, windows = (steps(block.splitlines()) for block in fenced(readme) if "venv" in block)
    workflow = (root / ".github" / "workflows" / "book.yml").read_text(encoding="utf-8")
    assert linux == windows == steps(re.findall(r"^ *- run: (.*)$", workflow, re.MULTILINE))[: len(linux)]


def test_python_in_the_readme_is_true(readme: str) -> None:
    text = "\n".join(fenced(readme, "python"))
    runner = doctest.DocTestRunner()
    runner.run(doctest.DocTestParser().get_doctest(text, {}, "README", "README.md", 0))
    assert runner.summarize(verbose=False) == (0, text.count(">>> "))


def test_commands_in_the_readme_work(readme: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (block,) = fenced(readme, "console")
    commands = [shlex.split(line.removeprefix("$ kuhncfr "), comments=True) for line in block.splitlines()]
    assert [command[0] for command in commands] == ["solve", "evaluate", "simulate", "report", "play"]
    for command in commands:
        assert invoke(*command).exit_code == 0


def test_links_in_the_readme_lead_somewhere(root: Path, readme: str) -> None:
    links = re.findall(r"\]\(([^)#]+)\)", readme)
    assert [link for link in links if "://" not in link and not (root / link).exists()] == []
