"""Wrong arguments of the river: its constructor, what reads its strategies, and its workbook."""

from dataclasses import replace
from itertools import repeat

import odd_values as odd
import pytest
from odd_values import Call, kind

from kuhncfr import vector
from kuhncfr.report import RiverReport
from kuhncfr.vector import holdem

BOARD = "Qs Jh 2h 8d 3c"
GAME = vector.river(BOARD, ("AA", "KK"), 100, 200, ["all-in"])
UNIFORM = GAME.uniform()

board = kind(BOARD, twice="Qs Qs 2h 8d 3c", four="Qs Jh 2h 8d", joker="Qs Jh 2h 8d ??")
sizes = kind(("50%", 60), none="50%", nothing=("0%",), much=("900%",), negative=(-1,), words=("pot",), exponent=("1e9999999%",))
either = kind(GAME, type=vector.PublicGame, hands=GAME.hands[0])
strategy = kind(UNIFORM, missing={"": UNIFORM[""]}, shape={**UNIFORM, "": [0.5, 0.5]}, sum={**UNIFORM, "": [[0.5, 0.4]] * 6})
history = kind("", "no text", unknown="bet 1")
hand = kind("AcKd", one="Ac", joker="??Kd")
REPORT = RiverReport(GAME, UNIFORM, BOARD)

CALLS = {
    "vector.river": Call(
        vector.river,
        board=board,
        ranges=kind(
            ("AA", "KK"),
            called=r"ranges|hands",
            one=("AA",),
            board=("QsQh", "KK"),
            empty=("AA:0", "KK"),
            same=("AcAd", "AcAd"),
            names=(1, 2),
        ),
        pot=replace(odd.positive.but(100), called="pot|bets"),
        stack=kind(200, "huge", called="stack|bets|raises"),
        bets=sizes.but(("50%", 60), many=tuple(repeat("50%", 21))).also("numbers"),
        raises=sizes.but(("50%", 160), many=tuple(repeat("50%", 21))).also("numbers", "no list", "no tuple").without("much"),
    ),
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
    "report.RiverReport": Call(
        RiverReport,
        game=kind(GAME, called="game|board", kuhn=vector.kuhn(3)),
        strategy=strategy,
        board=board.but(BOARD, other="Ah Ad Kh Kd 2c"),
        origin=odd.mapping.or_none(),
    ),
    "report.RiverReport.to_excel": Call(REPORT.to_excel, path=odd.path.but("written.xlsx", other="written.json"), overwrite=odd.flag),
}


@pytest.mark.parametrize("name", CALLS)
def test_wrong_arguments_are_refused_by_name(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with odd.a_little_memory():
        failures = CALLS[name].failures()
    assert not failures, failures
