"""Validate a game by a walk over its whole tree; compiling a game uses the same walk."""

import math
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from operator import add
from typing import NamedTuple

from kuhncfr._support import arguments
from kuhncfr.games.game import Game, Limits, infoset_at

Number = int | float | Fraction


class Node(NamedTuple):
    """A history of a game, with what the game returns for it.

    Attributes
    ----------
    history : str
        The actions so far.
    sequences : tuple of int
        For each player, the number of the player's latest sequence, counted per player; 0 is the empty sequence.
    chance_reach : Fraction or float
        The product of chance's probabilities so far.
    moves : Mapping or tuple of str
        The actions at the history: chance's with their probabilities, a player's as a tuple; empty at a terminal history.
    decision : Decision or None
        The information set; None if no player acts.
    utilities : tuple
        One number per player, in chips; empty unless the history is terminal.
    """

    history: str
    sequences: tuple[int, ...]
    chance_reach: Number
    moves: Mapping[str, Number] | tuple[str, ...]
    decision: "Decision | None" = None
    utilities: tuple[Number, ...] = ()


@dataclass(slots=True)
class Decision:
    """An information set, as the walk first visits it.

    Attributes
    ----------
    infoset : str
        Its key.
    player : int
        The player who acts.
    actions : tuple of str
        The actions of the player.
    parent : int
        The player's sequence that leads there.
    first : int
        The sequence of its first action; the other actions follow.
    history : str
        The first of its histories.
    """

    infoset: str
    player: int
    actions: tuple[str, ...]
    parent: int
    first: int
    history: str


def validate(game: Game) -> None:
    """Check that a game meets the requirements of :class:`Game`.

    Parameters
    ----------
    game : Game
        The game to check; its whole tree is walked once.

    Raises
    ------
    TypeError
        If a method of :class:`Game` is missing; the message names it.
    ValueError
        If the number of players is below 1, chance probabilities are negative or do not sum to 1, utilities are missing or not finite, a
        game that declares ``zero_sum`` is not zero-sum, an action is not one character, a player does not exist, the key of an
        information set is not text, its histories differ in player or actions, a player forgets what they
        knew or did (imperfect recall), or a history has more than 300 actions; the message names the history. If the game has more than
        2,000,000 histories; the message contains their number.

    Examples
    --------
    >>> from kuhncfr import OneBetKuhn
    >>> validate(OneBetKuhn(ante=1))
    """
    for _ in walk(game):
        pass


def walk(game: Game) -> Iterator[Node]:
    """Yield the nodes of a game breadth first, each one validated; the children of a node are contiguous.

    Sequences identify what players remember: under perfect recall, all histories of an information set have the same latest sequence of
    the player who acts there.
    """
    game = arguments.game("game", game)
    _check_termination(game)
    limits = Limits(game)
    zero_sum = bool(getattr(game, "zero_sum", False))
    decisions: dict[str, Decision] = {}
    found: list[list[Decision]] = [[] for _ in range(game.players)]
    following = [1] * game.players  # each player's next new sequence
    queue: deque[tuple[str, tuple[int, ...], Number, Mapping[str, Number] | None]] = deque()

    def add(history: str, sequences: tuple[int, ...], reach: Number) -> None:
        """Queue a history; count what chance may do there right away, since a deal may branch more widely than memory is large."""
        chance = game.chance(history) if not game.is_terminal(history) and game.is_chance(history) else None
        limits.check(history, len(chance or ()))
        queue.append((history, sequences, reach, chance))

    limits.check("")
    add("", (0,) * game.players, Fraction(1))
    while queue:
        history, sequences, reach, chance = queue.popleft()
        if game.is_terminal(history):
            utilities = game.utilities(history)
            _check_utilities(utilities, history, game.players, zero_sum)
            yield Node(history, sequences, reach, (), utilities=utilities)
        elif game.is_chance(history):
            moves = _checked_chance(chance, history)
            for action, probability in moves.items():
                add(history + action, sequences, reach * probability)
            yield Node(history, sequences, reach, moves)
        else:
            (player, infoset), actions = infoset_at(game, history), tuple(game.actions(history) or ())
            decision = decisions.get(infoset)
            if decision is None:
                _check_actions(f"player {player}", actions, history)
                decision = Decision(infoset, player, actions, sequences[player], following[player], history)
                decisions[infoset] = decision
                found[player].append(decision)
                following[player] += len(actions)
            elif decision.player != player or decision.actions != actions:
                raise ValueError(_difference(decision, player, actions, history))
            elif decision.parent != sequences[player]:
                raise ValueError(_imperfect_recall(decision, found[player], sequences[player], history))
            limits.check(history, len(actions))
            before, after = sequences[:player], sequences[player + 1 :]
            for own, action in enumerate(actions, decision.first):
                add(history + action, (*before, own, *after), reach)
            yield Node(history, sequences, reach, actions, decision)


