"""A restricted Nash response: a hidden coin decides whether a player is bound to a model or free."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from kuhncfr._support import arguments
from kuhncfr._support.arguments import Number
from kuhncfr.games.game import Game, information_sets
from kuhncfr.locking import LockedGame
from kuhncfr.strategy import StrategyProfile, as_profile

HEADS, TAILS = "h", "t"


class RestrictedNashGame:
    r"""A game that begins with a coin which only one player sees: after heads this player follows a model, after tails plays freely.

    Chance shows heads (``h``) with probability p, else tails (``t``); a history of the game follows. With two players and zero sum,
    the other player's strategies at equilibrium are the restricted Nash responses

    .. math:: \arg\max_x \; p \, u(x, m) + (1 - p) \min_y u(x, y)

    to the model m. At p = 0 they are the equilibrium strategies; at p = 1, where the player is locked, the best responses.

    Information sets keep their names: the other player's hide the coin, and the player's own are those after tails. So a strategy of this
    game is also one of the original game.

    Parameters
    ----------
    game : Game
        The game without a coin.
    model : StrategyProfile or mapping
        How the player is expected to play: a row ``{action: probability}`` for each information set of the player; others do not count.
    player : int
        The player who is modelled and sees the coin, counted from 0.
    p : int, Fraction or float
        The probability of heads, from 0 to 1. A float stands for the decimal it prints as.

    Attributes
    ----------
    game : Game
    bound : LockedGame
        The game after heads.
    bound_player : int
    p : Fraction
    locked : StrategyProfile
        At p = 1, the rows of the model, which strategies then have, too; otherwise empty.

    Raises
    ------
    ValueError, TypeError
        If there is no such player, p is not a number from 0 to 1, or the model does not fit the game.

    Examples
    --------
    Against a King that never calls, bluffing always is worth its risk once p exceeds 2/3:

    >>> import kuhncfr as kc
    >>> game, fold = kc.OneBetKuhn(), {"Kb": {"p": 1, "b": 0}}
    >>> model = kc.nash.one_bet().profile.replace(fold)
    >>> for p in (0.6, 0.7):
    ...     found = kc.solve(kc.RestrictedNashGame(game, model, player=1, p=p), 1_000, "pcfr+").average_strategy
    ...     print(p, round(found["Q"]["b"], 3), round(kc.best_response(game, found, player=1).value, 3))
    0.6 0.333 -0.056
    0.7 1.0 0.167

    See Also
    --------
    kuhncfr.LockedGame : locks rows for certain.

    References
    ----------
    Johanson, Zinkevich and Bowling (2007), *Computing robust counter-strategies*.
    """

    def __init__(self, game: Game, model: Mapping[Any, Any], player: int, p: Number) -> None:
        self.game: Game = arguments.game("game", game)
        self.players = self.game.players
        self.zero_sum = bool(getattr(self.game, "zero_sum", False))
        self.bound_player = arguments.count("player", player, maximum=self.players - 1)
        self.p = arguments.within("p", p, 0, 1)
        profile = as_profile(model)
        own = {key: infoset.actions for key, infoset in information_sets(self.game).items() if infoset.player == player}
        for key, actions in own.items():
            if set(profile.get(key, ())) != set(actions):
                found = f"got {tuple(profile[key])}" if key in profile else "got none"
                raise ValueError(f"model must have a row of the actions {actions} at {key!r}, an information set of the player, {found}")
        self.bound = LockedGame(self.game, {key: profile[key] for key in own})
        self.locked = StrategyProfile(self.bound.locked if self.p == 1 else getattr(self.game, "locked", {}))

    def __repr__(self) -> str:
        model = arguments.shown({key: dict(row) for key, row in self.bound.locked.items()})
        return f"RestrictedNashGame({self.game!r}, {model}, player={self.bound_player}, p={self.p})"

    def __str__(self) -> str:
        return f"{self.game}, player {self.bound_player + 1} bound to a model with probability {self.p}"

    def _half(self, history: str) -> Game:
        return self.bound if history[0] == HEADS else self.game

    def is_terminal(self, history: str) -> bool:
        return history != "" and self.game.is_terminal(history[1:])

    def utilities(self, history: str) -> tuple[Fraction, ...]:
        return self.game.utilities(history[1:])

    def is_chance(self, history: str) -> bool:
        return history == "" or self._half(history).is_chance(history[1:])

    def chance(self, history: str) -> Mapping[str, Any]:
        if history:
            return self._half(history).chance(history[1:])
        return {side: share for side, share in ((HEADS, self.p), (TAILS, 1 - self.p)) if share}

    def player(self, history: str) -> int:
        return self.game.player(history[1:])

    def actions(self, history: str) -> tuple[str, ...]:
        return self.game.actions(history[1:])

    def infoset(self, history: str) -> str:
        return self.game.infoset(history[1:])
