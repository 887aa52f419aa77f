"""The settings of a solve, validated."""

from dataclasses import asdict, dataclass
from typing import Any

from kuhncfr._support import arguments
from kuhncfr.cfr.algorithm import Algorithm, from_plain, to_plain

SAMPLING = (None, "chance", "external", "outcome")
EXPLORATION = 0.6  # of outcome sampling, by default


@dataclass(frozen=True)
class Settings:
    """The settings that determine every iteration of a solve; :func:`~kuhncfr.solve` describes the parameters.

    Raises
    ------
    ValueError, TypeError
        If a setting has the wrong type or is out of range, or settings contradict each other.
    """

    algorithm: Algorithm
    sampling: str | None = None
    alternating: bool = True
    exploration: float | None = None
    seed: int | None = None  # None unless it was a whole number
    record_every: int | None = None

    def __post_init__(self) -> None:
        if type(self.algorithm) is not Algorithm:  # the compiled loops take its numbers, and call none of its methods
            raise ValueError(f"algorithm must be a plain Algorithm, got the subclass {type(self.algorithm).__name__}; kuhncfr.CFR runs it")
        arguments.choice("sampling", self.sampling, SAMPLING)
        self._set("alternating", arguments.flag("alternating", self.alternating))
        if self.record_every is not None:
            self._set("record_every", arguments.count("record_every", self.record_every, minimum=1))
        if self.sampling in ("external", "outcome") and not self.alternating:
            raise ValueError(f"alternating must be True with sampling={self.sampling!r}, which updates one player per walk, got False")
        self.algorithm.check_sampling(self.sampling)
        if self.exploration is not None:
            if self.sampling != "outcome":
                given = f"exploration={arguments.shown(self.exploration)} with sampling={self.sampling!r}"
                raise ValueError(f"exploration must be None unless sampling='outcome', got {given}")
            arguments.positive("exploration", self.exploration)
            self._set("exploration", float(arguments.within("exploration", self.exploration, 0, 1)))

    def _set(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)

    def to_plain(self) -> dict[str, Any]:
        """Return the settings as a dict for JSON."""
        return {**asdict(self), "algorithm": to_plain(self.algorithm)}

    @classmethod
    def from_plain(cls, entry: dict[str, Any]) -> "Settings":
        """Return the settings that :meth:`to_plain` converted."""
        return cls(**{**entry, "algorithm": from_plain(entry["algorithm"])})
