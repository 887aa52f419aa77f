"""Wrong arguments of the core's public functions: an error names the argument, what it must be, and the value."""

import re
from fractions import Fraction
from functools import partial

import numpy as np
import pytest

import kuhncfr as kc
from kuhncfr import evaluate, vector
from kuhncfr._support.arguments import shown

GAME = kc.OneBetKuhn()
PROFILE = kc.nash.one_bet().profile
UNIFORM = kc.StrategyProfile.uniform(GAME)
PUBLIC = vector.kuhn(cards=3)
LONGEST = 600  # characters of a message
NAN, INFINITY = float("nan"), float("inf")

TYPES = ("nonsense", b"x", True, 1j, object(), [1], {"a": 1}, len)  # what is no number
NUMBERS = (*TYPES, None, NAN, INFINITY, np.array([1.0]))
POSITIVE = (*NUMBERS, 0, -1, Fraction(-1, 3))
SHARES = (*TYPES, NAN, INFINITY, -0.01, 1.01)
COUNTS = (*NUMBERS, -1, 0.5, 2.0, np.float64(2))
FROM_ONE = (*COUNTS, 0)
FLAGS = (None, 0, 1, "yes", np.int64(1))
NAMES = (0, "nonsense", b"cfr", ["cfr"])
SEEDS = (-1, 1.0, True, "1", [1], NAN)
GAMES = (None, 3, "kuhn", kc.KuhnPoker, {}, [])
PAYOFFS = (None, 1, [], [[]], [1, 2], [[1], [1, 2]], *([[1, x]] for x in (NAN, -INFINITY, "2", None, True, 1j)), np.zeros((2, 2, 3)))
ROWS = (
    *(None, 3, "nonsense", [1.0], {1: {"p": 1}}, {"K": {0: 1}}, {"K": {}}, {"K": [1, 0]}, {"K": 1}),
    *({"K": {"p": share, "b": 0}} for share in (NAN, "1", True, None, 1j, 2, 10**400)),
)
PROFILES = (*ROWS, {}, {"K": PROFILE["K"]}, {**PROFILE, "Z": {"p": 1, "b": 0}}, {**PROFILE, "K": {"p": 1, "x": 0}})
BETS = (None, 3, "nonsense", {"K": NAN}, {"K": 2}, {"K": "1"}, {"K": True}, {1: 0.5})

# What is said of things that are made of others.
OF_A_GAME = (
    "^a game has players, .* lacks|^game must be a game, got (the class KuhnPoker|'kuhn': write kc.KuhnPoker|.*: write kc.MatrixGame)"
)
OF_ROWS = r"^(strategy|rows|the row of|the probabilit\w+|information sets and actions) .*must .*, got "
OF_A_PROFILE = f"{OF_ROWS}|^the profile (misses|has)"


def but_none(values):
    """For arguments that may be left out."""
    return tuple(value for value in values if value is not None)


on_game = partial(partial, game=GAME)
SOLVE, CFR = on_game(kc.solve, iterations=2), on_game(kc.CFR)
SIMULATE, DEVIATIONS = on_game(kc.simulate, strategy=PROFILE), on_game(kc.deviations, strategy=PROFILE)

