r"""What a strategy profile is worth, and how far it is from an equilibrium.

Everything here is exact for an exact profile: fractions in, fractions out.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from kuhncfr.games.game import Game, InformationSet, successors
from kuhncfr.strategy import Probability, StrategyProfile, fitting

Profile = Mapping[str, Mapping[str, Any]]
Arithmetic = Callable[[Any], Any]  # turns a number into a fraction, or into a float


class BestResponse(NamedTuple):
    """The best that one player can do while the others keep to their strategies.

    Attributes
    ----------
    value : Fraction or float
        What the player then wins on average, in chips a game.
    strategy : dict of str to str
        The action to take at each of the player's information sets.
    """

    value: Probability
    strategy: dict[str, str]


class AtInformationSet(NamedTuple):
    """What a profile makes of an information set.

    Attributes
    ----------
    reach : Fraction or float
        How likely it is that the game comes there.
    value : Fraction, float or None
        What the player to move then wins on average, in chips a game; None if the game never comes there.
    """

    reach: Probability
    value: Probability | None


def expected_utilities(game: Game, profile: Profile) -> tuple[Probability, ...]:
    r"""Return what each player wins on average.

    .. math:: u_i(\sigma) = \sum_{z \in Z} \pi^\sigma(z)\, u_i(z)

    Parameters
    ----------
    game : Game
    profile : StrategyProfile
        A row for every information set of `game`.

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
    profile, _ = fitting(game, profile)
    return _utilities(game, profile, _arithmetic(profile))


def _utilities(game: Game, profile: StrategyProfile, number: Arithmetic) -> tuple[Probability, ...]:
    def value(history: str) -> tuple[Any, ...]:
        if game.is_terminal(history):
            return tuple(number(u) for u in game.utilities(history))
        probabilities = game.chance(history) if game.is_chance(history) else profile[game.infoset(history)]
        totals = (number(0),) * game.players
        for action, probability in probabilities.items():
            weight = number(probability)
            totals = tuple(total + weight * u for total, u in zip(totals, value(history + action), strict=True))
        return totals

    return value("")


def best_response(game: Game, profile: Profile, player: int) -> BestResponse:
    r"""Find the best that `player` can do against the others' strategies in `profile`.

    .. math:: \max_{\sigma_i'} u_i(\sigma_i', \sigma_{-i})

    Parameters
    ----------
    game : Game
    profile : StrategyProfile
        A row for every information set; the rows of `player` do not matter.
    player : int
        Counted from 0.

    Returns
    -------
    BestResponse
        The value in chips a game, and a pure strategy that earns it. Where actions are equally good, the first is taken.

    Raises
    ------
    ValueError
        If the profile does not fit the game, or there is no such player.

    Examples
    --------
    Against a first player who never bluffs, the second folds every King:

    >>> from kuhncfr import OneBetKuhn, StrategyProfile
    >>> honest = StrategyProfile.betting({"A": 1, "K": 0, "Q": 0, "Ab": 1, "Kb": 1, "Qb": 0})
    >>> best_response(OneBetKuhn(), honest, player=1)
    BestResponse(value=Fraction(0, 1), strategy={'Ab': 'p', 'Kb': 'p', 'Qb': 'p'})
    """
    if player not in range(game.players):
        raise ValueError(f"player must be one of 0 to {game.players - 1}, got {player!r}")
    profile, infosets = fitting(game, profile)
    return _best_response(game, profile, player, infosets, _arithmetic(profile))


