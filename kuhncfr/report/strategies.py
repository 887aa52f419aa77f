"""The sheets of a report about a profile: its strategies, the best responses to it, and what these gain."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from kuhncfr.evaluate import AtInformationSet, at_information_sets
from kuhncfr.games.game import Game, InformationSet
from kuhncfr.hands.gains import Deviations
from kuhncfr.hands.simulation import Simulation
from kuhncfr.report.sheet import Column, Sheet
from kuhncfr.strategy import StrategyProfile

_INFOSET = Column("information set", "", "What the player knows when it is their turn: as a rule their own card, and then what was bet.")


def strategies(game: Game, own: Sequence[Sequence[InformationSet]], compared: Deviations) -> list[Sheet]:
    """Return one sheet per player: what the profile does at each information set, and what came of it."""
    about = "The strategy of player {0}, and what player {0} wins where everybody keeps to the profile."
    there = at_information_sets(game, compared.profile)
    return [
        _strategy(f"Player {i + 1}", about.format(i + 1), own[i], compared.profile, there, compared.simulation)
        for i in range(len(compared.values))
    ]


def best_responses(game: Game, own: Sequence[Sequence[InformationSet]], compared: Deviations) -> list[Sheet]:
    """Return one sheet per player: a best response to the others' strategies, and what came of it."""
    about = (
        "A best response of player {0}, and what it wins while the others keep to the profile. "
        "Where actions are equally good, the first is given."
    )
    sheets = []
    for i, rows in enumerate(compared.best_responses):
        profile = compared.profile.replace(rows)
        played = compared.simulations[i] if compared.simulations else None
        there = at_information_sets(game, profile)
        sheets.append(_strategy(f"Best response {i + 1}", about.format(i + 1), own[i], profile, there, played))
    return sheets


def _strategy(
    name: str,
    about: str,
    own: Sequence[InformationSet],
    profile: StrategyProfile,
    there: Mapping[str, AtInformationSet],
    played: Simulation | None,
) -> Sheet:
    actions = list(dict.fromkeys(action for infoset in own for action in infoset.actions))
    columns = (
        _INFOSET,
        *(Column(f"P({a})", "probability", f"How likely action {a} is; empty where it is not allowed.", "probability") for a in actions),
        Column("reach", "probability", "How likely a hand is to come here, worked out on the whole tree.", "distance"),
        Column("value", "chips a hand", "What the player wins on average in hands that come here, worked out on the whole tree.", "chips"),
        Column("plays", "hands", "In how many of the simulated hands it came to this.", "count"),
        Column("net", "chips", "What the player won in these hands together; a loss is negative.", "net"),
        Column("mean", "chips a hand", "Net divided by plays: an estimate of value; empty where there were no plays.", "chips"),
    )
    rows = tuple(
        (
            infoset.key,
            *(float(profile[infoset.key][a]) if a in infoset.actions else None for a in actions),
            *(None if number is None else float(number) for number in there[infoset.key]),
            *_in_hands(infoset.key, played),
        )
        for infoset in own
    )
    return Sheet(name, about, columns, rows)


def _in_hands(infoset: str, played: Simulation | None) -> tuple[float | None, ...]:
    if played is None:
        return (None,) * 3
    return played.plays[infoset], played.net[infoset], _number(played.mean_at[infoset])


def epsilon(compared: Deviations) -> Sheet:
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
        *(simulated if compared.simulation else []),
    )
    about = (
        "What each player could gain by leaving the profile alone. All numbers are in chips a hand, none is a share of anything. "
        "The maximum is the epsilon for which the profile is an epsilon-equilibrium; the average is never larger."
    )
    players = tuple(
        (f"player {i + 1}", *map(float, numbers), *_simulated(compared, i))
        for i, numbers in enumerate(zip(compared.values, compared.best, compared.gains, strict=True))
    )
    return Sheet("Epsilon", about, columns, (*players, *_summed_up(compared)))


def _simulated(compared: Deviations, player: int) -> tuple[float | None, ...]:
    if compared.simulation is None or compared.simulations is None:
        return ()
    value, best = compared.simulation, compared.simulations[player]
    gain, error = compared.simulated_gains, compared.standard_errors
    assert gain is not None
    assert error is not None
    pairs = ((value.mean, value.standard_error), (best.mean, best.standard_error), (gain, error))
    return tuple(_number(numbers[player]) for pair in pairs for numbers in pair)


def _summed_up(compared: Deviations) -> tuple[tuple[Any, ...], ...]:
    names = ("maximum: epsilon", "average: average epsilon", "sum: NashConv")
    exact = map(float, (compared.maximum, compared.average, compared.nash_conv))
    gains = compared.simulated_gains
    if gains is None:
        return tuple((name, None, None, gain) for name, gain in zip(names, exact, strict=True))
    played = (max(gains), sum(gains) / len(gains), sum(gains))
    return tuple((name, None, None, gain, *(None,) * 4, g, None) for name, gain, g in zip(names, exact, played, strict=True))


def _number(value: float) -> float | None:
    """NaN has no place in a cell."""
    return None if math.isnan(value) else value
