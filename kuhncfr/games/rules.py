"""A check that a game keeps the rules of a game."""

import math
from collections.abc import Iterable
from fractions import Fraction

from kuhncfr.games.game import Game, Limits


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
        differ in player or actions, a player forgets what they knew or did (imperfect recall), or a history grows past 300
        actions; the message names the history. If the game has more than 2,000,000 histories; the message tells how many it has.

    Examples
    --------
    >>> from kuhncfr import OneBetKuhn
    >>> validate(OneBetKuhn(ante=1))
    """
    _check_parts(game)
    if not isinstance(game.players, int) or game.players < 1:
        raise ValueError(f"players must be a whole number of at least 1, got {game.players!r}")
    limits = Limits(game)
    first_seen: dict[str, tuple[str, _Memory]] = {}
    stack: list[tuple[str, tuple[_Memory, ...]]] = [("", ((),) * game.players)]
    while stack:
        history, memories = stack.pop()
        limits.pass_by(history)
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
    try:
        return isinstance(number, (int, float, Fraction)) and math.isfinite(number)
    except OverflowError:  # solvers compute with floats, which end at 1.8e308
        return False


def _rounding(numbers: Iterable[Fraction | float]) -> float:
    """Exact numbers must agree exactly; floats may be off by rounding."""
    return 1e-9 if any(isinstance(number, float) for number in numbers) else 0
