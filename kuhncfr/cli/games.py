"""The games of the command line: their names, how they are saved, and what they are called in a sentence."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

import kuhncfr as kc
from kuhncfr.cli.errors import BadInput, told_in_one_line
from kuhncfr.cli.numbers import LONGEST, fraction
from kuhncfr.games.game import Limits


class GameName(StrEnum):
    """What the games are called on the command line."""

    ONE_BET = "one-bet"
    KUHN = "kuhn"
    LEDUC = "leduc"
    RAISE = "raise"
    BET_SIZE = "bet-size"


@dataclass(frozen=True)
class _Kind:
    """A kind of game, and which options it has."""

    make: Callable[..., Any]
    options: tuple[str, ...]


_KINDS = {
    GameName.ONE_BET: _Kind(kc.OneBetKuhn, ("ante",)),
    GameName.KUHN: _Kind(kc.KuhnPoker, ("players", "cards", "ante", "bet")),
    GameName.LEDUC: _Kind(kc.LeducPoker, ("ante", "raises")),
    GameName.RAISE: _Kind(kc.RaiseKuhn, ("ante",)),
    GameName.BET_SIZE: _Kind(kc.BetSizeKuhn, ("ante", "sizes")),
}


def to_json(game: Any) -> dict[str, Any]:
    """Return the name and the numbers of a game, as :func:`from_json` reads them."""
    name, kind = next((name, kind) for name, kind in _KINDS.items() if type(game) is kind.make)
    return {"name": str(name), **{option: _plain(getattr(game, option)) for option in kind.options}}


def from_json(entry: Any) -> Any:
    """Build the game again."""
    if not isinstance(entry, Mapping) or entry.get("name") not in list(GameName):
        raise BadInput(f"the game must be one of {', '.join(GameName)}, got {entry!r}")
    return make(GameName(entry["name"]), {key: value for key, value in entry.items() if key != "name"})


def describe(game: Any) -> str:
    """Tell the game in words.

    Examples
    --------
    >>> describe(kc.KuhnPoker(players=3, cards=4, ante=Fraction(1, 2)))
    'Kuhn poker, 3 players, 4 cards, ante 1/2, bet 1'
    """
    match game:
        case kc.KuhnPoker():
            return f"Kuhn poker, {game.players} players, {game.cards} cards, ante {game.ante}, bet {game.bet}"
        case kc.OneBetKuhn():
            return f"One-bet Kuhn poker, ante {game.ante}"
        case kc.RaiseKuhn():
            return f"Kuhn poker with a raise, ante {game.ante}"
        case kc.BetSizeKuhn():
            return f"Kuhn poker with bets of {' or '.join(map(str, game.sizes))}, ante {game.ante}"
        case _:
            return f"Leduc poker, ante {game.ante}, raises of {' and '.join(map(str, game.raises))}"


def typed(game: Any) -> str:
    """Return the name of a game and its options, as they are typed.

    Examples
    --------
    >>> typed(kc.LeducPoker()), typed(kc.KuhnPoker(cards=4, ante=Fraction(1, 2)))
    ('leduc', 'kuhn --cards 4 --ante 1/2')
    """
    entry = to_json(game)
    usual = to_json(type(game)())
    return " ".join([entry["name"], *(f"--{option} {_listed(value)}" for option, value in entry.items() if value != usual[option])])


def legend(game: Any) -> str:
    """Explain the names of actions and information sets in a line.

    Examples
    --------
    >>> legend(kc.KuhnPoker())
    'p pass or fold, b bet or call; Jpb: a Jack, after a pass and a bet'
    """
    match game:
        case kc.OneBetKuhn():
            return "p pass or fold, b bet or call; Kb: a King, after a bet"
        case kc.KuhnPoker():
            card = "a Jack" if game.cards == 3 else f"card {game.ranking[0]}"
            return f"p pass or fold, b bet or call; {game.ranking[0]}pb: {card}, after a pass and a bet"
        case kc.RaiseKuhn():
            return "p pass or fold, b bet or call, r raise; Jpb: a Jack, after a pass and a bet"
        case kc.BetSizeKuhn():
            size = game.sizes[-1]
            return f"p pass or fold, b call, a digit bets so many; Jp{size}: a Jack, after a pass and a bet of {size}"
        case _:
            return "f fold, c check or call, r bet or raise; Jcr: a Jack, after a check and a bet"


def make(name: GameName, numbers: Mapping[str, Any], dashes: str = "") -> Any:
    """Build a game from its numbers; `dashes` stand before their names where an error tells one.

    Raises
    ------
    BadInput
        If the game has no such number, a number is out of range, or the game is too large.
    """
    kind = _KINDS[name]
    for option in numbers:
        if option not in kind.options:
            options = ", ".join(dashes + allowed for allowed in kind.options)
            raise BadInput(f"{name} has no {dashes}{option}; it has {options}")
    given = {option: _READ[option](dashes + option, value) for option, value in numbers.items()}
    if name is GameName.KUHN:
        given.setdefault("cards", given.get("players", 2) + 1)
    with told_in_one_line():
        game = kind.make(**given)
        Limits(game)
    return game


def _whole(name: str, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadInput(f"{name} must be a whole number, got {value!r}")
    return value


def _amount(name: str, value: Any) -> Fraction:
    return fraction(name, str(value))


def _amounts(name: str, value: Any) -> list[Fraction]:
    return [fraction(name, part) for part in _parts(value)]


def _sizes(name: str, value: Any) -> list[int]:
    if not all(part.strip().isdecimal() and len(part) <= LONGEST for part in _parts(value)):
        raise BadInput(f"{name} must be whole numbers such as 1,2, got {value!r}")
    return [int(part) for part in _parts(value)]


_READ: dict[str, Callable[[str, Any], Any]] = {
    "players": _whole,
    "cards": _whole,
    "ante": _amount,
    "bet": _amount,
    "raises": _amounts,
    "sizes": _sizes,
}


def _parts(value: Any) -> list[str]:
    return value.split(",") if isinstance(value, str) else list(map(str, value)) if isinstance(value, Sequence) else [str(value)]


def _listed(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def _plain(value: Any) -> Any:
    """Fractions as text, which stays exact."""
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    return str(value) if isinstance(value, Fraction) else value
