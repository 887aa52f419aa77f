"""The arrays of one solve of a public game, and the compiled loops that advance them."""

import math
from typing import NamedTuple

import numpy as np

from kuhncfr.cfr.algorithm import Algorithm
from kuhncfr.cfr.infoset import TIE
from kuhncfr.solver.driver import ResumableEngine
from kuhncfr.solver.settings import Settings
from kuhncfr.vector.betting import PLAYERS
from kuhncfr.vector.loops import average, walk
from kuhncfr.vector.loops.arrays import LINE, WIDE, Against, Form, Room, Rule, Side, State
from kuhncfr.vector.public import PublicGame
from kuhncfr.vector.ranges import Array, Range
from kuhncfr.vector.sequence_form import against, forms

Both = tuple[Array, Array]  # for each player, an array of shape (groups, rows, WIDE)


class Worth(NamedTuple):
    """How exploitable strategies are, and what each player wins, in chips a game."""

    exploitability: float
    values: tuple[float, float]


class RangeEngine(ResumableEngine):
    """The state of a solve, and how to advance it."""

    def __init__(self, game: PublicGame, settings: Settings, iterations: int = 0) -> None:
        self.game = game
        self._rule = _rule(game, settings.algorithm, settings.alternating)
        self._told = False  # whether the players know what the other plays now
        self._found = np.zeros((PLAYERS, 2, WIDE))
        predictive = settings.algorithm.predictive
        (form_one, form_two), (one, two) = forms(game), game.ordered
        self.sides = _side(form_one, one, two, predictive), _side(form_two, two, one, predictive)
        learnt = {f"{name}_{player + 1}": array for player in range(PLAYERS) for name, array in self._state(player).items()}
        super().__init__(settings, learnt, learnt, iterations)

    def _state(self, player: int) -> dict[str, Array]:
        """Return the arrays that decide all iterations to come, each once: without prediction, the regrets are two of them."""
        (regret, ahead, cumulative) = self.sides[player].state
        return {"regret": regret, "cumulative": cumulative} | ({} if ahead is regret else {"ahead": ahead})

    def compile(self, target: float | None) -> None:
        """Compile the loops, which may take a while the first time, by asking them for no iteration."""
        self._iterate(self.done)
        if target is not None:
            self.worth()

    def advance(self, end: int, target: float | None) -> bool:
        """Run until iteration `end`, or until the exploitability is down to `target`; return whether it is."""
        while self.done < end:
            stops = [end] if target is None else [end, int(self._due[0])]
            self._iterate(min([*stops, self.done + self.record_every - self.done % self.record_every] if self.record_every else stops))
            self._record()
            if target is not None and self.done >= self._due[0]:
                self._due += self._due // 16 + 1
                if self.worth().exploitability <= target:
                    return True
        return False

    def _iterate(self, end: int) -> None:
        told = self._told or end > self.done
        walk.iterate(end, *self.sides, self._rule, self._clock, self._told)
        self._told = told

    def _record(self) -> None:
        """Record the state if it is time."""
        if self.record_every and self.done and self.done % self.record_every == 0:
            for name, array in self._learnt.items():
                self._records[name][self.done // self.record_every - 1] = array

    def snapshot(self) -> dict[str, Array]:
        """Return a copy of what was learnt, and what was recorded: rows that are not written to any more."""
        self._record()  # Ctrl-C may have come just before
        return super().snapshot()

    def worth(self, sums: Both | None = None) -> Worth:
        """Return what the average strategies are worth, or those that other sums make."""
        self._told = False
        one, two = sums or (self.sides[0].state.cumulative, self.sides[1].state.cumulative)
        exploitability = float(average.evaluate(*self.sides, one, two, self._found))
        return Worth(exploitability, (float(self._found[0, 0].sum()), float(self._found[1, 0].sum())))


def _rule(game: PublicGame, algorithm: Algorithm, alternating: bool) -> Rule:
    return Rule(
        alternating=alternating,
        alpha=float(algorithm.alpha),
        beta=float(algorithm.beta),
        gamma=float(algorithm.gamma),
        lowest=0.0 if algorithm.regret_matching_plus else -np.inf,
        ahead=1.0 if algorithm.predictive else 0.0,
        tie=TIE * game.largest_stake,
    )


def _side(form: Form, own: Range, other: Range, predictive: bool) -> Side:
    """Return all arrays of a player at the beginning: every action is equally likely, and nothing is learnt."""
    faced = against(own, other)
    shape = len(faced.weight) // WIDE, len(form.slot) - 1, WIDE
    regret = _aligned(shape)
    return Side(form, faced, State(regret, _aligned(shape) if predictive else regret, _aligned(shape)), _room(form, faced, len(other)))


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
