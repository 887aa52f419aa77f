"""``kuhncfr nash``."""

from typing import Annotated

import kuhncfr as kc
from kuhncfr.cli.closed_form import THREE_PLAYER, closed_form
from kuhncfr.cli.files import check_output, saved_first
from kuhncfr.cli.numbers import both, fraction
from kuhncfr.cli.options import GAME, Force, Save, option
from kuhncfr.cli.registry import Ante, Bet, Cards, GameArgument, GameNumbers, Players, legend
from kuhncfr.cli.screen import say, strategy_tables, table

Alpha = Annotated[str | None, option("Of kuhn with two players and ante 1: how often player 1 bluffs, 0 to 1/3.", "P", GAME)]
Parameter = Annotated[str | None, option("Of kuhn with three players, a probability: see the book's page 'Three players'.", "P", GAME)]


def nash(
    game: GameArgument,
    players: Players = None,
    cards: Cards = None,
    ante: Ante = None,
    bet: Bet = None,
    alpha: Alpha = None,
    b11: Parameter = None,
    b21: Parameter = None,
    b23: Parameter = None,
    b32: Parameter = None,
    c11: Parameter = None,
    c33: Parameter = None,
    c34: Parameter = None,
    save: Save = None,
    force: Force = False,
) -> None:
    """Print an equilibrium in closed form, in exact fractions: of one-bet, and of kuhn with two players or three.

    In the tables p is to pass or fold, and b to bet or call; Jpb is a Jack, after a pass and a bet.
    """
    chosen = GameNumbers(players, cards, ante, bet).game(game)
    typed = {"alpha": alpha, **dict(zip(THREE_PLAYER, (b11, b21, b23, b32, c11, c33, c34), strict=True))}
    equilibrium = closed_form(chosen, {name: fraction(f"--{name}", text) for name, text in typed.items() if text is not None})
    check_output(save, ".json", force)

    solution = equilibrium.solution
    with saved_first(save, solution.save):
        say(solution.describe())
        say(legend(solution.game))
        say()
        strategy_tables(solution.game, solution.profile, full=True)
        table(["", "value"], [[f"Player {player + 1}", both(value)] for player, value in enumerate(equilibrium.values)])
        say(f"NashConv {kc.nash_conv(solution.game, solution.profile)}, exactly")
        say()
        for line in equilibrium.others.splitlines():
            say(line)