def _check_termination(game: Game) -> None:
    """Follow one branch to its end: breadth first, an infinite game would reach the limit on histories before that on length."""
    history = ""
    limits = Limits(game)
    while not game.is_terminal(history):
        limits.check(history)
        if not game.is_chance(history):
            infoset_at(game, history)  # the actions may depend on the player
        moves = game.chance(history) if game.is_chance(history) else game.actions(history)
        action = next(iter(moves or ()), None)
        if not (isinstance(action, str) and len(action) == 1):
            return  # the walk raises the error
        history += action


def _difference(decision: Decision, player: int, actions: tuple[str, ...], history: str) -> str:
    what, one, other = ("player", decision.player, player) if decision.player != player else ("actions", decision.actions, actions)
    both = f"{one!r} at {decision.history!r}, {other!r} at {history!r}"
    advice = "; put the player into its name" if what == "player" else ""
    return f"information set {decision.infoset!r} has histories that differ in {what}: {both}{advice}"


def _imperfect_recall(decision: Decision, found: list[Decision], sequence: int, history: str) -> str:
    remembers = f"player {decision.player} remembers {_memory(decision.parent, found)} and {_memory(sequence, found)}"
    both = f"at {decision.history!r} and {history!r}, both in information set {decision.infoset!r}"
    return f"imperfect recall: {both}, {remembers}"


def _memory(sequence: int, found: list[Decision]) -> str:
    """Return the text of a player's own actions up to a sequence."""
    steps: list[str] = []
    for decision in reversed(found):
        if decision.first <= sequence < decision.first + len(decision.actions):
            steps.append(f"{decision.actions[sequence - decision.first]!r} at {decision.infoset!r}")
            sequence = decision.parent
    return ", ".join(reversed(steps)) or "nothing"


def _check_utilities(utilities: tuple[Number, ...], history: str, players: int, zero_sum: bool) -> None:
    if not isinstance(utilities, tuple) or len(utilities) != players:
        raise ValueError(f"utilities at {history!r} must be a tuple with one number per player ({players}), got {utilities!r}")
    if not all(_is_finite(u) for u in utilities):
        raise ValueError(f"utilities at {history!r} must be finite numbers, got {utilities!r}")
    total = reduce(add, utilities) if zero_sum else 0
    if not _equal(total, 0, utilities):
        raise ValueError(f"the game declares zero_sum, but the utilities at {history!r} sum to {total}: {utilities!r}")


def _checked_chance(chance: Mapping[str, Number] | None, history: str) -> Mapping[str, Number]:
    chance = chance or {}
    _check_actions("chance", tuple(chance), history)
    if any(not _is_finite(p) or p < 0 for p in chance.values()):
        raise ValueError(f"chance probabilities at {history!r} must be at least 0, got {dict(chance)!r}")
    total = sum(chance.values())
    if not _equal(total, 1, chance.values()):
        raise ValueError(f"chance probabilities at {history!r} must sum to 1, got {total}")
    return chance


def _check_actions(mover: str, actions: tuple[str, ...], history: str) -> None:
    if not actions:
        raise ValueError(f"{mover} moves at {history!r} but has no actions")
    if any(not isinstance(action, str) or len(action) != 1 for action in actions) or len(set(actions)) < len(actions):
        raise ValueError(f"actions of {mover} at {history!r} must be different single characters, got {actions!r}")


def _is_finite(number: object) -> bool:
    try:
        return isinstance(number, (int, float, Fraction)) and math.isfinite(number)
    except OverflowError:  # solvers compute with floats, which end at 1.8e308
        return False


def _equal(total: Number, expected: int, numbers: Iterable[Number]) -> bool:
    """Return whether a sum is as expected: exactly for exact numbers, up to rounding for floats."""
    return total == expected or (any(isinstance(number, float) for number in numbers) and abs(float(total) - expected) <= 1e-9)
