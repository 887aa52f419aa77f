"""``kuhncfr evaluate``."""

import kuhncfr as kc
from kuhncfr.cli import saved
from kuhncfr.cli.errors import told_in_one_line
from kuhncfr.cli.numbers import counted, distance, shown
from kuhncfr.cli.options import Full, HandsIfAny, Progress, Seed, wanted
from kuhncfr.cli.registry import NO_NUMBERS, GameNumbers, GameOption, game_numbers
from kuhncfr.cli.saved import StrategyFile
from kuhncfr.cli.screen import say, strategy_tables, table
from kuhncfr.deviation import Deviations


@game_numbers
def evaluate(
    file: StrategyFile,
    hands: HandsIfAny = None,
    seed: Seed = None,
    game: GameOption = None,
    numbers: GameNumbers = NO_NUMBERS,
    full: Full = False,
    progress: Progress = None,
) -> None:
    """Measure how far a saved strategy is from an equilibrium: what each player could gain by a best response."""
    solution = saved.load(file, numbers.game(game))
    with told_in_one_line():
        compared = kc.deviations(solution.game, solution.profile, hands, seed=seed, progress=wanted(progress))
    say(solution.describe())
    say()
    say("Best responses, each to the others' strategies in the file")
    say("Where actions are equally good, the first is given.")
    best = solution.profile
    for rows_of_one in compared.best_responses:
        best = best.replace(rows_of_one)
    strategy_tables(solution.game, best, full)
    measured = zip(compared.values, compared.best_response_values, compared.gains, strict=True)
    rows = [[f"Player {player + 1}", *map(shown, row)] for player, row in enumerate(measured)]
    table(["", "value", "best response", "gain"], rows)
    say()
    _show_hands(compared)
    say(f"NashConv                        {distance(compared.nash_conv)}")
    say(f"Exploitability (average gain)   {distance(compared.exploitability)}")
    say(f"Epsilon (largest gain)          {distance(compared.epsilon)}")


def _show_hands(compared: Deviations) -> None:
    if compared.simulation is None or compared.simulations is None or compared.simulated_gains is None or compared.standard_errors is None:
        return
    say(f"The same in played hands, {counted(compared.simulation.episodes, 'hand')} each, with standard errors (s.e.)")
    rows = []
    for player, best in enumerate(compared.simulations):
        own = (compared.simulation.mean[player], compared.simulation.standard_error[player])
        other = (best.mean[player], best.standard_error[player])
        gain = (compared.simulated_gains[player], compared.standard_errors[player])
        rows.append([f"Player {player + 1}", *(f"{number:.5f}" for number in (*own, *other, *gain))])
    table(["", "value", "s.e.", "best response", "s.e.", "gain", "s.e."], rows)
    say()
