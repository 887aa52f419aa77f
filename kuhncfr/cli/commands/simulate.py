"""``kuhncfr simulate``."""

import typer

import kuhncfr as kc
from kuhncfr.cli import saved
from kuhncfr.cli.errors import INTERRUPTED, told_in_one_line
from kuhncfr.cli.numbers import counted, shown
from kuhncfr.cli.options import Full, Hands, Progress, Seed, wanted
from kuhncfr.cli.registry import NO_NUMBERS, GameNumbers, GameOption, game_numbers
from kuhncfr.cli.saved import StrategyFile
from kuhncfr.cli.screen import MOST_ROWS, notice, preparing, say, table
from kuhncfr.simulation import Simulation


@game_numbers
def simulate(
    file: StrategyFile,
    hands: Hands = 1_000_000,
    seed: Seed = None,
    game: GameOption = None,
    numbers: GameNumbers = NO_NUMBERS,
    full: Full = False,
    progress: Progress = None,
) -> None:
    """Play many hands with a saved strategy, and count what is won and where.

    Ctrl-C ends it early: the hands until then are counted, and the exit code is 130.
    """
    solution = saved.load(file, numbers.game(game))
    preparing()
    with told_in_one_line():
        simulation = kc.simulate(solution.game, solution.profile, hands, seed=seed, progress=wanted(progress))
    if simulation.interrupted:
        notice(f"Interrupted: these are {counted(simulation.episodes, 'hand')}.")
    say(solution.describe())
    say()
    _show_information_sets(simulation, full)
    _show_means(simulation)
    if simulation.interrupted:
        raise typer.Exit(INTERRUPTED)


def _show_information_sets(simulation: Simulation, full: bool) -> None:
    infosets = kc.information_sets(simulation.tree.game)
    if len(infosets) > MOST_ROWS and not full:
        say(f"{len(infosets)} information sets; --full shows them all.")
        say()
        return
    for player in range(simulation.tree.players):
        mine = [key for key, infoset in infosets.items() if infoset.player == player]
        rows = [[key, f"{simulation.plays[key]:,}", f"{simulation.net[key]:,.10g}", _mean(simulation, key)] for key in mine]
        table([f"Player {player + 1}", "plays", "net chips", "mean"], rows)
        say()


def _mean(simulation: Simulation, infoset: str) -> str:
    return f"{simulation.mean_at[infoset]:.4f}" if simulation.plays[infoset] else ""


def _show_means(simulation: Simulation) -> None:
    exact = kc.expected_utilities(simulation.tree.game, simulation.profile)
    numbers = zip(simulation.mean, simulation.standard_error, exact, simulation.z(exact), strict=True)
    say(f"{counted(simulation.episodes, 'hand')}, chips a hand; z counts standard errors from the exact value")
    rows = [
        [f"Player {player + 1}", f"{mean:.6f}", f"{error:.6f}", shown(value), f"{z:.2f}"]
        for player, (mean, error, value, z) in enumerate(numbers)
    ]
    table(["", "mean", "standard error", "exact value", "z"], rows)
