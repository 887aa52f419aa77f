r"""The expected utilities, best responses and exploitability of a strategy profile.

All results are exact for an exact profile: fractions in, fractions out.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import wraps
from typing import Any, NamedTuple, TypeVar, cast, overload

from kuhncfr._support import arguments
from kuhncfr.games.game import Game, InformationSet
from kuhncfr.strategy import Probability, StrategyProfile, fitting

Profile = Any  # a mapping of rows, or an object with an `average_strategy` or a `profile`
Arithmetic = Callable[[Any], Any]  # turns a number into a fraction, or into a float
Function = TypeVar("Function", bound=Callable[..., Any])
Watch = Callable[[str, Any, tuple[Any, ...]], None]


def _for_runs_and_public_games(function: Function) -> Function:
    """Take the game of a run that stands alone; call the method of the same name of a public game, which has no histories to walk."""

    @wraps(function)
    def answer(game: Any, *given: Any, **options: Any) -> Any:
        if not given and "strategy" not in options and hasattr(game, "average_strategy"):
            game, given = game.game, (game,)
        if isinstance(game, StrategyProfile):
            raise TypeError("the game comes first, and then the strategy")
        if isinstance(game, arguments.Public):
            return getattr(game, function.__name__)(*given, **options)
        return function(game, *given, **options)

    return cast(Function, answer)


class BestResponse(NamedTuple):
    """A best response of one player to the strategies of the others.

    Attributes
    ----------
    value : Fraction or float
        The player's expected utility, in chips a game.
    strategy : dict of str to str
        The action at each of the player's information sets; for a public game, the index of each hand's action.
    """

    value: Probability
    strategy: dict[str, Any]


class AtInformationSet(NamedTuple):
    """The reach and the value of an information set under a profile.

    Attributes
    ----------
    reach : Fraction or float
        Probability that the game reaches the information set.
    value : Fraction, float or None
        Expected utility of the player to move, given that it is reached, in chips a game; None if it is never reached.
    """

    reach: Probability
    value: Probability | None


@_for_runs_and_public_games
def expected_utilities(game: Any, strategy: Profile = None) -> tuple[Probability, ...]:
    r"""Return the expected utility of each player.

    .. math:: u_i(\sigma) = \sum_{z \in Z} \pi^\sigma(z)\, u_i(z)

    Parameters
    ----------
    game : Game, CompiledGame or PublicGame
    strategy : StrategyProfile, mapping, or object with an ``average_strategy`` or a ``profile``, optional
        A row for every information set of `game`: such as a profile, a run, a CFR or an equilibrium. A run or a CFR may stand alone:
        it has its game.

    Returns
    -------
    tuple of Fraction or float, length ``game.players``
        In chips a game.

    Raises
    ------
    ValueError
        If the profile does not fit the game.

    Examples
    --------
    >>> from kuhncfr import KuhnPoker, StrategyProfile
    >>> game = KuhnPoker()
    >>> expected_utilities(game, StrategyProfile.uniform(game))
    (Fraction(1, 8), Fraction(-1, 8))
    """
    game, profile, _ = fitting(game, strategy)
    return _utilities(game, profile, _arithmetic(profile))


def _utilities(game: Game, profile: StrategyProfile, number: Arithmetic, watch: Watch | None = None) -> tuple[Probability, ...]:
    """Walk the game; call `watch` with the history, the reach probability and the expected utilities of every decision."""

    def value(history: str, likely: Any) -> tuple[Any, ...]:
        if game.is_terminal(history):
            return tuple(number(u) for u in game.utilities(history))
        by_chance = game.is_chance(history)
        probabilities = game.chance(history) if by_chance else profile[game.infoset(history)]
        totals = (number(0),) * game.players
        for action, probability in probabilities.items():
            if weight := number(probability):  # what is never played adds nothing
                totals = tuple(total + weight * u for total, u in zip(totals, value(history + action, likely * weight), strict=True))
        if watch is not None and not by_chance:
            watch(history, likely, totals)
        return totals

    return value("", number(1))


@overload
def best_response(game: Any, strategy: Profile, player: int) -> BestResponse: ...


@overload
def best_response(game: Any, *, player: int) -> BestResponse: ...


@overload
def best_response(game: Any, strategy: Profile = None) -> tuple[BestResponse, ...]: ...


@_for_runs_and_public_games
def best_response(game: Any, strategy: Profile = None, player: int | None = None) -> Any:
    r"""Return a best response of `player` to the others' strategies, and its value.

    .. math:: \max_{\sigma_i'} u_i(\sigma_i', \sigma_{-i})

    Parameters
    ----------
    game : Game, CompiledGame or PublicGame
    strategy : StrategyProfile, mapping, or object with an ``average_strategy`` or a ``profile``, optional
        A row for every information set; the rows of `player` do not matter. A run or a CFR may stand alone: it has its game.
    player : int, optional
        Counted from 0; by default every player.

    Returns
    -------
    BestResponse, or tuple of BestResponse
        The value in chips a game, and a pure strategy that earns it: the first of equally good actions.
        Without `player`, one for each player.

    Raises
    ------
    ValueError
        If the profile does not fit the game, or the game has no such player.

    Examples
    --------
    Against a first player who never bluffs, the second player folds every King:

    >>> from kuhncfr import OneBetKuhn, StrategyProfile
    >>> honest = StrategyProfile.from_bet_probabilities({"A": 1, "K": 0, "Q": 0, "Ab": 1, "Kb": 1, "Qb": 0})
    >>> best_response(OneBetKuhn(), honest, player=1)
    BestResponse(value=Fraction(0, 1), strategy={'Ab': 'p', 'Kb': 'p', 'Qb': 'p'})
    """
    if player is None:
        return values_and_best_responses(game, strategy)[1]
    game, profile, infosets = fitting(game, strategy)
    player = arguments.count("player", player, maximum=game.players - 1)
    return _best_response(game, profile, player, infosets)


def values_and_best_responses(game: Game, strategy: Profile) -> tuple[tuple[Probability, ...], tuple[BestResponse, ...]]:
    r"""Return :func:`expected_utilities` and the :func:`best_response` of each player.

    .. math:: \Big( u_i(\sigma) \Big)_i, \qquad \Big( \max_{\sigma_i'} u_i(\sigma_i', \sigma_{-i}) \Big)_i

    Parameters
    ----------
    game : Game, CompiledGame or PublicGame
    strategy : StrategyProfile, mapping, or object with an ``average_strategy`` or a ``profile``
        A row for every information set of `game`: such as a profile, a run, a CFR or an equilibrium.

    Returns
    -------
    values : tuple of Fraction or float, length ``game.players``
        In chips a game.
    responses : tuple of BestResponse, length ``game.players``

    Raises
    ------
    ValueError
        If the profile does not fit the game.

    Examples
    --------
    >>> from kuhncfr import OneBetKuhn, StrategyProfile
    >>> values, responses = values_and_best_responses(OneBetKuhn(), StrategyProfile.uniform(OneBetKuhn()))
    >>> values[0], responses[0].value
    (Fraction(1, 4), Fraction(1, 2))
    """
    game, profile, infosets = fitting(game, strategy)
    responses = tuple(_best_response(game, profile, player, infosets) for player in range(game.players))
    return _utilities(game, profile, _arithmetic(profile)), responses


def _best_response(game: Game, profile: StrategyProfile, player: int, infosets: Mapping[str, InformationSet]) -> BestResponse:
    worth, strategy = best_response_from(game, profile, player, infosets, [("", 1, None)])
    return BestResponse(worth[None], {key: strategy[key] for key, item in infosets.items() if item.player == player})


def best_response_from(
    game: Game,
    profile: StrategyProfile,
    player: int,
    infosets: Mapping[str, InformationSet],
    starts: Iterable[tuple[str, Any, Any]],
) -> tuple[Mapping[Any, Any], dict[str, str]]:
    """Best responses below some histories: sum the utilities below each action of the player; then choose, last decisions first.

    Parameters
    ----------
    starts : iterable of tuple
        Histories, each with a weight (the probability that chance and the others play to it) and a name for what the player knows there.

    Returns
    -------
    worth : mapping
        By name, the utilities of a best response below the histories of that name, weighted and summed.
    strategy : dict of str to str
        The best response.
    """
    number = _arithmetic(profile)
    worth: defaultdict[Any, Any] = defaultdict(lambda: number(0))
    before: dict[str, Any] = {}  # the player's last action before each information set; parents come before children
    stack = list(starts)
    while stack:
        history, weight, last = stack.pop()
        if game.is_terminal(history):
            if weight:
                worth[last] += weight * number(game.utilities(history)[player])
        elif game.is_chance(history):
            stack.extend((history + action, weight * number(p), last) for action, p in game.chance(history).items())
        elif game.player(history) == player:
            infoset = game.infoset(history)
            before[infoset] = last
            stack.extend((history + action, weight, (infoset, action)) for action in game.actions(history))
        else:
            stack.extend((history + action, weight * number(p), last) for action, p in profile[game.infoset(history)].items())
    strategy = {}
    for infoset in reversed(before):
        action = max(infosets[infoset].actions, key=lambda action: worth[infoset, action])
        worth[before[infoset]] += worth[infoset, action]
        strategy[infoset] = action
    return worth, strategy


def at_information_sets(game: Game, strategy: Profile) -> dict[str, AtInformationSet]:
    r"""Return the reach probability of each information set, and the expected utility of its player.

    .. math::

       \pi^\sigma(I) = \sum_{h \in I} \pi^\sigma(h), \qquad
       \frac{1}{\pi^\sigma(I)} \sum_{h \in I} \pi^\sigma(h)\, u_i(\sigma, h)

    Parameters
    ----------
    game : Game, CompiledGame or PublicGame
    strategy : StrategyProfile, mapping, or object with an ``average_strategy`` or a ``profile``
        A row for every information set of `game`: such as a profile, a run, a CFR or an equilibrium.

    Returns
    -------
    dict of str to AtInformationSet
        By information set, in the order of :func:`~kuhncfr.games.information_sets`.

    Raises
    ------
    ValueError
        If the profile does not fit the game.

    Examples
    --------
    >>> from kuhncfr import OneBetKuhn, StrategyProfile
    >>> at_information_sets(OneBetKuhn(), StrategyProfile.uniform(OneBetKuhn()))["Ab"]
    AtInformationSet(reach=Fraction(1, 6), value=Fraction(1, 2))
    """
    game, profile, infosets = fitting(game, strategy)
    number = _arithmetic(profile)
    reach: dict[str, Any] = dict.fromkeys(infosets, number(0))
    won = reach.copy()

    def watch(history: str, likely: Any, values: tuple[Any, ...]) -> None:
        infoset = game.infoset(history)
        reach[infoset] += likely
        won[infoset] += likely * values[game.player(history)]

    _utilities(game, profile, number, watch)
    return {key: AtInformationSet(reach[key], won[key] / reach[key] if reach[key] else None) for key in infosets}


@_for_runs_and_public_games
def nash_conv(game: Any, strategy: Profile = None) -> Probability:
    r"""Return the sum of the players' gains by best responses: 0 at an equilibrium.

    .. math:: \mathrm{NashConv}(\sigma) = \sum_i \Big[ \max_{\sigma_i'} u_i(\sigma_i', \sigma_{-i}) - u_i(\sigma) \Big]

    Parameters
    ----------
    game : Game, CompiledGame or PublicGame
    strategy : StrategyProfile, mapping, or object with an ``average_strategy`` or a ``profile``, optional
        A row for every information set of `game`: such as a profile, a run, a CFR or an equilibrium. A run or a CFR may stand alone:
        it has its game.

    Returns
    -------
    Fraction or float
        In chips a game; at least 0, and exactly 0 only at a Nash equilibrium.

    Raises
    ------
    ValueError
        If the profile does not fit the game.

    Examples
    --------
    >>> from kuhncfr import OneBetKuhn, StrategyProfile, nash
    >>> nash_conv(OneBetKuhn(), StrategyProfile.uniform(OneBetKuhn()))
    Fraction(2, 3)
    >>> nash_conv(OneBetKuhn(), nash.one_bet(ante=1).profile)
    Fraction(0, 1)

    References
    ----------
    Lanctot et al. (2017), *A unified game-theoretic approach to multiagent reinforcement learning*.
    """
    values, responses = values_and_best_responses(game, strategy)
    return sum((response.value - value for response, value in zip(responses, values, strict=True)), 0 * values[0])


def exploitability(game: Any, strategy: Profile = None) -> Probability:
    r"""Return the gain by a best response, averaged over the players: NashConv divided by their number.

    In a two-player zero-sum game this is the profile's average loss, over both seats, to a best-responding opponent.

    Parameters
    ----------
    game : Game, CompiledGame or PublicGame
    strategy : StrategyProfile, mapping, or object with an ``average_strategy`` or a ``profile``, optional
        A row for every information set of `game`: such as a profile, a run, a CFR or an equilibrium. A run or a CFR may stand alone:
        it has its game.

    Returns
    -------
    Fraction or float
        In chips a game; at least 0, and exactly 0 only at a Nash equilibrium.

    Raises
    ------
    ValueError
        If the profile does not fit the game.

    Examples
    --------
    >>> from kuhncfr import KuhnPoker, StrategyProfile
    >>> exploitability(KuhnPoker(), StrategyProfile.uniform(KuhnPoker()))
    Fraction(11, 24)
    """
    gains: Probability = nash_conv(game) if strategy is None else nash_conv(game, strategy)
    return gains / int((game.game if strategy is None else game).players)


def _arithmetic(profile: StrategyProfile) -> Arithmetic:
    """Return what makes a number exact for an exact profile; otherwise float, which is faster."""
    return _exactly if profile.exact else float


def _exactly(number: Any) -> Fraction:
    return number if type(number) is Fraction else Fraction(number)  # to copy a fraction takes as long as to add two
