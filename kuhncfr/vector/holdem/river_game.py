"""The river of hold'em: five cards on the table, two ranges, and one round of betting."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from kuhncfr._support import arguments
from kuhncfr._support.arguments import Number
from kuhncfr.vector.betting import Decision, Fold, Node, Showdown
from kuhncfr.vector.holdem import cards
from kuhncfr.vector.holdem.hand_strength import strengths
from kuhncfr.vector.holdem.range_notation import parse
from kuhncfr.vector.public import PublicGame
from kuhncfr.vector.ranges import Range

ALL_IN = "all in"  # without a hyphen: that stands between the actions of a history
ALLOWED = "a part of the pot such as '50%', a number of chips, or 'all-in'"

Size = str | Number

_SIZE = re.compile(r"(\d{1,12}(?:\.\d{1,12})?)\s*(%?)")


def river(
    board: str,
    ranges: tuple[str, str],
    pot: Number,
    stack: Number,
    bets: Sequence[Size] = ("50%", "100%", "all-in"),
    raises: Sequence[Size] = ("all-in",),
) -> PublicGame:
    """Return the last round of betting in hold'em: all five cards are on the table, and each player holds two.

    Player 1 checks or bets. After a check player 2 checks, which leads to the showdown, or bets. Who faces a bet folds, calls or
    raises; who faces a raise folds or calls. Before the river each has paid half of the pot: that is what a showdown after two checks is
    worth to the winner.

    Parameters
    ----------
    board : str
        Five cards, such as ``"Qs Jh 2h 8d 3c"``.
    ranges : tuple of two str
        What each may hold: parts between commas, such as ``QQ``, ``AKs``, ``AKo`` or ``AK``; ``QQ+`` or ``A2s+`` for those from it on;
        ``99-66``, ``A5s-A2s`` or ``76s-54s`` for those between two; ``AsKh``; ``random`` for all. After a colon stands how often, as in
        ``87s:0.5``. Hands of a class that hold a card of the board are left out.
    pot, stack : int, Fraction or float
        The chips in the middle, and those that each player has left.
    bets : sequence of str or number
        Each a part of the pot such as ``"50%"``, a number of chips, or ``"all-in"``. Two that come to the same are one.
    raises : sequence of str or number
        Each the total that one has then bet. A part of the pot is one of the pot after the call, on top of that call, and all
        chips if there are fewer. A raise that does not double the bet is not offered, unless it is all-in.

    Returns
    -------
    PublicGame
        Its actions are called ``check``, ``bet 50``, ``all in``, ``fold``, ``call`` and ``raise 150``, its hands as in ``AsKh``.

    Raises
    ------
    ValueError, TypeError
        If a card is there twice, a range is not in the notation, holds a card of the board or leaves no deal, or a size is not of those
        allowed or larger than the stack.
    ModuleNotFoundError
        If pokerkit is not installed.

    Examples
    --------
    >>> game = river("Qs Jh 2h 8d 3c", ("random", "random"), pot=100, stack=200)
    >>> len(game.ranges[0]), game.deals
    (1081, 1070190.0)
    >>> list(game.decisions)[:3]
    ['', 'check', 'check-bet 50']
    """
    table = cards.board(board)
    both = arguments.sequence("ranges", ranges, what="two ranges")
    if len(both) != 2:
        raise ValueError(f"ranges must be those of 2 players, got {len(both)}")
    chips, behind = arguments.positive("pot", pot), arguments.positive("stack", stack)
    betting = _Round(chips, behind, _sizes("bets", bets), _sizes("raises", raises)).opening()
    one, two = (_hands(f"ranges[{player}]", text, table) for player, text in enumerate(both))
    return PublicGame(betting, (one, two), pot=chips)


def _hands(name: str, text: str, board: tuple[int, ...]) -> Range:
    weights, strong = parse(name, text, board), strengths(board)
    return Range(
        [strong[held].rank for held in weights],
        cards=list(weights),
        weight=list(weights.values()),
        names=[cards.written(*held) for held in weights],
    )


@dataclass(frozen=True)
class _Round:
    """One round of betting, in exact chips; a bet is what one puts in on the river, all in all."""

    pot: Fraction
    stack: Fraction
    bets: Sequence[Size]
    raises: Sequence[Size]

    def opening(self) -> Decision:
        behind = Decision(1, {"check": Showdown(self.pot / 2), **self.after_bets(1)})
        return Decision(0, {"check": behind, **self.after_bets(0)})

    def after_bets(self, player: int) -> dict[str, Decision]:
        sizes = {_chips(f"bets[{k}]", size, self.stack, per_cent_of=self.pot) for k, size in enumerate(self.bets)}
        return {self.action("bet", bet): self.answer(1 - player, bet) for bet in sorted(sizes)}

    def answer(self, player: int, bet: Fraction) -> Decision:
        paid = self.pot / 2
        after: dict[str, Node] = {"fold": Fold(winner=1 - player, stake=paid), "call": Showdown(paid + bet)}
        for total in self.raised(bet):
            last: dict[str, Node] = {"fold": Fold(winner=player, stake=paid + bet), "call": Showdown(paid + total)}
            after[self.action("raise", total)] = Decision(1 - player, last)
        return Decision(player, after)

    def raised(self, bet: Fraction) -> list[Fraction]:
        """Return what a bet can be raised to."""
        called = self.pot + 2 * bet
        sizes = {_chips(f"raises[{k}]", size, self.stack, per_cent_of=called, on_top_of=bet) for k, size in enumerate(self.raises)}
        return sorted(total for total in sizes if total >= 2 * bet or total == self.stack > bet)

    def action(self, what: str, total: Fraction) -> str:
        return ALL_IN if total == self.stack else f"{what} {chips_written(total)}"


def _sizes(name: str, value: Sequence[Size]) -> Sequence[Size]:
    return arguments.sequence(name, value, what=f"sizes: {ALLOWED}")


def _chips(name: str, size: Size, stack: Fraction, *, per_cent_of: Fraction, on_top_of: Fraction | None = None) -> Fraction:
    """Return a size in chips; a raise in per cent of the pot, on top of the call, is all-in where the stack is smaller."""
    total = arguments.positive(name, size) if not isinstance(size, str) else stack
    if isinstance(size, str) and size.strip().lower().replace("-", " ") != ALL_IN:
        part = _SIZE.fullmatch(size.strip())
        if part is None or not Fraction(part[1]):
            raise ValueError(f"{name} must be {ALLOWED}, got {arguments.shown(size)}")
        total = Fraction(part[1]) * (per_cent_of / 100 if part[2] else 1)
        if part[2] and on_top_of is not None:
            return min(on_top_of + total, stack)
    if total > stack:
        raise ValueError(
            f"{name} must be at most the stack, {chips_written(stack)} chips, got {arguments.shown(size)}: {chips_written(total)}"
        )
    return total


def chips_written(chips: Fraction) -> str:
    """Return a number of chips, exactly: as a decimal number if it is a short one, else as a fraction."""
    decimal = f"{float(chips):.9g}"
    return decimal if "e" not in decimal and Fraction(decimal) == chips else str(chips)
