"""The tables of a report, one for each sheet, and the meaning of their columns."""

import numpy as np
import pandas as pd

from kuhncfr.cfr.trajectory import Trajectory
from kuhncfr.deviation import Deviations
from kuhncfr.evaluate import at_information_sets
from kuhncfr.simulation import Simulation

# Title, where … is an action; unit; format of the numbers; meaning.
MEANINGS = [
    ("information set", "", "", "What the player knows at the decision: usually the own card and the bets."),
    ("P(…)", "probability", "0.0000", "Probability of the action; empty where it is not allowed."),
    ("reach", "probability", "0.0000", "Probability that a hand reaches the information set, computed on the whole tree."),
    ("value", "chips a hand", "0.0000", "Expected winnings of the player, at an information set if reached, computed on the whole tree."),
    ("plays", "hands", "#,##0", "Number of simulated hands that reached the information set."),
    ("net", "chips", "#,##0.00", "Total winnings of the player in these hands; a loss is negative."),
    ("mean", "chips a hand", "0.0000", "Net divided by plays: an estimate of value; empty where there were no plays."),
    ("who", "", "", "A player, or all players together."),
    ("best response", "chips a hand", "0.0000", "Expected winnings with the best response to the others, computed on the whole tree."),
    ("gain", "chips a hand", "0.00E+00", "Best response minus value."),
    ("simulated value", "chips a hand", "0.0000", "Average winnings of the player when all players follow the profile."),
    ("error of value", "chips a hand", "0.0000", "Standard error of the simulated value."),
    ("simulated best", "chips a hand", "0.0000", "Average winnings of the player with the best response against the others."),
    ("error of best", "chips a hand", "0.0000", "Standard error of the simulated best."),
    ("simulated gain", "chips a hand", "0.0000", "Simulated best minus simulated value; it may be negative by chance."),
    ("error of gain", "chips a hand", "0.0000", "Standard error of the simulated gain: the root of the sum of both squares."),
    ("iteration", "iterations", "#,##0", "Number of iterations of the run so far."),
    ("exploitability", "chips a hand", "0.00E+00", "Average gain by a best response to the average strategy; empty where it is 0."),
    ("R(…)", "chips", "0.0000", "Cumulative regret: how much more than the current strategies the action would have won in total."),
    ("current P(…)", "probability", "0.0000", "Probability of the action in the current strategy, which the next iteration plays."),
    ("average P(…)", "probability", "0.0000", "Probability of the action in the average strategy, the result of the run."),
]


def strategy_table(played: Simulation, player: int) -> pd.DataFrame:
    """Return the strategy of a player at each information set, what it is worth there, and the results of simulated hands."""
    there = at_information_sets(played.tree.game, played.profile)
    counted = played.to_frame().query(f"player == {player}")
    actions = {action: f"P({action})" for action in counted.columns[2:-3] if counted[action].notna().any()}
    exact = pd.DataFrame([there[key] for key in counted["infoset"]], counted.index, ["reach", "value"], dtype=float)
    table = pd.concat([counted[["infoset", *actions]], exact, counted[["plays", "net", "mean"]]], axis="columns")
    return table.rename(columns={"infoset": "information set", **actions})


def gains_table(compared: Deviations) -> pd.DataFrame:
    """Return the gain of each player's best response, on the whole tree and in simulated hands, and the largest, average and sum."""
    titles = [title for title, *_ in MEANINGS]
    compare = titles[titles.index("best response") : titles.index("iteration")]
    players = compared.to_frame().set_axis(["who", "value", *compare], axis="columns")
    table = pd.concat([players, players[["gain", "simulated gain"]].agg(["max", "mean", "sum"])])
    who = [*(f"player {i + 1}" for i in range(len(players))), "maximum: epsilon", "average: average epsilon", "sum: NashConv"]
    return table.assign(who=who)


def convergence_table(trajectory: Trajectory) -> pd.DataFrame:
    """Return the exploitability over the iterations; 0 has no logarithm, and is left out."""
    table = pd.DataFrame({"iteration": trajectory.iterations, "exploitability": trajectory.exploitability})
    return table.where(table > 0)


def training_table(keys: list[str], trajectory: Trajectory) -> pd.DataFrame:
    """Return the regrets and strategies at these information sets over the iterations."""
    actions = list(dict.fromkeys(action for key in keys for action in trajectory.average_strategy[key]))
    quantities = {"R": trajectory.cumulative_regret, "current P": trajectory.current_strategy, "average P": trajectory.average_strategy}
    parts = []
    for key in keys:
        series = {f"{title}({action})": of[key].get(action, np.nan) for title, of in quantities.items() for action in actions}
        parts.append(pd.DataFrame({"information set": key, "iteration": trajectory.iterations, **series}))
    return pd.concat(parts)
