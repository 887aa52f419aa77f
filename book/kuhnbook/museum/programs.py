"""From the name of a mistake in CFR to the programs that make it."""

from typing import Any

from kuhncfr.cfr.cfr import CFR
from kuhncfr.games.game import Game

from . import wrong_rules as rules

# By mistake, the classes that make it, each in its own way; the museum shows the first.
PROGRAMS: dict[str, tuple[type, ...]] = {
    "current for average": (rules.CurrentForAverage, rules.LastStrategyAlone),
    "average without reach": (rules.AverageWithoutReach,),
    "reach overwritten": (rules.ReachOverwritten, rules.OwnReachOverwritten, rules.ReachShared),
    "chance forgotten": (rules.ChanceForgotten,),
    "own reach in the regret": (rules.OwnReachInRegret, rules.OwnReachForOthers, rules.OtherEntryMultiplied),
    "strategy changed inside an iteration": (rules.ChangedInside, rules.NewAveragedInside),
    "regrets floored by aliasing": (rules.FlooredByAliasing,),
    "flooring with sampled regrets": (rules.FlooredSamples,),
    "sampled regrets corrected twice": (rules.CorrectedTwice,),
    "previous player's reach alone": (rules.PreviousPlayerAlone, rules.NextPlayerAlone),
    "sign flipped by depth": (rules.SignByDepth, rules.SignAtEachMove),
    "cards compared as letters": (rules.CardsAsLetters,),
    "regret with the wrong sign": (rules.RegretSignFlipped,),
    "another player's utility": (rules.FirstPlayersUtility, rules.NextPlayersUtility, rules.PreviousPlayersUtility),
    "size of the regret": (rules.RegretSize,),
    "negative regrets dropped": (rules.PositiveOnly,),
    "value without the strategy": (rules.PlainMean,),
    "regrets not added up": (rules.OnlyLastRegret,),
    "unplayed action worth 0": (rules.UnplayedWorthNothing, rules.UnplayedUncounted),
    "reach of the others added": (rules.ReachAdded,),
    "average weighted by the others' reach": (rules.AverageByOthersReach,),
    "new strategy averaged": (rules.NewAveraged,),
    "number of iterations off by one": (rules.OneIterationTooFew, rules.OneIterationTooMany),
    "state kept between calls": (rules.StateKept,),
    "key without the card": (rules.KeyWithoutCard,),
    "key with the other's card": (rules.KeyWithEverything,),
    "softmax of the regrets": (rules.Softmax,),
    "largest regret alone": (rules.LargestAlone, rules.LargestEvenIfNegative),
    "first action without positive regret": (rules.FirstWithoutRegret,),
    "no action without positive regret": (rules.NothingWithoutRegret,),
}
# Further arguments of CFR, where the mistake belongs to one variant only.
OPTIONS: dict[str, dict[str, Any]] = {
    "flooring with sampled regrets": {"algorithm": "cfr+"},
    "sampled regrets corrected twice": {"sampling": "chance"},
}


def make(mistake: str, game: Game, *mixins: type, rule: type | None = None, **options: Any) -> CFR:
    """Create a CFR that makes a mistake.

    Parameters
    ----------
    mistake : str
        Its name, one of ``kuhncfr.diagnosis.MISTAKES`` in CFR.
    game : Game
    *mixins : type
        Classes that change more of its steps.
    rule : type, optional
        The class that makes the mistake; by default the first in ``PROGRAMS``.
    **options
        As for :class:`~kuhncfr.cfr.CFR`.

    Returns
    -------
    CFR
        The wrong CFR, which runs and has an average strategy.

    Raises
    ------
    KeyError
        If the mistake is not one of CFR.

    Examples
    --------
    >>> from kuhncfr import KuhnPoker, nash_conv
    >>> from kuhnbook import museum
    >>> game = KuhnPoker()
    >>> cfr = museum.make("cards compared as letters", game).run(1_000)
    >>> bool(nash_conv(game, cfr.average_strategy) > 0.5)
    True
    """
    bases = (PROGRAMS[mistake][0] if rule is None else rule, *mixins, CFR)
    return type("WrongCFR", bases, {})(game, **{**OPTIONS.get(mistake, {}), **options})
