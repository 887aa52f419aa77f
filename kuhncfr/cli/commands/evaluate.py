"""``kuhncfr evaluate``."""

import kuhncfr as kc
from kuhncfr.cli import solutions
from kuhncfr.cli.formatting import format_distance, format_number, plural
from kuhncfr.cli.options import Full, HandsIfAny, Progress, Seed, show_progress
from kuhncfr.cli.output import echo, print_strategy, print_table
from kuhncfr.cli.registry import GameOption
from kuhncfr.cli.solutions import StrategyFile
from kuhncfr.deviation import Deviations


def evaluate(
    file: StrategyFile,
    hands: HandsIfAny = None,
    seed: Seed = None,
    game: GameOption = None,
    full: Full = False,
    progress: Progress = None,
) -> None:
    """Measure how far a saved strategy is from an equilibrium: how much each player could gain by a best response."""
    solution = solutions.load(file, game)
    compared = kc.deviations(solution.game, solution.profile, hands, seed=seed, progress=show_progress(progress))
    echo(str(solution))
    echo()
    echo("Best responses, each to the others' strategies in the file")
    echo("Where actions are equally good, the first is given.")
    best = solution.profile
    for response in compared.best_responses:
        best = best.replace(response)
    print_strategy(solution.game, best, full)
    columns = zip(compared.values, compared.best_response_values, compared.gains, strict=True)
    rows = [[f"Player {player + 1}", *map(format_number, row)] for player, row in enumerate(columns)]
    print_table(["", "value", "best response", "gain"], rows)
    echo()
    _show_hands(compared)
    echo(f"NashConv                        {format_distance(compared.nash_conv)}")
    echo(f"Exploitability (average gain)   {format_distance(compared.exploitability)}")
    echo(f"Epsilon (largest gain)          {format_distance(compared.epsilon)}")


def _show_hands(compared: Deviations) -> None:
    if compared.simulation is None or compared.simulations is None or compared.simulated_gains is None or compared.standard_errors is None:
        return
    echo(f"The same in played hands, {plural(compared.simulation.episodes, 'hand')} each, with standard errors (s.e.)")
    rows = []
    for player, best in enumerate(compared.simulations):
        own = (compared.simulation.mean[player], compared.simulation.standard_error[player])
        other = (best.mean[player], best.standard_error[player])
        gain = (compared.simulated_gains[player], compared.standard_errors[player])
        rows.append([f"Player {player + 1}", *(f"{number:.5f}" for number in (*own, *other, *gain))])
    print_table(["", "value", "s.e.", "best response", "s.e.", "gain", "s.e."], rows)
    echo()
