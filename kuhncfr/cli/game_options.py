"""The options that tell a game: its name, and its numbers."""

import inspect
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from functools import wraps
from typing import Annotated, Any, get_type_hints

import typer

from kuhncfr.cli.errors import BadInput
from kuhncfr.cli.games import GameName, make
from kuhncfr.cli.options import GAME

NAMES = f"{', '.join(list(GameName)[:-1])} or {list(GameName)[-1]}"

GameArgument = Annotated[GameName, typer.Argument(help=f"{NAMES}.", metavar="GAME", show_choices=False, show_default=False)]
GameOption = Annotated[
    GameName | None,
    typer.Option("--game", help=f"If no file tells it: {NAMES}.", metavar="NAME", show_default=False, rich_help_panel=GAME),
]
Players = Annotated[
    int | None, typer.Option(help="Of kuhn: how many; 2 if not given.", metavar="N", show_default=False, rich_help_panel=GAME)
]
Cards = Annotated[
    int | None,
    typer.Option(help="Of kuhn: size of the deck; players + 1 if not given.", metavar="N", show_default=False, rich_help_panel=GAME),
]
Ante = Annotated[
    str | None,
    typer.Option(help="Such as 2, 0.5 or 1/2; 1 if not given.", metavar="CHIPS", show_default=False, rich_help_panel=GAME),
]
Bet = Annotated[str | None, typer.Option(help="Of kuhn: 1 if not given.", metavar="CHIPS", show_default=False, rich_help_panel=GAME)]
Raises = Annotated[
    str | None,
    typer.Option(help="Of leduc, one for each round; 2,4 if not given.", metavar="CHIPS,CHIPS", show_default=False, rich_help_panel=GAME),
]
Sizes = Annotated[
    str | None,
    typer.Option(help="Of bet-size, what can be bet; 1,2 if not given.", metavar="CHIPS,...", show_default=False, rich_help_panel=GAME),
]


@dataclass(frozen=True)
class GameNumbers:
    """The numbers of a game, as they were typed; None where nothing was."""

    players: Players = None
    cards: Cards = None
    ante: Ante = None
    bet: Bet = None
    raises: Raises = None
    sizes: Sizes = None

    def game(self, name: GameName | None) -> Any:
        """Return the game of this name, or None if neither a name nor a number was typed."""
        typed = {option: value for option, value in asdict(self).items() if value is not None}
        if name is not None:
            return make(name, typed, "--")
        if typed:
            raise BadInput(f"--{next(iter(typed))} belongs to a game: name it with --game")
        return None


NO_NUMBERS = GameNumbers()


def game_numbers(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command an option for each of the :class:`GameNumbers`, which come to it together as its parameter `numbers`."""

    @wraps(command)
    def spread(**typed: Any) -> None:
        numbers = GameNumbers(**{field.name: typed.pop(field.name) for field in fields(GameNumbers)})
        command(numbers=numbers, **typed)

    # Typer makes options of what stands in the signature.
    hints = get_type_hints(GameNumbers, include_extras=True)
    options = [
        inspect.Parameter(field.name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=field.default, annotation=hints[field.name])
        for field in fields(GameNumbers)
    ]
    own = inspect.signature(command).parameters.values()
    parameters = [parameter for each in own for parameter in (options if each.name == "numbers" else [each])]
    vars(spread)["__signature__"] = inspect.Signature(parameters)
    return spread
