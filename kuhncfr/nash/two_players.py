"""Equilibria of one-bet Kuhn poker and of Kuhn poker for two players, in closed form, as exact fractions."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from kuhncfr._support import arguments
from kuhncfr._support.arguments import Number
from kuhncfr.nash.equilibrium import Bets, Condition, Equilibrium
from kuhncfr.strategy import StrategyProfile

HALF = Fraction(1, 2)

Row = Sequence[Fraction | int]  # one probability for each of J, Q, K


@dataclass(frozen=True)
class OneBetEquilibrium(Equilibrium):
    """The solution of one-bet Kuhn poker; see :class:`Equilibrium`."""

    @property
    def p1(self) -> Fraction:
        """The probability that player 1 bluffs, that is, bets with a Queen."""
        return Fraction(self.profile["Q"]["b"])

    @property
    def p2(self) -> Fraction:
        """The probability that player 2 calls with a King."""
        return Fraction(self.profile["Kb"]["b"])


def one_bet(ante: Number = 1) -> OneBetEquilibrium:
    r"""Solve one-bet Kuhn poker with ante S.

    For :math:`S > 1/2` the equilibrium is unique: player 1 bets every Ace, passes every King and bluffs with the Queen;
    player 2 calls with every Ace, folds every Queen and calls with the King,

    .. math:: p_1 = \frac{1}{1+2S}, \qquad p_2 = \frac{2S-1}{1+2S}, \qquad U_1 = \frac{2S-1}{6(2S+1)}.

    For :math:`S \le 1/2` a bluff does not pay, and the value is 0.

    Parameters
    ----------
    ante : int, Fraction or float
        S, in chips; greater than 0.

    Returns
    -------
    OneBetEquilibrium
        With ``p1``, ``p2``, ``value``, ``profile`` and the conditions that describe all equilibria.

    Raises
    ------
    ValueError
        If the ante is not finite and greater than 0.
    TypeError
        If the ante is not a number.

    Examples
    --------
    >>> equilibrium = one_bet(ante=2)
    >>> equilibrium.p1, equilibrium.p2, equilibrium.value
    (Fraction(1, 5), Fraction(3, 5), Fraction(1, 10))

    Here the first formula would make player 2 call with a negative probability:

    >>> one_bet(ante=Fraction(1, 4)).p2
    Fraction(0, 1)

    See Also
    --------
    kuhncfr.OneBetKuhn : the game.

    References
    ----------
    labml.ai, *Annotated paper implementations*, which runs CFR on this game with S = 1.
    """
    ante = arguments.positive("ante", ante)
    k = 1 + 2 * ante
    if ante > HALF:
        profile = StrategyProfile.from_bet_probabilities({"A": 1, "K": 0, "Q": 1 / k, "Ab": 1, "Kb": (2 * ante - 1) / k, "Qb": 0})
        unique = (*_conditions(0, *_unique(profile, "A", "K", "Q")), *_conditions(1, *_unique(profile, "Ab", "Kb", "Qb")))
        return OneBetEquilibrium((2 * ante - 1) / (6 * k), profile, unique)

    profile = StrategyProfile.from_bet_probabilities({"A": 1, "K": 0, "Q": 0, "Ab": 1, "Kb": 0, "Qb": 0})
    bluffs, calls = ("Q <= A/2", "Ab = 1") if ante == HALF else ("Q = 0", f"Ab >= {4 * ante / k}")
    return OneBetEquilibrium(Fraction(0), profile, (*_conditions(0, "K = 0", bluffs), *_conditions(1, "Kb = 0", "Qb = 0", calls)))


def kuhn(alpha: Number | None = None, ante: Number = 1) -> Equilibrium:
    r"""Solve Kuhn poker with two players, three cards and a bet of 1 chip, for any ante S.

    At :math:`S = 1` the equilibria form a family: player 1 bluffs the Jack with probability :math:`\alpha \in [0, 1/3]`,
    bets the King with :math:`3\alpha`, and calls with the Queen with :math:`\alpha + 1/3`. With :math:`k = 1 + 2S` the
    value to player 1 is

    .. math:: V(S) = \begin{cases} 0 & S \le 1/2 \\ -(2S-1)/(6k) & 1/2 \le S \le 1 \\ -1/(6k) & S \ge 1 \end{cases}

    For a bet of B chips, use the ante S/B and multiply the value by B.

    Parameters
    ----------
    alpha : int, Fraction or float, optional
        Which member of the family to return, in [0, 1/3]; by default 0. Only the ante 1 has this family.
    ante : int, Fraction or float
        S, in chips; greater than 0.

    Returns
    -------
    Equilibrium
        With one profile, the value, and the conditions that describe all equilibria.

    Raises
    ------
    ValueError
        If the ante is not finite and greater than 0, alpha is outside [0, 1/3], or alpha is given for another ante.
    TypeError
        If an argument is not a number.

    Examples
    --------
    >>> equilibrium = kuhn(alpha=Fraction(1, 6))
    >>> equilibrium.value
    Fraction(-1, 18)
    >>> equilibrium.profile["Qpb"]["b"]
    Fraction(1, 2)

    References
    ----------
    Kuhn (1950), *A simplified two-person poker*.
    """
    ante = arguments.positive("ante", ante)
    if alpha is not None and ante != 1:
        raise ValueError(f"alpha chooses among the equilibria at ante 1; leave it out for ante {ante}, got alpha={arguments.shown(alpha)}")
    if ante == 1:
        return _kuhn_at_one(Fraction(0) if alpha is None else arguments.within("alpha", alpha, 0, Fraction(1, 3)))
    if ante > 1:
        return _kuhn_above_one(ante)
    return _kuhn_above_half(ante) if ante > HALF else _kuhn_up_to_half(ante)


def _kuhn_at_one(alpha: Fraction) -> Equilibrium:
    third = Fraction(1, 3)
    profile = _kuhn_profile(opens=(alpha, 0, 3 * alpha), calls_after_pass=(0, alpha + third, 1), bets=(third, 0, 1), calls=(0, third, 1))
    conditions = (
        *_conditions(0, "J <= 1/3", "Q = 0", "K = 3 J", "Jpb = 0", "Qpb = J + 1/3", "Kpb = 1 unless K = 1"),
        *_conditions(1, *_unique(profile, "Jp", "Qp", "Kp", "Jb", "Qb", "Kb")),
    )
    return Equilibrium(Fraction(-1, 18), profile, conditions)


def _kuhn_above_one(ante: Fraction) -> Equilibrium:
    k = 1 + 2 * ante
    calls = (2 * ante - 1) / k
    profile = _kuhn_profile(opens=(1 / k, 0, 1), calls_after_pass=(0, 2 * ante / k, 1), bets=(1 / k, 0, 1), calls=(0, calls, 1))
    conditions = (
        *_conditions(0, *_unique(profile, "J", "Q", "K", "Jpb", "Qpb")),
        *_conditions(1, f"Jp = {1 / k}", f"Qp <= {2 * (ante - 1) / k}", *_unique(profile, "Kp", "Jb", "Qb", "Kb")),
    )
    return Equilibrium(-1 / (6 * k), profile, conditions)


def _kuhn_above_half(ante: Fraction) -> Equilibrium:
    k = 1 + 2 * ante
    calls = (2 * ante - 1) / k
    profile = _kuhn_profile(opens=(0, 0, 0), calls_after_pass=(0, calls, 1), bets=(1 / k, 0, 1), calls=(0, calls, 1))
    deters_jack, deters_queen = f"Qb + Kb >= {4 * ante / k}", f"{k} Kb >= {4 * ante * (1 + ante) / k} + Jb"
    conditions = (
        *_conditions(0, *_unique(profile, "J", "Q", "K", "Jpb", "Qpb", "Kpb")),
        *_conditions(1, *_unique(profile, "Jp", "Qp", "Kp"), deters_jack, deters_queen, f"Jb + Qb <= {1 / k}"),
    )
    return Equilibrium(-(2 * ante - 1) / (6 * k), profile, conditions)


def _kuhn_up_to_half(ante: Fraction) -> Equilibrium:
    k = 1 + 2 * ante
    profile = _kuhn_profile(opens=(0, 0, 0), calls_after_pass=(0, 0, 1), bets=(0, 0, 1), calls=(0, 0, 1))
    needed = 2 * ante / k
    first = (
        *_conditions(0, "J = 0", "Q = 0", f"K <= {1 - 2 * ante}", "Jpb = 0", "Qpb = 0"),
        _KingDeters(0, f"(1 - K) Kpb >= {needed} (2 - K)", needed),
    )
    if ante < HALF:
        second = _conditions(1, "Jp = 0", "Qp = 0", "Jb = 0", "Qb = 0", f"Kb >= {4 * ante / k}")
    else:
        second = _conditions(1, "Qp = 0", "Kp >= 2 Jp", "Jb + Qb <= Jp", "Qb + Kb >= 1", "2 Kb >= 1 + Jb + Jp")
    return Equilibrium(Fraction(0), profile, first + second)


@dataclass(frozen=True)
class _KingDeters(Condition):
    """After player 1's pass, Kings are so frequent and call so often that player 2 does not gain by a bluff."""

    needed: Fraction

    def holds(self, bets: Bets) -> bool:
        return (1 - bets("K")) * bets("Kpb") >= self.needed * (2 - bets("K"))


def _kuhn_profile(opens: Row, calls_after_pass: Row, bets: Row, calls: Row) -> StrategyProfile:
    """Return the profile with these probabilities of ``b``, each for J, Q, K: at player 1's two decisions, then at player 2's."""
    decisions = (("", opens), ("pb", calls_after_pass), ("p", bets), ("b", calls))
    return StrategyProfile.from_bet_probabilities(
        {card + history: b for history, row in decisions for card, b in zip("JQK", row, strict=True)}
    )


def _conditions(player: int, *texts: str) -> tuple[Condition, ...]:
    return tuple(Condition(player, text) for text in texts)


def _unique(profile: StrategyProfile, *infosets: str) -> tuple[str, ...]:
    """Return the conditions that the probabilities of ``b`` at these information sets are those of the profile."""
    return tuple(f"{infoset} = {profile[infoset]['b']}" for infoset in infosets)
