"""``kuhncfr simulate``."""

from collections.abc import Sequence

import typer

import kuhncfr as kc
from kuhncfr.cli import solutions
from kuhncfr.cli.errors import INTERRUPTED
from kuhncfr.cli.formatting import format_number, plural
from kuhncfr.cli.options import Full, Hands, Progress, Seed, show_progress
from kuhncfr.cli.output import echo, notice, notice_preparing, print_information_sets, print_table
from kuhncfr.cli.registry import GameOption
from kuhncfr.cli.solutions import StrategyFile
from kuhncfr.simulation import Simulation


def simulate(
    file: StrategyFile,
    hands: Hands = 1_000_000,
    seed: Seed = None,
    game: GameOption = None,
    full: Full = False,
    progress: Progress = None,
) -> None:
    """Play many hands with a saved strategy, and count the winnings at each information set.

    Ctrl-C ends the simulation early: the hands until then are counted, and the exit code is 130.
    """
    solution = solutions.load(file, game)
    notice_preparing()
    simulation = kc.simulate(solution.game, solution.profile, hands, seed=seed, progress=show_progress(progress))
    if simulation.interrupted:
        notice(f"Interrupted: these are {plural(simulation.episodes, 'hand')}.")
    echo(str(solution))
    echo()
    _show_information_sets(simulation, full)
    _show_means(simulation)
    if simulation.interrupted:
        raise typer.Exit(INTERRUPTED)


def _show_information_sets(simulation: Simulation, full: bool) -> None:
    def table(own: Sequence[kc.InformationSet]) -> tuple[list[str], list[list[str]]]:
        plays, net = simulation.plays, simulation.net
        return ["plays", "net chips", "mean"], [[i.key, f"{plays[i.key]:,}", f"{net[i.key]:,.10g}", _mean(simulation, i.key)] for i in own]

    print_information_sets(simulation.tree.game, full, table)


def _mean(simulation: Simulation, infoset: str) -> str:
    plays = simulation.plays[infoset]
    return f"{simulation.net[infoset] / plays:.4f}" if plays else ""


def _show_means(simulation: Simulation) -> None:
    exact = kc.expected_utilities(simulation.tree.game, simulation.profile)
    numbers = zip(simulation.mean, simulation.standard_error, exact, simulation.z(exact), strict=True)
    echo(f"{plural(simulation.episodes, 'hand')}, chips a hand; z counts standard errors from the exact value")
    rows = [
        [f"Player {player + 1}", f"{mean:.6f}", f"{error:.6f}", format_number(value), f"{z:.2f}"]
        for player, (mean, error, value, z) in enumerate(numbers)
    ]
    print_table(["", "mean", "standard error", "exact value", "z"], rows)
