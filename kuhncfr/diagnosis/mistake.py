"""What a known mistake is: words about it, and a small program that makes it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kuhncfr.games.game import Game
from kuhncfr.strategy import StrategyProfile

if TYPE_CHECKING:
    from kuhncfr.cfr.cfr import CFR


@dataclass(frozen=True)
class Mistake:
    """A known mistake, with a small program that makes it.

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
    rules : tuple of str
        For a wrong CFR, the classes in ``kuhncfr.diagnosis.wrong_rules`` that make it, each in its own way.
    measures : tuple of str
        For a wrong measure, such functions in ``kuhncfr.diagnosis.wrong_measures``.
    options : mapping
        Further arguments of the wrong CFR, if the mistake belongs to one variant only.
    """

    name: str
    description: str
    repair: str
    chapter: str
    hint: str = ""
    rules: tuple[str, ...] = ()
    measures: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def rule(self) -> type | None:
        """For a wrong CFR, the class that changes one step of :class:`~kuhncfr.cfr.CFR`."""
        return self.forms[0] if self.rules else None

    @property
    def measure(self) -> Callable[[Game, StrategyProfile], float] | None:
        """For a wrong measure, the function ``(game, profile)`` in place of :func:`~kuhncfr.evaluate.exploitability`."""
        return self.forms[0] if self.measures else None

    @property
    def forms(self) -> tuple[Any, ...]:
        """All classes, or measures, that make the mistake."""
        from kuhncfr.diagnosis import wrong_measures, wrong_rules  # which need NumPy: to know a mistake by its name does not

        return (*(getattr(wrong_rules, name) for name in self.rules), *(getattr(wrong_measures, name) for name in self.measures))

    def make(self, game: Game, *mixins: type, form: int = 0, **options: Any) -> "CFR":
        """Create a CFR that makes the mistake.

        Parameters
        ----------
        game : Game
        *mixins : type
            Classes that change more of its steps.
        form : int
            Which of the classes that make the mistake.
        **options
            As for :class:`~kuhncfr.cfr.CFR`.

        Returns
        -------
        CFR
            The wrong CFR, which runs and has an average strategy.

        Raises
        ------
        ValueError
            If the mistake is one of a measure, not of CFR.

        Examples
        --------
        >>> from kuhncfr import KuhnPoker, nash_conv
        >>> from kuhncfr.diagnosis import MISTAKES
        >>> game = KuhnPoker()
        >>> cfr = MISTAKES["cards compared as letters"].make(game).run(1_000)
        >>> bool(nash_conv(game, cfr.average_strategy) > 0.5)
        True
        """
        from kuhncfr.cfr.cfr import CFR

        if not self.rules:
            raise ValueError(f"the mistake must be one of CFR, got {self.name!r}")
        cfr: CFR = type("WrongCFR", (self.forms[form], *mixins, CFR), {})(game, **{**self.options, **options})
        return cfr
