"""What was measured, in ``results.json``."""

import json
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).parent / "results.json"


def read() -> dict[str, Any]:
    return dict(json.loads(RESULTS.read_text(encoding="utf-8")))


def write(results: dict[str, Any]) -> None:
    RESULTS.write_text(json.dumps(_rounded(results), indent=1) + "\n", encoding="utf-8")


def _rounded(thing: Any) -> Any:
    """Keep six significant digits of every float."""
    if isinstance(thing, dict):
        return {key: _rounded(value) for key, value in thing.items()}
    if isinstance(thing, list):
        return [_rounded(value) for value in thing]
    return float(f"{thing:.6g}") if isinstance(thing, float) else thing
