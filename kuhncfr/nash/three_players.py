r"""Equilibria of Kuhn poker for three players: the parameterized family of Szafron, Gibson and Sturtevant (2013)."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from kuhncfr._support import arguments
from kuhncfr._support.arguments import Number
from kuhncfr.strategy import StrategyProfile

ZERO, QUARTER, HALF = Fraction(0), Fraction(1, 4), Fraction(1, 2)


@dataclass(frozen=True)
class ThreePlayerEquilibrium:
    """One equilibrium of Kuhn poker for three players, with four cards, an ante of 1 chip and a bet of 1 chip.

    Attributes
    ----------
    parameters : dict of str to Fraction
        The seven probabilities that choose it from the family.
    beta : Fraction
        The larger of b11 and b21: the probability that player 2 bluffs after a pass, with the card that bluffs more often.
    values : tuple of Fraction
        Each player's expected utility, in chips per game.
    profile : StrategyProfile
        The strategies of all players.
    """

    parameters: dict[str, Fraction]
    beta: Fraction
    values: tuple[Fraction, Fraction, Fraction]
    profile: StrategyProfile

    def describe(self) -> str:
        """Describe the parameters and the values in one line each.

        Examples
        --------
        >>> print(three_player(b21=Fraction(1, 4)).describe())
        parameters: b11 = 0; b21 = 1/4; b23 = 0; b32 = 0; c11 = 0; c33 = 1/2; c34 = 0
        values: player 1 -1/32; player 2 -1/48; player 3 5/96
        """
        parameters = "; ".join(f"{name} = {value}" for name, value in self.parameters.items())
        values = "; ".join(f"player {player} {value}" for player, value in enumerate(self.values, start=1))
        return f"parameters: {parameters}\nvalues: {values}"


def three_player(
    *,
    b11: Number | None = None,
    b21: Number | None = None,
    b23: Number | None = None,
    b32: Number | None = None,
    c11: Number | None = None,
    c33: Number | None = None,
    c34: Number | None = None,
) -> ThreePlayerEquilibrium:
    r"""Return a member of the family of equilibria of three-player Kuhn poker, ``KuhnPoker(players=3, cards=4)``.

    Seven probabilities choose the member. Each is named by a letter for the player who bets or calls (b for player 2, c
    for player 3), the card, and a digit for the situation. With :math:`\beta = \max(b_{11}, b_{21})` the players win

    .. math::

       u_1 = -\tfrac{1}{24} \left(\tfrac12 + \beta\right), \qquad u_2 = -\tfrac{1}{48}, \qquad
       u_3 = \tfrac{1}{24} (1 + \beta),

    so player 2 can shift value between the other players at no cost. Let
    :math:`M = \tfrac34 (b_{11} + b_{21}) + \tfrac14 \beta`. Every member has

    .. math::

       0 \le b_{32} \le \tfrac12 + M, \qquad \tfrac12 - b_{32} \le c_{33} \le \tfrac12 - b_{32} + M, \qquad 0 \le c_{34} \le 1,

    and one of the three

    .. math::

       & c_{11} = 0: && b_{11} \le b_{21} \le \tfrac14, \quad && b_{23} = 0; \\
       & 0 < c_{11} < \tfrac12: \quad && b_{11} = b_{21} \le \tfrac14,\ c_{11} \le \tfrac{2 - b_{11}}{3 + 4 b_{11}}, \quad && b_{23} = 0; \\
       & c_{11} = \tfrac12: && b_{11} \le \tfrac14,\ b_{21} \le \min(b_{11}, \tfrac12 - 2 b_{11}), \quad
       && b_{23} \le \tfrac{b_{11} - b_{21}}{2 (1 - b_{21})}.

    An omitted parameter takes the smallest value that the others allow. If two parameters that depend on each other are both omitted (b11
    and b21, or b32 and c33), the first takes its smallest value.

    Parameters
    ----------
    b11 : int, Fraction or float, optional
        The probability that player 2 bets with a 1 after a pass.
    b21 : int, Fraction or float, optional
        The probability that player 2 bets with a 2 after a pass.
    b23 : int, Fraction or float, optional
        The probability that player 2 calls with a 2 after passing, when player 3 has bet and player 1 has folded.
    b32 : int, Fraction or float, optional
        The probability that player 2 calls a bet of player 1 with a 3.
    c11 : int, Fraction or float, optional
        The probability that player 3 bets with a 1 after two passes; with a 2 it is :math:`\tfrac12 - c_{11}`.
    c33 : int, Fraction or float, optional
        The probability that player 3 calls a bet of player 1 with a 3 when player 2 has folded.
    c34 : int, Fraction or float, optional
        The same when player 2 has called; unconstrained.

    Returns
    -------
    ThreePlayerEquilibrium
        With ``profile``, ``values``, ``beta`` and all seven ``parameters``, as exact fractions.

    Raises
    ------
    ValueError
        If a parameter violates a condition; the message names the parameter and the interval that the others allow.
    TypeError
        If a parameter is not a number.

    Examples
    --------
    >>> from kuhncfr import KuhnPoker, nash_conv
    >>> member = three_player(c11=0.5, b11=0.25)
    >>> member.values
    (Fraction(-1, 32), Fraction(-1, 48), Fraction(5, 96))
    >>> nash_conv(KuhnPoker(players=3, cards=4), member.profile)
    Fraction(0, 1)

    Not every equilibrium is in the family. For instance, ``1bb`` is never reached, so that this profile is an equilibrium, too:

    >>> call = StrategyProfile.from_bet_probabilities({"1bb": Fraction(1, 10)})
    >>> nash_conv(KuhnPoker(players=3, cards=4), three_player().profile.replace(call))
    Fraction(0, 1)

    Notes
    -----
    The family does not contain every equilibrium: at information sets that are never reached, others have more freedom. Whether any of
    them has other values is not settled here.

    References
    ----------
    Szafron, Gibson and Sturtevant (2013), *A parameterized family of equilibrium profiles for three-player Kuhn poker*.
    """
    given = {"b11": b11, "b21": b21, "b23": b23, "b32": b32, "c11": c11, "c33": c33, "c34": c34}
    known = {name: arguments.rational(name, value) for name, value in given.items() if value is not None}
    parameters = _completed(known)
    for condition in _conditions(parameters):
        condition.check(parameters)
    beta = max(parameters["b11"], parameters["b21"])
    values = (-(HALF + beta) / 24, Fraction(-1, 48), (1 + beta) / 24)
    return ThreePlayerEquilibrium(parameters, beta, values, _profile(parameters))


class _Condition(NamedTuple):
    """The interval in which a parameter must lie, given others."""

    name: str
    formula: str
    least: Fraction
    most: Fraction
    others: tuple[str, ...] = ()

    def check(self, parameters: dict[str, Fraction]) -> None:
        value = parameters[self.name]
        if self.least <= value <= self.most:
            return
        seen = ", ".join(f"{name} = {parameters[name]}" for name in (self.name, *self.others))
        allowed = f"{self.least} to {self.most}" if self.least < self.most else f"{self.least} only"
        raise ValueError(f"{self.name} must meet {self.formula}; got {seen}; allowed is {allowed}")


def _completed(known: dict[str, Fraction]) -> dict[str, Fraction]:
    """Set each omitted parameter to the smallest value that the others allow."""
    c11 = known.get("c11", ZERO)
    # c11 = 0 requires b11 <= b21, c11 = 1/2 requires b21 <= b11, and a c11 in between requires both.
    b11 = known.get("b11", known.get("b21", ZERO) if c11 > 0 else ZERO)
    b21 = known.get("b21", b11 if c11 < HALF else ZERO)
    b32 = known.get("b32", max(HALF - max(known["c33"], ZERO), ZERO) if "c33" in known else ZERO)
    c33 = known.get("c33", max(HALF - b32, ZERO))
    return {"b11": b11, "b21": b21, "b23": known.get("b23", ZERO), "b32": b32, "c11": c11, "c33": c33, "c34": known.get("c34", ZERO)}


def _conditions(parameters: dict[str, Fraction]) -> Iterator[_Condition]:
    b11, b21, b32, c11 = (parameters[name] for name in ("b11", "b21", "b32", "c11"))
    yield _Condition("c11", "0 <= c11 <= 1/2", ZERO, HALF)
    yield _Condition("b11", "0 <= b11 <= 1/4", ZERO, QUARTER)
    yield _Condition("b21", "0 <= b21 <= 1/4", ZERO, QUARTER)
    if c11 == 0:
        yield _Condition("b11", "0 <= b11 <= b21 when c11 = 0", ZERO, b21, ("b21",))
        yield _Condition("b23", "b23 = 0 unless c11 = 1/2", ZERO, ZERO, ("c11",))
    elif c11 < HALF:
        yield _Condition("b21", "b21 = b11 when 0 < c11 < 1/2", b11, b11, ("b11", "c11"))
        yield _Condition("c11", "c11 <= (2 - b11)/(3 + 4 b11) when c11 < 1/2", ZERO, (2 - b11) / (3 + 4 * b11), ("b11",))
        yield _Condition("b23", "b23 = 0 unless c11 = 1/2", ZERO, ZERO, ("c11",))
    else:
        yield _Condition("b21", "0 <= b21 <= b11 when c11 = 1/2", ZERO, b11, ("b11",))
        yield _Condition("b21", "b21 <= 1/2 - 2 b11 when c11 = 1/2", ZERO, HALF - 2 * b11, ("b11",))
        yield _Condition("b23", "0 <= b23 <= (b11 - b21)/(2 (1 - b21)) when c11 = 1/2", ZERO, (b11 - b21) / (2 * (1 - b21)), ("b11", "b21"))
    room = 3 * (b11 + b21) / 4 + max(b11, b21) / 4  # M
    where = f"M = 3/4 (b11 + b21) + max(b11, b21)/4 = {room}"
    yield _Condition("b32", f"0 <= b32 <= 1/2 + M with {where}", ZERO, HALF + room, ("b11", "b21"))
    least = max(HALF - b32, ZERO)
    yield _Condition("c33", f"1/2 - b32 <= c33 <= 1/2 - b32 + M with {where}", least, HALF - b32 + room, ("b11", "b21", "b32"))
    yield _Condition("c34", "0 <= c34 <= 1", ZERO, Fraction(1))


def _profile(parameters: dict[str, Fraction]) -> StrategyProfile:
    """Return the profile in the paper's table; the parameters are not validated."""
    b11, b21, b23, b32, c11, c33, c34 = parameters.values()
    beta = max(b11, b21)
    b33 = HALF + (b11 + b21 + beta) / 2 - b23 * (1 - b21)
    rows = {  # the probability of betting or calling with a 1, 2, 3 and 4, by the betting so far
        "": (0, 0, 0, 0),
        "ppb": (0, 0, 0, 1),
        "pbp": (0, 0, HALF, 1),
        "pbb": (0, 0, 0, 1),
        "p": (b11, b21, 0, 2 * (b11 + b21)),
        "b": (0, 0, b32, 1),
        "ppbp": (0, b23, b33, 1),
        "ppbb": (0, 0, 0, 1),
        "pp": (c11, HALF - c11, 0, 1),
        "pb": (0, 0, 0, 1),
        "bp": (0, 0, c33, 1),
        "bb": (0, 0, c34, 1),
    }
    return StrategyProfile.from_bet_probabilities(
        {card + betting: b for betting, row in rows.items() for card, b in zip("1234", row, strict=True)}
    )