# What is called, the argument, what it may not be, and what is said unless it is "<argument> must ..., got <value>".
CALLS = [
    *((game, "ante", POSITIVE) for game in (kc.OneBetKuhn, kc.RaiseKuhn, kc.BetSizeKuhn, kc.KuhnPoker, kc.LeducPoker)),
    (kc.KuhnPoker, "players", (*FROM_ONE, 1)),
    (kc.KuhnPoker, "cards", but_none((*FROM_ONE, 2))),
    (kc.KuhnPoker, "bet", POSITIVE),
    (kc.BetSizeKuhn, "sizes", (None, 1, "12", (), (1, 1))),
    (kc.BetSizeKuhn, "sizes", ((0,), (1, 10), (1.5,), (True,)), "^sizes must be .*, got "),
    (kc.LeducPoker, "raises", (None, 2, "24", (2,))),
    (kc.LeducPoker, "raises", ((2, NAN), (2, 0), (2, None), ("2", "4")), "^raises must be .*, got "),
    (kc.MatrixGame, "payoffs", PAYOFFS, "^payoffs must (have|be) .*, got "),
    *((function, "game", GAMES, OF_A_GAME) for function in (kc.information_sets, kc.validate, kc.compile_game, kc.StrategyProfile.uniform)),
    (kc.StrategyProfile, "rows", ROWS, OF_ROWS),
    (UNIFORM.replace, "rows", ROWS, OF_ROWS),
    (kc.StrategyProfile.from_bet_probabilities, "bet", BETS, "^(bet|the probability of 'b' at 'K'|information sets and .*) must .*, got "),
    (UNIFORM.check, "game", GAMES, OF_A_GAME),
    *(
        row
        for function in (kc.exploitability, kc.nash_conv, kc.expected_utilities, evaluate.at_information_sets, kc.simulate, kc.deviations)
        for row in (
            (partial(function, strategy=PROFILE), "game", GAMES, OF_A_GAME),
            (on_game(function), "strategy", PROFILES, OF_A_PROFILE),
        )
    ),
    (on_game(kc.best_response, strategy=PROFILE), "player", (*(wrong for wrong in COUNTS if wrong is not None), 2)),
    (on_game(kc.best_response, player=0), "strategy", PROFILES, OF_A_PROFILE),
    *((solved, "ante", POSITIVE) for solved in (kc.nash.one_bet, kc.nash.kuhn, kc.nash.continuum_one_bet, kc.nash.continuum_kuhn)),
    (kc.nash.kuhn, "alpha", (*SHARES, 0.5)),
    *((kc.nash.three_player, name, (*TYPES, NAN, INFINITY)) for name in ("b11", "b21", "b23", "b32", "c11", "c33", "c34")),
    *((kc.nash.three_player, name, (-0.01, 1.01), f"^{name} must meet .*; got {name} = ") for name in ("b11", "b21", "c11", "c34")),
    *((kc.Algorithm, name, (*TYPES, None)) for name in ("alpha", "beta")),
    (kc.Algorithm, "gamma", (*TYPES, None, INFINITY, -1)),
    *((kc.Algorithm, name, (NAN,), f"^{name} must not be NaN$") for name in ("alpha", "beta", "gamma")),
    *((kc.Algorithm, name, FLAGS) for name in ("regret_matching_plus", "predictive")),
    *((start, "game", GAMES, OF_A_GAME) for start in (kc.CFR, partial(kc.solve, iterations=2))),
    *((start, "algorithm", (*NAMES, None)) for start in (CFR, SOLVE)),
    *((start, "sampling", NAMES) for start in (CFR, SOLVE)),
    *((start, "alternating", FLAGS) for start in (CFR, SOLVE)),
    *((start, "seed", SEEDS) for start in (CFR, SOLVE, SIMULATE, DEVIATIONS)),
    (CFR().run, "iterations", COUNTS),
    (lambda iterations: list(CFR().iterate(iterations)), "iterations", COUNTS),
    (partial(kc.record, CFR()), "iterations", COUNTS),
    (partial(kc.record, CFR(), 2), "record_every", FROM_ONE),
    (kc.regret_matching, "regret", (None, "ab", [NAN, 1], [1j])),
    (on_game(kc.solve), "iterations", COUNTS),
    (lambda iterations: SOLVE().resume(iterations), "iterations", COUNTS),
    (lambda target: SOLVE().resume(1, target=target), "target", but_none(POSITIVE)),
    (partial(SOLVE, sampling="outcome"), "exploration", but_none((*POSITIVE, 1.5))),
    (SOLVE, "target", but_none(POSITIVE)),
    (SOLVE, "record_every", but_none(FROM_ONE)),
    (SOLVE, "callback", (1, "nonsense", [len])),
    *((start, "progress", FLAGS) for start in (SOLVE, partial(SIMULATE, episodes=2))),
    (partial(kc.solve_many, iterations=2), "games", (3, [3], [kc.KuhnPoker]), OF_A_GAME),
    (partial(kc.solve_many, [GAME], 2), "seeds", (1, "12"), r"^seeds(\[0\])? must .*, got "),
    (partial(kc.solve_many, [GAME], 2), "threads", FROM_ONE),
    (SIMULATE, "episodes", COUNTS),
    *((make, "cards", (*FROM_ONE, 1, 10**7)) for make in (vector.one_bet, vector.kuhn)),
    *((partial(make, cards=3), "ante", POSITIVE) for make in (vector.one_bet, vector.kuhn)),
    *((partial(make, cards=3), "independent", FLAGS) for make in (vector.one_bet, vector.kuhn)),
    (vector.Showdown, "stake", POSITIVE),
    (partial(vector.Fold, winner=0), "stake", POSITIVE),
    (partial(vector.Fold, stake=1), "winner", (*COUNTS, 2)),
    (partial(vector.Decision, children={"a": vector.Showdown(1)}), "player", (*COUNTS, 2)),
    (partial(vector.PublicGame, PUBLIC.betting, PUBLIC.ranges), "pot", POSITIVE),
    (partial(vector.VectorCFR, PUBLIC), "algorithm", NAMES),
    (partial(vector.VectorCFR, PUBLIC), "alternating", FLAGS),
    (vector.VectorCFR(PUBLIC).run, "iterations", COUNTS),
    (DEVIATIONS, "episodes", but_none(COUNTS)),
]


def named(call):
    while isinstance(call, partial):
        call = call.func
    return call.__qualname__


@pytest.mark.parametrize(
    ("call", "argument", "wrong", "said"),
    [(call, argument, wrong, "".join(said)) for call, argument, wrong, *said in CALLS],
    ids=[f"{named(call)} {argument}" for call, argument, *_ in CALLS],
)
def test_wrong_arguments_are_refused_by_name(call, argument, wrong, said):
    for value in wrong:
        with pytest.raises((ValueError, TypeError), match=said or f"^{argument} must .*, got {re.escape(shown(value))}") as refused:
            call(**{argument: value})
        assert len(str(refused.value)) <= LONGEST
