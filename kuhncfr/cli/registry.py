"""The games of the command line: one table of their names, their options and their words, which every command reads."""

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from functools import wraps
from typing import Annotated, Any, Literal, get_type_hints

import typer

import kuhncfr as kc
from kuhncfr._support.fractions_from_text import plain_fractions
from kuhncfr.cli.errors import BadInput, told_in_one_line
from kuhncfr.cli.numbers import LONGEST, fraction
from kuhncfr.cli.options import GAME, option
from kuhncfr.games.game import Limits

GameName = Literal["one-bet", "kuhn", "leduc", "raise", "bet-size"]


@dataclass(frozen=True)
class _Kind:
    """A kind of game: its class, its options, a description of such a game, and a legend of actions and information sets."""

    make: Callable[..., Any]
    options: tuple[str, ...]
    describe: Callable[[Any], str]
    legend: Callable[[Any], str]


def _legend_of_kuhn(game: Any) -> str:
    card = "a Jack" if game.cards == 3 else f"card {game.ranking[0]}"
    return f"p pass or fold, b bet or call; {game.ranking[0]}pb: {card}, after a pass and a bet"


def _legend_of_bet_sizes(game: Any) -> str:
    size = game.sizes[-1]
    return f"p pass or fold, b call, a digit bets so many; Jp{size}: a Jack, after a pass and a bet of {size}"


_KINDS = {
    "one-bet": _Kind(
        kc.OneBetKuhn,
        ("ante",),
        lambda game: f"One-bet Kuhn poker, ante {game.ante}",
        lambda game: "p pass or fold, b bet or call; Kb: a King, after a bet",
    ),
    "kuhn": _Kind(
        kc.KuhnPoker,
        ("players", "cards", "ante", "bet"),
        lambda game: f"Kuhn poker, {game.players} players, {game.cards} cards, ante {game.ante}, bet {game.bet}",
        _legend_of_kuhn,
    ),
    "leduc": _Kind(
        kc.LeducPoker,
        ("ante", "raises"),
        lambda game: f"Leduc poker, ante {game.ante}, raises of {' and '.join(map(str, game.raises))}",
        lambda game: "f fold, c check or call, r bet or raise; Jcr: a Jack, after a check and a bet",
    ),
    "raise": _Kind(
        kc.RaiseKuhn,
        ("ante",),
        lambda game: f"Kuhn poker with a raise, ante {game.ante}",
        lambda game: "p pass or fold, b bet or call, r raise; Jpb: a Jack, after a pass and a bet",
    ),
    "bet-size": _Kind(
        kc.BetSizeKuhn,
        ("ante", "sizes"),
        lambda game: f"Kuhn poker with bets of {' or '.join(map(str, game.sizes))}, ante {game.ante}",
        _legend_of_bet_sizes,
    ),
}
_NAMES = f"{', '.join(list(_KINDS)[:-1])} or {list(_KINDS)[-1]}"


def _entry(game: Any) -> tuple[str, _Kind]:
    return next((name, kind) for name, kind in _KINDS.items() if type(game) is kind.make)


def describe(game: Any) -> str:
    """Describe the game in words.

    Examples
    --------
    >>> describe(kc.KuhnPoker(players=3, cards=4, ante=Fraction(1, 2)))
    'Kuhn poker, 3 players, 4 cards, ante 1/2, bet 1'
    """
    return _entry(game)[1].describe(game)


def legend(game: Any) -> str:
    """Explain the names of actions and information sets in a line.

    Examples
    --------
    >>> legend(kc.KuhnPoker())
    'p pass or fold, b bet or call; Jpb: a Jack, after a pass and a bet'
    """
    return _entry(game)[1].legend(game)


def typed(game: Any) -> str:
    """Return the name of a game and its options, as they are typed.

    Examples
    --------
    >>> typed(kc.LeducPoker()), typed(kc.KuhnPoker(cards=4, ante=Fraction(1, 2)))
    ('leduc', 'kuhn --cards 4 --ante 1/2')
    """
    entry, usual = to_json(game), to_json(type(game)())
    return " ".join([entry["name"], *(f"--{option} {_listed(value)}" for option, value in entry.items() if value != usual[option])])


# -- games from numbers, and numbers from games --


def to_json(game: Any) -> dict[str, Any]:
    """Return the name and the numbers of a game, as :func:`from_json` reads them."""
    name, kind = _entry(game)
    return {"name": name, **{option: _plain(getattr(game, option)) for option in kind.options}}


