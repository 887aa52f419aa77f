"""The set-up of the browser says in one line what to do where no browser starts."""

import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize("named", ["no-such-browser", sys.executable])
def test_a_browser_that_does_not_start_is_named_in_one_line(root: Path, named: str) -> None:
    command = [sys.executable, root / "tools" / "browser.py"]
    done = subprocess.run(command, env={**os.environ, "CHROMIUM": named}, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"CHROMIUM is {named}, which does not start: ")
    assert done.stderr.count("\n") == 1
