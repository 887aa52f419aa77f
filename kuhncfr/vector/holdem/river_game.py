"""The river of hold'em as a public game: a board of five cards, two ranges, and one round of betting."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from kuhncfr._support import arguments
from kuhncfr._support.arguments import Number
from kuhncfr.vector.betting import Decision, Fold, Node, Showdown
from kuhncfr.vector.holdem import cards
from kuhncfr.vector.holdem.hand_strength import strengths
from kuhncfr.vector.holdem.range_notation import parse_range
from kuhncfr.vector.public import PublicGame
from kuhncfr.vector.ranges import Range

ALL_IN = "all in"  # without a hyphen, which separates the actions of a history
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
    """Return the last round of betting in hold'em: five cards are on the board, and each player has two.

    Player 1 checks or bets. After a check, player 2 checks, which leads to the showdown, or bets. The player who faces a bet folds, calls
    or raises; the player who faces a raise folds or calls. Before the river each player has paid half of the pot, which is what the winner
    of a showdown after two checks wins.

    Parameters
    ----------
    board : str
        Five cards, such as ``"Qs Jh 2h 8d 3c"``.
    ranges : tuple of two str
        Each player's range, as parts between commas: classes such as ``QQ``, ``AKs``, ``AKo`` or ``AK``; ``QQ+`` or ``A2s+`` for a class
        and all higher ones; ``99-66``, ``A5s-A2s`` or ``76s-54s`` for the classes between two; ``AsKh`` for one hand; ``random`` for all.
        A weight may follow a colon, as in ``87s:0.5``. Hands of a class that have a card of the board are left out.
    pot, stack : int, Fraction or float
        The chips in the pot, and the chips that each player has left.
    bets : sequence of str or number
        Each a part of the pot such as ``"50%"``, a number of chips, or ``"all-in"``. Equal sizes count once.
    raises : sequence of str or number
        Each the raiser's total bet. A part of the pot refers to the pot after the call and is added to that call; if that is more
        than the stack, the raise is all-in. Raises to less than twice the bet are left out, unless they are all-in.

    Returns
    -------
    PublicGame
        With actions such as ``check``, ``bet 50``, ``all in``, ``fold``, ``call`` and ``raise 150``, and hands such as ``AsKh``.

    Raises
    ------
    ValueError, TypeError
        If a card occurs twice, a range is not in the notation, names a hand with a card of the board or allows no deal, or a size is not
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
    known = cards.parse_board(board)
    both = arguments.sequence("ranges", ranges, what="two ranges")
    chips, left = arguments.positive("pot", pot), arguments.positive("stack", stack)
    betting = _Round(chips, left, _sizes("bets", bets), _sizes("raises", raises)).opening()
    hands = tuple(_range(f"ranges[{player}]", text, known) for player, text in enumerate(both))
    return PublicGame(betting, hands, pot=chips)  # type: ignore[arg-type]  # which checks that there are two


def _range(name: str, text: str, board: tuple[int, ...]) -> Range:
    weights, rank_of = parse_range(name, text, board), strengths(board)
    return Range(
        [rank_of[hand] for hand in weights],
        cards=list(weights),
        weight=list(weights.values()),
        names=[cards.card_text(*hand) for hand in weights],
    )


@dataclass(frozen=True)
class _Round:
    """One round of betting, in exact chips; a bet is all that a player pays on the river."""

    pot: Fraction
    stack: Fraction
    bets: Sequence[Size]
    raises: Sequence[Size]

    def opening(self) -> Decision:
        after_check = Decision(1, {"check": Showdown(self.pot / 2), **self.bets_of(1)})
        return Decision(0, {"check": after_check, **self.bets_of(0)})

    def bets_of(self, player: int) -> dict[str, Decision]:
        sizes = {_chips(f"bets[{k}]", size, self.stack, per_cent_of=self.pot) for k, size in enumerate(self.bets)}
        return {self.action("bet", bet): self.response(1 - player, bet) for bet in sorted(sizes)}

    def response(self, player: int, bet: Fraction) -> Decision:
        paid = self.pot / 2
        children: dict[str, Node] = {"fold": Fold(winner=1 - player, stake=paid), "call": Showdown(paid + bet)}
        for total in self.raises_of(bet):
            last: dict[str, Node] = {"fold": Fold(winner=player, stake=paid + bet), "call": Showdown(paid + total)}
            children[self.action("raise", total)] = Decision(1 - player, last)
        return Decision(player, children)

    def raises_of(self, bet: Fraction) -> list[Fraction]:
        """Return the totals that a bet can be raised to."""
        pot_after_call = self.pot + 2 * bet
        sizes = {_chips(f"raises[{k}]", size, self.stack, per_cent_of=pot_after_call, on_top_of=bet) for k, size in enumerate(self.raises)}
        return sorted(total for total in sizes if total >= 2 * bet or total == self.stack > bet)

    def action(self, what: str, total: Fraction) -> str:
        return ALL_IN if total == self.stack else f"{what} {chips_text(total)}"


def _sizes(name: str, value: Sequence[Size]) -> Sequence[Size]:
    return arguments.sequence(name, value, what=f"sizes: {ALLOWED}")


def _chips(name: str, size: Size, stack: Fraction, *, per_cent_of: Fraction, on_top_of: Fraction | None = None) -> Fraction:
    """Return a size in chips; a raise in per cent of the pot is added to the call, and is all-in beyond the stack."""
    total = arguments.positive(name, size) if not isinstance(size, str) else stack
    if isinstance(size, str) and size.strip().lower().replace("-", " ") != ALL_IN:
        part = _SIZE.fullmatch(size.strip())
        if part is None or not Fraction(part[1]):
            raise ValueError(f"{name} must be {ALLOWED}, got {arguments.shown(size)}")
        total = Fraction(part[1]) * (per_cent_of / 100 if part[2] else 1)
        if part[2] and on_top_of is not None:
            return min(on_top_of + total, stack)
    if total > stack:
        raise ValueError(f"{name} must be at most the stack, {chips_text(stack)} chips, got {arguments.shown(size)}: {chips_text(total)}")
    return total


def chips_text(chips: Fraction) -> str:
    """Return a number of chips as an exact text: a short decimal number if there is one, else a fraction."""
    decimal = f"{float(chips):.9g}"
    return decimal if "e" not in decimal and Fraction(decimal) == chips else str(chips)
