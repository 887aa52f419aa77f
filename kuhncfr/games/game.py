"""What an extensive-form game is, and what its tree consists of."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from kuhncfr._support import arguments

# A longer history means that the game never ends; Python's recursion, which walks the tree elsewhere, ends soon after.
MAX_LENGTH = 300  # the readable walks are recursive: at this depth all of them fit Python's stack, below a notebook's own calls


class Game(Protocol):
    r"""A finite extensive-form game with perfect recall: the tuple :math:`(N, H, P, f_c, (\mathcal{I}_i), (u_i))`.

    Write a class with these methods and everything in this package works on it. A history is a string with one
    character per action, chance's included; ``""`` is the root. Players are counted from 0.

    A game may also declare ``zero_sum = True``; :func:`validate` then holds it to that.

    References
    ----------
    Zinkevich, Johanson, Bowling and Piccione (2007), *Regret minimization in games with incomplete information*,
    section 2.
    """

    @property
    def players(self) -> int:
        """How many players there are, |N|; chance is not counted."""

    def is_terminal(self, history: str) -> bool:
        """Whether the game is over: h in Z."""

    def utilities(self, history: str) -> tuple[Fraction, ...]:
        """What each player has won at a terminal history, u_i(z), in chips: one number per player."""

    def is_chance(self, history: str) -> bool:
        """Whether chance moves next: P(h) = c."""

    def chance(self, history: str) -> Mapping[str, Fraction]:
        """The probability of each chance action, f_c(a | h); they sum to 1."""

    def player(self, history: str) -> int:
        """Who moves next, P(h)."""

    def actions(self, history: str) -> tuple[str, ...]:
        """What the player to move can do, A(h), one character each."""

    def infoset(self, history: str) -> str:
        """Name the information set of the player to move: all that this player knows."""


@dataclass(frozen=True)
class InformationSet:
    """The histories that a player cannot tell apart, and what can be done there.

    Attributes
    ----------
    key : str
        Its name, such as ``"Kb"``: a King, facing a bet.
    player : int
        Who moves, counted from 0.
    actions : tuple of str
        What the player can do.
    histories : tuple of str
        The histories in it.

    See Also
    --------
    kuhncfr.cfr.InfoSet : what CFR keeps for one of them.
    """

    key: str
    player: int
    actions: tuple[str, ...]
    histories: tuple[str, ...]


def successors(game: Game, history: str) -> tuple[str, ...]:
    """Return the actions that lead on from `history`, chance's or a player's; none where the game is over."""
    if game.is_terminal(history):
        return ()
    return tuple(game.chance(history)) if game.is_chance(history) else tuple(game.actions(history))


def check_length(history: str) -> None:
    """Refuse a history so long that the game is taken never to end."""
    if len(history) > MAX_LENGTH:
        raise ValueError(f"a history has more than {MAX_LENGTH} actions: does the game ever end? It begins {history[:20]!r}")


def histories(game: Game) -> Iterator[str]:
    """Walk the whole tree, each history before its successors.

    Raises
    ------
    ValueError
        If a history grows past 300 actions: the game is taken not to end.

    Examples
    --------
    >>> from kuhncfr import OneBetKuhn
    >>> len(list(histories(OneBetKuhn())))
    34
    """
    return _histories(arguments.game("game", game))


def _histories(game: Game) -> Iterator[str]:
    stack = [""]
    while stack:
        history = stack.pop()
        check_length(history)
        yield history
        stack.extend(history + action for action in reversed(successors(game, history)))


def information_sets(game: Game) -> dict[str, InformationSet]:
    """Collect the information sets of a game, in the order in which people list them.

    That is by player; then early decisions (short keys) before late ones; then in the order in which the cards are dealt.

    Parameters
    ----------
    game : Game
        Any game that :func:`validate` accepts.

    Returns
    -------
    dict of str to InformationSet
        Keyed by the information set's name.

    Examples
    --------
    >>> from kuhncfr import OneBetKuhn
    >>> found = information_sets(OneBetKuhn())
    >>> found["Kb"].histories
    ('AKb', 'QKb')
    >>> list(found)
    ['A', 'K', 'Q', 'Ab', 'Kb', 'Qb']
    """
    members: dict[str, list[str]] = {}
    for history in histories(game):
        if not game.is_terminal(history) and not game.is_chance(history):
            members.setdefault(game.infoset(history), []).append(history)
    first_actions = successors(game, "")

    def place(item: InformationSet) -> tuple[int, int, int]:
        card = item.key[:1]
        return item.player, len(item.key), first_actions.index(card) if card in first_actions else 0

    found = [InformationSet(key, game.player(hs[0]), tuple(game.actions(hs[0])), tuple(hs)) for key, hs in members.items()]
    return {item.key: item for item in sorted(found, key=place)}