def from_json(entry: Any) -> Any:
    """Build the game again."""
    if not isinstance(entry, Mapping) or entry.get("name") not in list(_KINDS):
        raise BadInput(f"the game must be one of {', '.join(_KINDS)}, got {entry!r}")
    return make(entry["name"], {key: value for key, value in entry.items() if key != "name"})


def from_repr(text: str) -> Any:
    """Build the game again that a file of a run names.

    Examples
    --------
    >>> from_repr("KuhnPoker(players=3, cards=4, ante=Fraction(1, 2), bet=Fraction(1, 1))")
    KuhnPoker(players=3, cards=4, ante=Fraction(1, 2), bet=Fraction(1, 1))
    """
    made = re.fullmatch(r"(\w+)\((.*)\)", plain_fractions(text))
    name = next((name for name, kind in _KINDS.items() if made and kind.make.__name__ == made[1]), None)
    if made is None or name is None:
        raise BadInput(f"the game must be one of {', '.join(_KINDS)}, got {text}")
    numbers = {option: value.strip("()") for option, value in re.findall(r"(\w+)=(\(.*?\)|[^,]+)", made[2])}
    return make(name, {option: int(value) if _READ[option] is _whole else value for option, value in numbers.items()})


def make(name: str, numbers: Mapping[str, Any], dashes: str = "") -> Any:
    """Build a game from its numbers; `dashes` stand before their names in an error message.

    Raises
    ------
    BadInput
        If the game has no such number, a number is out of range, or the game is too large.
    """
    kind = _KINDS[name]
    for number in numbers:
        if number not in kind.options:
            options = ", ".join(dashes + allowed for allowed in kind.options)
            raise BadInput(f"{name} has no {dashes}{number}; it has {options}")
    given = {option: _READ[option](dashes + option, value) for option, value in numbers.items()}
    if name == "kuhn":
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


# -- options --


GameArgument = Annotated[GameName, typer.Argument(help=f"{_NAMES}.", metavar="GAME", show_choices=False)]
GameOption = Annotated[GameName | None, option(f"If no file tells it: {_NAMES}.", "NAME", GAME, "--game")]
Players = Annotated[int | None, option("Of kuhn: how many; 2 if not given.", "N", GAME)]
Cards = Annotated[int | None, option("Of kuhn: size of the deck; players + 1 if not given.", "N", GAME)]
Ante = Annotated[str | None, option("Such as 2, 0.5 or 1/2; 1 if not given.", "CHIPS", GAME)]
Bet = Annotated[str | None, option("Of kuhn: 1 if not given.", "CHIPS", GAME)]
Raises = Annotated[str | None, option("Of leduc, one for each round; 2,4 if not given.", "CHIPS,CHIPS", GAME)]
Sizes = Annotated[str | None, option("Of bet-size, what can be bet; 1,2 if not given.", "CHIPS,...", GAME)]


@dataclass(frozen=True)
class GameNumbers:
    """The numbers of a game, as they were typed; None where nothing was."""

    players: Players = None
    cards: Cards = None
    ante: Ante = None
    bet: Bet = None
    raises: Raises = None
    sizes: Sizes = None

    def game(self, name: str | None) -> Any:
        """Return the game of this name, or None if neither a name nor a number was typed."""
        typed = {option: value for option, value in asdict(self).items() if value is not None}
        if name is not None:
            return make(name, typed, "--")
        if typed:
            raise BadInput(f"--{next(iter(typed))} belongs to a game: name it with --game")
        return None


NO_NUMBERS = GameNumbers()


def game_numbers(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command an option for each of the :class:`GameNumbers`, which it receives together as its parameter `numbers`."""
    hints = get_type_hints(GameNumbers, include_extras=True)

    @wraps(command)
    def spread(**typed: Any) -> None:
        command(numbers=GameNumbers(**{name: typed.pop(name) for name in hints}), **typed)

    # Typer makes options of the parameters in the signature.
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    options = [inspect.Parameter(name, kind, default=None, annotation=hint) for name, hint in hints.items()]
    own = inspect.signature(command).parameters.values()
    parameters = [parameter for each in own for parameter in (options if each.name == "numbers" else [each])]
    vars(spread)["__signature__"] = inspect.Signature(parameters)
    return spread
