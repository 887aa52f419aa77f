"""The page about the command line shows what its commands print."""

import re
import shlex

import pytest
from command_line import invoke

FILE = re.compile(r"^```python\n# (\w+\.py)\n(.*?)```$", re.MULTILINE | re.DOTALL)
BLOCK = re.compile(r"^```console\n\$ (.*?)\n(.*?)```$", re.MULTILINE | re.DOTALL)


def printed(command):
    """Run a command as it stands on the page; what it reads may come from printf."""
    typed = None
    if command.startswith("printf "):
        text, _, command = command.removeprefix("printf ").partition(" | ")
        typed = shlex.split(text)[0].replace("\\n", "\n")
    name, *arguments = shlex.split(command)
    assert name == "kuhncfr"
    return invoke(*arguments, typed=typed).output


@pytest.fixture(scope="module")
def text(root):
    return (root / "book" / "command_line.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def blocks(text):
    return BLOCK.findall(text)


def test_every_output_on_the_page_is_true(text, blocks, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, program in FILE.findall(text):
        (tmp_path / name).write_text(program, encoding="utf-8")
    for variable in ("HOME", "USERPROFILE"):  # where labml keeps its list of projects
        monkeypatch.setenv(variable, str(tmp_path))
    for command, shown in blocks:
        found = "\n".join(line.rstrip() for line in printed(command).splitlines()) + "\n"
        expected = re.escape(shown).replace(re.escape("[...]"), r"\S+")  # what differs from run to run
        assert re.fullmatch(expected, found), f"$ {command}\n{found}"


def test_what_is_printed_fits_80_columns(blocks):
    assert [line for command, shown in blocks for line in [f"$ {command}", *shown.splitlines()] if len(line) > 80] == []


def test_every_command_is_on_the_page(blocks):
    commands = {re.sub(r"^printf .* \| ", "", command).split()[1] for command, _ in blocks}
    assert commands == {"solve", "simulate", "evaluate", "report", "play", "nash", "diagnose", "sweep", "river"}
