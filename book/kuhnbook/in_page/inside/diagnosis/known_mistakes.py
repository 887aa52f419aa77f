"""The known mistakes in the package's own words; the programs that make them need NumPy and stay there."""

from dataclasses import dataclass
from typing import Any

from .fingerprint import table


@dataclass(frozen=True)
class Mistake:
    name: str
    description: str
    repair: str
    chapter: str


def mistake(name: str) -> Any:
    """Return a mistake by its name; where types are checked, it is not the package's class."""
    return next(Mistake(**entry) for entry in table()["mistakes"] if entry["name"] == name)
