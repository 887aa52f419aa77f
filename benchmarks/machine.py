"""What is written of the machine that was measured."""

import platform
from pathlib import Path


def processor() -> str:
    """Name the processor as well as the system can."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.machine())
