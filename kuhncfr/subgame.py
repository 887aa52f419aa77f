"""Subgame solving: a part of a game as a game of its own, with a gadget so that the whole does not become worse."""

from collections import defaultdict
from collections.abc import Collection, Hashable, Mapping
from fractions import Fraction
from functools import lru_cache, reduce
from operator import add
from typing import Any

from kuhncfr._support import arguments
from kuhncfr.evaluate import best_response_from
from kuhncfr.games.game import Game, InformationSet, information_sets, successors
from kuhncfr.strategy import StrategyProfile, as_profile

CHANCE = 2  # beside players 0 and 1

_remembered = lru_cache(maxsize=1)(information_sets)  # a game is often cut into many parts


class Subgame:
    r"""A part of a two-player zero-sum game as a game of its own, in which one player's strategy is solved again.

    A strategy for the whole game, the blueprint :math:`\sigma`, plays down to the part. With the gadget ``"resolve"``, chance deals the
    part's roots h with the probabilities of chance and of the player i who is solved again. The opponent o knows its last action above
    the part, and with it a set H of roots. It follows (``F``), or terminates (``T``) and gets what a best response in the part to the
    blueprint would give it there:

    .. math::

       \mathrm{alt}(H) = \frac{1}{w(H)} \max_{\sigma_o'} \sum_{h \in H} w(h)\, u_o(\sigma_i, \sigma_o' \mid h), \qquad
       w(h) = \pi_c(h)\, \pi_i(h)

    If the player's new strategy is within :math:`\varepsilon` of optimal in this game, then what the opponent can win in the whole game
    rises by at most :math:`\varepsilon \sum_h w(h)`, or by the sum of these over several parts without common histories.

    With ``"max-margin"`` the opponent instead chooses a set H, chance deals in it, and the opponent wins what exceeds alt(H). With None,
    the roots are dealt with the probabilities of the whole blueprint: unsafe, since the player may then lose more than before.

    Information sets in the part keep their names.

    Parameters
    ----------
    game : Game
        The whole game: two players, zero-sum.
    roots : collection of str
        The histories at which the part begins. No information set may have some histories in the part and others outside.
    blueprint : StrategyProfile, mapping, or object with an ``average_strategy`` or a ``profile``
        A row for every information set of `game`.
    player : int
        The player who is solved again, counted from 0.
    gadget : "resolve", "max-margin" or None

    Attributes
    ----------
    game : Game
        The whole game.
    roots : tuple of str
    opponent : int
        The player who is not solved again.
    gadget : str or None
    infosets : tuple of str
        The information sets of `player` in the part.
    alt : dict of str to Fraction or float
        What the opponent gets by terminating, in chips, by its information set at that choice: its last information set above the part and
        its action there, with a question mark; exact if the blueprint is.
    reach : Fraction or float
        The sum of :math:`w(h)` over the roots.

    Raises
    ------
    ValueError
        If the game has not two players, the blueprint does not fit it, the roots are no histories of it, one begins with another, an
        information set leaves the part, the player has none there, or the blueprint never reaches the part; and once it is solved, if
        the game is not zero-sum.
    TypeError
        If an argument has the wrong type.

    Examples
    --------
    In one-bet Kuhn poker, the second player's answers to a bet; the gadget leaves a King one rate of calling, one third:

    >>> import kuhncfr as kc
    >>> game, equilibrium = kc.OneBetKuhn(), kc.nash.one_bet(1)
    >>> part = Subgame(game, ["AKb", "AQb", "KAb", "KQb", "QAb", "QKb"], equilibrium, player=1)
    >>> print(*part.alt.items())
    ('Ab?', Fraction(7, 6)) ('Kb?', Fraction(-1, 2)) ('Qb?', Fraction(-1, 1))
    >>> run = kc.solve(part, 1_000, "pcfr+")
    >>> strategy = {**equilibrium.profile, **part.rows(run)}
    >>> round(strategy["Kb"]["b"], 3), kc.exploitability(game, strategy) < 1e-4
    (0.333, True)

    References
    ----------
    Burch, Johanson and Bowling (2014), *Solving imperfect information games using decomposition*. Moravčík et al. (2016), *Refining
    subgames in large imperfect information games*.
    """

    players = 2

    def __init__(self, game: Game, roots: Collection[str], blueprint: Any, player: int, gadget: str | None = "resolve") -> None:
        self.game: Game = arguments.game("game", game)
        if self.game.players != 2:
            raise ValueError(f"game must have two players, got {self.game.players}")
        self.roots = tuple(dict.fromkeys(arguments.names("roots", roots)))
        self.opponent = 1 - arguments.count("player", player, maximum=1)
        self.gadget = arguments.choice("gadget", gadget, ("resolve", "max-margin", None))
        infosets, profile = _fitting(self.game, blueprint)
        _check_closed(infosets, self.roots)
        within = [infoset for infoset in infosets.values() if infoset.histories[0].startswith(self.roots)]
        self.infosets = tuple(infoset.key for infoset in within if infoset.player == player)
        if not self.infosets:
            raise ValueError(f"player must have a decision in the part, got player {player} and the roots {arguments.shown(self.roots)}")
        self._root = {chr(0x100 + number): root for number, root in enumerate(self.roots)}
        sets: defaultdict[str, dict[str, Any]] = defaultdict(dict)  # w(h) of the roots that the opponent cannot tell apart
        dealt: dict[str, Any] = {}
        for letter, root in self._root.items():
            reach, last = _above(self.game, root, profile)
            if w := reach[CHANCE] * reach[player]:
                sets[last[self.opponent] + "?"][letter] = w
                dealt[letter] = w if gadget else w * reach[self.opponent]
        if not any(dealt.values()):
            raise ValueError(f"blueprint must reach the part, got probability 0 for each of the roots {arguments.listed(self.roots)}")
        starts = [(self._root[letter], w, key) for key, members in sets.items() for letter, w in members.items()]
        best, _ = best_response_from(self.game, profile, self.opponent, infosets, starts)
        self.alt = {key: best[key] / _total(members) for key, members in sets.items()}
        self.reach = sum(w for _, w, _ in starts)

        # The gadget, by history: where chance deals, where the opponent chooses, what terminating wins, what a choice of roots costs.
        self._deals = {"": _scaled(dealt)}
        self._choices = dict[str, tuple[str, tuple[str, ...]]]()
        self._ends, self._costs = dict[str, Any](), dict[str, Any]()
        if gadget == "resolve":
            self._choices = {letter: (key, ("T", "F")) for key in sets for letter in sets[key]}
            self._ends = {letter + "T": self.alt[key] for key in sets for letter in sets[key]}
        elif gadget == "max-margin":
            self._costs = {chr(0x100 + number): alt for number, alt in enumerate(self.alt.values())}
            self._choices[""] = "?", tuple(self._costs)
            self._deals = dict(zip(self._costs, map(_scaled, sets.values()), strict=True))
        self._letter, self._start = {None: (0, 1), "resolve": (0, 2), "max-margin": (1, 2)}[self.gadget]

    def __repr__(self) -> str:
        return f"Subgame({self.game!r}, {arguments.shown(self.roots)}, player={1 - self.opponent}, gadget={self.gadget!r})"

    def rows(self, strategy: Any) -> dict[str, Any]:
        """Return the rows of the player who is solved again, to replace those of the blueprint.

        Parameters
        ----------
        strategy : StrategyProfile, mapping, or object with an ``average_strategy`` or a ``profile``
            A strategy of this game, such as a run.

        Returns
        -------
        dict of str to mapping
            ``{infoset: {action: probability}}``, without information sets that the blueprint never reaches.
        """
        return {key: row for key, row in as_profile(strategy).items() if key in self.infosets}

    def _whole(self, history: str) -> str:
        return self._root[history[self._letter]] + history[self._start :]

    def _in_gadget(self, history: str) -> bool:
        return history in self._deals or history in self._choices

    def is_terminal(self, history: str) -> bool:
        return history in self._ends or (not self._in_gadget(history) and self.game.is_terminal(self._whole(history)))

    def utilities(self, history: str) -> tuple[Any, ...]:
        if history in self._ends:
            won = self._ends[history]
        else:
            utilities = self.game.utilities(self._whole(history))
            if abs(float(sum(utilities))) > 1e-9:
                raise ValueError(f"game must be zero-sum, got utilities {arguments.shown(utilities)}")
            won = utilities[self.opponent] - self._costs.get(history[0], 0)
        return (-won, won) if self.opponent else (won, -won)

    def is_chance(self, history: str) -> bool:
        return history in self._deals or (not self._in_gadget(history) and self.game.is_chance(self._whole(history)))

    def chance(self, history: str) -> Mapping[str, Any]:
        return self._deals[history] if history in self._deals else self.game.chance(self._whole(history))

    def player(self, history: str) -> int:
        return self.opponent if history in self._choices else self.game.player(self._whole(history))

    def actions(self, history: str) -> tuple[str, ...]:
        return self._choices[history][1] if history in self._choices else self.game.actions(self._whole(history))

    def infoset(self, history: str) -> str:
        return self._choices[history][0] if history in self._choices else self.game.infoset(self._whole(history))


