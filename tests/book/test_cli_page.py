"""The pages with commands and programs to type show what they print."""

import doctest
import re
import shlex

import pytest
from command_line import invoke

FILE = re.compile(r"^```python\n# (\w+\.py)\n(.*?)```$", re.MULTILINE | re.DOTALL)
SESSION = re.compile(r"^```python\n(>>> .*?)```$", re.MULTILINE | re.DOTALL)
BLOCK = re.compile(r"^```console\n\$ (.*?)(?<!\\)\n(.*?)```$", re.MULTILINE | re.DOTALL)  # a command may go on after a backslash


def printed(command):
    """Run a command as it stands on the page; what it reads may come from printf."""
    typed, command = None, command.replace("\\\n", "")
    if command.startswith("printf "):
        text, _, command = command.removeprefix("printf ").partition(" | ")
        typed = shlex.split(text)[0].replace("\\n", "\n")
    name, *arguments = shlex.split(command)
    assert name == "kuhncfr"
    return invoke(*arguments, typed=typed).output


@pytest.fixture(scope="module")
def blocks(root):
    return BLOCK.findall((root / "book" / "command_line.md").read_text(encoding="utf-8"))


@pytest.mark.parametrize("page", ["command_line", "add_a_game", "add_a_variant"])
def test_every_output_on_the_page_is_true(page, root, tmp_path, monkeypatch):
    text = (root / "book" / f"{page}.md").read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    for name, program in FILE.findall(text):
        (tmp_path / name).write_text(program, encoding="utf-8")
    session = doctest.DocTestRunner()
    session.run(doctest.DocTestParser().get_doctest("\n".join(SESSION.findall(text)), {}, page, page, 0))
    assert session.summarize(verbose=False).failed == 0
    for command, shown in BLOCK.findall(text):
        found = "\n".join(line.rstrip() for line in printed(command).splitlines()) + "\n"
        assert found == shown, f"$ {command}"


def test_what_is_printed_fits_80_columns(blocks):
    assert [line for command, shown in blocks for line in f"$ {command}\n{shown}".splitlines() if len(line) > 80] == []


def test_every_command_is_on_the_page(blocks):
    commands = {re.sub(r"^printf .* \| ", "", command).split()[1] for command, _ in blocks}
    assert commands == {"solve", "simulate", "evaluate", "report", "play", "nash", "diagnose"}
