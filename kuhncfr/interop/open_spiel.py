"""Games of OpenSpiel as games of this package, and strategies in both forms."""

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from importlib import import_module
from sys import intern
from typing import Any

from kuhncfr._support import arguments
from kuhncfr._support.extras import extra
from kuhncfr.games.game import Game, Limits, information_sets
from kuhncfr.games.validation import validate
from kuhncfr.interop.efg import lines
from kuhncfr.strategy import StrategyProfile, fitting

# An action is called by its place in OpenSpiel's list: 0 to 9, A to Z, a to z, then letters of other scripts. Surrogates, which text
# cannot hold, begin at D800.
LETTERS = "".join(filter(str.isalnum, map(chr, range(0xD800))))

_LARGEST_DENOMINATOR = 10**6
_ROUNDING = 1e-15  # relative; of a float that is the product of a few


class OpenSpielGame:
    """A game of OpenSpiel as :func:`from_open_spiel` returns it.

    It is a :class:`~kuhncfr.games.Game` that stores its whole tree.

    Attributes
    ----------
    source : pyspiel.Game
        OpenSpiel's game; if that is simultaneous, its version in which the players move in turn.
    players : int
        The number of players.
    zero_sum : bool
        Whether OpenSpiel declares the game zero-sum.
    """

    legend = "Actions are places in OpenSpiel's list of legal actions, and information sets its information states."

    def __init__(self, source: Any) -> None:
        self.source = source
        self.players: int = source.num_players()
        self.zero_sum: bool = source.get_type().utility.name == "ZERO_SUM"
        self._utilities: dict[str, tuple[Fraction, ...]] = {}
        self._chance: dict[str, dict[str, Fraction]] = {}
        self._decisions: dict[str, tuple[int, tuple[str, ...], str]] = {}
        self._walk(Limits(self))

    def _walk(self, limits: Limits) -> None:
        """Store the tree breadth first: its first levels show whether it is too large."""
        waiting: deque[tuple[str, Any, int]] = deque([("", None, 0)])  # histories, each with the state before its last action
        while waiting:
            history, before, last = waiting.popleft()
            state = before.child(last) if before else self.source.new_initial_state()
            legal = state.legal_actions()
            limits.check(history, len(legal))
            if len(legal) > len(LETTERS):
                raise ValueError(f"{self!r} has {len(legal):,} actions at {history!r}; at most {len(LETTERS):,} have letters")
            moves = tuple(LETTERS[: len(legal)])
            waiting.extend((history + letter, state, action) for letter, action in zip(moves, legal, strict=True))
            if state.is_terminal():
                self._utilities[history] = _exact(tuple(state.returns()))
            elif state.is_chance_node():
                odds = tuple(probability for _, probability in state.chance_outcomes())
                self._chance[history] = dict(zip(moves, _exact(odds) if sum(_exact(odds)) == 1 else odds, strict=True))
            else:
                self._decisions[history] = state.current_player(), moves, intern(state.information_state_string())

    def __repr__(self) -> str:
        return f"from_open_spiel({str(self.source)!r})"

    def is_terminal(self, history: str) -> bool:
        return history in self._utilities

    def utilities(self, history: str) -> tuple[Fraction, ...]:
        return self._utilities[history]

    def is_chance(self, history: str) -> bool:
        return history in self._chance

    def chance(self, history: str) -> Mapping[str, Fraction]:
        return self._chance[history]

    def player(self, history: str) -> int:
        return self._decisions[history][0]

    def actions(self, history: str) -> tuple[str, ...]:
        return self._decisions[history][1]

    def infoset(self, history: str) -> str:
        """Return OpenSpiel's information state of the player to move."""
        return self._decisions[history][2]

    def state(self, history: str) -> Any:
        """Return OpenSpiel's state at a history, a ``pyspiel.State``."""
        state = self.source.new_initial_state()
        for letter in history:
            state.apply_action(state.legal_actions()[LETTERS.index(letter)])
        return state

    def action_names(self, history: str) -> dict[str, str]:
        """Return what OpenSpiel calls each action."""
        state = self.state(history)
        return dict(zip(LETTERS, map(state.action_to_string, state.legal_actions()), strict=False))


