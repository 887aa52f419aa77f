"""What is printed: plain lines and tables that fit 80 columns."""

import sys
import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import kuhncfr as kc
from kuhncfr.cli.errors import printable
from kuhncfr.cli.numbers import probability

if TYPE_CHECKING:
    from rich.console import Console

WIDTH = 80
MOST_ROWS = 100  # of a table, unless all are asked for


def console() -> "Console":
    """Where results go: no colours when they go into a file or a pipe, or when NO_COLOR is set."""
    from rich.console import Console  # only now: for errors it is not needed

    return Console(markup=False, highlight=False, emoji=False)


def say(line: str = "") -> None:
    """Print a sentence of a result, wrapped between words; what belongs to a bullet is indented."""
    width = min(WIDTH, console().width)
    indent = "  " if line.startswith("- ") else ""
    for part in textwrap.wrap(printable(line), width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False) or [""]:
        print(part)


def say_as_it_is(text: str) -> None:
    """Print lines that are broken already, however long they are."""
    for line in text.splitlines():
        print(printable(line))


def say_path(before: str, path: object) -> None:
    """Print where something lies, in one line however long the path is."""
    print(before, printable(str(path)))


def ask(question: str) -> None:
    """Print what is answered in the same line."""
    print(printable(question), end="", flush=True)


def notice(line: str) -> None:
    """Print a line that is no result."""
    print(printable(line), file=sys.stderr, flush=True)


def preparing() -> None:
    """Tell somebody at a terminal what is going on before the first progress: the game is laid out, and loops are compiled."""
    if sys.stderr.isatty():
        notice("Preparing the game ...")


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table whose first column holds names and whose other columns hold numbers."""
    from rich.table import Table

    wide = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    for k, title in enumerate(head):
        wide.add_column(printable(title), justify="left" if k == 0 else "right", overflow="fold")
    for row in rows:
        wide.add_row(*map(printable, row))
    console().print(wide)


def strategy_tables(game: Any, profile: kc.StrategyProfile, full: bool) -> None:
    """Print the probability of each action, player by player."""
    infosets = kc.information_sets(game)
    if len(infosets) > MOST_ROWS and not full:
        say(f"{len(infosets)} information sets; --full shows them all.")
        say()
        return
    for player in range(game.players):
        mine = [infoset for infoset in infosets.values() if infoset.player == player]
        actions = list(dict.fromkeys(action for infoset in mine for action in infoset.actions))
        rows = [[infoset.key, *(probability(profile[infoset.key][a]) if a in infoset.actions else "" for a in actions)] for infoset in mine]
        table([f"Player {player + 1}", *actions], rows)
        say()
