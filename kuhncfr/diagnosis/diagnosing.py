"""Diagnose a function in a process of its own."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from kuhncfr._support import arguments
from kuhncfr.diagnosis.answers import Failure, FatalFailure, Rows
from kuhncfr.diagnosis.diagnosis import Diagnosis
from kuhncfr.diagnosis.games import GAMES
from kuhncfr.diagnosis.measure_diagnosis import MEASURED, diagnose_measure
from kuhncfr.diagnosis.sandbox import Sandbox
from kuhncfr.diagnosis.solver_diagnosis import diagnose_solver

KINDS = ("solver", "measure")
LONGEST = 10**6  # seconds, more than a week

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
    """Find out whether a solver of your own is CFR and, if not, which mistake it makes.

    The solver runs on six small games, in a process of its own. Its first average strategies are compared with those of every variant of
    CFR, correct and with each known mistake. One that plays none of the games, except perhaps Kuhn poker, is asked for Kuhn poker with an
    ante and a bet of 1.

    Parameters
    ----------
    function : callable or str
        A solver: takes a game and a number of iterations, and returns the average strategy, a pair whose first is the average, or a run.
        A strategy is a :class:`~kuhncfr.strategy.StrategyProfile`, or a dict with a row for each information set, which is a dict from
        each action to its probability. Or ``"module:function"``; only that process imports the module.
        Or a class of OpenSpiel's shape, such as its ``CFRSolver``: it takes OpenSpiel's version of the game, and has
        ``evaluate_and_update_policy()``, which runs an iteration, and ``average_policy()``.
    kind : {"solver", "measure"}
        With ``"measure"`` the function takes a game and a profile, and returns NashConv or the exploitability.
    games : iterable of str, optional
        The games to run it on: names in ``kuhncfr.diagnosis.GAMES``; by default all.
    seconds, total_seconds : float
        Time limits of one call, and of the whole diagnosis.

    Returns
    -------
    Diagnosis
        Print it, or use ``.correct`` and ``.mistakes`` in a program; ``.correct`` is None if the solver is correct on Kuhn poker and plays
        nothing else, or if it samples and is too slow for long runs.

    Raises
    ------
    ValueError
        If the kind or a game is unknown, a time limit is not greater than 0, or the function cannot be loaded.
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
    The numbers of a program that samples differ from run to run: its long runs must approach an equilibrium. ``.evidence`` says which runs
    the result is based on.
    """
    kind = arguments.choice("kind", kind, KINDS)
    if isinstance(function, str) and (not all(function.partition(":")) or "\0" in function):
        raise ValueError(f"function must be a function or 'module:function', got {arguments.shown(function)}")
    if not isinstance(function, str) and not callable(function):
        raise TypeError(f"function must be a function or 'module:function', got {arguments.shown(function)}")
    chosen = _chosen(games, tuple(GAMES) if kind == "solver" else MEASURED)
    limits = tuple(_limit(name, given) for name, given in (("seconds", seconds), ("total_seconds", total_seconds)))

    def ask(game: str, iterations: int, within: float = limits[0]) -> Rows:
        rows: Rows = sandbox.call(within, game=game, iterations=iterations)
        return rows

    with Sandbox(function, limits[1]) as sandbox:
        try:
            sandbox.load()
            if kind == "measure":
                found = diagnose_measure(lambda game, profile: float(sandbox.call(limits[0], game=game, profile=profile)), chosen)
            else:
                found = diagnose_solver(ask, chosen)
        except FatalFailure as failure:
            found = Diagnosis(False, f"This is not a {kind}: it {failure}.")
        except Failure as failure:  # to load; those of calls are part of the diagnosis
            raise ValueError(f"function must be one that can be loaded, got {arguments.shown(function)}: {failure}") from failure
        return replace(found, refused=sandbox.refused)


def _limit(name: str, seconds: float) -> float:
    return float(arguments.within(name, arguments.positive(name, seconds), 0, LONGEST))


def _chosen(games: Iterable[str] | None, known: tuple[str, ...]) -> tuple[str, ...]:
    if games is None:
        return known
    chosen = [games] if isinstance(games, str) else arguments.names("games", games)
    if not chosen or not set(chosen) <= set(known):
        raise ValueError(f"games must be among {', '.join(map(repr, known))}, got {arguments.shown(games)}")
    return tuple(chosen)
