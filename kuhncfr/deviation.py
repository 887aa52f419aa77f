"""What each player could gain by deviating from a profile alone: exactly, and in simulated hands."""

from dataclasses import dataclass, field
from fractions import Fraction
from math import hypot
from typing import TYPE_CHECKING, Any

import numpy as np

from kuhncfr._support import arguments, arrays
from kuhncfr._support.extras import extra
from kuhncfr.evaluate import values_and_best_responses
from kuhncfr.games.game import Game
from kuhncfr.simulation import Simulation, play_episodes
from kuhncfr.solver.compiled_game import CompiledGame, compile_game
from kuhncfr.strategy import Probability, StrategyProfile, as_profile

if TYPE_CHECKING:
    import pandas

Numbers = tuple[Probability, ...]
Floats = tuple[float, ...]


@dataclass(frozen=True, eq=False)
class Deviations:
    r"""The value of a profile to each player, and the value of the player's best response to the others.

    No player gains more than `epsilon` by deviating alone: the profile is an :math:`\epsilon`-equilibrium exactly for

    .. math:: \epsilon \ge \max_i \Big[ \max_{\sigma_i'} u_i(\sigma_i', \sigma_{-i}) - u_i(\sigma) \Big].

    The average of the gains is never larger: it is NashConv divided by the number of players, the
    :func:`~kuhncfr.evaluate.exploitability` of this package. All these numbers are in chips a hand.

    Attributes
    ----------
    profile : StrategyProfile
        The profile.
    values : tuple of Fraction or float, one per player
        Expected utility of each player, in chips a hand.
    best_response_values : tuple of Fraction or float, one per player
        The same if this player alone plays a best response.
    best_responses : tuple of StrategyProfile, one per player
        A pure best response, with this player's rows only: ``profile.replace(best_responses[i])`` is the profile of the deviation.
    simulation : Simulation or None
        Hands in which all players play the profile; None without `episodes`.
    simulations : tuple of Simulation, one per player, or None
        Hands in which this player alone plays the best response. All simulations are independent.
    """

    profile: StrategyProfile = field(repr=False)
    values: Numbers
    best_response_values: Numbers
    best_responses: tuple[StrategyProfile, ...] = field(repr=False)
    simulation: Simulation | None = None
    simulations: tuple[Simulation, ...] | None = None

    @property
    def gains(self) -> Numbers:
        """Gain of each player by the best response, in chips a hand; at least 0, up to rounding if the profile has floats."""
        return tuple(best - value for best, value in zip(self.best_response_values, self.values, strict=True))

    @property
    def nash_conv(self) -> Probability:
        """The sum of the gains, in chips a hand."""
        return sum(self.gains, 0 * self.values[0])

    @property
    def exploitability(self) -> Probability:
        """The average of the gains, which is the exploitability of the profile, in chips a hand."""
        return self.nash_conv / len(self.values)

    @property
    def epsilon(self) -> Probability:
        r"""The largest gain, in chips a hand, and the least :math:`\epsilon` for which this is an :math:`\epsilon`-equilibrium."""
        return max(self.gains)

    @property
    def simulated_gains(self) -> Floats | None:
        """Simulated gains, which may be negative by chance; None without simulations."""
        if self.simulation is None or self.simulations is None:
            return None
        return tuple(alone.mean[i] - self.simulation.mean[i] for i, alone in enumerate(self.simulations))

    @property
    def standard_errors(self) -> Floats | None:
        r"""The standard errors of the simulated gains, :math:`\sqrt{s_{\text{best}}^2 + s_{\text{value}}^2}`; None without simulations."""
        if self.simulation is None or self.simulations is None:
            return None
        return tuple(hypot(alone.standard_error[i], self.simulation.standard_error[i]) for i, alone in enumerate(self.simulations))

    def to_frame(self) -> "pandas.DataFrame":
        """Return one row per player, counted from 0, as floats: player, value, best, gain.

        With simulations, also simulated_value, simulated_best, simulated_gain, and their standard errors value_error, best_error,
        gain_error.

        Examples
        --------
        >>> from kuhncfr import OneBetKuhn, StrategyProfile
        >>> deviations(OneBetKuhn(), StrategyProfile.uniform(OneBetKuhn())).to_frame().round(3)
           player  value   best   gain
        0       0   0.25  0.500  0.250
        1       1  -0.25  0.167  0.417
        """
        with extra("plot"):
            import pandas

        columns: dict[str, Any] = {"player": range(len(self.values))}
        columns |= {"value": self.values, "best": self.best_response_values, "gain": self.gains}
        if self.simulation is not None and self.simulations is not None:
            means, errors = zip(*((alone.mean[i], alone.standard_error[i]) for i, alone in enumerate(self.simulations)), strict=True)
            columns |= {"simulated_value": self.simulation.mean, "value_error": self.simulation.standard_error}
            columns |= {"simulated_best": means, "best_error": errors}
            columns |= {"simulated_gain": self.simulated_gains, "gain_error": self.standard_errors}
        return pandas.DataFrame(columns).astype({name: float for name in columns if name != "player"})


