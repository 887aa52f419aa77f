"""What a known mistake is: words about it, and a small program that makes it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from kuhncfr.cfr.cfr import CFR
from kuhncfr.games.game import Game
from kuhncfr.strategy import StrategyProfile


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
    rule : type, optional
        For a wrong CFR, the class that changes one step of :class:`~kuhncfr.cfr.CFR`.
    measure : callable, optional
        For a wrong measure, the function ``(game, profile)`` in place of :func:`~kuhncfr.evaluate.exploitability`.
    options : mapping
        Further arguments of the wrong CFR, if the mistake belongs to one variant only.
    forms : tuple
        Other classes, or measures, that make the same mistake in another way.
    """

    name: str
    description: str
    repair: str
    chapter: str
    rule: type | None = None
    measure: Callable[[Game, StrategyProfile], float] | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    forms: tuple[Any, ...] = ()

    def make(self, game: Game, **options: Any) -> CFR:
        """Create a CFR that makes the mistake.

        Parameters
        ----------
        game : Game
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
        return mistaken(game, (self,), **options)


def mistaken(game: Game, mistakes: tuple[Mistake, ...], *mixins: type, **options: Any) -> CFR:
    """Create a CFR that makes all of these mistakes; `mixins` change more of its steps."""
    rules = [mistake.rule for mistake in mistakes if mistake.rule is not None]
    if len(rules) < len(mistakes):
        raise ValueError(f"mistakes must be mistakes of CFR, got {', '.join(repr(m.name) for m in mistakes if m.rule is None)}")
    for mistake in mistakes:
        options = {**mistake.options, **options}
    cfr: CFR = type("WrongCFR", (*rules, *mixins, CFR), {})(game, **options)
    return cfr
