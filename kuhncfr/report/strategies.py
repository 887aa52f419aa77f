"""The sheets of a report about a profile: its strategies, the best responses to it, and their gains."""

import pandas as pd

from kuhncfr.deviation import Deviations
from kuhncfr.evaluate import at_information_sets
from kuhncfr.report.sheet import Column, Sheet
from kuhncfr.simulation import Simulation

INFOSET = Column("", "What the player knows at the decision: usually the own card and the bets.")


def strategy_sheets(compared: Deviations) -> list[Sheet]:
    """Return two sheets per player: the profile and the best response at each information set, with the results of simulated hands."""
    about = "The strategy of player {0}, and the winnings of player {0} if all players follow the profile."
    about_best = "A best response of player {0}, and its winnings against the others. Of equally good actions it takes the first."
    assert compared.simulation is not None
    own = [_strategy(f"Player {i + 1}", about.format(i + 1), compared.simulation, i) for i in range(len(compared.values))]
    played = enumerate(compared.simulations or ())
    return [*own, *(_strategy(f"Best response {i + 1}", about_best.format(i + 1), simulation, i) for i, simulation in played)]


def _strategy(name: str, about: str, played: Simulation, player: int) -> Sheet:
    there = at_information_sets(played.tree.game, played.profile)
    counted = played.to_frame().query(f"player == {player}")
    actions = [action for action in counted.columns[2:-3] if counted[action].notna().any()]
    columns = {
        "information set": INFOSET,
        **{f"P({a})": Column("probability", f"Probability of action {a}; empty where it is not allowed.", "number") for a in actions},
        "reach": Column("probability", "Probability that a hand reaches the information set, computed on the whole tree.", "small"),
        "value": Column("chips a hand", "Average winnings in hands that reach the information set, computed on the whole tree.", "chips"),
        "plays": Column("hands", "Number of simulated hands that reached the information set.", "count"),
        "net": Column("chips", "Total winnings of the player in these hands; a loss is negative.", "net"),
        "mean": Column("chips a hand", "Net divided by plays: an estimate of value; empty where there were no plays.", "chips"),
    }
    exact = pd.DataFrame([there[key] for key in counted["infoset"]], counted.index, ["reach", "value"], dtype=float)
    table = pd.concat([counted[["infoset", *actions]], exact, counted[["plays", "net", "mean"]]], axis="columns")
    return Sheet(name, about, columns, table.set_axis(list(columns), axis="columns"))


def epsilon_sheet(compared: Deviations) -> Sheet:
    """Return the sheet that compares the profile with the best responses, on the whole tree and in simulated hands."""
    columns = {
        "who": Column("", "A player, or all players together."),
        "value": Column("chips a hand", "Value of the profile to the player, computed on the whole tree.", "chips"),
        "best response": Column("chips a hand", "Value of the best response to the player, computed on the whole tree.", "chips"),
        "gain": Column("chips a hand", "Best response minus value.", "small"),
        "simulated value": Column("chips a hand", "Average winnings of the player when all players follow the profile.", "chips"),
        "error of value": Column("chips a hand", "Standard error of the simulated value.", "small"),
        "simulated best": Column("chips a hand", "Average winnings of the player with the best response against the others.", "chips"),
        "error of best": Column("chips a hand", "Standard error of the simulated best.", "small"),
        "simulated gain": Column("chips a hand", "Simulated best minus simulated value; it may be negative by chance.", "chips"),
        "error of gain": Column("chips a hand", "Standard error of the simulated gain: the root of the sum of both squares.", "small"),
    }
    about = (
        "What each player could gain by deviating alone from the profile. All numbers are in chips a hand. "
        "The maximum is the epsilon for which the profile is an epsilon-equilibrium; the average is never larger."
    )
    players = compared.to_frame().set_axis(list(columns), axis="columns")
    together = players[["gain", "simulated gain"]].agg(["max", "mean", "sum"])
    table = pd.concat([players, together])
    table["who"] = [*(f"player {i + 1}" for i in range(len(players))), "maximum: epsilon", "average: average epsilon", "sum: NashConv"]
    return Sheet("Epsilon", about, columns, table)
