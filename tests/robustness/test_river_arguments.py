"""Wrong arguments of what reads the strategies of a river."""

import odd_values as odd
import pytest
from odd_values import Call, kind

from kuhncfr import vector
from kuhncfr.vector import holdem

BOARD = "Qs Jh 2h 8d 3c"
GAME = vector.river(BOARD, ("AA", "KK"), 100, 200, ["all-in"])
UNIFORM = GAME.uniform()

board = kind(BOARD, twice="Qs Qs 2h 8d 3c", four="Qs Jh 2h 8d", joker="Qs Jh 2h 8d ??")
either = kind(GAME, type=vector.PublicGame, hands=GAME.hands[0])
strategy = kind(UNIFORM, missing={"": UNIFORM[""]}, shape={**UNIFORM, "": [0.5, 0.5]}, sum={**UNIFORM, "": [[0.5, 0.4]] * 6})
history = kind("", "no text", unknown="bet 1")
hand = kind("AcKd", one="Ac", joker="??Kd")

CALLS = {
    "vector.holdem.reach": Call(holdem.reach, game=either, strategy=strategy, history=history),
    "vector.holdem.by_class": Call(holdem.by_class, game=either, strategy=strategy, history=history),
    "vector.holdem.by_group": Call(
        holdem.by_group, game=either, strategy=strategy, history=history, groups=kind(["aces"] * 6, short=["aces"] * 5, numbers_=[1] * 6)
    ),
    "vector.holdem.bet": Call(holdem.bet, game=either, strategy=strategy, history=history, action=kind("all in", none="check")),
    "vector.holdem.all_bets": Call(holdem.all_bets, game=either, strategy=strategy),
    "vector.holdem.category": Call(holdem.category, board=board, hand=hand.but("AcKd", board="QsKd", three="AcKdTh")),
    "vector.holdem.hand_class": Call(holdem.hand_class, hand=hand),
    "vector.holdem.place": Call(holdem.place, name=kind("AKs", other="KA", hand="AcKd")),
}


@pytest.mark.parametrize("name", CALLS)
def test_wrong_arguments_are_refused_by_name(name):
    with odd.a_little_memory():
        failures = CALLS[name].failures()
    assert not failures, failures
