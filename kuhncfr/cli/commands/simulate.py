"""``kuhncfr simulate``."""

import typer

import kuhncfr as kc
from kuhncfr.cli import saved
from kuhncfr.cli.errors import INTERRUPTED
from kuhncfr.cli.game_options import NO_NUMBERS, GameNumbers, GameOption, game_numbers
from kuhncfr.cli.numbers import counted, shown
from kuhncfr.cli.options import Full, Hands, Progress, Seed, wanted
from kuhncfr.cli.saved import StrategyFile
from kuhncfr.cli.screen import MOST_ROWS, notice, preparing, say, table
from kuhncfr.hands.simulation import Simulation


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
    found = kc.simulate(solution.game, solution.profile, hands, seed=seed, progress=wanted(progress))
    if found.interrupted:
        notice(f"Interrupted: these are {counted(found.hands, 'hand')}.")
    say(solution.describe())
    say()
    _show_information_sets(found, full)
    _show_means(found)
    if found.interrupted:
        raise typer.Exit(INTERRUPTED)


def _show_information_sets(found: Simulation, full: bool) -> None:
    infosets = kc.information_sets(found.tree.game)
    if len(infosets) > MOST_ROWS and not full:
        say(f"{len(infosets)} information sets; --full shows them all.")
        say()
        return
    for player in range(found.tree.players):
        mine = [key for key, infoset in infosets.items() if infoset.player == player]
        rows = [[key, f"{found.plays[key]:,}", f"{found.net[key]:,.10g}", _mean(found, key)] for key in mine]
        table([f"Player {player + 1}", "plays", "net chips", "mean"], rows)
        say()


def _mean(found: Simulation, infoset: str) -> str:
    return f"{found.mean_at[infoset]:.4f}" if found.plays[infoset] else ""


def _show_means(found: Simulation) -> None:
    exact = kc.expected_utilities(found.tree.game, found.profile)
    numbers = zip(found.mean, found.standard_error, exact, found.z(exact), strict=True)
    say(f"{counted(found.hands, 'hand')}, chips a hand; z counts standard errors from the exact value")
    rows = [
        [f"Player {player + 1}", f"{mean:.6f}", f"{error:.6f}", shown(value), f"{z:.2f}"]
        for player, (mean, error, value, z) in enumerate(numbers)
    ]
    table(["", "mean", "standard error", "exact value", "z"], rows)
