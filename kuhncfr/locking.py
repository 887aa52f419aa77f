"""Node locking: a game in which some information sets are played by a given strategy, and the others learn."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from kuhncfr._support import arguments
from kuhncfr.games.game import Game, information_sets
from kuhncfr.strategy import StrategyProfile, as_profile


class LockedGame:
    r"""A game whose players follow a given strategy at some of their information sets.

    There chance moves in the player's place, with the probabilities of the strategy:

    .. math:: f_c(a \mid h) = \sigma(I, a) \qquad\text{for each history } h \text{ of a locked information set } I

    So everything that works on a game works on this one. Its equilibria are the best that the players can do given the locks; its
    exploitability counts only what they could gain at the other information sets. A strategy of the game has the locked rows, too.

    Parameters
    ----------
    game : Game
        The game without locks.
    locked : mapping
        For each locked information set a row, ``{action: probability}``; for a player's number, a strategy for all the information sets
        of this player, which a row overrides.

    Attributes
    ----------
    game : Game
    locked : StrategyProfile
        The locked rows.

    Raises
    ------
    ValueError, TypeError
        If the game has no such information set, action or player, a row is not a distribution, or no information set is left to learn.

    Examples
    --------
    Against a second player who never folds a Queen to a bet, a Jack should not bluff:

    >>> import kuhncfr as kc
    >>> run = kc.solve(kc.KuhnPoker(), 1_000, "cfr+", locked={"Qb": {"p": 0, "b": 1}})
    >>> round(run.average_strategy["J"]["b"], 3), run.average_strategy["Qb"]["b"] == 1
    (0.0, True)

    See Also
    --------
    kuhncfr.solve : solves it, with the argument `locked`.
    """

    def __init__(self, game: Game, locked: Mapping[Any, Any]) -> None:
        plain: Any = arguments.game("game", game)
        rows: dict[str, Any] = {}
        if isinstance(plain, LockedGame):
            plain, rows = plain.game, dict(plain.locked)  # earlier locks stay
        self.game: Game = plain
        self.players = self.game.players
        self.zero_sum = bool(getattr(self.game, "zero_sum", False))
        arguments.instance("locked", locked, Mapping, what="a mapping of information sets to rows, or of players to strategies")
        infosets = information_sets(self.game)
        for player in (key for key in locked if isinstance(key, int)):
            arguments.count("each player in locked", player, maximum=self.players - 1)
            profile, own = as_profile(locked[player]), [name for name, infoset in infosets.items() if infoset.player == player]
            if missing := [name for name in own if name not in profile]:
                raise ValueError(f"locked[{player}] must have a row for every information set of the player, got none for {missing[0]!r}")
            rows |= {name: profile[name] for name in own}
        self.locked = StrategyProfile(rows | {key: row for key, row in locked.items() if not isinstance(key, int)})
        for key, found in self.locked.items():
            if key not in infosets or set(found) != set(infosets[key].actions):
                allowed = f"{infosets[key].actions}, got {tuple(found)}" if key in infosets else f"none, among {arguments.listed(infosets)}"
                raise ValueError(f"locked must have the actions of the game at {key!r}: {allowed}")
        if len(self.locked) == len(infosets):
            raise ValueError("locked must leave at least one information set to learn, got all of them")

    def __repr__(self) -> str:
        return f"LockedGame({self.game!r}, {arguments.shown({key: dict(row) for key, row in self.locked.items()})})"

    def __str__(self) -> str:
        return f"{self.game}, with locks"

    def is_terminal(self, history: str) -> bool:
        return self.game.is_terminal(history)

    def utilities(self, history: str) -> tuple[Fraction, ...]:
        return self.game.utilities(history)

    def is_chance(self, history: str) -> bool:
        return self.game.is_chance(history) or (not self.game.is_terminal(history) and self.game.infoset(history) in self.locked)

    def chance(self, history: str) -> Mapping[str, Any]:
        return self.game.chance(history) if self.game.is_chance(history) else self.locked[self.game.infoset(history)]

    def player(self, history: str) -> int:
        return self.game.player(history)

    def actions(self, history: str) -> tuple[str, ...]:
        return self.game.actions(history)

    def infoset(self, history: str) -> str:
        return self.game.infoset(history)


def lock(game: Any, locked: Mapping[Any, Any]) -> Any:
    """Return a game with locks, which :func:`kuhncfr.solve` solves.

    Parameters
    ----------
    game : Game or PublicGame
    locked : mapping
        As for :class:`LockedGame`, or for :meth:`PublicGame.lock <kuhncfr.vector.PublicGame.lock>`.

    Returns
    -------
    LockedGame or PublicGame

    Raises
    ------
    ValueError, TypeError
        If the rows or tables do not fit the game, or nothing is left to learn.
    """
    public: Any = game
    return public.lock(locked) if isinstance(game, arguments.Public) else LockedGame(game, locked)
