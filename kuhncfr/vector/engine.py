"""The arrays of one solve of a public game, and the compiled loops that advance them."""

import math
from typing import NamedTuple

import numpy as np

from kuhncfr.solver.resumable import ResumableEngine
from kuhncfr.solver.settings import Settings
from kuhncfr.vector.betting import PLAYERS
from kuhncfr.vector.loops import average, walk
from kuhncfr.vector.loops.arrays import CACHE_LINE, LANES, CompiledMatchup, PlayerArrays, SequenceForm, State, Workspace
from kuhncfr.vector.public import PublicGame
from kuhncfr.vector.ranges import Array, PerPlayer, Range
from kuhncfr.vector.sequence_form import compile_matchup, sequence_forms


class Evaluation(NamedTuple):
    """The exploitability of the average strategies, and each player's value, in chips per game."""

    exploitability: float
    values: tuple[float, float]


class RangeEngine(ResumableEngine):
    """The state of a solve of a public game, and the methods that advance it."""

    PARAMETERS = ("alpha", "beta", "regret_matching_plus", "predictive", "gamma")

    def __init__(self, game: PublicGame, settings: Settings, iterations: int = 0) -> None:
        self.game = game
        self._sent = False  # whether the players have sent their current reach to each other
        self._values = np.zeros((PLAYERS, 2, LANES))
        predictive = settings.algorithm.predictive
        (form_one, form_two), (one, two) = sequence_forms(game), game.ordered
        self.sides = _player_arrays(form_one, one, two, predictive), _player_arrays(form_two, two, one, predictive)
        self._lock()
        learnt = {f"{name}_{player}": array for player in range(PLAYERS) for name, array in self._state(player).items()}
        super().__init__(settings, learnt, learnt, iterations, game.largest_stake)

    def _lock(self) -> None:
        """Set the regrets and the sums of locked histories to the locked strategy, which they lead to; no iteration changes the regrets."""
        first = [0] * PLAYERS
        for history, node in self.game.decisions.items():
            player, actions, locked = node.player, len(node.children), self.game.locked.get(history)
            if locked is not None:
                state, rows = self.sides[player].state, locked[self.game.by_rank[player]]
                groups = np.pad(rows, ((0, -len(rows) % LANES), (0, 0))).reshape(-1, LANES, actions).swapaxes(1, 2)
                sequences = slice(first[player], first[player] + actions)
                state.predicted[:, sequences] = groups * self.game.largest_stake  # in chips: what is below the tie counts as 0
                state.cumulative[:, sequences] = groups
            first[player] += actions

    def _state(self, player: int) -> dict[str, Array]:
        """Return the arrays that determine all further iterations, each once: unless predictive, two are the same."""
        (regret, predicted, cumulative) = self.sides[player].state
        return {"regret": regret, "cumulative": cumulative} | ({} if predicted is regret else {"predicted": predicted})

    def compile(self, target: float | None) -> None:
        """Compile the loops, which may take a while the first time, by running zero iterations."""
        self._iterate(self.done)
        if target is not None:
            self.evaluate()

    def advance(self, end: int, target: float | None) -> bool:
        """Run until iteration `end`, or until the exploitability is at most `target`; return whether it is."""
        while self.done < end:
            stops = [end] if target is None else [end, int(self._due[0])]
            self._iterate(min([*stops, self.done + self.record_every - self.done % self.record_every] if self.record_every else stops))
            self._record()
            if target is not None and self.done >= self._due[0]:
                self._due += self._due // 16 + 1
                if self.evaluate().exploitability <= target:
                    return True
        return False

    def _iterate(self, end: int) -> None:
        sent = self._sent or end > self.done
        walk.iterate(end, *self.sides, self.rule, self._clock, self._sent)
        self._sent = sent

    def _record(self) -> None:
        """Record the state if a record is due."""
        if self.record_every and self.done and self.done % self.record_every == 0:
            for name, array in self._learnt.items():
                self._records[name][self.done // self.record_every - 1] = array

    def snapshot(self) -> dict[str, Array]:
        """Return a copy of the state, and the records, whose rows are not written to again."""
        self._record()  # Ctrl-C may have interrupted the loop just before
        return super().snapshot()

    def evaluate(self, sums: PerPlayer | None = None) -> Evaluation:
        """Evaluate the average strategies, or those of other sums."""
        self._sent = False
        one, two = sums or (self.sides[0].state.cumulative, self.sides[1].state.cumulative)
        exploitability = float(average.evaluate(*self.sides, one, two, self._values))
        return Evaluation(exploitability, (float(self._values[0, 0].sum()), float(self._values[1, 0].sum())))


def _player_arrays(form: SequenceForm, own: Range, other: Range, predictive: bool) -> PlayerArrays:
    """Return the arrays of a player before the first iteration: all regrets and sums are 0."""
    matchup = compile_matchup(own, other)
    shape = len(matchup.weight) // LANES, len(form.slot) - 1, LANES
    regret = _aligned(shape)
    state = State(regret, _aligned(shape) if predictive else regret, _aligned(shape))
    return PlayerArrays(form, matchup, state, _workspace(form, matchup, len(other)))


def _workspace(form: SequenceForm, matchup: CompiledMatchup, others: int) -> Workspace:
    sequences, slots, length = len(form.slot), len(form.start) - 1, (-(-others // LANES) + 1) * LANES + CACHE_LINE
    by_card = 0 if matchup.order is None or matchup.begin is None else len(matchup.order) + len(matchup.begin) - 1
    return Workspace(
        sent=_aligned((slots, length)),
        total=_aligned((slots, LANES)),
        summands=_aligned((int(form.showdowns), length)) if by_card else None,
        by_card=_aligned((slots, by_card)) if by_card else None,
        running=_aligned((by_card + LANES,)) if by_card else None,
        strategy=_aligned((sequences, LANES)),
        reach=_aligned((sequences, LANES), np.ones((sequences, LANES))),
        value=_aligned((sequences, LANES)),
    )


def _aligned(shape: tuple[int, ...], numbers: Array | float = 0.0) -> Array:
    """Return an array filled with these numbers that begins at a cache line, so that each group fills whole lines."""
    size = math.prod(shape)
    buffer = np.empty(size + CACHE_LINE)
    begin = -buffer.ctypes.data // buffer.itemsize % CACHE_LINE
    array = buffer[begin : begin + size].reshape(shape)
    array[...] = numbers
    return array
