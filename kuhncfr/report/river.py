"""An Excel workbook of a river of hold'em: a grid of hands for each decision, all hands, and what bets are made of."""

import os
from collections.abc import Mapping
from typing import Any

import pandas as pd

from kuhncfr._support import arguments
from kuhncfr.evaluate import expected_utilities, exploitability
from kuhncfr.report.sheet import Column, Sheet, explained, summary
from kuhncfr.report.workbook import save
from kuhncfr.vector.holdem import cards
from kuhncfr.vector.holdem.bet_composition import all_bets
from kuhncfr.vector.holdem.hand_classes import GRID, GRID_SIDE, by_class, hand_class
from kuhncfr.vector.holdem.hand_strength import strengths_on_board
from kuhncfr.vector.public import PublicGame
from kuhncfr.vector.ranges import Array
from kuhncfr.vector.tables import fitting

START = "start"  # where nobody has done anything yet
_RANKS = [GRID[k * (GRID_SIDE + 1)][0] for k in range(GRID_SIDE)]  # as the pairs on the diagonal are
_LAYOUT = "Pairs stand on the diagonal of each grid, suited hands above it, offsuit hands below."


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
        What else the summary should tell, such as ``{"algorithm": "dcfr", "iterations": 1_000}``.

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
        """Return what the sheets hold, in their order."""
        names = [f"{k} {history or START}".replace("/", "÷")[:31] for k, history in enumerate(self.game.decisions, start=1)]  # for Excel
        grids = list(map(self._grid, names, self.game.decisions))
        sheets = [self._bets(), *grids, *map(self._hands, range(2))]
        first = summary("What each hand does on the river, and what could be gained against it.", self._summary(), sheets)
        return [first, *sheets, explained([first, *sheets])]

    def to_excel(self, path: str | os.PathLike[str], *, overwrite: bool = False) -> None:
        """Write the workbook, whole or not at all; parameters and errors are those of :meth:`Report.to_excel`."""
        save(path, f"The river {cards.card_text(*self.board)}", self.sheets, overwrite=overwrite)

    def _summary(self) -> list[tuple[Any, ...]]:
        game, gained = self.game, exploitability(self.game, self.strategy)
        net = "Net, each having paid half of the pot before: with that half it is the player's share of the pot."
        return [
            ("board", cards.card_text(*self.board), None, None),
            ("pot", float(game.pot), "chips", "In the middle before the first action."),
            *((f"hands of player {player + 1}", len(held), "hands", None) for player, held in enumerate(game.ranges)),
            *((name, str(value), None, None) for name, value in self.origin.items()),
            *((f"value to player {i + 1}", value, "chips a game", net) for i, value in enumerate(expected_utilities(game, self.strategy))),
            ("exploitability", gained, "chips a game", "What a player could gain by a best response, on average over both."),
            ("exploitability of the pot", game.percent_of_pot(gained), "per cent", "The same in per cent of the pot."),
        ]

    def _bets(self) -> Sheet:
        reached = "Probability that a game comes to it with a hand that {} more often than it loses if called."
        columns = {
            "decision": Column("", "What was done before."),
            "action": Column("", "The bet or raise."),
            "player": Column("", "Who makes it.", "count"),
            "often": Column("probability", "How often it is made, of the games that come there.", "number"),
            "bluffs": Column("probability", reached.format("does not win"), "number"),
            "value bets": Column("probability", reached.format("wins"), "number"),
            "bluffs : value": Column("", "Bluffs for each value bet; empty where there is no value bet.", "number"),
            "as seen": Column(
                "", "Of hands that both call and fold: bets they beat per bet that beats them; a tie is half of either.", "number"
            ),
            "bet : (pot + bet)": Column("", "What they see in equilibrium: what a call costs, of what it can win.", "number"),
        }
        rows = [
            (b.history or START, b.action, b.player + 1, b.frequency, b.bluffs, b.value, b.ratio, b.seen, b.balanced)
            for b in all_bets(self.game, self.strategy)
        ]
        about = "What each bet and raise is made of, beside what makes the caller indifferent."
        return Sheet("Bets", about, columns, pd.DataFrame(rows, columns=list(columns)))

    def _grid(self, name: str, history: str) -> Sheet:
        decision = self.game.decisions[history]
        rank = "One rank of the hands in this row; suited hands have it as their higher one, offsuit hands as their lower one."
        meaning = "How often the class of the row's rank and this one takes the action; empty where none comes there."
        columns = {
            "action": Column("", "What is done."),
            "rank": Column("", rank),
            **{rank: Column("probability", meaning, "grid") for rank in _RANKS},
        }
        found = by_class(self.game, self.strategy, history)
        rows = [
            (action, rank, *(found[cell].actions[a] if cell in found else None for cell in GRID[GRID_SIDE * row : GRID_SIDE * (row + 1)]))
            for a, action in enumerate(decision.children)
            for row, rank in enumerate(_RANKS)
        ]
        about = f"What player {decision.player + 1} does {f'after {history}' if history else 'first'}. {_LAYOUT}"
        return Sheet(name, about, columns, pd.DataFrame(rows, columns=list(columns)))

    def _hands(self, player: int) -> Sheet:
        held = self.game.ranges[player]
        columns = {
            "hand": Column("", "Two cards, the higher one first."),
            "class": Column("", "Their ranks, and whether they are suited."),
            "makes": Column("", "What it is called on this board."),
            "weight": Column("of the largest", "How often the player comes to the river with it.", "number"),
        }
        made = [strength.category for strength in self.strengths[player]]
        cells: dict[str, Any] = {"hand": held.names, "class": map(hand_class, held.names), "makes": made, "weight": held.weight}
        for history, decision in self.game.decisions.items():
            if decision.player == player:
                for action, often in zip(decision.children, self.strategy[history].T, strict=True):
                    title = f"{history or START}: {action}"
                    columns[title] = Column("probability", f"How often it takes the action {action}.", "number")
                    cells[title] = often
        return Sheet(f"Hands {player + 1}", f"What player {player + 1} does with each hand at each decision.", columns, pd.DataFrame(cells))
