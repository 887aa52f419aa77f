"""What a known mistake is."""

from collections.abc import Callable
from dataclasses import dataclass

from kuhncfr.games.game import Game
from kuhncfr.strategy import StrategyProfile


@dataclass(frozen=True)
class Mistake:
    """A known mistake, in words; of a measure, with a function that makes it.

    Attributes
    ----------
    name : str
        The name of the mistake.
    description : str
        One sentence: the rule that is changed, and how.
    repair : str
        The correction.
    chapter : str
        The chapter that explains it.
    hint : str
        The correction in the words of the assignments; empty if these do not name the mistake.
    function : str
        For a wrong measure, the function in ``kuhncfr.diagnosis.wrong_measures`` that makes it.
    """

    name: str
    description: str
    repair: str
    chapter: str
    hint: str = ""
    function: str = ""

    @property
    def measure(self) -> Callable[[Game, StrategyProfile], float] | None:
        """For a wrong measure, the function ``(game, profile)`` in place of :func:`~kuhncfr.evaluate.exploitability`."""
        from kuhncfr.diagnosis import wrong_measures  # which needs NumPy: to know a mistake by its name does not

        return getattr(wrong_measures, self.function) if self.function else None
