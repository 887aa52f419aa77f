"""Wrong arguments of the core's public functions: each is refused with a ValueError or a TypeError that names the argument."""

from functools import partial

import numpy as np
import pytest

import kuhncfr as kc
from kuhncfr import evaluate

GAME = kc.OneBetKuhn()
PROFILE = kc.nash.one_bet().profile
UNIFORM = kc.StrategyProfile.uniform(GAME)
LONGEST = 600  # characters of a message
NAN, INFINITY = float("nan"), float("inf")

TYPES = ("nonsense", b"x", True, 1j, object(), [1], {"a": 1}, len)  # what is no number
NUMBERS = (*TYPES, None, NAN, INFINITY, np.array([1.0]))
POSITIVE = (*NUMBERS, 0, -1)
SHARES = (*TYPES, NAN, INFINITY, -0.01, 1.01)
COUNTS = (*NUMBERS, -1, 0.5, np.float64(2))
FROM_ONE = (*COUNTS, 0)
FLAGS = (None, 0, 1, "yes", np.int64(1))
NAMES = (0, "nonsense", b"cfr", ["cfr"])
SEEDS = (-1, 1.0, True, "1", [1], NAN)
GAMES = (None, 3, "kuhn", kc.KuhnPoker, {}, [])
ROWS = (
    *(None, 3, "nonsense", [1.0], {1: {"p": 1}}, {"K": {}}, {"K": [1, 0]}, {"K": {"p": 1, "b": 1}}, {"K": {"p": 2, "b": -1}}),
    *({"K": {"p": share, "b": 0}} for share in (NAN, "1", True, None, 1j, 10**400)),
)
PROFILES = (*ROWS, {}, {"K": PROFILE["K"]}, {**PROFILE, "Z": {"p": 1, "b": 0}}, {**PROFILE, "K": {"p": 1, "x": 0}})
BETS = (None, 3, "nonsense", {"K": NAN}, {"K": 2}, {"K": "1"}, {"K": True}, {1: 0.5})

on_game = partial(partial, game=GAME)
SOLVE, CFR = on_game(kc.solve, iterations=2), on_game(kc.CFR)
MANY = partial(kc.solve_many, games=[GAME], iterations=2)
SIMULATE = on_game(kc.simulate, profile=PROFILE, hands=2)

# What is called, the argument, how else a message may name it, and what it may not be.
CALLS = [
    *((game, "ante", "", POSITIVE) for game in (kc.OneBetKuhn, kc.RaiseKuhn, kc.BetSizeKuhn, kc.KuhnPoker, kc.LeducPoker)),
    (kc.KuhnPoker, "players", "", (*FROM_ONE, 1)),
    (kc.KuhnPoker, "cards", "", tuple(x for x in (*FROM_ONE, 2) if x is not None)),
    (kc.KuhnPoker, "bet", "", POSITIVE),
    (kc.BetSizeKuhn, "sizes", "", (None, 1, "12", (), (1, 1), (0,), (10,), (1.5,), (True,))),
    (kc.LeducPoker, "raises", "", (None, 2, (2,), (2, NAN), (2, -1), ("2", "4"))),
    (kc.MatrixGame, "payoffs", "", (None, 1, [], [[]], [1, 2], [[1], [1, 2]], [[1, NAN]], [["1", "2"]], [[1j]])),
    (partial(kc.MatrixGame, [[1, -1], [-1, 1]]), "actions", "", ("ht", ("h", "ht"), (1, 2), ("hh", "hh"))),
    *((function, "game", "", GAMES) for function in (kc.information_sets, kc.validate, kc.compile_game, kc.StrategyProfile.uniform)),
    (kc.StrategyProfile, "rows", "row|probabilit|information set", ROWS),
    (UNIFORM.replace, "rows", "row|probabilit|information set", ROWS),
    (
        kc.StrategyProfile.betting,
        "bet",
        "probability|information set",
        BETS,
    ),
    (UNIFORM.check, "game", "", GAMES),
    *(
        (call, argument, also, wrong)
        for function in (kc.exploitability, kc.nash_conv, kc.expected_utilities, evaluate.at_information_sets)
        for call, argument, also, wrong in (
            (partial(function, profile=PROFILE), "game", "", GAMES),
            (on_game(function), "profile", "rows?|probabilit|information set", PROFILES),
        )
    ),
    (on_game(kc.best_response, profile=PROFILE), "player", "", (*COUNTS, 2)),
    (kc.nash.one_bet, "ante", "", POSITIVE),
    (kc.nash.kuhn, "ante", "", POSITIVE),
    (kc.nash.kuhn, "alpha", "", (*SHARES, 0.5)),
    *((kc.nash.three_player, name, "", SHARES) for name in ("b11", "b21", "b23", "b32", "c11", "c33", "c34")),
    *((kc.Algorithm, name, "", tuple(x for x in NUMBERS if x is not INFINITY)) for name in ("alpha", "beta")),
    (kc.Algorithm, "gamma", "", NUMBERS),
    *((kc.Algorithm, name, "", FLAGS) for name in ("floor", "predictive")),
    (kc.CFR, "game", "", GAMES),
    (CFR, "algorithm", "", (*NAMES, None)),
    (CFR, "sampling", "", NAMES),
    (CFR, "alternating", "", FLAGS),
    (CFR, "seed", "", SEEDS),
    (CFR().run, "iterations", "", COUNTS),
    (partial(kc.record, kc.CFR(GAME)), "iterations", "", COUNTS),
    (partial(kc.record, kc.CFR(GAME), 2), "every", "", FROM_ONE),
    (kc.regret_matching, "regret", "", (None, "ab", [], [NAN, 1], [[1]], [1j])),
    (partial(kc.solve, iterations=2), "game", "", GAMES),
    (on_game(kc.solve), "iterations", "", COUNTS),
    (SOLVE, "algorithm", "", (*NAMES, None)),
    (SOLVE, "sampling", "", NAMES),
    (SOLVE, "alternating", "", FLAGS),
    (SOLVE, "seed", "", SEEDS),
    (partial(SOLVE, sampling="outcome"), "exploration", "", tuple(x for x in (*POSITIVE, 1.5) if x is not None)),
    (SOLVE, "target", "", tuple(x for x in POSITIVE if x is not None)),
    (SOLVE, "record_every", "", tuple(x for x in FROM_ONE if x is not None)),
    (SOLVE, "callback", "", (1, "nonsense", [len])),
    (SOLVE, "progress", "", FLAGS),
    (partial(kc.solve_many, iterations=2), "games", "game", (3, [3], [kc.KuhnPoker])),
    (MANY, "seeds", "", (1, ["1", "2"], [-1], "12")),
    (MANY, "threads", "", FROM_ONE),
    (on_game(kc.simulate), "profile", "rows?|probabilit|information set", PROFILES),
    (partial(kc.simulate, profile=PROFILE, hands=2), "game", "", GAMES),
    (on_game(kc.simulate, profile=PROFILE), "hands", "", COUNTS),
    (SIMULATE, "seed", "", SEEDS),
    (SIMULATE, "progress", "", FLAGS),
]


def named(call: object) -> str:
    while isinstance(call, partial):
        call = call.func
    return call.__qualname__


@pytest.mark.parametrize(("call", "argument", "also", "wrong"), CALLS, ids=[f"{named(call)} {argument}" for call, argument, *_ in CALLS])
def test_wrong_arguments_are_refused_by_name(call, argument, also, wrong):
    for value in wrong:
        with pytest.raises((ValueError, TypeError), match=rf"\b({argument}|{also or argument})") as refused:
            call(**{argument: value})
        assert len(str(refused.value)) <= LONGEST
