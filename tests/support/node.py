"""The node that Playwright brings along, so that none needs to be installed."""

import atexit
import json
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

from playwright._impl._driver import compute_driver_executable

NODE = compute_driver_executable()[0]
SCRIPTS = Path(__file__).parent.parent / "javascript"


def answer(script: str, question: Any) -> Any:
    """What a script of tests/javascript prints, a line of JSON, for a question that it reads as a line of JSON."""
    node = _started(script)
    node.stdin.write(json.dumps(question) + "\n")
    node.stdin.flush()
    if line := node.stdout.readline():
        return json.loads(line)
    _started.cache_clear()  # whoever asks next gets a new one
    error = node.communicate()[1]
    raise RuntimeError(f"{script} failed, or node did not start (tools/browser.py installs what it lacks):\n{error}")


@cache
def _started(script: str) -> Any:
    """Node with a script that goes on answering until nobody asks any more: to start it takes longer than most answers."""
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    node = subprocess.Popen([NODE, SCRIPTS / script], encoding="utf-8", **pipes)
    atexit.register(node.communicate)
    return node