def from_open_spiel(game: Any) -> OpenSpielGame:
    r"""Return a game of OpenSpiel as a game of this package, on which everything works: solving, evaluating, simulating, drawing.

    It must be finite, and the players must have perfect recall. Simultaneous moves become moves in turn that the others do not see. There
    may be any number of players, and the game need not be zero-sum.

    Parameters
    ----------
    game : str or pyspiel.Game
        The text that ``pyspiel.load_game`` takes, such as ``"liars_dice(dice_sides=4)"``, or a game that is loaded.

    Returns
    -------
    OpenSpielGame
        A history has a character for each action: its place in OpenSpiel's list of legal actions (0 to 9, A to Z, a to z, and so on);
        ``action_names(history)`` has the names. The key of an information set is OpenSpiel's information state. Probabilities and
        utilities are fractions if their floats stand for fractions with a denominator of up to a million: 0.16666666666666666 is 1/6.

    Raises
    ------
    ValueError
        If there is no such game, its parameters are wrong, or it cannot be solved here: a mean-field game, a game that samples chance or
        has no information states, imperfect recall, more than 2,000,000 histories, or more than 300 actions in a row.
    TypeError
        If `game` is neither text nor a game of OpenSpiel.
    ModuleNotFoundError
        If OpenSpiel is not installed: the extra ``kuhncfr[openspiel]`` installs it.

    Notes
    -----
    OpenSpiel's ``leduc_poker``, like :class:`~kuhncfr.games.LeducPoker`, tells suits apart: it has 936 information sets, where other
    programs, which do not, have 288.

    References
    ----------
    Lanctot et al. (2019), *OpenSpiel: a framework for reinforcement learning in games*.

    Examples
    --------
    >>> from kuhncfr import from_open_spiel, information_sets, solve
    >>> game = from_open_spiel("kuhn_poker")
    >>> game.chance(""), game.action_names("01")
    ({'0': Fraction(1, 3), '1': Fraction(1, 3), '2': Fraction(1, 3)}, {'0': 'Pass', '1': 'Bet'})
    >>> list(information_sets(game))[:3]
    ['0', '1', '2']
    >>> solve(game, 1_000, "cfr+").exploitability < 1e-4
    True
    """
    pyspiel = _pyspiel()
    if isinstance(game, str):
        if game.startswith("python_"):
            import_module("open_spiel.python.games")  # registers them
        if game.partition("(")[0] not in pyspiel.registered_names():
            raise ValueError(f"game must be one of OpenSpiel's, which pyspiel.registered_names() lists, got {arguments.shown(game)}")
        try:
            game = pyspiel.load_game(game)
        except (pyspiel.SpielError, IndexError) as error:  # IndexError: of a parameter that nfg_game lacks
            raise ValueError(f"OpenSpiel cannot load {game!r}: {' '.join(str(error).split())}") from error
    game = arguments.instance("game", game, pyspiel.Game, what="a game of OpenSpiel, or the text that loads it")
    if game.get_type().dynamics.name == "SIMULTANEOUS":
        game = pyspiel.convert_to_turn_based(game)
    kind = game.get_type()
    if kind.dynamics.name == "MEAN_FIELD":
        raise ValueError(f"{game} is a mean-field game, with a population of players: take one whose dynamics are not MEAN_FIELD")
    if kind.chance_mode.name == "SAMPLED_STOCHASTIC":
        raise ValueError(f"{game} samples chance without probabilities: take a game whose chance_mode is not SAMPLED_STOCHASTIC")
    if not kind.provides_information_state_string:
        raise ValueError(f"{game} has no information states: take a game with provides_information_state_string")
    found = OpenSpielGame(game)
    try:
        validate(found)
    except ValueError as error:
        raise ValueError(f"{game} breaks a rule that games must keep; take another version of it: {error}") from error
    return found


def to_open_spiel(game: OpenSpielGame, strategy: Any) -> Any:
    """Return a strategy as OpenSpiel's policy.

    Parameters
    ----------
    game : OpenSpielGame
        The game, as :func:`from_open_spiel` returned it.
    strategy : StrategyProfile, mapping, or object with an ``average_strategy`` or a ``profile``
        A row for every information set of `game`.

    Returns
    -------
    pyspiel.TabularPolicy
        For ``game.source``. Its probabilities are floats: those of `strategy`, or the floats nearest to its fractions.

    Raises
    ------
    ValueError
        If the strategy does not fit the game.
    TypeError
        If `game` is not one of OpenSpiel's.

    See Also
    --------
    from_policy : the inverse.

    Examples
    --------
    >>> import pyspiel
    >>> from kuhncfr import StrategyProfile, from_open_spiel, nash_conv, to_open_spiel
    >>> game = from_open_spiel("kuhn_poker")
    >>> uniform = StrategyProfile.uniform(game)
    >>> nash_conv(game, uniform)
    Fraction(11, 12)
    >>> round(pyspiel.nash_conv(game.source, to_open_spiel(game, uniform)), 12) == round(11 / 12, 12)
    True
    """
    _, profile, _ = fitting(game, strategy)
    rows = {}
    for key, _, legal in _states(game):
        rows[key] = [(action, float(profile[key][letter])) for letter, action in legal.items()]
    return _pyspiel().TabularPolicy(rows)


