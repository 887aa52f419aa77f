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


def rounded(thing: Any, digits: int = 6) -> Any:
    """Keep so many significant digits of every float."""
    if isinstance(thing, dict):
        return {key: rounded(value, digits) for key, value in thing.items()}
    if isinstance(thing, list):
        return [rounded(value, digits) for value in thing]
    return float(f"{thing:.{digits}g}") if isinstance(thing, float) else thing
