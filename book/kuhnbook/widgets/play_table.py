"""Play Kuhn poker against an equilibrium, against CFR, or against your own strategy.

The table runs in the browser. In a live notebook Python sees every hand as soon as it is over; in a page there is no Python, and the
same table works alone.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import anywidget
import traitlets

from kuhnbook.widgets import bundle
from kuhnbook.widgets.static import element
from kuhnbook.widgets.strategies import ITERATIONS, equilibrium_of, game_of, strategies_for
from kuhncfr._support import arguments
from kuhncfr.games.kuhn import KuhnPoker, OneBetKuhn
from kuhncfr.hand_history import EmpiricalStrategy, Hand, Score, empirical_strategy, score
from kuhncfr.strategy import fitting

KuhnGame = OneBetKuhn | KuhnPoker
OPPONENTS = ("equilibrium", "never bluffs", "always calls", "cfr", "greedy", "cautious", "own")

FALLBACK = (
    "<p>You can play Kuhn poker here if your browser runs JavaScript. "
    "In a notebook, <code>kuhnbook.widgets.play()</code> opens the same table.</p>"
)


class PlayTable(anywidget.AnyWidget):
    """The table in a live notebook; :func:`play` opens one.

    What the reader chooses can be read and set here: ``table.ante = "7/3"``.

    Attributes
    ----------
    game : str
        ``"one-bet"`` or ``"kuhn"``.
    ante : str
        S, in chips, such as ``"1"`` or ``"7/3"``.
    opponent : str
        ``"equilibrium"``, ``"cfr"`` or ``"own"``; ``"greedy"``, the best response to the hands so far, or ``"cautious"``, the
        restricted Nash response to them with p = 3/4; ``"never bluffs"`` or ``"always calls"``, the equilibrium of the game in which
        the opponent's bluffs or calls are locked.
    iterations : int
        After how many iterations CFR's average plays, t.
    profile : dict or None
        The reader's own strategy, with a ``name`` and a ``strategy``; and ``solvedFor``, the game that a file tells.
    seat : str
        Where the reader sits: ``"1"``, ``"2"`` or ``"both"``, in turns.
    seed : int or None
        From which the random numbers start: the same seed deals the same cards.
    log : list of dict
        All hands that were played, whatever the game and the opponent, oldest first.
    """

    _esm = bundle.module("play")
    _css = bundle.style()

    game = traitlets.Enum(("one-bet", "kuhn"), default_value="one-bet").tag(sync=True)
    ante = traitlets.Unicode("1").tag(sync=True)
    opponent = traitlets.Enum(OPPONENTS, default_value="equilibrium").tag(sync=True)
    iterations = traitlets.Enum(ITERATIONS, default_value=100).tag(sync=True)
    profile = traitlets.Dict(allow_none=True, default_value=None).tag(sync=True)
    seat = traitlets.Enum(("both", "1", "2"), default_value="both").tag(sync=True)
    seed = traitlets.Int(allow_none=True, default_value=None, min=0).tag(sync=True)
    log = traitlets.List(traitlets.Dict()).tag(sync=True)
    strategies = traitlets.Dict().tag(sync=True)

    @traitlets.validate("ante")
    def _check_ante(self, proposal: Any) -> str:
        game_of("one-bet", Fraction(proposal["value"]))  # which raises ValueError
        return proposal["value"]

    @property
    def rules(self) -> KuhnGame:
        """The game on the table."""
        return game_of(self.game, Fraction(self.ante))

    @property
    def opponent_name(self) -> str:
        """What the log calls the opponent."""
        own = self.profile["name"] if self.profile else "your strategy"
        return {"cfr": f"CFR, t = {self.iterations}", "own": own}.get(self.opponent, self.opponent)

    @property
    def hands(self) -> tuple[Hand, ...]:
        """The hands of the present game, ante and opponent, oldest first; ``log`` has all."""
        game = self.rules
        here = (self.game, game.ante, self.opponent_name)
        return tuple(
            Hand(entry["history"], entry["seat"], game.utilities(entry["history"])[entry["seat"]], entry["opponent"])
            for entry in self.log
            if (entry["game"], Fraction(entry["ante"]), entry["opponent"]) == here
        )

    def score(self) -> Score:
        """Return what the reader won in ``hands``."""
        return score([hand.utility for hand in self.hands])

    def empirical_strategy(self) -> EmpiricalStrategy:
        """Return the strategy that the reader has shown in ``hands``; where that is none yet, the equilibrium's.

        What it could lose, in chips a hand, is ``kc.exploitability(table.rules, table.empirical_strategy().profile)``.
        """
        return empirical_strategy(self.rules, self.hands, equilibrium_of(self.rules))

    def static(self) -> str:
        """Return the table for a page without a kernel."""
        names = ("game", "ante", "opponent", "iterations", "profile", "seat", "seed", "log", "strategies")
        return element("play", {name: getattr(self, name) for name in names}, FALLBACK)


def play(
    game: KuhnGame | None = None,
    *,
    opponent: str | int | Mapping[str, Mapping[str, Any]] = "equilibrium",
    seat: int | None = None,
    seed: int | None = None,
) -> PlayTable:
    """Open a table and play Kuhn poker.

    Parameters
    ----------
    game : OneBetKuhn or KuhnPoker, optional
        With two players, three cards and a bet of 1 chip; by default one-bet Kuhn poker.
    opponent : str, int or StrategyProfile
        As the attribute of :class:`PlayTable`; a number t for CFR's average after t iterations, one of 1, 2, 5, 10, … 10,000; or a
        strategy of yours.
    seat : int, optional
        Where you sit, counted from 0; by default you take turns.
    seed : int, optional
        From which the random numbers start: the same seed deals the same cards.

    Returns
    -------
    PlayTable
        Shown as the last value of a cell, it is the table. It keeps the log of hands.

    Raises
    ------
    ValueError
        If the table cannot play that game, the strategy does not fit it, or a number is out of range.
    traitlets.TraitError
        If another argument is.

    Examples
    --------
    >>> import kuhncfr as kc
    >>> table = play(kc.KuhnPoker(ante=2), opponent=100, seed=1)
    >>> table.opponent_name, table.hands
    ('CFR, t = 100', ())
    """
    game = OneBetKuhn() if game is None else game
    return PlayTable(
        game=_name_of(game),
        ante=str(game.ante),
        seat={None: "both", 0: "1", 1: "2"}[arguments.choice("seat", seat, (None, 0, 1))],
        seed=seed,
        strategies=strategies_for([game.ante]),
        **_opponent(game, opponent),
    )


def _opponent(game: KuhnGame, opponent: Any) -> dict[str, Any]:
    if isinstance(opponent, str):
        return {"opponent": opponent}
    if isinstance(opponent, int):
        return {"opponent": "cfr", "iterations": arguments.choice("opponent", opponent, ITERATIONS)}
    _, own, _ = fitting(game, opponent)
    rows = {key: {action: str(p) if isinstance(p, Fraction) else p for action, p in row.items()} for key, row in own.items()}
    return {"opponent": "own", "profile": {"name": "your strategy", "strategy": rows}}


def _name_of(game: Any) -> str:
    if isinstance(game, OneBetKuhn):
        return "one-bet"
    if isinstance(game, KuhnPoker) and game.players == 2 and game.cards == 3 and game.bet == 1:
        return "kuhn"
    raise ValueError(f"game must be OneBetKuhn, or KuhnPoker with two players, three cards and a bet of 1 chip, got {game!r}")
