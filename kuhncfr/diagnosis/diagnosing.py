"""Diagnose a function, in a process of its own."""

from collections.abc import Callable, Iterable
from typing import Any

from kuhncfr._support import arguments
from kuhncfr.diagnosis.answers import Broken, Rows
from kuhncfr.diagnosis.diagnosis import Diagnosis
from kuhncfr.diagnosis.games import GAMES
from kuhncfr.diagnosis.measure_diagnosis import MEASURED, diagnose_measure
from kuhncfr.diagnosis.sandbox import Sandbox
from kuhncfr.diagnosis.solver_diagnosis import SolverDiagnosis

KINDS = ("solver", "measure")
MOST = 10**6  # seconds that may be waited: more than a week

Solver = Callable[[Any, int], Any]
Measure = Callable[[Any, Any], Any]


def diagnose(
    function: Solver | Measure | str,
    *,
    kind: str = "solver",
    games: Iterable[str] | None = None,
    seconds: float = 20.0,
    total_seconds: float = 180.0,
) -> Diagnosis:
    """Find out whether a solver of your own is CFR, and if not, which mistake it makes.

    It is run on a handful of small games, in a process of its own. Its first averages are compared with those of every variant of CFR,
    and of CFR with each mistake of the register, and with each two of them.

    Parameters
    ----------
    function : callable or str
        A solver: takes a game and a number of iterations, and returns the average strategy, or a pair with the current one. A strategy is
        a :class:`~kuhncfr.strategy.StrategyProfile`, or a dict from each information set to a dict from each action to its probability.
        Or ``"module:function"``; the module is imported in that process alone.
    kind : {"solver", "measure"}
        With ``"measure"`` the function takes a game and a profile, and is to return NashConv, or the exploitability.
    games : iterable of str, optional
        Which games to ask it about: names in ``kuhncfr.diagnosis.GAMES``; by default all.
    seconds, total_seconds : float
        How long one call may take, and all together.

    Returns
    -------
    Diagnosis
        Print it; ``.right`` and ``.mistakes`` are for programs.

    Raises
    ------
    ValueError
        If the kind or a game is unknown, or a time is not greater than 0.
    TypeError
        If `function` is neither a function nor text of the form ``"module:function"``.

    Examples
    --------
    >>> import kuhncfr as kc
    >>> def mine(game, iterations):
    ...     cfr = kc.CFR(game, algorithm="cfr+")
    ...     cfr.run(iterations)
    ...     return cfr.average_strategy
    >>> print(kc.diagnose(mine))
    Right: this is alternating CFR+.
    This rests on the first 5 iterations of 6 small games.
    >>> def last(game, iterations):
    ...     cfr = kc.CFR(game)
    ...     cfr.run(iterations)
    ...     return cfr.current_strategy
    >>> [mistake.name for mistake in kc.diagnose(last).mistakes]
    ['current for average']

    Notes
    -----
    A program that draws at random cannot be compared number by number. If it draws chance's actions alone, all that can come out of a few
    iterations is tried; in any case long runs must come near an equilibrium. The verdict says what it rests on.
    """
    kind = arguments.choice("kind", kind, KINDS)
    if isinstance(function, str) and (not all(function.partition(":")) or "\0" in function):
        raise ValueError(f"function must be a function or 'module:function', got {arguments.shown(function)}")
    if not isinstance(function, str) and not callable(function):
        raise TypeError(f"function must be a function or 'module:function', got {arguments.shown(function)}")
    chosen = _chosen(games, tuple(GAMES) if kind == "solver" else MEASURED)
    limits = tuple(_limit(name, given) for name, given in (("seconds", seconds), ("total_seconds", total_seconds)))
    try:
        with Sandbox(function, *limits) as sandbox:
            sandbox.load()
            if kind == "measure":
                return diagnose_measure(lambda game, profile: float(sandbox.call(game=game, profile=profile)), chosen)

            def ask(game: str, iterations: int) -> tuple[Rows, Rows | None]:
                average, current = sandbox.call(game=game, iterations=iterations)
                return average, current

            return SolverDiagnosis(ask, chosen).diagnose()
    except Broken as failure:
        return Diagnosis(False, f"It is no {kind}: it {failure}.")


def _limit(name: str, seconds: float) -> float:
    return float(arguments.within(name, arguments.positive(name, seconds), 0, MOST))


def _chosen(games: Iterable[str] | None, known: tuple[str, ...]) -> tuple[str, ...]:
    if games is None:
        return known
    chosen = [games] if isinstance(games, str) else arguments.names("games", games)
    if not chosen or not set(chosen) <= set(known):
        raise ValueError(f"games must be among {', '.join(map(repr, known))}, got {arguments.shown(games)}")
    return tuple(chosen)
