"""The set-up of the browser installs what is missing where it may, and says in one line what to do where it may not."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools import browser
from tools.browser import NoBrowser


class Machine:
    """A machine whose commands are told here: the driver lacks some libraries, and apt has some packages."""

    def __init__(self, lacks: tuple[str, ...] = (), has: tuple[str, ...] = ("libatomic1", "libstdc++6", "chromium")) -> None:
        self.lacks, self.has, self.commands = list(lacks), has, list[str]()

    def run(self, command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        if command[-1] == "--version":
            return self.done(command, self.lacks and f"node: error while loading shared libraries: {self.lacks[0]}: cannot open it")
        self.commands.append(" ".join(command))
        package = command[-1]
        if command[:2] == ["apt-get", "install"] and package not in self.has:
            return self.done(command, f"Reading package lists...\nE: Unable to locate package {package}\n")
        self.lacks = [library for library in self.lacks if browser.DRIVER_LIBRARIES.get(library) != package]
        return self.done(command)

    @staticmethod
    def done(command: list[str], complaint: str | list[str] = "") -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess(command, int(bool(complaint)), "", complaint or "")


def on(machine: Machine, monkeypatch: pytest.MonkeyPatch, *, as_root: bool) -> Machine:
    monkeypatch.setattr(browser.subprocess, "run", machine.run)
    monkeypatch.setattr(browser, "may_install", lambda: as_root)
    return machine


@pytest.mark.parametrize("named", ["no-such-browser", sys.executable])
def test_a_browser_that_does_not_start_is_named_in_one_line(root: Path, named: str) -> None:
    command = [sys.executable, root / "tools" / "browser.py"]
    done = subprocess.run(command, env={**os.environ, "CHROMIUM": named}, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"CHROMIUM is {named}, which does not start: ")
    assert done.stderr.count("\n") == 1


def test_root_gets_every_library_that_the_driver_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = on(Machine(lacks=("libatomic.so.1", "libstdc++.so.6")), monkeypatch, as_root=True)
    browser.prepare_driver()
    installed = [command.split()[-1] for command in machine.commands if "install" in command]
    assert installed == ["libatomic1", "libstdc++6"]


@pytest.mark.parametrize(
    ("machine", "as_root", "said"),
    [
        (Machine(lacks=("libatomic.so.1",)), False, r"libatomic\.so\.1: install it \(Debian and Ubuntu: apt-get install libatomic1\)\.$"),
        (
            Machine(lacks=("libatomic.so.1",), has=()),
            True,
            r" install .* libatomic1` failed: E: Unable to locate package libatomic1$",
        ),
        (Machine(lacks=("libother.so.2",)), True, r"needs libother\.so\.2: install it\.$"),
    ],
    ids=["no right to", "apt does not have it", "nobody knows it"],
)
def test_what_cannot_be_installed_is_named(monkeypatch: pytest.MonkeyPatch, machine: Machine, as_root: bool, said: str) -> None:
    on(machine, monkeypatch, as_root=as_root)
    with pytest.raises(NoBrowser, match=said) as error:
        browser.prepare_driver()
    assert "\n" not in str(error.value)
    assert as_root or machine.commands == []


@pytest.mark.parametrize(
    ("as_root", "wanted"),
    [
        (True, ["apt-get update", "apt-get install --yes --no-install-recommends chromium", "install chromium --with-deps"]),
        (False, ["install chromium"]),
    ],
    ids=["root", "others"],
)
def test_all_places_are_tried_and_every_failure_told(monkeypatch: pytest.MonkeyPatch, as_root: bool, wanted: list[str]) -> None:
    machine = on(Machine(has=()), monkeypatch, as_root=as_root)

    def nothing_starts() -> str:
        raise NoBrowser("nothing starts")

    monkeypatch.setattr(browser, "started", nothing_starts)
    with pytest.raises(NoBrowser) as error:
        browser.installed()
    assert [command.removeprefix(" ".join(browser.PLAYWRIGHT)).strip() for command in machine.commands] == wanted
    assert str(error.value).startswith(f"No browser for the tests of the pages: {browser.HOW}. (")
    assert ("Unable to locate package chromium" in str(error.value)) == as_root
    assert "\n" not in str(error.value)
