"""Print plain lines and tables that fit 80 columns."""

import sys
import textwrap
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import kuhncfr as kc
from kuhncfr.cli.errors import printable
from kuhncfr.cli.formatting import format_probability

if TYPE_CHECKING:
    from rich.console import Console

WIDTH = 80
MOST_ROWS = 100  # of a table, without --full


def console() -> "Console":
    """Return the console for results, without colours if they go to a file or a pipe, or if NO_COLOR is set."""
    from rich.console import Console  # here, since errors do not need it

    return Console(markup=False, highlight=False, emoji=False)


def echo(line: str = "") -> None:
    """Print a sentence of a result, wrapped between words; the further lines of a bullet are indented."""
    width = min(WIDTH, console().width)
    indent = "  " if line.startswith("- ") else ""
    for part in textwrap.wrap(printable(line), width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False) or [""]:
        print(part)


def echo_lines(text: str) -> None:
    """Print lines of a result without wrapping them."""
    for line in text.splitlines():
        print(printable(line))


def echo_path(before: str, path: object) -> None:
    """Print words and a path on one line, however long the path is."""
    print(before, printable(str(path)))


def echo_heading(description: str, legend: str) -> None:
    """Print the description of a strategy or a game and, unless it is empty, the legend of the game."""
    for line in (description, legend):
        if line:
            echo(line)
    echo()


def notice(line: str) -> None:
    """Print a line on standard error."""
    print(printable(line), file=sys.stderr, flush=True)


def notice_preparing() -> None:
    """On a terminal, announce the time before the first progress, in which the game and the loops are compiled."""
    if sys.stderr.isatty():
        notice("Preparing the game ...")


def print_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table with names in the first column and numbers in the others."""
    from rich.table import Table

    wide = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    for k, title in enumerate(head):
        wide.add_column(printable(title), justify="left" if k == 0 else "right", overflow="fold")
    for row in rows:
        wide.add_row(*map(printable, row))
    console().print(wide)


def print_information_sets(
    game: Any, full: bool, table: Callable[[Sequence[kc.InformationSet]], tuple[Sequence[str], Sequence[Sequence[str]]]]
) -> None:
    """Print a table for each player, given the titles and the rows for information sets; only their number if there are many."""
    infosets = kc.information_sets(game)
    if len(infosets) > MOST_ROWS and not full:
        echo(f"{len(infosets)} information sets; --full shows them all.")
        echo()
        return
    for player in range(game.players):
        titles, rows = table([infoset for infoset in infosets.values() if infoset.player == player])
        print_table([f"Player {player + 1}", *titles], rows)
        echo()


def print_strategy(game: Any, profile: kc.StrategyProfile, full: bool) -> None:
    """Print the probability of each action, player by player."""

    def table(own: Sequence[kc.InformationSet]) -> tuple[list[str], list[list[str]]]:
        actions = list(dict.fromkeys(action for infoset in own for action in infoset.actions))
        rows = {infoset.key: profile[infoset.key] for infoset in own}
        return actions, [[key, *(format_probability(row[a]) if a in row else "" for a in actions)] for key, row in rows.items()]

    print_information_sets(game, full, table)
