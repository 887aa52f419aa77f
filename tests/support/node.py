"""The node that Playwright brings along, so that none needs to be installed."""

import json
import subprocess
from pathlib import Path
from typing import Any

from playwright._impl._driver import compute_driver_executable

NODE = compute_driver_executable()[0]
SCRIPTS = Path(__file__).parent.parent / "javascript"


def answer(script: str, question: Any) -> Any:
    """What a script of tests/javascript prints, as JSON, for a question that it reads as JSON."""
    done = subprocess.run([NODE, SCRIPTS / script], input=json.dumps(question), capture_output=True, encoding="utf-8")
    if done.returncode:
        raise RuntimeError(f"{script} failed, or node did not start (tools/browser.py installs what it lacks):\n{done.stderr}")
    return json.loads(done.stdout)
