"""What a solve is asked to do, checked."""

from dataclasses import asdict, dataclass
from typing import Any

from kuhncfr._support import arguments
from kuhncfr.cfr.algorithm import Algorithm, from_plain, to_plain

SAMPLING = (None, "chance", "external", "outcome")
EXPLORATION = 0.6  # of outcome sampling, unless told otherwise


@dataclass(frozen=True)
class Settings:
    """What a solve is asked to do. All but the end of it, `iterations` and `target`, stays the same when it is resumed.

    Attributes
    ----------
    algorithm : Algorithm
        The variant.
    sampling : {None, "chance", "external", "outcome"}
        What is drawn at random.
    alternating : bool
        Whether players learn one after the other.
    exploration : float
        With outcome sampling, how often the learner plays at random.
    seed : int or None
        What the solve was seeded with, if that was a whole number; None if it is not known.
    record_every : int or None
        Every so many iterations are recorded.
    iterations : int
        After how many the solve ends.
    target : float or None
        At which exploitability it ends earlier.

    Raises
    ------
    ValueError, TypeError
        If a setting is of the wrong kind or out of range, or some do not go together.
    """

    algorithm: Algorithm
    sampling: str | None
    alternating: bool
    exploration: float
    seed: int | None
    record_every: int | None
    iterations: int
    target: float | None

    def __post_init__(self) -> None:
        arguments.count("iterations", self.iterations)
        if self.record_every is not None:
            arguments.count("record_every", self.record_every, minimum=1)
        check_that_they_go_together(self.algorithm, self.sampling, self.alternating)
        arguments.positive("exploration", self.exploration)
        exploration_of("outcome", self.exploration)
        self.algorithm.check_weights(self.iterations)
        if self.target is not None:
            arguments.positive("target", self.target)

    def to_plain(self) -> dict[str, Any]:
        """Return the settings as what JSON can hold."""
        return {**asdict(self), "algorithm": to_plain(self.algorithm)}

    @classmethod
    def from_plain(cls, entry: Any) -> "Settings":
        """Return the settings that :meth:`to_plain` gave.

        Raises
        ------
        ValueError, TypeError, LookupError
            If anything is missing, of the wrong kind or out of range.
        """
        if not isinstance(entry, dict) or set(entry) != set(cls.__dataclass_fields__):
            raise ValueError(f"its settings must hold {', '.join(cls.__dataclass_fields__)}, and nothing else")
        if entry["seed"] is not None:
            arguments.count("seed", entry["seed"], maximum=None)
        return cls(**{**entry, "algorithm": from_plain(entry["algorithm"])})


def exploration_of(sampling: str | None, exploration: float | None) -> float:
    """Return how often the learner of outcome sampling plays at random; only there may it be said."""
    if exploration is None:
        return EXPLORATION
    if arguments.choice("sampling", sampling, SAMPLING) != "outcome":
        told = f"exploration={arguments.shown(exploration)} with sampling={arguments.shown(sampling)}"
        raise ValueError(f"exploration belongs to sampling='outcome', got {told}")
    share = float(arguments.positive("exploration", exploration))
    if share > 1:
        raise ValueError(f"exploration must be at most 1, got {arguments.shown(exploration)}")
    return share


def check_that_they_go_together(rule: Algorithm, sampling: str | None, alternating: bool) -> None:
    """Refuse settings that do not go together."""
    arguments.choice("sampling", sampling, SAMPLING)
    arguments.flag("alternating", alternating)
    if sampling in ("external", "outcome") and not alternating:
        raise ValueError(f"sampling={sampling!r} lets one player learn per walk, so alternating must be True, got False")
    rule.check_sampling(sampling)
