"""Matrix games: all players choose at once."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from itertools import product
from operator import getitem
from typing import TYPE_CHECKING, Any

from kuhncfr._support import arguments, hints

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


class MatrixGame(hints.Hinted):
    r"""A game in which all players choose at once and a table contains the payoffs.

    Parameters
    ----------
    payoffs : array_like
        Either the row player's payoffs in a two-player zero-sum game, shape (rows, columns); or the payoffs of all players,
        shape (actions of player 1, …, actions of player n, n). In chips.
    actions : sequence of str, or array_like, shape (rows, columns), optional
        One string of single-character names per player, such as ``("RPS", "RPS")``; by default ``a``, ``b``, ``c``, …. Or the column
        player's payoffs, as in ``MatrixGame(A, B)``.

    Raises
    ------
    ValueError
        If the table is empty, has the wrong shape or a payoff that is not finite, or the names do not fit it.
    TypeError
        If a payoff is not a number.

    Examples
    --------
    >>> rps = MatrixGame([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], actions=("RPS", "RPS"))
    >>> [int(u) for u in rps.utilities("RP")]
    [-1, 1]
    >>> dilemma = MatrixGame([[3, 0], [5, 1]], [[3, 5], [0, 1]])
    >>> [int(u) for u in dilemma.utilities("ab")]
    [0, 5]
    """

    def __init__(self, payoffs: "ArrayLike", actions: "Sequence[str] | ArrayLike | None" = None) -> None:
        table: Any = payoffs.tolist() if hasattr(payoffs, "tolist") else payoffs
        whole = _shape(table)
        columns: Any = getattr(actions, "tolist", lambda: actions)()
        if len(whole) == 2 and _shape(columns) == whole and not isinstance(columns[0][0], str):  # MatrixGame(A, B)
            table = [[list(pair) for pair in zip(*rows, strict=True)] for rows in zip(table, columns, strict=True)]
            whole, actions = (*whole, 2), None
        of_all = len(whole) > 2 and whole[-1] == len(whole) - 1
        if 0 in whole or not (len(whole) == 2 or of_all):
            raise ValueError(
                f"payoffs must have shape (rows, columns) or (actions of player 1, ..., actions of player n, n), got shape {whole}"
            )
        numbers = {index: arguments.rational("payoffs", reduce(getitem, index, table)) for index in _indices(whole)}
        shape = whole[:-1] if of_all else whole
        self._actions = _action_names(actions, shape)
        self._payoffs = {
            "".join(names[k] for names, k in zip(self._actions, index, strict=True)): (
                tuple(numbers[*index, player] for player in range(len(shape))) if of_all else (numbers[index], -numbers[index])
            )
            for index in _indices(shape)
        }
        self.zero_sum = all(sum(utilities) == 0 for utilities in self._payoffs.values())

    def __repr__(self) -> str:
        table = {history: [str(u) for u in utilities] for history, utilities in self._payoffs.items()}
        return f"MatrixGame({table}, actions={self._actions})"

    @property
    def players(self) -> int:
        return len(self._actions)

    def is_terminal(self, history: str) -> bool:
        return len(history) == self.players

    def utilities(self, history: str) -> tuple[Fraction, ...]:
        if history not in self._payoffs:
            raise ValueError(f"history must be terminal, got {history!r}")
        return self._payoffs[history]

    def is_chance(self, history: str) -> bool:
        return False

    def chance(self, history: str) -> Mapping[str, Fraction]:
        raise ValueError(f"chance never moves in a matrix game, asked at {history!r}")

    def player(self, history: str) -> int:
        return len(history)

    def actions(self, history: str) -> tuple[str, ...]:
        if self.is_terminal(history):
            raise ValueError(f"no player acts at {history!r}: the game is over")
        return tuple(self._actions[len(history)])

    def infoset(self, history: str) -> str:
        """Return the number of the player, counted from 1: players do not observe the others' choices."""
        return str(len(history) + 1)


def _shape(table: Any) -> tuple[int, ...]:
    """Return the shape of nested sequences."""
    if not isinstance(table, (list, tuple)):
        return ()
    shapes = {_shape(row) for row in table}
    if len(shapes) > 1:
        raise ValueError(f"payoffs must be rows of one length, got {arguments.shown(table)}")
    return (len(table), *next(iter(shapes), ()))


def _indices(shape: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    return product(*map(range, shape))


def _action_names(actions: Any, sizes: tuple[int, ...]) -> tuple[str, ...]:
    if actions is None:
        return tuple("".join(chr(ord("a") + k) for k in range(size)) for size in sizes)
    names = tuple(actions) if isinstance(actions, Sequence) else ()
    if not all(isinstance(name, str) and len(name) == len(set(name)) for name in names) or tuple(map(len, names)) != sizes:
        raise ValueError(f"actions must be one string per player with {list(sizes)} different characters, got {arguments.shown(actions)}")
    return names
