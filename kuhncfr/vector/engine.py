"""The arrays of one solve of a public game, and the compiled loops that advance them."""

from typing import NamedTuple

import numpy as np

from kuhncfr._support.memory import check_room
from kuhncfr.cfr.algorithm import Algorithm
from kuhncfr.cfr.infoset import TIE
from kuhncfr.solver.arrays import WIDE
from kuhncfr.vector.form import against, forms
from kuhncfr.vector.hands import Array, Hands
from kuhncfr.vector.loops import average, walk
from kuhncfr.vector.loops.arrays import Against, Form, Records, Room, Rule, Side, State
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
        self._due = np.ones(1, dtype=np.int64)
        self._found = np.zeros((2, 2, WIDE))
        records = end // every if every else 0
        _check_room(game, records)
        one, two = game.ordered
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


def _side(form: Form, own: Hands, other: Hands, records: int) -> Side:
    """Return all arrays of a player at the beginning: every action is equally likely, and nothing is learnt."""
    rows, faced = len(form.folds.slot), against(own, other)
    shape = len(faced.weight) // WIDE, rows, WIDE
    strategy = np.ones(shape)
    for first, count in zip(form.first.astype(int), form.count.astype(int), strict=True):
        strategy[:, first : first + count] = 1 / count
    taken = Records(*(np.empty((records, *shape)) for _ in Records._fields))
    return Side(form, faced, State(np.zeros(shape), strategy, np.zeros(shape)), _room(form, faced), taken)


def _room(form: Form, faced: Against) -> Room:
    folds, showdowns, rows = len(form.folds.start) - 1, len(form.showdowns.start) - 1, len(form.folds.slot)
    cards, others, ordered = len(faced.begin) - 1, len(faced.chance) + WIDE, len(faced.order)
    return Room(
        sums=np.zeros((showdowns, others)),
        mixed=np.zeros((showdowns, others)) if ordered else np.zeros((0, 0)),
        centred=np.zeros((showdowns, ordered + cards)),
        folded=np.zeros((folds, others)),
        total=np.zeros((folds, WIDE)),
        everybody=np.zeros(folds),
        by_card=np.zeros((folds, cards)),
        running=np.zeros(ordered + WIDE),
        reach=np.ones((rows, WIDE)),
        value=np.zeros((rows, WIDE)),
    )


def _check_room(game: PublicGame, records: int) -> None:
    """Refuse what would not fit: for each action and hand three numbers, up to five about the other's hands, and three a record."""
    cells = sum(len(game.hands[turn.player]) * len(turn.after) for turn in game.turns.values())
    check_room(f"{records:,} records", 3 * 8 * records * cells, "record less often")
    check_room("the state of the solve", 8 * 8 * cells, "take fewer hands or fewer bets")
