"""The strategies that widgets play, as JSON: the equilibrium and CFR's averages, for both games and a list of antes."""

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from typing import Any

from kuhncfr.games.game import information_sets
from kuhncfr.games.kuhn import KuhnPoker, OneBetKuhn
from kuhncfr.nash.two_players import kuhn, one_bet
from kuhncfr.solver.compiled_game import compile_game
from kuhncfr.solver.run import solve
from kuhncfr.strategy import StrategyProfile

# The regimes of the games change at 1/2 and 1; above 5 the ante hides everything else.
ANTES = (*(Fraction(n, 10) for n in range(1, 11)), *(Fraction(n, 4) for n in (5, 6, 7, 8, 10, 12, 16, 20)))
ITERATIONS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000)

DIGITS = 6  # of an average; an equilibrium is sent as fractions


def strategies_for(antes: Iterable[Fraction] = ()) -> dict[str, Any]:
    """Return the strategies of both games: for the usual antes, and further ones.

    Parameters
    ----------
    antes : iterable of Fraction
        Antes that must be in the list.

    Returns
    -------
    dict
        ``antes`` and ``iterations``, the numbers t; and for each of the ``games`` its ``infosets``, the ``equilibrium`` for each
        ante, and for each ante the ``averages`` after each t iterations of CFR over the whole tree. Each strategy is a list: the
        probability of ``b`` at each information set. Fractions are text.

    Examples
    --------
    >>> strategies = strategies_for()
    >>> kuhn = strategies["games"]["kuhn"]
    >>> one = strategies["antes"].index("1")
    >>> dict(zip(kuhn["infosets"], kuhn["equilibrium"][one]))["Qb"]
    '1/3'
    """
    every = sorted({*ANTES, *antes})
    rows = {name: [_strategies(name, ante) for ante in every] for name in ("one-bet", "kuhn")}
    games = {
        name: {
            "infosets": list(information_sets(game_of(name))),
            "equilibrium": [equilibrium for equilibrium, _ in solved],
            "averages": [averages for _, averages in solved],
        }
        for name, solved in rows.items()
    }
    return {"antes": list(map(str, every)), "iterations": list(ITERATIONS), "games": games}


def game_of(name: str, ante: Fraction | int = 1) -> OneBetKuhn | KuhnPoker:
    """Return the game that the widgets call `name`: ``"one-bet"`` or ``"kuhn"``."""
    return OneBetKuhn(ante) if name == "one-bet" else KuhnPoker(ante=ante)


def equilibrium_of(game: OneBetKuhn | KuhnPoker) -> StrategyProfile:
    """Return the equilibrium that the widgets play: the one of :mod:`kuhncfr.nash`."""
    return (one_bet(game.ante) if isinstance(game, OneBetKuhn) else kuhn(ante=game.ante)).profile


@cache
def _strategies(name: str, ante: Fraction) -> tuple[list[str], list[list[float]]]:
    """The equilibrium, and the averages after each number of iterations."""
    game = game_of(name, ante)
    infosets = information_sets(game)
    tree = compile_game(game)
    averages = [solve(tree, iterations).average_strategy for iterations in ITERATIONS]
    equilibrium = equilibrium_of(game)
    return [str(equilibrium[key]["b"]) for key in infosets], [[round(float(row[key]["b"]), DIGITS) for key in infosets] for row in averages]