def values_and_best_responses(game: Game, profile: Profile) -> tuple[tuple[Probability, ...], tuple[BestResponse, ...]]:
    r"""Return :func:`expected_utilities`, and each player's :func:`best_response`, for one look at the information sets.

    .. math:: \Big( u_i(\sigma) \Big)_i, \qquad \Big( \max_{\sigma_i'} u_i(\sigma_i', \sigma_{-i}) \Big)_i

    Parameters
    ----------
    game : Game
    profile : StrategyProfile
        A row for every information set of `game`.

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
    profile, infosets = fitting(game, profile)
    number = _arithmetic(profile)
    responses = tuple(_best_response(game, profile, player, infosets, number) for player in range(game.players))
    return _utilities(game, profile, number), responses


def _best_response(
    game: Game, profile: StrategyProfile, player: int, infosets: Mapping[str, InformationSet], number: Arithmetic
) -> BestResponse:
    weights = _reach_of_others(game, profile, player, number)
    strategy: dict[str, str] = {}

    def value(history: str) -> Any:
        if game.is_terminal(history):
            return number(game.utilities(history)[player])
        if game.is_chance(history):
            return sum(number(p) * value(history + a) for a, p in game.chance(history).items())
        infoset = game.infoset(history)
        if game.player(history) != player:
            return sum(number(p) * value(history + a) for a, p in profile[infoset].items())
        if infoset not in strategy:
            strategy[infoset] = choose(infoset)
        return value(history + strategy[infoset])

    def choose(infoset: str) -> str:
        members = infosets[infoset]
        return max(members.actions, key=lambda action: sum(weights[h] * value(h + action) for h in members.histories))

    return BestResponse(value(""), {key: strategy[key] for key, item in infosets.items() if item.player == player})


def at_information_sets(game: Game, profile: Profile) -> dict[str, AtInformationSet]:
    r"""Return how likely each information set is, and what its owner then wins on average.

    .. math::

       \pi^\sigma(I) = \sum_{h \in I} \pi^\sigma(h), \qquad
       \frac{1}{\pi^\sigma(I)} \sum_{h \in I} \pi^\sigma(h)\, u_i(\sigma, h)

    Parameters
    ----------
    game : Game
    profile : StrategyProfile
        A row for every information set of `game`.

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
    profile, infosets = fitting(game, profile)
    number = _arithmetic(profile)
    reach: dict[str, Any] = dict.fromkeys(infosets, number(0))
    won = reach.copy()

    def value(history: str, likely: Any) -> tuple[Any, ...]:
        if game.is_terminal(history):
            return tuple(number(u) for u in game.utilities(history))
        by_chance = game.is_chance(history)
        probabilities = game.chance(history) if by_chance else profile[game.infoset(history)]
        totals = (number(0),) * game.players
        for action, probability in probabilities.items():
            weight = number(probability)
            totals = tuple(total + weight * u for total, u in zip(totals, value(history + action, likely * weight), strict=True))
        if not by_chance:
            reach[game.infoset(history)] += likely
            won[game.infoset(history)] += likely * totals[game.player(history)]
        return totals

    value("", number(1))
    return {key: AtInformationSet(reach[key], won[key] / reach[key] if reach[key] else None) for key in infosets}


def nash_conv(game: Game, profile: Profile) -> Probability:
    r"""Return how much all players together could gain by each playing a best response instead: 0 at an equilibrium.

    .. math:: \mathrm{NashConv}(\sigma) = \sum_i \Big[ \max_{\sigma_i'} u_i(\sigma_i', \sigma_{-i}) - u_i(\sigma) \Big]

    Parameters
    ----------
    game : Game
    profile : StrategyProfile
        A row for every information set of `game`.

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
    values, responses = values_and_best_responses(game, profile)
    return sum((response.value - value for response, value in zip(responses, values, strict=True)), 0 * values[0])


def exploitability(game: Game, profile: Profile) -> Probability:
    r"""Return how much a player could gain by a best response, averaged over the players: NashConv / |N|.

    In a two-player zero-sum game this is what the profile loses on average, over both seats, to a perfect opponent.

    Parameters
    ----------
    game : Game
    profile : StrategyProfile
        A row for every information set of `game`.

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
    return nash_conv(game, profile) / game.players


def _arithmetic(profile: StrategyProfile) -> Arithmetic:
    """Fractions all the way for an exact profile; otherwise floats all the way, which are faster."""
    return Fraction if profile.exact else float


def _reach_of_others(game: Game, profile: StrategyProfile, player: int, number: Arithmetic) -> dict[str, Any]:
    """Return pi_{-i}(h) for every history h: the product of the others' probabilities, and of chance's."""
    weights: dict[str, Any] = {}
    stack = [("", number(1))]
    while stack:
        history, weight = stack.pop()
        weights[history] = weight
        for action in successors(game, history):
            if game.is_chance(history):
                step = number(game.chance(history)[action])
            elif game.player(history) == player:
                step = number(1)
            else:
                step = number(profile[game.infoset(history)][action])
            stack.append((history + action, weight * step))
    return weights
