"""The arrays of one solve of a public game, and the compiled loops that advance them."""

import math
from typing import NamedTuple

import numpy as np

from kuhncfr._support.memory import check_room
from kuhncfr.cfr.algorithm import Algorithm
from kuhncfr.cfr.infoset import TIE
from kuhncfr.vector.betting import PLAYERS
from kuhncfr.vector.form import against, forms
from kuhncfr.vector.hands import Array, Hands
from kuhncfr.vector.loops import average, walk
from kuhncfr.vector.loops.arrays import LINE, WIDE, Against, Form, Room, Rule, Side, State
from kuhncfr.vector.public import PublicGame

Both = tuple[Array, Array]  # for each player, an array of shape (groups, rows, WIDE)


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
        self._due = 1  # after which iteration to look next whether the target is reached
        self._told = False  # whether the players know what the other plays now
        self._found = np.zeros((PLAYERS, 2, WIDE))
        records = end // every if every else 0
        _check_room(game, records, algorithm.predictive)
        (form_one, form_two), (one, two) = forms(game), game.ordered
        self.sides = _side(form_one, one, two, algorithm.predictive), _side(form_two, two, one, algorithm.predictive)
        self.records = tuple(_records(side.state, records) for side in self.sides)

    @property
    def done(self) -> int:
        """How many iterations were run; the loops keep count themselves, so that Ctrl-C cannot come in between."""
        return int(self._clock[0])

    def compile(self, target: float | None) -> None:
        """Compile the loops, which may take a while the first time, by asking them for no iteration."""
        self._iterate(self.done)
        if target is not None:
            self.worth((self.sides[0].state.cumulative, self.sides[1].state.cumulative))

    def advance(self, end: int, target: float | None) -> bool:
        """Run until iteration `end`, or until the exploitability is down to `target`; tell whether it is."""
        self.reached = self._advance(end, target)
        return self.reached

    def _advance(self, end: int, target: float | None) -> bool:
        """Go from one iteration to the next at which there is something to do."""
        while self.done < end:
            stops = [end] if target is None else [end, self._due]
            self._iterate(min([*stops, self.done + self.every - self.done % self.every] if self.every else stops))
            if self.every and self.done % self.every == 0:
                self._record(self.done // self.every - 1)
            if target is not None and self.done >= self._due:
                self._due += self._due // 16 + 1
                one, two = self.sides
                if self.worth((one.state.cumulative, two.state.cumulative)).exploitability <= target:
                    return True
        return False

    def _iterate(self, end: int) -> None:
        told = self._told or end > self.done
        walk.iterate(end, *self.sides, self._rule, self._clock, self._told)
        self._told = told

    def _record(self, row: int) -> None:
        for side, records in zip(self.sides, self.records, strict=True):
            for array, rows in zip(side.state, records, strict=True):
                rows[row] = array

    def worth(self, sums: Both) -> Worth:
        """Return what the average strategies that these sums make are worth."""
        self._told = False
        exploitability = float(average.evaluate(*self.sides, *sums, self._found))
        return Worth(exploitability, (float(self._found[0, 0].sum()), float(self._found[1, 0].sum())))


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


def _side(form: Form, own: Hands, other: Hands, predictive: bool) -> Side:
    """Return all arrays of a player at the beginning: every action is equally likely, and nothing is learnt."""
    faced = against(own, other)
    shape = len(faced.weight) // WIDE, len(form.slot) - 1, WIDE
    regret = _aligned(shape)
    return Side(form, faced, State(regret, _aligned(shape) if predictive else regret, _aligned(shape)), _room(form, faced, len(other)))


def _records(state: State, records: int) -> State:
    """Return room for so many records of a state; what is the same array there is the same here."""
    rooms = {id(array): np.empty((records, *array.shape)) for array in state}
    return State(*(rooms[id(array)] for array in state))


def _room(form: Form, faced: Against, others: int) -> Room:
    rows, slots, length = len(form.slot), len(form.start) - 1, (-(-others // WIDE) + 1) * WIDE + LINE
    by_card = 0 if faced.order is None or faced.begin is None else len(faced.order) + len(faced.begin) - 1
    return Room(
        told=_aligned((slots, length)),
        total=_aligned((slots, WIDE)),
        mixed=_aligned((int(form.showdowns), length)) if by_card else None,
        by_card=_aligned((slots, by_card)) if by_card else None,
        running=_aligned((by_card + WIDE,)) if by_card else None,
        strategy=_aligned((rows, WIDE)),
        reach=_aligned((rows, WIDE), np.ones((rows, WIDE))),
        value=_aligned((rows, WIDE)),
    )


def _aligned(shape: tuple[int, ...], numbers: Array | float = 0.0) -> Array:
    """Return an array of these numbers that begins where a line of the processor's cache does, so that no group lies across two."""
    size = math.prod(shape)
    room = np.empty(size + LINE)
    begin = -room.ctypes.data // room.itemsize % LINE
    array = room[begin : begin + size].reshape(shape)
    array[...] = numbers
    return array


def _check_room(game: PublicGame, records: int, predictive: bool) -> None:
    """Refuse what would not fit: for each action and hand two or three numbers, about five of the other's hands, and a copy a record."""
    cells = sum(len(game.hands[turn.player]) * len(turn.after) for turn in game.turns.values())
    kept = 3 if predictive else 2
    check_room(f"{records:,} records", kept * 8 * records * cells, "record less often")
    check_room("the state of the solve", (kept + 5) * 8 * cells, "take fewer hands or fewer bets")
