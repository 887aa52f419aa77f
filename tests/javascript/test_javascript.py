"""The JavaScript unit tests, ``*.test.mjs`` beside this file, run by Node's own runner."""

import os
import subprocess
from pathlib import Path

import pytest
from node import NODE

FILES = sorted(Path(__file__).parent.glob("*.test.mjs"))


@pytest.mark.parametrize("file", FILES, ids=[file.name.removesuffix(".test.mjs") for file in FILES])
def test_javascript(file: Path) -> None:
    plain = {**os.environ, "NO_COLOR": "1"}
    command = [NODE, "--test", "--test-reporter=spec", file]
    done = subprocess.run(command, env=plain, capture_output=True, text=True, encoding="utf-8", check=False)
    if done.returncode:
        pytest.fail(f"{done.stdout}{done.stderr}", pytrace=False)
    assert f"✔ {file.name}" not in done.stdout.replace(f"{file.parent}{os.sep}", ""), "Node counts a file without tests as one that passed"
    assert "ℹ skipped 0\nℹ todo 0\n" in done.stdout, done.stdout
