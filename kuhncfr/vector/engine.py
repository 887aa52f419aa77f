"""The arrays of one solve of a public game, and the compiled loops that advance them."""

from typing import NamedTuple

import numpy as np

from kuhncfr._support.memory import check_room
from kuhncfr.cfr.algorithm import Algorithm
from kuhncfr.cfr.infoset import TIE
from kuhncfr.vector.form import against, forms, ordered
from kuhncfr.vector.hands import Array, Hands
from kuhncfr.vector.loops import average, walk
from kuhncfr.vector.loops.arrays import BLOCK, Against, Form, Records, Room, Rule, Side, State
from kuhncfr.vector.public import PublicGame

Both = tuple[Array, Array]  # for each player, an array of shape (rows of the form, hands by rank)


class Worth(NamedTuple):
    """How exploitable strategies are, and what each player wins, in chips a game."""

    exploitability: float
    values: tuple[float, float]


class RangeEngine:
    """The state of a solve, and how to advance it."""

    def __init__(self, game: PublicGame, algorithm: Algorithm, *, alternating: bool, every: int = 0, end: int = 0) -> None:
        self.game = game
        self.every = every
        self.reached = False  # the target of the last advance
        self._rule = _rule(game, algorithm, alternating)
        self._clock = np.zeros(1, dtype=np.int64)
        self._due = np.ones(1, dtype=np.int64)
        self._found = np.zeros((2, 2))
        records = end // every if every else 0
        _check_room(game, records)
        one, two = (ordered(hands, order) for hands, order in zip(game.hands, game.by_rank, strict=True))
        form_one, form_two = forms(game)
        self.sides = _side(form_one, one, two, records), _side(form_two, two, one, records)

    @property
    def done(self) -> int:
        """How many iterations were run; the loops keep count themselves, so that Ctrl-C cannot come in between."""
        return int(self._clock[0])

    def compile(self, target: float | None) -> None:
        """Compile the loops, which may take a while the first time, by asking them for no iteration."""
        self._advance(self.done, target)

    def advance(self, end: int, target: float | None) -> bool:
        """Run until iteration `end`, or until the exploitability is down to `target`; tell whether it is."""
        self.reached = self._advance(end, target)
        return self.reached

    def _advance(self, end: int, target: float | None) -> bool:
        if target is not None:
            return bool(average.iterate_until(target, self._due, end, *self.sides, self._rule, self._clock, self.every, self._found))
        walk.iterate(end, *self.sides, self._rule, self._clock, self.every)
        return False

    def worth(self, sums: Both) -> Worth:
        """Return what the average strategies that these sums make are worth."""
        exploitability = float(average.evaluate(*self.sides, *sums, self._found))
        return Worth(exploitability, (float(self._found[0, 0]), float(self._found[1, 0])))


def _rule(game: PublicGame, algorithm: Algorithm, alternating: bool) -> Rule:
    return Rule(
        alternating=alternating,
        alpha=float(algorithm.alpha),
        beta=float(algorithm.beta),
        gamma=float(algorithm.gamma),
        lowest=0.0 if algorithm.floor else -np.inf,
        ahead=1.0 if algorithm.predictive else 0.0,
        tie=TIE * game.largest_stake,
    )


def _side(form: Form, own: Hands, other: Hands, records: int) -> Side:
    """Return all arrays of a player at the beginning: every action is equally likely, and nothing is learnt."""
    hands, rows, faced = len(own), len(form.folds.start) - 1, against(own, other)
    strategy, reach = np.zeros((rows, hands)), np.ones((rows, hands))
    for first, count, parent in zip(form.first, form.count, form.parent, strict=True):
        strategy[first : first + count] = 1 / count
        reach[first : first + count] = reach[parent] * (1 / count)
    state = State(np.zeros((rows, hands)), strategy, np.zeros((rows, hands)), reach)
    taken = Records(*(np.empty((records, rows, hands)) for _ in Records._fields))
    return Side(form, faced, state, _room(form, faced), taken)


def _room(form: Form, faced: Against) -> Room:
    rows, cards, others = len(form.folds.start) - 1, len(faced.begin) - 1, len(faced.chance)
    folds, showdowns = (int(np.count_nonzero(np.diff(ends.start))) for ends in (form.folds, form.showdowns))
    return Room(
        mixed=np.zeros((folds, others + 1)),
        total=np.zeros(folds),
        by_card=np.zeros((folds, cards)),
        sums=np.zeros((showdowns, others + 1)),
        centred=np.zeros((showdowns, len(faced.order) + cards)),
        one=np.zeros(max(others, len(faced.order)) + 1),
        two=np.zeros(len(faced.order)),
        value=np.zeros((rows, BLOCK)),
        expected=np.zeros(BLOCK),
        positive=np.zeros(BLOCK),
        answer=np.ones((rows, len(faced.weight))),
    )


def _check_room(game: PublicGame, records: int) -> None:
    """Refuse what would not fit: five arrays of rows by hands, room for sums, and three arrays for each record."""
    cells = sum(len(game.hands[turn.player]) * len(turn.after) for turn in game.turns.values())
    check_room(f"{records:,} records", 3 * 8 * records * cells, "record less often")
    check_room("the state of the solve", 10 * 8 * cells, "take fewer hands or fewer bets")