def deviations(
    game: Game | CompiledGame,
    strategy: Any,
    episodes: int | None = None,
    *,
    seed: int | np.random.Generator | None = None,
    progress: bool = False,
) -> Deviations:
    r"""Compare a profile with the best response of each player.

    For each player i, compute :math:`u_i(\sigma)` and :math:`\max_{\sigma_i'} u_i(\sigma_i', \sigma_{-i})` on the whole tree; with
    `episodes`, also simulate them: once with all players at the profile, and once for each player who deviates alone. The exact numbers
    take several walks over all histories for each player. Fractions are slow: with five players and seven cards, some 400,000 histories,
    they take minutes.

    Parameters
    ----------
    game : Game or CompiledGame
    strategy : StrategyProfile, mapping, or object with an ``average_strategy`` or a ``profile``
        A row for every information set of `game`.
    episodes : int, optional
        Number of hands in each simulation; by default there are no simulations.
    seed : int, numpy.random.Generator or None
        Source of the samples. Each simulation uses a stream of its own.
    progress : bool
        Show a progress bar for each simulation.

    Returns
    -------
    Deviations
        Exact for an exact profile.

    Raises
    ------
    ValueError
        If the game breaks a rule, the profile does not fit the game, or an argument is out of range.
    TypeError
        If an argument has the wrong type.
    KeyboardInterrupt
        After Ctrl-C: there is no partial result.

    Examples
    --------
    >>> from kuhncfr import KuhnPoker, StrategyProfile, nash
    >>> found = deviations(KuhnPoker(), StrategyProfile.uniform(KuhnPoker()), episodes=100_000, seed=1)
    >>> found.gains
    (Fraction(3, 8), Fraction(13, 24))
    >>> found.epsilon, found.exploitability
    (Fraction(13, 24), Fraction(11, 24))
    >>> all(abs(s - g) < 3 * e for s, g, e in zip(found.simulated_gains, found.gains, found.standard_errors))
    True
    >>> deviations(KuhnPoker(), nash.kuhn().profile).epsilon
    Fraction(0, 1)

    References
    ----------
    Risk and Szafron (2010), *Using counterfactual regret minimization to create competitive multiplayer poker agents*.
    """
    rng, progress = arrays.generator("seed", seed), arguments.flag("progress", progress)
    if episodes is not None:
        episodes = arguments.count("episodes", episodes)
    tree = compile_game(game)
    profile = as_profile(strategy)
    values, responses = values_and_best_responses(tree.game, profile)
    best = tuple(response.value for response in responses)
    pure = tuple(_pure(profile, response.strategy) for response in responses)
    if episodes is None:
        return Deviations(profile, values, best, pure)
    streams = iter(rng.spawn(1 + tree.players))
    played = [_played(tree, p, episodes, next(streams), progress) for p in (profile, *(profile.replace(rows) for rows in pure))]
    return Deviations(profile, values, best, pure, played[0], tuple(played[1:]))


def _pure(profile: StrategyProfile, strategy: dict[str, str]) -> StrategyProfile:
    return StrategyProfile({key: {action: Fraction(action == taken) for action in profile[key]} for key, taken in strategy.items()})


def _played(tree: CompiledGame, profile: StrategyProfile, episodes: int, rng: np.random.Generator, progress: bool) -> Simulation:
    simulation = play_episodes(tree, profile, episodes, rng, progress)
    if simulation.interrupted:
        raise KeyboardInterrupt
    return simulation
