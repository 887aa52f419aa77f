"""``kuhncfr nash``."""

from typing import Annotated

import kuhncfr as kc
from kuhncfr.cli.equilibria import THREE_PLAYER, closed_form
from kuhncfr.cli.files import check_output, save_before_printing
from kuhncfr.cli.formatting import format_exact
from kuhncfr.cli.options import GAME, Force, Save, option, parse_fraction
from kuhncfr.cli.output import echo, echo_heading, print_strategy, print_table
from kuhncfr.cli.registry import GameArgument

Alpha = Annotated[str | None, option("Of kuhn with two players and ante 1: how often player 1 bluffs, 0 to 1/3.", "P", GAME)]
Parameter = Annotated[str | None, option("Of kuhn with three players, a probability: see the book's page 'Three players'.", "P", GAME)]


def nash(
    game: GameArgument,
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
    """Print an equilibrium in closed form, in exact fractions: of one-bet, and of kuhn with two players or three."""
    typed = {"alpha": alpha, **dict(zip(THREE_PLAYER, (b11, b21, b23, b32, c11, c33, c34), strict=True))}
    equilibrium = closed_form(game, {name: parse_fraction(f"--{name}", text) for name, text in typed.items() if text is not None})
    check_output(save, ".json", force)

    solution = equilibrium.solution
    with save_before_printing(save, solution.save):
        echo_heading(str(solution), solution.choice.legend)
        print_strategy(solution.game, solution.profile, full=True)
        print_table(["", "value"], [[f"Player {player + 1}", format_exact(value)] for player, value in enumerate(equilibrium.values)])
        echo(f"NashConv {kc.nash_conv(solution.game, solution.profile)}, exactly")
        echo()
        for line in equilibrium.others.splitlines():
            echo(line)
