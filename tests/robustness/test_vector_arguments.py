"""Wrong arguments of public games: betting, ranges, and what solves and evaluates them."""

from dataclasses import replace

import numpy as np
import odd_values as odd
import pytest
from odd_values import Call, kind

from kuhncfr import vector
from kuhncfr.report import RiverReport

GAME = vector.kuhn(3)
END = vector.Showdown(1)
DECK = GAME.hands[0]
ROW = [[0.5, 0.5]] * 3

either = kind(GAME, type=vector.PublicGame, hands=DECK)
strategy = kind(
    GAME.uniform(),
    missing={"": ROW},
    unknown={**GAME.uniform(), "bb": ROW},
    shape={**GAME.uniform(), "b": [0.5, 0.5]},
    nan={**GAME.uniform(), "b": [[float("nan"), 1]] * 3},
    infinity={**GAME.uniform(), "b": [[float("inf"), 1]] * 3},
    negative={**GAME.uniform(), "b": [[-1, 2]] * 3},
    sum={**GAME.uniform(), "b": [[0.5, 0.4]] * 3},
    bools={**GAME.uniform(), "b": [[True, False]] * 3},
    texts={**GAME.uniform(), "b": [["a", "b"]] * 3},
    none={**GAME.uniform(), "b": None},
)
cards = kind(3, whole=3.0, many=10**7)
after = kind({"p": END, "b": END}, empty={"": END}, number={"p": 1}, newline={"\n": END}, type={"p": vector.Showdown})

BOARD = "Qs Jh 2h 8d 3c"
RIVER = vector.river(BOARD, ("AA", "KQs:0.5"), pot=10, stack=10, bets=["all-in"], raises=[])
REPORT = RiverReport(RIVER, RIVER.uniform(), BOARD)

board = kind(BOARD, four="Qs Jh 2h 8d", twice="Qs Qs 2h 8d 3c", unknown="Qs Jh 2h 8d 1c", list=["Qs", "Jh", "2h", "8d", "3c"])
ranges = kind(
    ("AA", "KQs:0.5"),
    called="hands",
    one=("AA",),
    three=("AA",) * 3,
    text="AA",
    empty=("AA", ""),
    unknown=("AA", "AB"),
    weight=("AA", "KQs:2"),
    on_the_board=("AA", "QsJh"),
    no_deal=("AsAh", "AsAh"),
    numbers_=(1, 2),
)
sizes = kind(["50%"], "numbers", size=["much"], none=["0%"], over=["all-in", 11], many=["50%"] * 21, nan=[float("nan")], negative=[-1])

CALLS = {
    "vector.river": Call(
        vector.river,
        board=board,
        ranges=ranges,
        pot=replace(odd.positive.but(10), called="bets"),
        stack=odd.positive.but(10),
        bets=sizes,
        raises=sizes.also("no list", "no tuple"),
    ),
    "report.RiverReport": Call(
        RiverReport,
        game=kind(RIVER, called="board", cards=GAME),
        strategy=kind(RIVER.uniform(), missing={"": RIVER.uniform()[""]}, nan={**RIVER.uniform(), "": ROW}),
        board=board.but(BOARD, another="As Ah Ad Ac 2h"),
        origin=odd.mapping.or_none(),
    ),
    "report.RiverReport.to_excel": Call(REPORT.to_excel, path=odd.path.but("river.xlsx", other="river.json"), overwrite=odd.flag),
    "vector.Fold": Call(vector.Fold, winner=odd.player, stake=odd.positive),
    "vector.Showdown": Call(vector.Showdown, stake=odd.positive),
    "vector.Decision": Call(vector.Decision, player=odd.player, after=after),
    "vector.Hands": Call(
        vector.Hands,
        rank=kind([1, 2], called="weight|cards|names", many=np.zeros(10**7), nan=[1, np.nan]),
        cards=kind([[0], [1]], "None", "empty rows", twice=[[0], [0]], half=[[0.5], [1]], three=[[0, 1, 2]] * 2, same=[[0, 0], [1, 2]]),
        weight=kind([1, 2], "None", negative=[1, -1], nan=[1, np.nan], none=[0, 0], short=[1]),
        names=kind("ab", "None", "texts", twice="aa", short=["a"], numbers_=[1, 2]),
    ),
    "vector.Matchup": Call(
        vector.Matchup, own=kind(DECK, called="hands", pairs=vector.Hands([1], cards=[[0, 1]])), other=kind(DECK, called="hands")
    ),
    "vector.PublicGame": Call(
        vector.PublicGame,
        betting=kind(GAME.betting, end=END),
        hands=kind(
            (DECK, DECK), one=(DECK,), three=(DECK,) * 3, mixed=(DECK, vector.Hands([1])), excluded=(vector.Hands([1], cards=[[0]]),) * 2
        ),
        pot=odd.positive,
    ),
    "vector.PublicGame.percent_of_pot": Call(GAME.percent_of_pot, chips=odd.number.also("one")),
    "vector.VectorCFR": Call(vector.VectorCFR, game=either, algorithm=kind("cfr", instance=1), alternating=odd.flag),
    "vector.VectorCFR.run": Call(lambda iterations: vector.VectorCFR(GAME).run(iterations), iterations=odd.count),
    **{
        f"vector.{function.__name__}": Call(function, game=either, strategy=strategy)
        for function in (vector.expected_values, vector.best_responses, vector.exploitability)
    },
    "vector.one_bet": Call(vector.one_bet, cards=cards, ante=odd.positive, independent=odd.flag),
    "vector.kuhn": Call(vector.kuhn, cards=cards, ante=odd.positive, bet=odd.positive, independent=odd.flag),
}


@pytest.mark.parametrize("name", CALLS)
def test_wrong_arguments_are_refused_by_name(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with odd.a_little_memory():
        failures = CALLS[name].failures()
    assert not failures, failures
