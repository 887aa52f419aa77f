r"""Counterfactual regret minimization as the papers write it: recursive and readable.

One iteration walks the tree under the current strategy :math:`\sigma^t`, and only then updates the cumulative regrets. The walk is in
this file; the rule of the update is in :mod:`kuhncfr.cfr.update`.
"""

import os
from collections.abc import Iterator, Mapping
from math import prod
from numbers import Integral
from typing import Any, Self

import numpy as np

from kuhncfr._support import arguments, arrays, hints
from kuhncfr._support.state_files import naming, read_state, write_state
from kuhncfr.cfr.algorithm import Algorithm, as_algorithm, to_plain
from kuhncfr.cfr.infoset import InfoSet
from kuhncfr.cfr.update import TIE, Array
from kuhncfr.evaluate import exploitability, nash_conv
from kuhncfr.games.game import Game, histories, information_sets
from kuhncfr.games.validation import validate
from kuhncfr.strategy import StrategyProfile

Reach = list[float]  # contribution of each player, and of chance as the last entry, to the probability of reaching a history
Found = dict[str, tuple[Array, float]]  # by information set: the regret of each action, and the reach of the player to move

KIND = "kuhncfr CFR 2"
CHANCE = -1  # index of chance in a vector of reach probabilities: after all players


class CFR(hints.Hinted):
    r"""Counterfactual regret minimization for any :class:`~kuhncfr.games.Game`, with any number of players.

    .. math::

       r_i(I, a) = \sum_{h \in I} \pi_{-i}^\sigma(h) \big( u_i(\sigma, ha) - u_i(\sigma, h) \big)

    where :math:`\pi_{-i}` is the product of the probabilities of *all* other players and of chance. In a two-player
    zero-sum game the average strategy approaches an equilibrium; for more players there is no such theorem.

    Parameters
    ----------
    game : Game
        The game to solve; it is validated first.
    algorithm : str, Algorithm or subclass of InfoSet
        ``"cfr"``, ``"cfr+"``, ``"lcfr"``, ``"dcfr"``, ``"dcfr+"``, ``"pcfr+"``, ``"pdcfr+"``, or your own; or a class with your own
        update rule.
    sampling : {None, "chance"}
        Enumerate every chance action (None), or follow one chance action, drawn at random, per walk.
    alternating : bool
        Update one player after another, each after a separate walk under the others' newest strategies (True); or update all
        players after a single walk (False).
    seed : int, numpy.random.Generator or None
        Source of the samples of chance. The same seed gives the same run.

    Attributes
    ----------
    infosets : dict of str to InfoSet
        The regrets and strategies of each information set.
    utilities : dict of str to ndarray of float, shape (players,)
        Each player's utility at each terminal history, in chips: the game is asked once.
    iterations : int
        Number of iterations run, T.
    seed : int or None
        The seed, if it was a whole number; otherwise None.

    Raises
    ------
    ValueError
        If the game breaks a rule of :class:`~kuhncfr.games.Game`, or `sampling` is unknown.
    TypeError
        If `alternating` is not a bool.

    Examples
    --------
    >>> from kuhncfr import CFR, OneBetKuhn, nash_conv
    >>> cfr = CFR(OneBetKuhn(ante=1)).run(1_000)
    >>> cfr
    CFR(OneBetKuhn(ante=Fraction(1, 1)), 'cfr', 1,000 iterations, exploitability 0.000658)
    >>> round(cfr.average_strategy["Kb"]["b"], 1)       # (2S - 1) / (1 + 2S) = 1/3
    0.3
    >>> bool(nash_conv(cfr.game, cfr.average_strategy) < 0.01)
    True

    References
    ----------
    Zinkevich, Johanson, Bowling and Piccione (2007), *Regret minimization in games with incomplete information*.
    Lanctot, Waugh, Zinkevich and Bowling (2009), *Monte Carlo sampling for regret minimization in extensive games*.
    """

    def __init__(
        self,
        game: Game,
        algorithm: str | Algorithm | type[InfoSet] = "cfr",
        *,
        sampling: str | None = None,
        alternating: bool = True,
        seed: int | np.random.Generator | None = None,
    ) -> None:
        if sampling in ("external", "outcome"):
            raise ValueError(f"sampling must be None or 'chance' here; kuhncfr.solve(game, sampling={sampling!r}) samples players, too")
        self.update = algorithm if isinstance(algorithm, type) and issubclass(algorithm, InfoSet) else InfoSet
        self.algorithm = as_algorithm("cfr" if self.update is algorithm else algorithm)  # type: ignore[arg-type]
        self.sampling = arguments.choice("sampling", sampling, (None, "chance"))
        self.algorithm.check_sampling(sampling)
        self.alternating = arguments.flag("alternating", alternating)
        self.game = game = arguments.game("game", game)
        validate(game)
        self.seed = int(seed) if isinstance(seed, Integral) else None
        self.rng = arrays.generator("seed", seed)
        self.utilities = {h: np.array(game.utilities(h), float) for h in histories(game) if game.is_terminal(h)}
        for utilities in self.utilities.values():
            utilities.flags.writeable = False  # walks share them: changing one in place is an error
        tie = TIE * max(float(np.abs(utilities).max()) for utilities in self.utilities.values())
        self.infosets = {
            key: self.update(key, infoset.player, infoset.actions, self.algorithm, tie) for key, infoset in information_sets(game).items()
        }
        self.iterations = 0

    def step(self) -> None:
        """Run one iteration. Ctrl-C may leave it half done: do not continue such a run."""
        players = self.order()
        for learners in [(player,) for player in players] if self.alternating else [players]:
            found: Found = {}
            self.walk("", [1.0] * (self.game.players + 1), learners, found)
            for key, infoset in self.infosets.items():  # only now: sigma^t stayed fixed during the walk
                if infoset.player in learners:
                    regret, reach = found.get(key, (np.zeros(len(infoset.actions)), 0.0))  # a sampled walk may miss it
                    infoset.learn(regret, reach, self.iterations + 1)
        self.iterations += 1

    def order(self) -> tuple[int, ...]:
        """Return the players in the order in which they are updated."""
        return tuple(range(self.game.players))

    def walk(self, history: str, reach: Reach, learners: tuple[int, ...], found: Found) -> Array:
        r"""Return the expected utilities :math:`u(\sigma, h)`, one per player; add the regrets of the `learners` below h to `found`.

        Parameters
        ----------
        history : str
            The history h.
        reach : list of float, length players + 1
            Contribution of each player, and of chance as the last entry, to the probability of reaching h.
        learners : tuple of int
            The players whose regrets to add.
        found : dict of str to tuple of ndarray and float
            Receives, for each information set of the learners, the regrets :math:`r_i(I, a)`, shape (actions,), and the player's own
            reach :math:`\pi_i(I)`.
        """
        game = self.game
        if history in self.utilities:
            return self.utilities[history]
        if game.is_chance(history):
            return self.chance_value(history, reach, learners, found)

        player, infoset = game.player(history), self.infosets[game.infoset(history)]
        strategy = infoset.current_strategy
        likely = zip(infoset.actions, strategy.tolist(), strict=True)
        values = np.array([self.walk(history + a, self.scaled(reach, player, s), learners, found) for a, s in likely])
        value: Array = strategy @ values  # u(sigma, h), one per player
        if player in learners:
            others = self.counterfactual_reach(reach, player)
            self.note(found, infoset, others * self.advantages(history, player, values, value), reach[player])
        return value

    def chance_value(self, history: str, reach: Reach, learners: tuple[int, ...], found: Found) -> Array:
        """Return the expected utilities where chance moves: over all its actions, or after a sampled one."""
        chance = self.game.chance(history)
        if self.sampling == "chance":
            # The reach of chance stays 1: it cancels against the probability of sampling this action.
            return self.walk(history + self.draw(chance), reach, learners, found)
        value = np.zeros(self.game.players)
        for action, probability in chance.items():  # not sum(...): its generator would use more of the stack, and a game may have 300 moves
            p = float(probability)
            value += p * self.walk(history + action, self.scaled(reach, CHANCE, p), learners, found)
        return value

    def draw(self, chance: Mapping[str, Any]) -> str:
        """Sample an action of chance."""
        left = self.rng.random()
        for action, probability in chance.items():
            left -= float(probability)
            if left < 0:
                return str(action)
        return str(action)  # rounding may leave a remainder above the last action

    def scaled(self, reach: Reach, who: int, by: float) -> Reach:
        """Return the reach after `who`, a player or chance, takes an action with probability `by`."""
        reach = reach.copy()
        reach[who] *= by  # *=, not =: the reach of a player who moves twice is a product
        return reach

    def counterfactual_reach(self, reach: Reach, player: int) -> float:
        r"""Return :math:`\pi_{-i}(h)`: the product over all others *and chance*."""
        return prod(reach[:player]) * prod(reach[player + 1 :])

    def advantages(self, history: str, player: int, values: Array, value: Array) -> Array:
        r"""Return :math:`u_i(\sigma, ha) - u_i(\sigma, h)`, shape (actions,), from the values after each action and the value of h."""
        advantages: Array = values[:, player] - value[player]
        return advantages

    def note(self, found: Found, infoset: InfoSet, regret: Array, own_reach: float) -> None:
        """Add the regrets at one history to `found`: r(I, a) is a sum over h in I; pi_i(I) is the same for all h in I."""
        earlier, _ = found.get(infoset.key, (0.0, 0.0))
        found[infoset.key] = earlier + regret, own_reach

    def iterate(self, iterations: int) -> Iterator[int]:
        """Run iterations one by one, and after each yield the number run so far.

        Examples
        --------
        >>> from kuhncfr import CFR, OneBetKuhn
        >>> cfr = CFR(OneBetKuhn())
        >>> [t for t in cfr.iterate(3)]
        [1, 2, 3]
        """
        for _ in range(arguments.count("iterations", iterations)):
            self.step()
            yield self.iterations

    def run(self, iterations: int) -> Self:
        """Run many iterations.

        Parameters
        ----------
        iterations : int
            Number of iterations, at least 0.

        Returns
        -------
        CFR
            Itself, as in ``CFR(game).run(1_000).average_strategy``.

        Raises
        ------
        ValueError, TypeError
            If `iterations` is not a whole number of at least 0.
        """
        for _ in self.iterate(iterations):
            pass
        return self

    def __getitem__(self, infoset: Any) -> Any:
        raise TypeError(f"a CFR is not a mapping: write cfr.average_strategy[{infoset!r}]")

    def __repr__(self) -> str:
        rule = repr(self.algorithm.name) if self.update is InfoSet else self.update.__name__
        return f"CFR({self.game!r}, {rule}, {self.iterations:,} iterations, exploitability {self.exploitability:.3g})"

    @property
    def current_strategy(self) -> StrategyProfile:
        r"""The strategy :math:`\sigma^{T+1}` that the next iteration will play."""
        return self._profile("current_strategy")

    @property
    def average_strategy(self) -> StrategyProfile:
        r"""The average :math:`\bar\sigma^T`, the answer; each strategy is weighted by the player's own reach."""
        return self._profile("average_strategy")

    @property
    def exploitability(self) -> float:
        """What a player could gain by a best response to the average strategy, on average over the players, in chips a game."""
        return float(exploitability(self.game, self))

    @property
    def nash_conv(self) -> float:
        """NashConv of the average strategy, the sum of what each player could gain by a best response, in chips a game."""
        return float(nash_conv(self.game, self))

    def _profile(self, which: str) -> StrategyProfile:
        rows = {key: dict(zip(infoset.actions, map(float, getattr(infoset, which)), strict=True)) for key, infoset in self.infosets.items()}
        return StrategyProfile({**rows, **getattr(self.game, "locked", {})})

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the arrays of all information sets to an ``.npz`` file; an existing file is replaced only by a complete one.

        Raises
        ------
        ValueError
            If an array of a subclass of :class:`InfoSet` does not have a number for each action.
        OSError
            If the file cannot be written.

        Examples
        --------
        >>> import tempfile, pathlib
        >>> from kuhncfr import CFR, OneBetKuhn
        >>> path = pathlib.Path(tempfile.mkdtemp()) / "cfr.npz"
        >>> cfr = CFR(OneBetKuhn(), "cfr+").run(10)
        >>> cfr.save(path)
        >>> again = CFR.load(path, OneBetKuhn(), "cfr+")
        >>> again.run(10).average_strategy == cfr.run(10).average_strategy
        True
        """
        path = arguments.path("path", path)
        for key, infoset in self.infosets.items():
            for name, array in infoset.arrays().items():
                if array.shape != (len(infoset.actions),):
                    raise ValueError(f"{name} at {key!r} must have a number for each action, got shape {array.shape}")
        states = [infoset.arrays() for infoset in self.infosets.values()]
        arrays = {name: np.concatenate([state[name] for state in states]) for name in states[0]}
        metadata = {"infosets": list(self.infosets), "iterations": self.iterations, "settings": self._settings()}
        write_state(path, KIND, metadata, arrays)

    def _settings(self) -> dict[str, Any]:
        plain = {"update": self.update.__name__, "algorithm": to_plain(self.algorithm)}
        return plain | {"alternating": self.alternating, "sampling": self.sampling}

    @classmethod
    def load(cls, path: str | os.PathLike[str], game: Game, algorithm: str | Algorithm | type[InfoSet] = "cfr", **settings: Any) -> Self:
        """Begin a run with these arguments from the arrays that :meth:`save` wrote.

        The file holds neither the payoffs nor the state of the random numbers. So pass the same game; and for a sampled run another seed,
        since with its own it would draw the same samples again.

        Raises
        ------
        ValueError
            If the file is damaged or not a saved run, the game has other information sets, or the run had another algorithm, sampling or
            order of updates. The file is not changed.
        OSError
            If it cannot be read.

        See Also
        --------
        kuhncfr.Run.load : continues a run of :func:`kuhncfr.solve` bit for bit, sampled ones too.
        """
        cfr = cls(game, algorithm, **settings)
        metadata, arrays = read_state(arguments.path("path", path), KIND)
        with naming(path):
            if metadata["infosets"] != list(cfr.infosets):
                raise ValueError(f"it was saved for a game with other information sets than {game!r}")
            saved, own = metadata["settings"], cfr._settings()
            saved["algorithm"] = to_plain(Algorithm()) | saved["algorithm"]  # it lacks what is newer than the file
            if saved != own:
                raise ValueError(f"it was saved with {saved}, not with {own}")
            ends = np.cumsum([len(infoset.actions) for infoset in cfr.infosets.values()])
            for k, infoset in enumerate(cfr.infosets.values()):
                if missing := infoset.arrays().keys() - arrays.keys():
                    raise ValueError(f"it lacks the arrays {', '.join(sorted(missing))}")
                for name in arrays:
                    setattr(infoset, name, arrays[name][ends[k] - len(infoset.actions) : ends[k]])
            cfr.iterations = arguments.count("its iterations", metadata["iterations"])
        return cfr
