"""Played hands: the chips won, and the empirical strategy of a player."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from statistics import NormalDist, variance

from kuhncfr.games.game import Game, information_sets
from kuhncfr.strategy import StrategyProfile, fitting

# A normal distribution has 95 % of its mass within this many standard deviations of the mean.
_NORMAL = NormalDist().inv_cdf(0.975)


@dataclass(frozen=True)
class Hand:
    """A complete hand.

    Attributes
    ----------
    history : str
        The terminal history, including the actions of chance.
    seat : int
        Number of the player, counted from 0.
    utility : Fraction
        The player's utility, in chips.
    opponent : str
        Such as ``"equilibrium"`` or ``"CFR, t = 100"``; empty if there is only one.
    """

    history: str
    seat: int
    utility: Fraction
    opponent: str = ""


@dataclass(frozen=True)
class Score:
    """The result of a number of hands.

    Attributes
    ----------
    hands : int
        Number of hands, n.
    total : Fraction
        Total winnings, in chips.
    mean : Fraction or None
        Mean winnings, in chips a hand; None without hands.
    half_width : float or None
        Half the width of the 95 % confidence interval of the mean, by the normal approximation: 1.96 times the sample's standard
        deviation, divided by the root of n. None for fewer than two hands.
    """

    hands: int
    total: Fraction
    mean: Fraction | None
    half_width: float | None


@dataclass(frozen=True)
class EmpiricalStrategy:
    """The strategy that a player's hands show.

    Attributes
    ----------
    profile : StrategyProfile
        The relative frequency of each action, as a fraction; the row of a default profile at information sets not visited yet.
    counts : dict of str to dict of str to int
        The number of times that the player took each action at each information set.
    """

    profile: StrategyProfile
    counts: dict[str, dict[str, int]]

    @property
    def unseen(self) -> tuple[str, ...]:
        """The player's information sets that no hand has visited yet."""
        return tuple(infoset for infoset, row in self.counts.items() if not any(row.values()))


def score(utilities: Sequence[Fraction]) -> Score:
    """Sum the utilities of hands, and estimate their mean.

    Examples
    --------
    >>> four = score([Fraction(1), Fraction(-2), Fraction(1), Fraction(1)])
    >>> four.total, four.mean, round(four.half_width, 4)
    (Fraction(1, 1), Fraction(1, 4), 1.47)
    """
    hands, total = len(utilities), sum(utilities, Fraction(0))
    half_width = _NORMAL * sqrt(variance(utilities) / hands) if hands > 1 else None
    return Score(hands, total, total / hands if hands else None, half_width)


def empirical_strategy(game: Game, hands: Sequence[Hand], default: StrategyProfile) -> EmpiricalStrategy:
    """Count the player's actions at each information set; take the row of `default` where there are none.

    Examples
    --------
    A bluff that was called, then a Queen that was passed:

    >>> from kuhncfr import OneBetKuhn, nash
    >>> bluffs = [Hand("QKbb", 0, Fraction(-2)), Hand("QAp", 0, Fraction(-1))]
    >>> shown = empirical_strategy(OneBetKuhn(), bluffs, nash.one_bet().profile)
    >>> shown.profile["Q"]["b"], shown.unseen
    (Fraction(1, 2), ('A', 'K', 'Ab', 'Kb', 'Qb'))
    """
    counts = {key: dict.fromkeys(infoset.actions, 0) for key, infoset in information_sets(game).items()}
    game, default, _ = fitting(game, default)
    for hand in hands:
        for k, action in enumerate(hand.history):
            before = hand.history[:k]
            if not game.is_chance(before) and game.player(before) == hand.seat:
                counts[game.infoset(before)][action] += 1
    shares = {key: {a: Fraction(n, sum(row.values())) for a, n in row.items()} for key, row in counts.items() if any(row.values())}
    return EmpiricalStrategy(default.replace(shares), counts)
