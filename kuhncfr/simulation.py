"""Simulate many episodes of a game, and measure what each player wins, overall and at each information set."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kuhncfr._support import arguments, arrays, hints
from kuhncfr._support.extras import extra
from kuhncfr._support.progress import pieces
from kuhncfr.evaluate import expected_utilities
from kuhncfr.games.game import MAX_LENGTH, Game, InformationSet, information_sets
from kuhncfr.solver.compiled_game import CompiledGame, compile_game
from kuhncfr.solver.random_stream import RandomStream
from kuhncfr.strategy import Probability, StrategyProfile, fitting

if TYPE_CHECKING:
    import pandas

Counts = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Simulation:
    """The results of many episodes of a game.

    It stores only how often each terminal history occurred, and computes everything else from these counts. So neither memory nor
    rounding errors grow with the number of episodes.

    Attributes
    ----------
    tree : CompiledGame
        The compiled game.
    profile : StrategyProfile
        The profile that was played.
    episodes : int
        Number of hands played, n.
    interrupted : bool
        Whether Ctrl-C ended the simulation early.
    """

    tree: CompiledGame
    profile: StrategyProfile = field(repr=False)
    episodes: int
    interrupted: bool
    _visits: Counts = field(repr=False)

    @cached_property
    def total(self) -> tuple[float, ...]:
        """Total winnings of each player, in chips."""
        return tuple(float(total) for total in self._totals)

    @cached_property
    def mean(self) -> tuple[float, ...]:
        r"""Mean winnings of each player, :math:`\bar u_i`, in chips a hand; NaN without hands."""
        return tuple(float(total / self.episodes) if self.episodes else math.nan for total in self._totals)

    @cached_property
    def standard_error(self) -> tuple[float, ...]:
        r"""Standard error of each mean, in chips a hand.

        .. math:: \sqrt{\frac{1}{n (n - 1)} \sum_{k=1}^n \big(u_i(z_k) - \bar u_i\big)^2}

        where hand k ended at :math:`z_k`. It is NaN for fewer than two hands, and 0 if all hands had the same result.
        """
        if self.episodes < 2:
            return (math.nan,) * self.tree.players
        n = self.episodes
        squares = [sum(c * (u - total / n) ** 2 for u, c in won.items()) for won, total in zip(self._won, self._totals, strict=True)]
        return tuple(math.sqrt(square / (n * (n - 1))) for square in squares)

    @cached_property
    def plays(self) -> Mapping[str, int]:
        """Number of hands that reached each information set; with perfect recall, a hand reaches it at most once."""
        return {key: self._gathered[key][0] for key in self._infosets}

    @cached_property
    def net(self) -> Mapping[str, float]:
        """Total winnings, in chips, of the player to move at each information set, over the hands that reached it."""
        return {key: self._gathered[key][1] for key in self._infosets}

    def z(self, expected: Sequence[Probability] | None = None) -> tuple[float, ...]:
        r"""Return the z-score of each player's mean: its distance from the expected value in standard errors.

        .. math:: z_i = \frac{\bar u_i - u_i(\sigma)}{\text{standard error of } \bar u_i}

        For many fair hands, each score is approximately standard normal: beyond ±2 in one case of 22, beyond ±4 in one of 16,000. The
        means of a zero-sum game sum to 0, so its scores are not independent.

        Parameters
        ----------
        expected : sequence of Fraction or float, optional
            One number per player, in chips a hand; by default :func:`~kuhncfr.evaluate.expected_utilities` of the profile.

        Returns
        -------
        tuple of float, one per player
            If the standard error is 0: 0 if the mean equals the expected value up to rounding, otherwise plus or minus infinity, which
            means little after a few hands. NaN for fewer than two hands.

        Raises
        ------
        ValueError, TypeError
            If `expected` does not have one number for each player.

        Examples
        --------
        >>> from kuhncfr import KuhnPoker, StrategyProfile
        >>> game = KuhnPoker()
        >>> sim = simulate(game, StrategyProfile.uniform(game), episodes=100_000, seed=1)
        >>> max(abs(z) for z in sim.z()) < 3
        True
        >>> min(abs(z) for z in sim.z(expected=(0, 0))) > 20     # the true values are 1/8 and -1/8
        True
        """
        exact = expected_utilities(self.tree.game, self.profile) if expected is None else expected
        values = arrays.array("expected", exact, (self.tree.players,)).tolist()
        return tuple(_score(*numbers) for numbers in zip(self.mean, values, self.standard_error, strict=True))

    def to_frame(self) -> "pandas.DataFrame":
        """Return one row per information set: player, infoset, the probability of each action, plays, net, mean.

        Players are counted from 0. A probability is NaN if the action is not allowed, and a mean is NaN if never reached.

        Examples
        --------
        >>> from kuhncfr import OneBetKuhn, StrategyProfile
        >>> honest = StrategyProfile.from_bet_probabilities({"A": 1, "K": 0, "Q": 0, "Ab": 1, "Kb": 0, "Qb": 0})
        >>> simulate(OneBetKuhn(), honest, episodes=6_000, seed=1).to_frame().query("player == 1")
           player infoset    p    b  plays     net  mean
        3       1      Ab  0.0  1.0      0     0.0   NaN
        4       1      Kb  1.0  0.0    958  -958.0  -1.0
        5       1      Qb  1.0  0.0   1024 -1024.0  -1.0
        """
        with extra("plot"):
            import pandas

        actions = list(dict.fromkeys(action for found in self._infosets.values() for action in found.actions))
        probabilities = {action: [float(self.profile[key].get(action, math.nan)) for key in self._infosets] for action in actions}
        counted = {"plays": self.plays.values(), "net": self.net.values()}
        players = [found.player for found in self._infosets.values()]
        table = pandas.DataFrame({"player": players, "infoset": list(self._infosets), **probabilities, **counted})
        return table.assign(mean=table["net"] / table["plays"])

    @cached_property
    def _won(self) -> list[dict[Fraction, int]]:
        """For each player, the number of hands by exact winnings."""
        found: list[dict[Fraction, int]] = []
        for utilities in self.tree.nodes.utilities.T:
            amounts, which = np.unique(utilities, return_inverse=True)
            counts = np.zeros(len(amounts), dtype=np.int64)  # not np.bincount, which counts weights in floats
            np.add.at(counts, which, self._visits)
            found.append({Fraction(u): n for u, n in zip(amounts.tolist(), counts.tolist(), strict=True) if n})
        return found

    @cached_property
    def _totals(self) -> list[Fraction]:
        return [sum((n * u for u, n in won.items()), Fraction(0)) for won in self._won]

    @cached_property
    def _infosets(self) -> dict[str, InformationSet]:
        """The information sets in the order of the game, not in that of the compiled game."""
        return information_sets(self.tree.game)

    @cached_property
    def _gathered(self) -> dict[str, tuple[int, float]]:
        """The plays of each information set, and the total winnings of its player in them."""
        from kuhncfr.solver.loops import episodes as loops

        nodes, infosets = self.tree.nodes, self.tree.infosets
        plays, net = np.zeros(len(infosets), dtype=np.int64), np.zeros(len(infosets))
        plays_at, net_at = np.zeros(len(nodes.mover), dtype=np.int64), np.zeros((len(nodes.mover), self.tree.players))
        loops.gather(nodes, self._visits, plays_at, net_at)
        decisions = np.flatnonzero(nodes.mover < self.tree.players)
        np.add.at(plays, nodes.infoset[decisions], plays_at[decisions])
        np.add.at(net, nodes.infoset[decisions], net_at[decisions, nodes.mover[decisions]])
        return dict(zip(infosets, zip(plays.tolist(), net.tolist(), strict=True), strict=True))


@hints.explains_arguments
def simulate(
    game: Game | CompiledGame,
    strategy: Any,
    episodes: int = 1_000_000,
    *,
    seed: int | np.random.Generator | None = None,
    progress: bool = False,
) -> Simulation:
    r"""Play many hands of a game; sample every action of chance and of the players.

    Hand k ends at :math:`z_k` with probability :math:`\pi^\sigma(z_k)`, independently of all other hands.

    Parameters
    ----------
    game : Game or CompiledGame
        The game; compile it once with :func:`~kuhncfr.solver.compile_game` to play it many times.
    strategy : StrategyProfile, mapping, or object with an ``average_strategy`` or a ``profile``
        A row for every information set. Fractions are rounded to floats.
    episodes : int
        Number of hands to play, n, at least 0.
    seed : int, numpy.random.Generator or None
        Source of the samples. The same seed gives the same hands. A generator is advanced in blocks, beyond the last number used.
    progress : bool
        Show a progress bar.

    Returns
    -------
    Simulation
        After Ctrl-C, of the hands played so far; before the first hand, KeyboardInterrupt is raised.

    Raises
    ------
    ValueError
        If the game breaks a rule, the profile does not fit the game, or an argument is out of range.
    TypeError
        If an argument has the wrong type.

    Examples
    --------
    The means of the hands agree with the exact values:

    >>> from kuhncfr import KuhnPoker, expected_utilities, nash
    >>> profile = nash.kuhn().profile
    >>> sim = simulate(KuhnPoker(), profile, episodes=200_000, seed=1)
    >>> expected_utilities(KuhnPoker(), profile)
    (Fraction(-1, 18), Fraction(1, 18))
    >>> all(abs(mean - u) < 3 * error for mean, u, error in zip(sim.mean, (-1 / 18, 1 / 18), sim.standard_error))
    True

    Each hand begins with one of player 1's three cards:

    >>> sum(sim.plays[card] for card in "JQK") == sim.episodes
    True

    See Also
    --------
    kuhncfr.evaluate.expected_utilities : the exact values.
    """
    episodes, progress = arguments.count("episodes", episodes), arguments.flag("progress", progress)
    rng = arrays.generator("seed", seed)
    tree = compile_game(game)
    _, profile, _ = fitting(tree.game, strategy)
    return play_episodes(tree, profile, episodes, rng, progress)


def play_episodes(tree: CompiledGame, profile: StrategyProfile, episodes: int, rng: np.random.Generator, progress: bool) -> Simulation:
    """Play as :func:`simulate` does, with a profile that is already validated."""
    visits = np.zeros(len(tree.nodes.utilities), dtype=np.int64)
    try:
        _play(tree, profile, episodes, rng, visits, progress)
    except KeyboardInterrupt:
        if not visits.any():
            raise
        return Simulation(tree, profile, int(visits.sum()), True, visits)
    return Simulation(tree, profile, episodes, False, visits)


def _play(tree: CompiledGame, profile: StrategyProfile, episodes: int, rng: np.random.Generator, visits: Counts, progress: bool) -> None:
    """Play, and count the terminal histories; the loops themselves count, so that Ctrl-C loses no hand."""
    from kuhncfr.solver.loops import episodes as loops  # at first use: it imports Numba

    nodes, strategy, threshold = tree.nodes, tree.uniform(), np.zeros(len(tree.nodes.mover))
    for infoset, action, sequence in tree.named_sequences():
        strategy[sequence] = float(profile[infoset][action])
    loops.lay_out(nodes, strategy, tree.first, threshold)
    stream = RandomStream(rng, most=MAX_LENGTH)

    for stop in pieces(episodes, lambda: int(visits.sum()), first=1024, unit="hands", progress=progress):
        done = int(visits.sum())
        while done < stop:
            done += loops.play_episodes(stop - done, stream.rolls(), nodes, threshold, visits)


def _score(mean: float, expected: float, error: float) -> float:
    if error == 0:
        return 0.0 if math.isclose(mean, expected, rel_tol=1e-9, abs_tol=1e-12) else math.copysign(math.inf, mean - expected)
    return (mean - expected) / error
