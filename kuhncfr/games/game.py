"""The interface of an extensive-form game, its histories and its information sets."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from numbers import Integral
from textwrap import shorten
from typing import Any, Protocol

from kuhncfr._support import arguments

# A longer history is taken to mean that the game never ends. The readable walks are recursive: at this depth all of them fit Python's
# stack, below a notebook's own calls.
MAX_LENGTH = 300
MAX_HISTORIES = 2_000_000  # compiling so many takes 1.5 GB and a minute and a half; Kuhn poker for two with 200 cards has 358,401


class Game(Protocol):
    r"""A finite extensive-form game with perfect recall: the tuple :math:`(N, H, P, f_c, (\mathcal{I}_i), (u_i))`.

    Everything in this package works on a class with these methods. A history is a string with one character per action, chance's
    included; ``""`` is the root. Players are counted from 0.

    A game may also declare ``zero_sum = True``, which :func:`validate` then checks. Walking a tree of more than 2,000,000 histories raises
    ValueError: at once if the game declares ``number_of_histories``, otherwise after so many.

    A game in which chance plays for a player at some information sets may declare their rows as ``locked``, as
    :class:`~kuhncfr.locking.LockedGame` does: strategies then have these rows, too.

    The command line prints what a game says of itself: its ``__str__``, its ``legend`` (a line on actions and information sets), and
    ``action_names(history)``, a mapping from each action there to its name. All three are optional.

    References
    ----------
    Zinkevich, Johanson, Bowling and Piccione (2007), *Regret minimization in games with incomplete information*,
    section 2.
    """

    def __init__(self, *given: Any, **named: Any) -> None:
        if type(self) is Game:
            raise TypeError("Game only lists what a game needs: write kc.MatrixGame(A, B) or kc.KuhnPoker(), or a class of your own")
        super().__init__(*given, **named)  # of a class without an __init__ of its own: Python refuses arguments

    @property
    def players(self) -> int:
        """The number of players, without chance."""

    def is_terminal(self, history: str) -> bool:
        """Return whether a history is terminal: h in Z."""

    def utilities(self, history: str) -> tuple[Fraction, ...]:
        """Return the utilities at a terminal history, u_i(z), in chips: one number per player."""

    def is_chance(self, history: str) -> bool:
        """Return whether chance acts next: P(h) = c."""

    def chance(self, history: str) -> Mapping[str, Fraction]:
        """Return the probability of each chance action, f_c(a | h); they sum to 1."""

    def player(self, history: str) -> int:
        """Return the player who acts next, P(h)."""

    def actions(self, history: str) -> tuple[str, ...]:
        """Return the actions of the player to act, A(h), one character each."""

    def infoset(self, history: str) -> str:
        """Return the key of the information set of the player to act: all that this player knows."""


@dataclass(frozen=True)
class InformationSet:
    """A set of histories that a player cannot distinguish, and the actions there.

    Attributes
    ----------
    key : str
        For example ``"Kb"``: a King that faces a bet.
    player : int
        The player who acts, counted from 0.
    actions : tuple of str
        The actions of the player.
    histories : tuple of str
        The histories of the set.

    See Also
    --------
    kuhncfr.cfr.InfoSet : what CFR stores for an information set.
    """

    key: str
    player: int
    actions: tuple[str, ...]
    histories: tuple[str, ...]


def successors(game: Game, history: str) -> tuple[str, ...]:
    """Return the actions at a history, chance's or a player's; none at a terminal history."""
    if game.is_terminal(history):
        return ()
    return tuple(game.chance(history)) if game.is_chance(history) else tuple(game.actions(history))


def infoset_at(game: Game, history: str) -> tuple[int, str]:
    """Return the player who acts at a history, and the key of the information set.

    Raises
    ------
    ValueError
        If there is no such player, or the key is not text.
    """
    player = game.player(history)
    if isinstance(player, bool) or not isinstance(player, Integral) or not 0 <= player < game.players:
        raise ValueError(f"player at {history!r} must be one of 0 to {game.players - 1}, got {player!r}")
    infoset = game.infoset(history)
    if not isinstance(infoset, str):
        raise ValueError(f"infoset at {history!r} must be a name, as text, got {infoset!r}")
    return player, infoset


class Limits:
    """Limits the length and the number of histories of a walk, so that it terminates and fits in memory.

    Raises
    ------
    ValueError
        If the game declares more histories than the limit; the message contains both numbers.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._known = 0
        declared = getattr(game, "number_of_histories", 0)
        if isinstance(declared, int) and declared > MAX_HISTORIES:
            raise ValueError(self._too_large(f"{declared:,}" if declared < 10**15 else "more than 10^15"))

    def check(self, history: str, more: int = 1) -> None:
        """Raise ValueError if a history is too long, or `more` histories are too many with those counted before."""
        if len(history) > MAX_LENGTH:
            raise ValueError(f"a history has more than {MAX_LENGTH} actions: does the game ever end? It begins {history[:20]!r}")
        self._known += more
        if self._known > MAX_HISTORIES:
            raise ValueError(self._too_large(f"more than {MAX_HISTORIES:,}"))

    def _too_large(self, size: str) -> str:
        game = shorten(repr(self._game), 200, placeholder=" ...")
        return f"the game is too large: {game} has {size} histories, and at most {MAX_HISTORIES:,} are walked; take fewer cards or actions"


def histories(game: Game) -> Iterator[str]:
    """Yield all histories of the tree, parents before their children.

    Raises
    ------
    ValueError
        If a history has more than 300 actions, or there are more than 2,000,000 histories.

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
        limits.check(history)
        yield history
        stack.extend(history + action for action in reversed(successors(game, history)))


def information_sets(game: Game) -> dict[str, InformationSet]:
    """Return the information sets of a game, sorted for display.

    They are sorted by player, then by the length of the key, so that early decisions precede late ones, then in the order of the deck.

    Parameters
    ----------
    game : Game
        Any game that :func:`validate` accepts.

    Returns
    -------
    dict of str to InformationSet
        The information sets by key.

    Raises
    ------
    ValueError
        If a history has more than 300 actions, or there are more than 2,000,000 histories.

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
            _, infoset = infoset_at(game, history)
            members.setdefault(infoset, []).append(history)
    first_actions = successors(game, "")

    def place(item: InformationSet) -> tuple[int, int, int]:
        card = item.key[:1]
        return item.player, len(item.key), first_actions.index(card) if card in first_actions else 0

    found = [InformationSet(key, game.player(hs[0]), tuple(game.actions(hs[0])), tuple(hs)) for key, hs in members.items()]
    return {item.key: item for item in sorted(found, key=place)}
