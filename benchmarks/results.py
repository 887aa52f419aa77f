"""The measurements, in ``results.json``."""

import json
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).parent / "results.json"


def read() -> dict[str, Any]:
    return dict(json.loads(RESULTS.read_text(encoding="utf-8")))


def write(results: dict[str, Any]) -> None:
    RESULTS.write_text(json.dumps(rounded(results), indent=1) + "\n", encoding="utf-8")


def rounded(thing: Any, digits: int = 6) -> Any:
    """Round every float to this number of significant digits."""
    if isinstance(thing, dict):
        return {key: rounded(value, digits) for key, value in thing.items()}
    if isinstance(thing, list):
        return [rounded(value, digits) for value in thing]
    return float(f"{thing:.{digits}g}") if isinstance(thing, float) else thing
