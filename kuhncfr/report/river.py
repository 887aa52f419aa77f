"""An Excel workbook of a river of hold'em: a grid of hands for each turn, all hands, and what bets are made of."""

import math
import os
from collections.abc import Mapping
from typing import Any

from kuhncfr._support import arguments
from kuhncfr.report.saving import save
from kuhncfr.report.sheet import Column, Link, Sheet, explained
from kuhncfr.vector.evaluate import expected_values, exploitability, fitting
from kuhncfr.vector.hands import Array
from kuhncfr.vector.holdem import cards
from kuhncfr.vector.holdem.bluffs import all_bets
from kuhncfr.vector.holdem.classes import GRID, SIDE, by_class, hand_class
from kuhncfr.vector.holdem.strength import on_board
from kuhncfr.vector.public import PublicGame

START = "start"  # where nobody has done anything yet
_RANKS = [GRID[k * (SIDE + 1)][0] for k in range(SIDE)]  # as the pairs on the diagonal are
_LONGEST_NAME = 31  # that a sheet may have


class RiverReport:
    """A workbook about strategies on the river: for each turn the 13 × 13 grid, for each player all hands, bluffs beside value bets.

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
        self.board = cards.board(board)
        self.strengths = [on_board(self.board, held) for held in game.hands]
        self.strategy = fitting(game, strategy)
        self.origin = {} if origin is None else dict(arguments.mapping("origin", origin))

    def sheets(self) -> list[Sheet]:
        """Return what the sheets hold, in their order."""
        grids = [self._grid(f"{k} {_named(history)}", history) for k, history in enumerate(self.game.turns, start=1)]
        hands = [self._hands(player) for player in range(2)]
        sheets = [self._bets(), *grids, *hands]
        first = self._summary(sheets)
        return [first, *sheets, explained([first, *sheets])]

    def to_excel(self, path: str | os.PathLike[str], *, overwrite: bool = False) -> None:
        """Write the workbook, whole or not at all; parameters and errors are those of :meth:`Report.to_excel`."""
        save(path, f"The river {cards.written(*self.board)}", self.sheets, overwrite=overwrite)

    def _summary(self, sheets: list[Sheet]) -> Sheet:
        columns = (
            Column("item", "", "What is told; or a sheet of this workbook."),
            Column("value", "as given", "Its number or text.", "any"),
            Column("unit", "", "What a number is a number of."),
            Column("note", "", "How it is to be read; or what a sheet holds.", "words"),
        )
        game, gained = self.game, exploitability(self.game, self.strategy)
        net = "Net, each having paid half of the pot before: with that half it is the player's share of the pot."
        rows: list[tuple[Any, ...]] = [
            ("board", cards.written(*self.board), None, None),
            ("pot", float(game.pot), "chips", "In the middle before the first action."),
            *((f"hands of player {player + 1}", len(held), "hands", None) for player, held in enumerate(game.hands)),
            *((name, str(value), None, None) for name, value in self.origin.items()),
            *((f"value to player {i + 1}", value, "chips a game", net) for i, value in enumerate(expected_values(game, self.strategy))),
            ("exploitability", gained, "chips a game", "What a player could gain by a best response, on average over both."),
            ("exploitability of the pot", game.percent_of_pot(gained), "per cent", "The same in per cent of the pot."),
            *((Link(sheet.name), None, None, sheet.about.partition(". ")[0].rstrip(".") + ".") for sheet in sheets),
            (Link("Columns"), None, None, "What each column of each sheet means."),
        ]
        return Sheet("Summary", "What each hand does on the river, and what could be gained against it.", columns, tuple(rows))

    def _bets(self) -> Sheet:
        columns = (
            Column("turn", "", "What was done before."),
            Column("action", "", "The bet or raise."),
            Column("player", "", "Who makes it.", "count"),
            Column("often", "probability", "How often it is made, of the games that come there.", "probability"),
            Column(
                "bluffs",
                "probability",
                "How likely a game comes to it with a hand that does not win more often than it loses if called.",
                "share",
            ),
            Column(
                "value bets",
                "probability",
                "How likely a game comes to it with a hand that wins more often than it loses if called.",
                "share",
            ),
            Column("bluffs : value", "", "Bluffs for each value bet; empty where there is no value bet.", "share"),
            Column(
                "as seen",
                "",
                "Of the bets that those hands meet which both call and fold: how many they beat for each that beats them, a tie being half of either.",
                "share",
            ),
            Column("bet : (pot + bet)", "", "What they see in equilibrium: what a call costs, of what it can win.", "share"),
        )
        rows = tuple(
            (_named(b.history), b.action, b.player + 1, b.often, b.bluffs, b.value, *map(_finite, (b.ratio, b.seen)), b.balanced)
            for b in all_bets(self.game, self.strategy)
        )
        return Sheet("Bets", "What each bet and raise is made of, beside what makes the caller indifferent.", columns, rows)

    def _grid(self, name: str, history: str) -> Sheet:
        turn = self.game.turns[history]
        meaning = "How often the class of the row's rank and this one takes the action; empty where none comes there."
        columns = (
            Column("action", "", "What is done."),
            Column(
                "rank", "", "One rank of the hands in this row; suited hands have it as their higher one, offsuit hands as their lower one."
            ),
            *(Column(rank, "probability", meaning, "grid") for rank in _RANKS),
        )
        found = by_class(self.game, self.strategy, history)
        rows = tuple(
            (action, rank, *(_cell(found, GRID[row * SIDE + column], a) for column in range(SIDE)))
            for a, action in enumerate(turn.after)
            for row, rank in enumerate(_RANKS)
        )
        about = (
            f"What player {turn.player + 1} does {f'after {history}' if history else 'first'}. Pairs stand on the diagonal of each grid, "
            "suited hands above it, offsuit hands below."
        )
        return Sheet(name.replace("/", "÷")[:_LONGEST_NAME], about, columns, rows)

    def _hands(self, player: int) -> Sheet:
        hands, turns = self.game.hands[player], [(history, turn) for history, turn in self.game.turns.items() if turn.player == player]
        columns = (
            Column("hand", "", "Two cards, the higher one first."),
            Column("class", "", "Their ranks, and whether they are suited."),
            Column("makes", "", "What it is called on this board."),
            Column("weight", "of the largest", "How often the player comes to the river with it.", "share"),
            *(
                Column(f"{_named(history)}: {action}", "probability", f"How often it takes the action {action}.", "probability")
                for history, turn in turns
                for action in turn.after
            ),
        )
        rows = tuple(
            (
                name,
                hand_class(name),
                self.strengths[player][k].category,
                float(hands.weight[k]),
                *(float(number) for history, _ in turns for number in self.strategy[history][k]),
            )
            for k, name in enumerate(hands.names)
        )
        return Sheet(f"Hands {player + 1}", f"What player {player + 1} does with each hand at each turn.", columns, rows)


def _named(history: str) -> str:
    return history or START


def _cell(found: Mapping[str, Any], name: str, action: int) -> float | None:
    return _finite(float(found[name].actions[action])) if name in found else None


def _finite(number: float) -> float | None:
    """What is no number has no place in a cell."""
    return number if math.isfinite(number) else None
