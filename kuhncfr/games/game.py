"""What an extensive-form game is, and what its tree consists of."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from textwrap import shorten
from typing import Protocol

from kuhncfr._support import arguments

# A longer history means that the game never ends; Python's recursion, which walks the tree elsewhere, ends soon after.
MAX_LENGTH = 300  # the readable walks are recursive: at this depth all of them fit Python's stack, below a notebook's own calls
MAX_HISTORIES = 2_000_000  # compiled, so many take 1.5 GB and a minute and a half; 200 cards of Kuhn poker for two make 358,401


class Game(Protocol):
    r"""A finite extensive-form game with perfect recall: the tuple :math:`(N, H, P, f_c, (\mathcal{I}_i), (u_i))`.

    Write a class with these methods and everything in this package works on it. A history is a string with one
    character per action, chance's included; ``""`` is the root. Players are counted from 0.

    A game may also declare ``zero_sum = True``; :func:`validate` then holds it to that. A game of more than 2,000,000 histories
    is refused, wherever its tree is walked: at once if it declares ``number_of_histories``, else after so many.

    The command line prints what a game says of itself: its ``__str__``, its ``legend`` (a line on actions and information sets), and
    ``action_names(history)``, a mapping from each action there to its name. All three are optional.

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


class Limits:
    """What a walk over a whole tree asks at each history, so that it comes to an end, and leaves some memory.

    Raises
    ------
    ValueError
        If the game declares more histories than can be walked; the message tells its size and the limit.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._passed = 0
        declared = getattr(game, "number_of_histories", 0)
        if isinstance(declared, int) and declared > MAX_HISTORIES:
            raise ValueError(self._too_large(f"{declared:,}" if declared < 10**15 else "more than 10^15"))

    def pass_by(self, history: str) -> None:
        """Refuse a history so long that the game is taken never to end, or one too many."""
        if len(history) > MAX_LENGTH:
            raise ValueError(f"a history has more than {MAX_LENGTH} actions: does the game ever end? It begins {history[:20]!r}")
        self._passed += 1
        if self._passed > MAX_HISTORIES:
            raise ValueError(self._too_large(f"more than {MAX_HISTORIES:,}"))

    def _too_large(self, size: str) -> str:
        game = shorten(repr(self._game), 200, placeholder=" ...")
        return f"the game is too large: {game} has {size} histories, and at most {MAX_HISTORIES:,} are walked; take fewer cards or actions"


def histories(game: Game) -> Iterator[str]:
    """Walk the whole tree, each history before its successors.

    Raises
    ------
    ValueError
        If a history grows past 300 actions: the game is taken not to end. If there are more than 2,000,000.

    Examples
    --------
    >>> from kuhncfr import OneBetKuhn
    >>> len(list(histories(OneBetKuhn())))
    34
    """
    return _histories(arguments.game("game", game), Limits(game))


def _histories(game: Game, limits: Limits) -> Iterator[str]:
    stack = [""]
    while stack:
        history = stack.pop()
        limits.pass_by(history)
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

    Raises
    ------
    ValueError
        If the game never ends, or has more than 2,000,000 histories.

    Examples
    --------
    >>> from kuhncfr import OneBetKuhn
    >>> found = information_sets(OneBetKuhn())
    >>> found["Kb"].histories
    ('AKb', 'QKb')
    >>> list(found)
    ['A', 'K', 'Q', 'Ab', 'Kb', 'Qb']
    """
    game, members = arguments.game("game", game), dict[str, list[str]]()
    for history in histories(game):
        if not game.is_terminal(history) and not game.is_chance(history):
            members.setdefault(game.infoset(history), []).append(history)
    first_actions = successors(game, "")

    def place(item: InformationSet) -> tuple[int, int, int]:
        card = item.key[:1]
        return item.player, len(item.key), first_actions.index(card) if card in first_actions else 0

    found = [InformationSet(key, game.player(hs[0]), tuple(game.actions(hs[0])), tuple(hs)) for key, hs in members.items()]
    return {item.key: item for item in sorted(found, key=place)}