def from_policy(game: OpenSpielGame, policy: Any) -> StrategyProfile:
    """Return the strategy of a policy of OpenSpiel.

    Parameters
    ----------
    game : OpenSpielGame
        The game, as :func:`from_open_spiel` returned it.
    policy : pyspiel.Policy or open_spiel.python.policy.Policy
        A policy for ``game.source``, such as a ``TabularPolicy`` or a solver's ``average_policy()``. An action that it leaves out has
        probability 0.

    Returns
    -------
    StrategyProfile
        The same floats: :func:`to_open_spiel` gives the policy back.

    Raises
    ------
    ValueError
        If the policy has no probabilities for an information set, or they do not sum to 1.
    TypeError
        If `game` is not one of OpenSpiel's, or `policy` has no ``action_probabilities``.

    Examples
    --------
    >>> import pyspiel
    >>> from kuhncfr import exploitability, from_open_spiel, from_policy
    >>> game = from_open_spiel("kuhn_poker")
    >>> solver = pyspiel.CFRSolver(game.source)
    >>> for _ in range(100):
    ...     solver.evaluate_and_update_policy()
    >>> exploitability(game, from_policy(game, solver.average_policy())) < 0.01
    True
    """
    if not hasattr(policy, "action_probabilities"):
        raise TypeError(f"policy must have action_probabilities, as OpenSpiel's policies do, got {arguments.shown(policy)}")
    return StrategyProfile({key: _row(policy, state, legal) for key, state, legal in _states(game)})


def run_solver(solver: Callable[[Any], Any], game: Game, iterations: int) -> dict[str, dict[str, float]]:
    """Run a solver in OpenSpiel's shape on a game of this package, which it gets in Gambit's format; return its average strategy.

    Parameters
    ----------
    solver : callable
        Such as OpenSpiel's ``CFRSolver``: takes a ``pyspiel.Game``, and returns an object with ``evaluate_and_update_policy()``, which
        runs an iteration, and ``average_policy()``.
    game : Game
    iterations : int

    Returns
    -------
    dict of str to dict of str to float
        A row for each information set of `game`, as the solver's policy has it: nothing is checked.

    Raises
    ------
    ModuleNotFoundError
        If OpenSpiel is not installed: the extra ``kuhncfr[openspiel]`` installs it.

    Examples
    --------
    >>> import pyspiel
    >>> from kuhncfr import KuhnPoker
    >>> run_solver(pyspiel.CFRSolver, KuhnPoker(), 100)["K"]["b"] > 0.5
    True
    """
    source = _pyspiel().load_efg_game("\n".join(lines(game)))
    run = solver(source)
    for _ in range(iterations):
        run.evaluate_and_update_policy()
    policy, rows = run.average_policy(), {}
    for key, infoset in information_sets(game).items():
        state = source.new_initial_state()
        for action in infoset.histories[0]:
            state.apply_action(state.string_to_action(action))
        rows[key] = _row(policy, state, {action: state.string_to_action(action) for action in infoset.actions})
    return rows


def _row(policy: Any, state: Any, actions: Mapping[str, int]) -> dict[str, float]:
    """Return the probabilities that a policy gives to actions, named and with OpenSpiel's numbers; 0 if it leaves one out."""
    given = policy.action_probabilities(state)
    return {name: given.get(action, 0.0) for name, action in actions.items()}


def _states(game: Any) -> Iterator[tuple[str, Any, dict[str, int]]]:
    """Yield the key of each information set, OpenSpiel's state in it, and OpenSpiel's number of each action."""
    game = arguments.instance("game", game, OpenSpielGame, what="one that kc.from_open_spiel returned")
    for key, infoset in information_sets(game).items():
        state = game.state(infoset.histories[0])
        yield key, state, dict(zip(infoset.actions, state.legal_actions(), strict=True))


def _pyspiel() -> Any:
    with extra("openspiel"):
        import pyspiel
    return pyspiel


@cache
def _exact(floats: tuple[float, ...]) -> tuple[Any, ...]:
    """Return the fraction that each float stands for, such as 1/18; the float itself if the denominator would be large."""
    near = {number: Fraction(number).limit_denominator(_LARGEST_DENOMINATOR) for number in floats}
    return tuple(near[x] if abs(near[x] - Fraction(x)) <= _ROUNDING * abs(x) else x for x in floats)
