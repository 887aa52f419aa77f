"""The games that every command knows: a table of names; ``open_spiel:NAME``, ``MODULE:NAME`` or a file of Gambit's for any other."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from inspect import Parameter, signature
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

import kuhncfr as kc
from kuhncfr._support import arguments
from kuhncfr._support.importing import import_object
from kuhncfr.cli.options import GAME, option, parse_fraction
from kuhncfr.games.game import Limits

GAMES: dict[str, Callable[..., Any]] = {
    "one-bet": kc.OneBetKuhn,
    "kuhn": kc.KuhnPoker,
    "leduc": kc.LeducPoker,
    "raise": kc.RaiseKuhn,
    "bet-size": kc.BetSizeKuhn,
}
_OPEN_SPIEL = "open_spiel:"
_MODULE_AND_NAME = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")


@dataclass(frozen=True)
class GameChoice:
    """A game as it was chosen on the command line.

    Attributes
    ----------
    name : str
        A name in :data:`GAMES`, ``open_spiel:NAME``, ``MODULE:NAME``, or the path of a file in Gambit's format, ``.efg``.
    options : mapping of str to str
        The parameters of its class that were typed, as text.
    game : Game
        The game.
    """

    name: str
    options: Mapping[str, str]
    game: Any

    @property
    def command_line(self) -> str:
        """The name and the options as they are typed."""
        return " ".join([self.name, *(f"--{name} {text}" for name, text in self.options.items())])

    @property
    def legend(self) -> str:
        """The line in which the game explains its actions and information sets; empty if it has none."""
        return getattr(self.game, "legend", "")

    def __str__(self) -> str:
        """The description that the class of the game gives, otherwise what is typed."""
        kind: Any = type(self.game)
        return self.command_line if kind.__str__ is object.__str__ else str(self.game)

    def to_json(self) -> dict[str, str]:
        """Return the name and the options, as a file stores them."""
        return {"name": self.name, **self.options}


def choose(name: str, options: Mapping[str, str]) -> GameChoice:
    """Return the game of a name with these options.

    Raises
    ------
    ValueError
        If there is no such game, it has no such option, or an option is out of range.

    Examples
    --------
    >>> choice = choose("kuhn", {"cards": "4", "ante": "1/2"})
    >>> str(choice), choice.command_line
    ('Kuhn poker, 2 players, 4 cards, ante 1/2, bet 1', 'kuhn --cards 4 --ante 1/2')
    """
    found = _find(name)
    known = parameters(found)
    for typed in options:
        if typed not in known:
            has = ", ".join(f"--{parameter}" for parameter in known) or "no options"
            raise ValueError(f"{name} has no --{typed}; it has {has}")
    for needed, parameter in known.items():
        if parameter.default is Parameter.empty and needed not in options:
            raise ValueError(f"{name} needs --{needed}")
    given = {typed: _read(typed, text, known[typed].default) for typed, text in options.items()}
    game = arguments.game("game", found(**given) if callable(found) else found)
    Limits(game)
    return GameChoice(name, options, game)


def _find(name: str) -> Any:
    if name in GAMES:
        return GAMES[name]
    if name.startswith(_OPEN_SPIEL):
        return partial(kc.from_open_spiel, name.removeprefix(_OPEN_SPIEL))
    if _MODULE_AND_NAME.fullmatch(name):
        return import_object(name)
    if name.endswith(".efg"):
        return kc.read_efg(name)
    others = "open_spiel:NAME, MODULE:NAME or FILE.py:NAME of your own, or a .efg file"
    raise ValueError(f"the game must be one of {', '.join(GAMES)}, {others}, got {name!r}")


def parameters(make: Any) -> Mapping[str, Parameter]:
    """Return the parameters that can be given by name; a game that is made already has none."""
    found = signature(make).parameters if callable(make) else {}
    by_name = (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)
    return {name: parameter for name, parameter in found.items() if parameter.kind in by_name}


def _read(option: str, text: str, default: Any) -> Any:
    """Read a value of the kind of the default: a number, numbers between commas, or text."""
    if isinstance(default, tuple | list):
        return tuple(_read(option, part, 0) for part in text.strip("()").split(","))
    if isinstance(default, str):
        return text
    number = parse_fraction(f"--{option}", text)
    return int(number) if number.denominator == 1 else number


# -- games in files --


def from_json(entry: Any) -> GameChoice:
    """Return the game that a saved strategy or a saved run names.

    Only a name in :data:`GAMES` is looked up: a file must not import a module.
    """
    if not isinstance(entry, Mapping) or entry.get("name") not in list(GAMES):
        others = "be named with --game MODULE:NAME, open_spiel:NAME or a .efg file"
        raise ValueError(f"its game must be one of {', '.join(GAMES)}, or {others}, got {arguments.shown(entry)}")
    return choose(entry["name"], {option: str(value) for option, value in entry.items() if option != "name"})


# -- arguments and options of the commands --


class GameCommand(TyperCommand):
    """A command that takes, beside its own options, those of the game: the parameters of its class."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Move the options of games from the arguments to ``ctx.obj``."""
        own = {name for parameter in self.params for name in (*parameter.opts, *parameter.secondary_opts)}
        games = [*GAMES, *(name for word in args if _MODULE_AND_NAME.fullmatch(name := word.removeprefix("--game=")))]
        options = {f"--{option}" for name in games for option in parameters(_find(name))} - own
        ctx.obj, rest, words = {}, [], iter(args)
        for word in words:
            name, equals, value = word.partition("=")
            if name in options:
                ctx.obj[name.removeprefix("--")] = value if equals else next(words, "")
            else:
                rest.append(word)
        return super().parse_args(ctx, rest)


def _chosen(context: typer.Context, name: str | None) -> GameChoice | None:
    """Return the game of this name with the options that were typed."""
    if name is None and context.obj:
        raise ValueError(f"--{next(iter(context.obj))} belongs to a game: name it with --game")
    return None if name is None else choose(name, context.obj)


_HELP = "; ".join(f"{name} ({', '.join(f'--{option}' for option in parameters(game))})" for name, game in GAMES.items())
_HELP += "; open_spiel:NAME, a game of OpenSpiel; MODULE:NAME, one in a module of the current folder, with its parameters; or a .efg file."

GameArgument = Annotated[GameChoice, typer.Argument(help=_HELP, metavar="GAME", parser=str, callback=_chosen)]
GameOption = Annotated[
    GameChoice | None,
    option(f"If the file does not name it: {_HELP}", "GAME", GAME, "--game", parser=str, callback=_chosen),
]
