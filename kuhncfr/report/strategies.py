"""The sheets of a report about a profile: its strategies, the best responses to it, and what these gain."""

import math
from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from kuhncfr.games.game import Game, information_sets
from kuhncfr.hands.gains import Deviations
from kuhncfr.hands.simulation import Simulation
from kuhncfr.report.sheet import Column, Sheet
from kuhncfr.strategy import StrategyProfile

_INFOSET = Column("information set", "", "What the player knows when it is their turn: as a rule their own card, and then what was bet.")


def strategies(game: Game, found: Deviations) -> list[Sheet]:
    """Return one sheet per player: what the profile does at each information set, and what came of it."""
    about = "The strategy of player {0}, and what player {0} wins where everybody keeps to the profile."
    return [_strategy(game, f"Player {i + 1}", about.format(i + 1), found.profile, i, found.simulation) for i in range(len(found.values))]


def best_responses(game: Game, found: Deviations) -> list[Sheet]:
    """Return one sheet per player: a best response to the others' strategies, and what came of it."""
    about = (
        "A best response of player {0}, and what it wins while the others keep to the profile. "
        "Where actions are equally good, the first is given."
    )
    return [
        _strategy(
            game,
            f"Best response {i + 1}",
            about.format(i + 1),
            found.profile.replace(found.best_responses[i]),
            i,
            found.simulations[i] if found.simulations else None,
        )
        for i in range(len(found.values))
    ]


def _strategy(game: Game, name: str, about: str, profile: StrategyProfile, player: int, played: Simulation | None) -> Sheet:
    own = {key: infoset.actions for key, infoset in information_sets(game).items() if infoset.player == player}
    actions = list(dict.fromkeys(action for allowed in own.values() for action in allowed))
    columns = (
        _INFOSET,
        *(Column(f"P({a})", "probability", f"How likely action {a} is; empty where it is not allowed.", "probability") for a in actions),
        Column("reach", "probability", "How likely a hand is to come here, worked out on the whole tree.", "distance"),
        Column("value", "chips a hand", "What the player wins on average in hands that come here, worked out on the whole tree.", "chips"),
        Column("plays", "hands", "In how many of the simulated hands it came to this.", "count"),
        Column("net", "chips", "What the player won in these hands together; a loss is negative.", "net"),
        Column("mean", "chips a hand", "Net divided by plays: an estimate of value; empty where there were no plays.", "chips"),
    )
    reach, values = _reach_and_values(game, profile)
    rows = tuple(
        (
            key,
            *(float(profile[key][a]) if a in allowed else None for a in actions),
            reach[key],
            values.get(key),
            *((played.plays[key], played.net[key], _number(played.mean_at[key])) if played else (None,) * 3),
        )
        for key, allowed in own.items()
    )
    return Sheet(name, about, columns, rows)


def _reach_and_values(game: Game, profile: StrategyProfile) -> tuple[Mapping[str, float], dict[str, float]]:
    """Return how likely each information set is, and what its player wins on average there, if it is ever reached."""
    rows = {key: {action: float(p) for action, p in row.items()} for key, row in profile.items()}
    reach: defaultdict[str, float] = defaultdict(float)
    won: defaultdict[str, float] = defaultdict(float)

    def walk(history: str, likely: float) -> tuple[float, ...]:
        """Return each player's expected utility from here on."""
        if game.is_terminal(history):
            return tuple(float(u) for u in game.utilities(history))
        by_chance = game.is_chance(history)
        probabilities = game.chance(history) if by_chance else rows[game.infoset(history)]
        totals = (0.0,) * game.players
        for action, probability in probabilities.items():
            below = walk(history + action, likely * float(probability))
            totals = tuple(total + float(probability) * u for total, u in zip(totals, below, strict=True))
        if not by_chance:
            reach[game.infoset(history)] += likely
            won[game.infoset(history)] += likely * totals[game.player(history)]
        return totals

    walk("", 1.0)
    return reach, {key: won[key] / reach[key] for key in reach if reach[key] > 0}


def epsilon(found: Deviations) -> Sheet:
    """Return the sheet that compares the profile with the best responses: worked out on the tree, and simulated."""
    simulated = [
        Column("simulated value", "chips a hand", "What the player won on average where everybody kept to the profile.", "chips"),
        Column("error of value", "chips a hand", "Standard error of the simulated value.", "distance"),
        Column("simulated best", "chips a hand", "What the player won on average with the best response against the others.", "chips"),
        Column("error of best", "chips a hand", "Standard error of the simulated best.", "distance"),
        Column("simulated gain", "chips a hand", "Simulated best minus simulated value; by chance it may be negative.", "distance"),
        Column("error of gain", "chips a hand", "Standard error of the simulated gain: the root of the sum of both squares.", "distance"),
    ]
    columns = (
        Column("who", "", "A player, or what the gains of all players come to."),
        Column("value", "chips a hand", "What the profile is worth to the player, worked out on the whole tree.", "chips"),
        Column("best response", "chips a hand", "What the best response is worth to the player, worked out on the whole tree.", "chips"),
        Column("gain", "chips a hand", "Best response minus value.", "distance"),
        *(simulated if found.simulation else []),
    )
    about = (
        "What each player could gain by leaving the profile alone. All numbers are in chips a hand, none is a share of anything. "
        "The maximum is the epsilon for which the profile is an epsilon-equilibrium; the average is never larger."
    )
    players = tuple(
        (f"player {i + 1}", *map(float, numbers), *_simulated(found, i))
        for i, numbers in enumerate(zip(found.values, found.best, found.gains, strict=True))
    )
    return Sheet("Epsilon", about, columns, (*players, *_summed_up(found)))


def _simulated(found: Deviations, player: int) -> tuple[float | None, ...]:
    if found.simulation is None or found.simulations is None:
        return ()
    value, best = found.simulation, found.simulations[player]
    gain, error = found.simulated_gains, found.standard_errors
    assert gain is not None
    assert error is not None
    pairs = ((value.mean, value.standard_error), (best.mean, best.standard_error), (gain, error))
    return tuple(_number(numbers[player]) for pair in pairs for numbers in pair)


def _summed_up(found: Deviations) -> tuple[tuple[Any, ...], ...]:
    names = ("maximum: epsilon", "average: average epsilon", "sum: NashConv")
    exact = map(float, (found.maximum, found.average, found.nash_conv))
    gains = found.simulated_gains
    if gains is None:
        return tuple((name, None, None, gain) for name, gain in zip(names, exact, strict=True))
    played = (max(gains), sum(gains) / len(gains), sum(gains))
    return tuple((name, None, None, gain, *(None,) * 4, g, None) for name, gain, g in zip(names, exact, played, strict=True))


def _number(value: float) -> float | None:
    """NaN has no place in a cell."""
    return None if math.isnan(value) else value
