"""What an extensive-form game is, and a check that a game keeps its own rules."""

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

# A longer history means that the game never ends; Python's recursion, which walks the tree elsewhere, ends soon after.
MAX_LENGTH = 500


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


def histories(game: Game) -> Iterator[str]:
    """Walk the whole tree, each history before its successors.

    Raises
    ------
    ValueError
        If a history grows past 500 actions: the game is taken not to end.

    Examples
    --------
    >>> from kuhncfr import OneBetKuhn
    >>> len(list(histories(OneBetKuhn())))
    34
    """
    stack = [""]
    while stack:
        history = stack.pop()
        _check_length(history)
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


def validate(game: Game) -> None:
    """Check that a game keeps the rules of :class:`Game`.

    Parameters
    ----------
    game : Game
        The game to check; its whole tree is walked once.

    Raises
    ------
    TypeError
        If a part of :class:`Game` is missing; the message names it.
    ValueError
        If chance probabilities are negative or do not sum to 1, utilities are missing or not finite, a game that
        declares ``zero_sum`` is not, an action is not one character, an information set is not named by text, its histories
        differ in player or actions, a player forgets what they knew or did (imperfect recall), or a history grows past 500
        actions.
        The message names the history.

    Examples
    --------
    >>> from kuhncfr import OneBetKuhn
    >>> validate(OneBetKuhn(ante=1))
    """
    _check_parts(game)
    if not isinstance(game.players, int) or game.players < 1:
        raise ValueError(f"players must be a whole number of at least 1, got {game.players!r}")
    first_seen: dict[str, tuple[str, _Memory]] = {}
    stack: list[tuple[str, tuple[_Memory, ...]]] = [("", ((),) * game.players)]
    while stack:
        history, memories = stack.pop()
        _check_length(history)
        if game.is_terminal(history):
            _check_utilities(game, history)
            continue
        if game.is_chance(history):
            _check_chance(game, history)
            stack.extend((history + action, memories) for action in game.chance(history))
            continue
        _check_decision(game, history)
        player, infoset = game.player(history), game.infoset(history)
        earlier, memory = first_seen.setdefault(infoset, (history, memories[player]))
        _check_same_infoset(game, infoset, earlier, history)
        if memories[player] != memory:
            raise ValueError(
                f"imperfect recall: at {earlier!r} and {history!r}, both in information set {infoset!r}, "
                f"player {player} remembers {_tell(memory)} and {_tell(memories[player])}"
            )
        for action in game.actions(history):
            remembered = (*memories[player], (infoset, action))
            stack.append((history + action, (*memories[:player], remembered, *memories[player + 1 :])))


# What a player has seen and done so far: (information set, action) pairs.
_Memory = tuple[tuple[str, str], ...]


def _tell(memory: _Memory) -> str:
    return ", ".join(f"{action!r} at {infoset!r}" for infoset, action in memory) or "nothing"


def _check_parts(game: Game) -> None:
    missing = [name for name in _PARTS if not hasattr(game, name)]
    if missing:
        raise TypeError(f"a game has {', '.join(_PARTS)}; {game!r} lacks {', '.join(missing)}")


_PARTS = ("players", "is_terminal", "utilities", "is_chance", "chance", "player", "actions", "infoset")


def _check_length(history: str) -> None:
    if len(history) > MAX_LENGTH:
        raise ValueError(f"a history has more than {MAX_LENGTH} actions: does the game ever end? It begins {history[:20]!r}")


def _check_utilities(game: Game, history: str) -> None:
    utilities = game.utilities(history)
    if not isinstance(utilities, tuple) or len(utilities) != game.players:
        raise ValueError(f"utilities at {history!r} must be a tuple with one number per player ({game.players}), got {utilities!r}")
    if not all(_is_finite(u) for u in utilities):
        raise ValueError(f"utilities at {history!r} must be finite numbers, got {utilities!r}")
    if getattr(game, "zero_sum", False) and float(abs(sum(utilities))) > _rounding(utilities):
        raise ValueError(f"the game declares zero_sum, but the utilities at {history!r} sum to {sum(utilities)}: {utilities!r}")


def _check_chance(game: Game, history: str) -> None:
    chance = game.chance(history)
    if not chance:
        raise ValueError(f"chance moves at {history!r} but has no actions")
    _check_actions(tuple(chance), history)
    if any(not _is_finite(p) or p < 0 for p in chance.values()):
        raise ValueError(f"chance probabilities at {history!r} must be at least 0, got {dict(chance)!r}")
    total = sum(chance.values())
    if float(abs(total - 1)) > _rounding(chance.values()):
        raise ValueError(f"chance probabilities at {history!r} must sum to 1, got {total}")


def _check_decision(game: Game, history: str) -> None:
    player = game.player(history)
    if player not in range(game.players):
        raise ValueError(f"player at {history!r} must be one of 0 to {game.players - 1}, got {player!r}")
    if not isinstance(game.infoset(history), str):
        raise ValueError(f"infoset at {history!r} must be a name, as text, got {game.infoset(history)!r}")
    if not game.actions(history):
        raise ValueError(f"player {player} moves at {history!r} but has no actions")
    _check_actions(tuple(game.actions(history)), history)


def _check_actions(actions: tuple[str, ...], history: str) -> None:
    if any(not isinstance(action, str) or len(action) != 1 for action in actions) or len(set(actions)) < len(actions):
        raise ValueError(f"actions at {history!r} must be different single characters, got {actions!r}")


def _check_same_infoset(game: Game, infoset: str, one: str, other: str) -> None:
    for what, read in (("player", game.player), ("actions", game.actions)):
        if read(one) != read(other):
            raise ValueError(
                f"information set {infoset!r} has histories that differ in {what}: {read(one)!r} at {one!r}, {read(other)!r} at {other!r}"
            )


def _is_finite(number: object) -> bool:
    return isinstance(number, (int, float, Fraction)) and math.isfinite(number)


def _rounding(numbers: Iterable[Fraction | float]) -> float:
    """Exact numbers must agree exactly; floats may be off by rounding."""
    return 1e-9 if any(isinstance(number, float) for number in numbers) else 0
