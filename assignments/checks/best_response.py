"""Assignment 3: a best response of your own, and a game of your own."""

import random
from collections.abc import Callable
from functools import partial
from typing import Any

import kuhncfr as kc
from kuhncfr.diagnosis.games import DESCRIPTIONS, GAMES
from kuhncfr.diagnosis.known_mistakes import MISTAKES

from .cfr import named
from .comparison import close, number, strategy
from .result import Result, added
from .student_call import Complaint, FatalComplaint, call

Function = Callable[..., Any]
Profile = dict[str, dict[str, float]]

ASKED = ("one-bet", "stacked deck", "classic", "twice")
NEAR = 0.01  # chips; the exploitability of a strategy that counts as solved is smaller
FEWEST = 4  # information sets of a game of your own


def profile_of(game: kc.Game, seed: int = 5) -> Profile:
    """Return a strategy whose probabilities are all different, and not 0."""
    rng = random.Random(seed)
    rows = {key: {action: rng.uniform(0.1, 1) for action in found.actions} for key, found in kc.information_sets(game).items()}
    return {key: {action: weight / sum(row.values()) for action, weight in row.items()} for key, row in rows.items()}


def _each_game(task: Callable[[kc.Game], None], most: float) -> Result:
    return added({f"In {name}, where {DESCRIPTIONS[name]}": partial(task, GAMES[name]) for name in ASKED}, most)


def expected_value(function: Function) -> Result:
    """Check ``function(game, profile, player)``: the expected utility of the player. 2 points."""

    def task(game: kc.Game) -> None:
        profile = profile_of(game)
        for player, expected in enumerate(kc.expected_utilities(game, profile)):
            found = number(call(function, game, profile, player), "the expected utility")
            if not close(found, float(expected)):
                raise Complaint(f"player {player + 1} wins {float(expected):.6g} on average, but you have {found:.6g}.")

    return _each_game(task, 2)


def best_response_value(function: Function) -> Result:
    """Check ``function(game, profile, player)``: the value of a best response to the others. 4 points."""

    def task(game: kc.Game) -> None:
        profile = profile_of(game)
        found = [number(call(function, game, profile, player), "the value") for player in range(game.players)]
        rights = [float(kc.best_response(game, profile, player).value) for player in range(game.players)]
        wrong = [player for player, (mine, right) in enumerate(zip(found, rights, strict=True)) if not close(mine, right)]
        if wrong:
            player = wrong[0]
            words = f"player {player + 1}'s best response wins {rights[player]:.6g}, but you have {found[player]:.6g}."
            values = sum(float(value) for value in kc.expected_utilities(game, profile))
            raise Complaint(words + _name((sum(found) - values) / game.players, game, profile))

    return _each_game(task, 4)


def exploitability(function: Function) -> Result:
    """Check ``function(game, profile)``: the gain of a best response, averaged over the players. 2 points."""

    def task(game: kc.Game) -> None:
        profile = profile_of(game)
        found, right = number(call(function, game, profile), "the exploitability"), float(kc.exploitability(game, profile))
        if not close(found, right):
            hint = " You have NashConv: divide it by the number of players." if close(found, right * game.players) else ""
            raise Complaint(f"it is {right:.6g}, but you have {found:.6g}.{hint}{_name(found, game, profile)}")

    return _each_game(task, 2)


def _name(measured: float, game: kc.Game, profile: Profile) -> str:
    """Name the known mistake that gives this number, if there is one."""
    for mistake in MISTAKES.values():
        if mistake.measure is not None and close(measured, mistake.measure(game, kc.StrategyProfile(profile))):
            return " " + named(mistake)
    return ""


def own_game(make: Function) -> Result:
    """Check ``make()``, which returns a game that the student invented. 1 point."""
    return added({"Your game": lambda: _own_game(make)}, 1)


def _own_game(make: Function) -> kc.Game:
    game = call(make, alone=False)
    if type(game).__module__.startswith("kuhncfr."):
        raise Complaint(f"{type(game).__name__} comes with the package: write a class of your own.")
    if any(base.__module__.startswith("kuhncfr.") and base is not kc.Game for base in type(game).__mro__):
        raise Complaint("your class inherits from a game of the package: write all of its methods yourself.")
    try:
        call(kc.validate, game, alone=False)
    except FatalComplaint:
        raise
    except Complaint as complaint:
        raise Complaint(f"it breaks a rule of games: {complaint}") from None
    if game.players != 2 or not getattr(game, "zero_sum", False):
        raise Complaint("it should have two players, and declare zero_sum = True: one player wins what the other loses.")
    found = kc.information_sets(game)
    if len(found) < FEWEST or len({key for key, item in found.items() if item.player == 1}) == 0:
        raise Complaint(f"both players should have decisions, in at least {FEWEST} information sets; there are {len(found)}.")
    if all(len(item.histories) == 1 for item in found.values()):
        raise Complaint("nothing is hidden in it: every information set has a single history.")
    return game


def solved(make: Function, solve: Function) -> Result:
    """Check ``solve(game)``, which returns a strategy profile close to an equilibrium of the student's game. 1 point."""

    def task() -> None:
        game = _own_game(make)
        like = {key: dict.fromkeys(found.actions, 0.0) for key, found in kc.information_sets(game).items()}
        profile = strategy(call(solve, game, alone=False), like, "the strategy")
        left = float(kc.exploitability(game, profile))
        if left >= NEAR:
            raise Complaint(f"its exploitability is {left:.4g} chips; it should be below {NEAR}.")

    return added({"Your strategy": task}, 1)