def _fitting(game: Game, blueprint: Any) -> tuple[Mapping[str, InformationSet], StrategyProfile]:
    """Return the information sets and the profile, which must have a row for each of them."""
    infosets = _remembered(game) if isinstance(game, Hashable) else information_sets(game)
    profile = as_profile(blueprint)
    for key, infoset in infosets.items():
        if set(profile.get(key, ())) != set(infoset.actions):
            raise ValueError(f"blueprint must have a row for every information set, with its actions: {key!r} has {infoset.actions}")
    return infosets, profile


def _above(game: Game, root: str, profile: StrategyProfile) -> tuple[list[Any], list[str]]:
    """Return the probabilities with which player 1, player 2 and chance play to a root, and each player's last action on the way."""
    reach: list[Any] = [Fraction(1)] * 3
    last = ["", ""]
    for position, action in enumerate(root):
        history = root[:position]
        if action not in successors(game, history):
            raise ValueError(f"each of roots must be a history of the game, got {root!r}")
        if game.is_chance(history):
            reach[CHANCE] *= game.chance(history)[action]
        else:
            player, infoset = game.player(history), game.infoset(history)
            reach[player] *= profile[infoset][action]
            last[player] = infoset + action
    return reach, last


def _check_closed(infosets: Mapping[str, InformationSet], roots: tuple[str, ...]) -> None:
    """Check that no root lies below another, and no information set leaves the part."""
    for root in roots:
        if root.startswith(tuple({*roots} - {root})):
            raise ValueError(f"no root may lie below another, got {root!r}")
    for key, infoset in infosets.items():
        found = {history.startswith(roots): history for history in infoset.histories}
        if len(found) > 1:
            raise ValueError(f"information set {key!r} must not leave the part: it has {found[True]!r} there, but not {found[False]!r}")


def _total(weights: Mapping[str, Any]) -> Any:
    """Return the sum, rounded alike by every Python: since 3.12, ``sum`` corrects floats, and in a part rounding decides many ties."""
    return reduce(add, weights.values())


def _scaled(weights: Mapping[str, Any]) -> dict[str, Any]:
    total = _total(weights)
    return {letter: weight / total for letter, weight in weights.items()}
