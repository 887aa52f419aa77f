"""What is written of the machine that was measured, and to how many digits."""

import platform
from pathlib import Path
from typing import Any


def processor() -> str:
    """Name the processor as well as the system can."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.machine())


def rounded(thing: Any) -> Any:
    """Keep six significant digits of every float."""
    if isinstance(thing, dict):
        return {key: rounded(value) for key, value in thing.items()}
    if isinstance(thing, list):
        return [rounded(value) for value in thing]
    return float(f"{thing:.6g}") if isinstance(thing, float) else thing
