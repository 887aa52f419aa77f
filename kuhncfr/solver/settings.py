"""What a solve is asked to do, checked."""

from dataclasses import asdict, dataclass
from typing import Any

from kuhncfr._support import arguments
from kuhncfr.cfr.algorithm import Algorithm, from_plain, to_plain

SAMPLING = (None, "chance", "external", "outcome")
EXPLORATION = 0.6  # of outcome sampling, by default


@dataclass(frozen=True)
class Settings:
    """What decides every iteration of a solve; :func:`~kuhncfr.solve` describes the parameters.

    Raises
    ------
    ValueError, TypeError
        If a setting is of the wrong kind or out of range, or some do not go together.
    """

    algorithm: Algorithm
    sampling: str | None = None
    alternating: bool = True
    exploration: float | None = None
    seed: int | None = None  # None if it is not known
    record_every: int | None = None

    def __post_init__(self) -> None:
        arguments.choice("sampling", self.sampling, SAMPLING)
        self._set("alternating", arguments.flag("alternating", self.alternating))
        if self.record_every is not None:
            self._set("record_every", arguments.count("record_every", self.record_every, minimum=1))
        if self.sampling in ("external", "outcome") and not self.alternating:
            raise ValueError(f"sampling={self.sampling!r} lets one player learn per walk, so alternating must be True, got False")
        self.algorithm.check_sampling(self.sampling)
        if self.exploration is not None:
            self._set("exploration", self._share())

    def _set(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)

    def _share(self) -> float:
        shown = arguments.shown(self.exploration)
        if self.sampling != "outcome":
            raise ValueError(f"exploration belongs to sampling='outcome', got exploration={shown} with sampling={self.sampling!r}")
        share = float(arguments.positive("exploration", self.exploration))
        if share > 1:
            raise ValueError(f"exploration must be at most 1, got {shown}")
        return share

    def to_plain(self) -> dict[str, Any]:
        """Return the settings as what JSON can hold."""
        return {**asdict(self), "algorithm": to_plain(self.algorithm)}

    @classmethod
    def from_plain(cls, entry: dict[str, Any]) -> "Settings":
        """Return the settings that :meth:`to_plain` gave."""
        return cls(**{**entry, "algorithm": from_plain(entry["algorithm"])})
