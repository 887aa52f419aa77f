"""Closed and ASCII streams: no traceback, no lost file, and the right exit code."""

import os
import subprocess
import sys

import pytest

import kuhncfr as kc

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Windows has another shell")

NASH = [sys.executable, "-m", "kuhncfr", "nash", "one-bet"]


def shell(command, folder, **environment):
    """Run a line of the shell, in which ``$NASH`` is the command."""
    return subprocess.run(
        ["sh", "-c", command.replace("$NASH", " ".join(NASH))],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_closed_pipe_ends_it_quietly(tmp_path):
    done = shell("{ $NASH --save nash.json; echo $? >code; } | true", tmp_path)
    assert done.stderr == ""
    assert (tmp_path / "code").read_text() == "1\n"
    assert kc.StrategyProfile.load(tmp_path / "nash.json") == kc.nash.one_bet().profile


@pytest.mark.parametrize("closed", [">&-", "<&- >&- 2>&-"])
def test_a_stream_that_is_closed_is_no_error(closed, tmp_path):
    done = shell(f"$NASH --save nash.json {closed}", tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert kc.StrategyProfile.load(tmp_path / "nash.json") == kc.nash.one_bet().profile


def test_names_that_a_terminal_does_not_have_characters_for(tmp_path):
    name, escaped = "ünï\udcff\x1b[2J.json", r"\xfcn\xef\udcff\x1b[2J.json"
    ascii_only = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run([*NASH, "--save", name], cwd=tmp_path, env=ascii_only, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, f"Saved in {escaped}.")
