"""Equilibria in closed form, for the games that have one."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import kuhncfr as kc
from kuhncfr.cli.registry import GameChoice
from kuhncfr.cli.solutions import Solution

THREE_PLAYER = ("b11", "b21", "b23", "b32", "c11", "c33", "c34")


@dataclass(frozen=True)
class ClosedForm:
    """An equilibrium, its value to each player, and a description of all equilibria of the game."""

    solution: Solution
    values: tuple[Fraction, ...]
    others: str


def closed_form(choice: GameChoice, parameters: Mapping[str, Fraction]) -> ClosedForm:
    """Return the equilibrium of a game that these parameters choose.

    Raises
    ------
    ValueError
        If none is known, or a parameter belongs to another game or is out of range.
    """
    names, solve = _solver(choice)
    for name in parameters:
        if name not in names:
            raise ValueError(f"{choice}: its equilibrium has no --{name}")
    equilibrium = solve(parameters)
    origin = {"algorithm": "closed form", **{name: str(value) for name, value in parameters.items()}}
    unit = choice.game.bet if isinstance(choice.game, kc.KuhnPoker) else 1  # in chips: the closed forms of Kuhn poker count in bets
    values = tuple(unit * value for value in equilibrium.values)
    return ClosedForm(Solution(choice, equilibrium.profile, origin), values, _others(equilibrium))


def _solver(choice: GameChoice) -> tuple[tuple[str, ...], Any]:
    """Return the names of the parameters that choose an equilibrium, and the function that computes it from them."""
    game = choice.game
    if isinstance(game, kc.OneBetKuhn):
        return (), lambda _: kc.nash.one_bet(game.ante)
    if isinstance(game, kc.KuhnPoker):
        if (game.players, game.cards) == (2, 3):
            return ("alpha",), lambda chosen: kc.nash.kuhn(ante=game.ante / game.bet, **chosen)
        if (game.players, game.cards, game.ante) == (3, 4, game.bet):
            return THREE_PLAYER, lambda chosen: kc.nash.three_player(**chosen)
    find = f"find one with `kuhncfr solve {choice.command_line} --save x.json`, then `kuhncfr play x.json --game {choice.command_line}`"
    raise ValueError(f"{choice}: no equilibrium in closed form is known here; {find}")


def _others(equilibrium: Any) -> str:
    if isinstance(equilibrium, kc.nash.ThreePlayerEquilibrium):
        chosen = "; ".join(f"{name} = {value}" for name, value in equilibrium.parameters.items())
        return f"One of a family that seven probabilities choose (there are others outside it):\n{chosen}"
    return f"The equilibria are exactly the profiles with these probabilities of b:\n{equilibrium.describe()}"
