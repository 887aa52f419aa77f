"""An Excel workbook of a river of hold'em: a grid of hands for each decision, all hands, and the composition of bets."""

import os
from collections.abc import Mapping
from typing import Any

import pandas as pd

from kuhncfr._support import arguments
from kuhncfr.evaluate import expected_utilities, exploitability
from kuhncfr.report.sheet import Column, Sheet, columns_sheet, summary_sheet
from kuhncfr.report.workbook import save
from kuhncfr.vector.holdem import cards
from kuhncfr.vector.holdem.bet_composition import all_bets
from kuhncfr.vector.holdem.hand_classes import GRID, GRID_SIDE, by_class, hand_class
from kuhncfr.vector.holdem.hand_strength import strengths_on_board
from kuhncfr.vector.public import PublicGame
from kuhncfr.vector.ranges import Array
from kuhncfr.vector.tables import fitting

START = "start"  # before the first action
_RANKS = [GRID[k * (GRID_SIDE + 1)][0] for k in range(GRID_SIDE)]  # as the pairs on the diagonal are
_LAYOUT = "Pairs lie on the diagonal of each grid, suited hands above it, offsuit hands below."


class RiverReport:
    """A workbook about strategies on the river: for each decision the 13 × 13 grid, for each player all hands, bluffs beside value bets.

    Parameters
    ----------
    game : PublicGame
        Made by :func:`kuhncfr.vector.river`.
    strategy : mapping of str to array_like, shape (hands, actions)
        What each hand does, by history, such as ``run.average_strategy``.
    board : str
        The five cards that the game was made with.
    origin : mapping of str to object, optional
        Further rows of the summary, such as ``{"algorithm": "dcfr", "iterations": 1_000}``.

    Raises
    ------
    ValueError
        If the game was not made with this board, or the strategy does not fit it.
    TypeError
        If an argument is of the wrong kind.

    Examples
    --------
    >>> from kuhncfr.vector import river
    >>> board = "Qs Jh 2h 8d 3c"
    >>> game = river(board, ("AA, T9s", "KQ"), pot=100, stack=100, bets=["100%"])
    >>> [sheet.name for sheet in RiverReport(game, game.uniform(), board).sheets()][:6]
    ['Summary', 'Bets', '1 start', '2 check', '3 check-all in', '4 all in']
    """

    def __init__(self, game: PublicGame, strategy: Mapping[str, Array], board: str, *, origin: Mapping[str, Any] | None = None) -> None:
        self.game = arguments.instance("game", game, PublicGame, what="a PublicGame")
        self.board = cards.parse_board(board)
        self.strengths = [strengths_on_board(self.board, held) for held in game.ranges]
        self.strategy = fitting(game.shapes, strategy)
        self.origin = {} if origin is None else dict(arguments.mapping("origin", origin))

    def sheets(self) -> list[Sheet]:
        """Return the sheets in their order."""
        names = [f"{k} {history or START}".replace("/", "÷")[:31] for k, history in enumerate(self.game.decisions, start=1)]  # for Excel
        grids = list(map(self._grid, names, self.game.decisions))
        sheets = [self._bets(), *grids, *map(self._hands, range(2))]
        first = summary_sheet("The strategy of each hand on the river, and its exploitability.", self._summary(), sheets)
        return [first, *sheets, columns_sheet([first, *sheets])]

    def to_excel(self, path: str | os.PathLike[str], *, overwrite: bool = False) -> None:
        """Write the workbook, whole or not at all; parameters and errors are those of :meth:`Report.to_excel`."""
        save(path, f"The river {cards.card_text(*self.board)}", self.sheets, overwrite=overwrite)

    def _summary(self) -> list[tuple[Any, ...]]:
        game, gained = self.game, exploitability(self.game, self.strategy)
        net = "Net of the half of the pot that the player has paid: add this half for the player's share of the pot."
        return [
            ("board", cards.card_text(*self.board), None, None),
            ("pot", float(game.pot), "chips", "The pot before the first action."),
            *((f"hands of player {player + 1}", len(held), "hands", None) for player, held in enumerate(game.ranges)),
            *((name, str(value), None, None) for name, value in self.origin.items()),
            *((f"value to player {i + 1}", value, "chips a game", net) for i, value in enumerate(expected_utilities(game, self.strategy))),
            ("exploitability", gained, "chips a game", "The gain of a best response, on average over both players."),
            ("exploitability of the pot", game.percent_of_pot(gained), "per cent", "The same in per cent of the pot."),
        ]

    def _bets(self) -> Sheet:
        reached = "Probability that a game reaches the bet with a hand that {} more often than it loses if called."
        columns = {
            "decision": Column("", "The actions so far."),
            "action": Column("", "The bet or raise."),
            "player": Column("", "The player who makes it.", "count"),
            "often": Column("probability", "Probability of the bet in games that reach the decision.", "number"),
            "bluffs": Column("probability", reached.format("does not win"), "number"),
            "value bets": Column("probability", reached.format("wins"), "number"),
            "bluffs : value": Column("", "Bluffs for each value bet; empty where there is no value bet.", "number"),
            "as seen": Column("", "For hands that call and fold: bets they beat per bet that beats them; a tie is half of each.", "number"),
            "bet : (pot + bet)": Column("", "The same in equilibrium: the cost of a call divided by what it can win.", "number"),
        }
        rows = [
            (b.history or START, b.action, b.player + 1, b.frequency, b.bluffs, b.value, b.ratio, b.seen, b.balanced)
            for b in all_bets(self.game, self.strategy)
        ]
        about = "The composition of each bet and raise, beside the one that makes the caller indifferent."
        return Sheet("Bets", about, columns, pd.DataFrame(rows, columns=list(columns)))

    def _grid(self, name: str, history: str) -> Sheet:
        decision = self.game.decisions[history]
        rank = "A rank of the hands in this row: the higher one of suited hands, the lower one of offsuit hands."
        meaning = "Probability of the action with the class of the row's rank and this one; empty if it never reaches the decision."
        columns = {
            "action": Column("", "The action."),
            "rank": Column("", rank),
            **{rank: Column("probability", meaning, "grid") for rank in _RANKS},
        }
        found = by_class(self.game, self.strategy, history)
        rows = [
            (action, rank, *(found[cell].actions[a] if cell in found else None for cell in GRID[GRID_SIDE * row : GRID_SIDE * (row + 1)]))
            for a, action in enumerate(decision.children)
            for row, rank in enumerate(_RANKS)
        ]
        about = f"The strategy of player {decision.player + 1} {f'after {history}' if history else 'at the first action'}. {_LAYOUT}"
        return Sheet(name, about, columns, pd.DataFrame(rows, columns=list(columns)))

    def _hands(self, player: int) -> Sheet:
        held = self.game.ranges[player]
        columns = {
            "hand": Column("", "Two cards, the higher one first."),
            "class": Column("", "Their ranks, and whether they are suited."),
            "makes": Column("", "The name of the hand on this board."),
            "weight": Column("of the largest", "Weight of the hand in the range of the player.", "number"),
        }
        made = [strength.category for strength in self.strengths[player]]
        cells: dict[str, Any] = {"hand": held.names, "class": map(hand_class, held.names), "makes": made, "weight": held.weight}
        for history, decision in self.game.decisions.items():
            if decision.player == player:
                for action, often in zip(decision.children, self.strategy[history].T, strict=True):
                    title = f"{history or START}: {action}"
                    columns[title] = Column("probability", f"Probability of the action {action}.", "number")
                    cells[title] = often
        return Sheet(f"Hands {player + 1}", f"The strategy of player {player + 1} at each decision.", columns, pd.DataFrame(cells))
