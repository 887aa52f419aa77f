"""Assignment 3: a best response of your own, and a game of your own."""

from functools import cache, partial
from itertools import count
from typing import Any

import kuhncfr as kc

from .apart.table import Table
from .cfr import in_each_game
from .comparison import Rows, close, number, profile_of, strategy
from .naming import NAMED
from .program import Complaint, Program
from .result import Tasks, check

# Known wrong best responses, each with the exploitability that it finds.
WRONG = {name: mistake.measure for name, mistake in NAMED.items() if mistake.function}
SHOWN = 0.01  # chips between a wrong exploitability and the right one
NEAR = 0.01  # chips; the exploitability of a strategy that counts as solved is smaller
FEWEST = 4  # information sets of a game of your own


@check(most=2)
def expected_value(program: Program) -> Tasks:
    """Check ``function(game, profile, player)``: the expected utility of the player. 2 points."""
    return in_each_game(_expected_value, program)


def _expected_value(program: Program, game: Table) -> None:
    profile = profile_of(game, seed=2)
    for player, expected in enumerate(kc.expected_utilities(game, profile)):
        found = number(program.call(game, profile, player)["returned"], "the expected utility")
        if not close(found, float(expected)):
            raise Complaint(f"player {player + 1} wins {float(expected):.6g} on average, but you have {found:.6g}.")


VALUE = {"expected_value": ([expected_value], lambda game, unsent, profile, player: float(kc.expected_utilities(game, profile)[player]))}


@check(most=4, uses=VALUE)
def best_response_value(program: Program) -> Tasks:
    """Check ``function(game, profile, player)``: the value of a best response to the others. 4 points."""
    return in_each_game(_best_response_value, program)


def _best_response_value(program: Program, game: Table) -> None:
    for profile in _telling(game):
        found = [number(program.call(game, profile, player)["returned"], "the value") for player in range(game.players)]
        rights = [float(kc.best_response(game, profile, player).value) for player in range(game.players)]
        for player, (mine, right) in enumerate(zip(found, rights, strict=True)):
            if not close(mine, right):
                message = f"player {player + 1}'s best response wins {right:.6g}, but you have {mine:.6g}."
                values = sum(float(value) for value in kc.expected_utilities(game, profile))
                raise _explained(message, (sum(found) - values) / game.players, game, profile)


@cache
def _telling(game: Table) -> list[Rows]:
    """Return strategy profiles of a game such that each wrong best response differs from the right one in some of them."""
    hidden = dict(WRONG)
    found = []
    for profile in (profile_of(game, seed, pruned=0.3) for seed in count()):  # without a 0, own reach changes no best response
        shown = {mistake for mistake, measure in hidden.items() if _shown(measure, game, profile)}
        if shown:
            found.append(profile)
            hidden = {mistake: measure for mistake, measure in hidden.items() if mistake not in shown}
        if not hidden:
            break
    return found


def _shown(measure: Any, game: kc.Game, profile: Rows) -> bool:
    return abs(measure(game, kc.StrategyProfile(profile)) - float(kc.exploitability(game, profile))) > SHOWN


RESPONSE = {
    "best_response_value": (
        [best_response_value],
        lambda game, unsent, profile, player: float(kc.best_response(game, profile, player).value),
    )
}


@check(most=2, uses=VALUE | RESPONSE)
def exploitability(program: Program) -> Tasks:
    """Check ``function(game, profile)``: the gain of a best response, averaged over the players. 2 points."""
    return in_each_game(_exploitability, program)


def _exploitability(program: Program, game: Table) -> None:
    profile = profile_of(game, seed=4)  # not that of the best response, whose correct value is given here
    found = number(program.call(game, profile)["returned"], "the exploitability")
    right = float(kc.exploitability(game, profile))
    if close(found, right * game.players):
        raise Complaint(f"it is {right:.6g}, but you have the sum of the gains, {found:.6g}: divide by the number of players.", costs=0.5)
    if not close(found, right):
        raise _explained(f"it is {right:.6g}, but you have {found:.6g}.", found, game, profile)


def _explained(message: str, measured: float, game: kc.Game, profile: Rows) -> Complaint:
    """Find the known mistakes that give this number."""
    return Complaint(message, (name for name, measure in WRONG.items() if close(measured, measure(game, kc.StrategyProfile(profile)))))


@check(most=1, alone=False)
def own_game(make: Program) -> Tasks:
    """Check ``make()``, which returns a game that the student invented. 1 point."""
    return {"Your game": partial(_own_game, make)}


def _own_game(make: Program) -> Table:
    answer = make.call()["returned"]
    if not isinstance(answer, dict) or "game" not in answer:
        raise Complaint(f"return a game; you return {answer!r:.80}.")
    if any(module.startswith("kuhncfr.") for module in answer["modules"]):
        raise Complaint("it comes with the package, or inherits from a game of the package: write all of its methods yourself.")
    game = Table(**answer["game"])
    try:
        kc.validate(game)
    except Exception as error:
        raise Complaint(f"it breaks a rule of games: {error}") from None
    if game.players != 2 or not game.zero_sum:
        raise Complaint("it should have two players, and declare zero_sum = True: one player wins what the other loses.")
    found = kc.information_sets(game)
    if len(found) < FEWEST or all(item.player == 0 for item in found.values()):
        raise Complaint(f"both players should have decisions, in at least {FEWEST} information sets; there are {len(found)}.")
    if all(len(item.histories) == 1 for item in found.values()):
        raise Complaint("nothing is hidden in it: every information set has a single history.")
    return game


@check(most=1, alone=False)
def solved(make: Program, solve: Program) -> Tasks:
    """Check ``solve(game)``, which returns a strategy profile close to an equilibrium of the student's game. 1 point."""

    def task() -> None:
        game = _own_game(make)
        profile = strategy(solve.call(game)["returned"], game)
        left = float(kc.exploitability(game, profile))
        if left >= NEAR:
            raise Complaint(f"its exploitability is {left:.4g} chips; it should be below {NEAR}.")

    return {"Your strategy": task}
