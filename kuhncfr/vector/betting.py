"""The public tree: the betting of a hand, without the cards."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kuhncfr._support import arguments
from kuhncfr._support.arguments import Number

PLAYERS = 2


@dataclass(frozen=True)
class Fold:
    """A terminal node at which one player has folded.

    Attributes
    ----------
    winner : int
        The player who did not fold, 0 or 1.
    stake : int, Fraction or float
        The chips that the other player has paid, which the winner wins. A float stands for the decimal it prints as.

    Raises
    ------
    ValueError, TypeError
        If the winner is not 0 or 1, or the stake is not a finite number above 0.

    Examples
    --------
    >>> Fold(winner=0, stake=0.1).stake
    Fraction(1, 10)
    """

    winner: int
    stake: Number

    def __post_init__(self) -> None:
        object.__setattr__(self, "winner", arguments.count("winner", self.winner, maximum=PLAYERS - 1))
        object.__setattr__(self, "stake", arguments.positive("stake", self.stake))


@dataclass(frozen=True)
class Showdown:
    """A terminal node at which the higher rank wins; equal ranks split the pot.

    Attributes
    ----------
    stake : int, Fraction or float
        The chips that each player has paid: the winner wins so many. A float stands for the decimal it prints as.

    Raises
    ------
    ValueError, TypeError
        If the stake is not a finite number above 0.

    Examples
    --------
    >>> Showdown(2).stake
    Fraction(2, 1)
    """

    stake: Number

    def __post_init__(self) -> None:
        object.__setattr__(self, "stake", arguments.positive("stake", self.stake))


@dataclass(frozen=True)
class Decision:
    """A node at which a player acts.

    Attributes
    ----------
    player : int
        The player who acts, 0 or 1.
    children : mapping of str to Decision, Fold or Showdown
        The node that each action leads to, in the order of the tables' columns; at least one.

    Raises
    ------
    ValueError, TypeError
        If the player is not 0 or 1, there is no action, a child is no node, or an action's name is empty, not printable or contains "-".

    Examples
    --------
    One-bet Kuhn poker with an ante of one chip:

    >>> answer = Decision(1, {"p": Fold(winner=0, stake=1), "b": Showdown(2)})
    >>> betting = Decision(0, {"p": Showdown(1), "b": answer})
    >>> [history for history, node in nodes(betting) if isinstance(node, Decision)]
    ['', 'b']
    """

    player: int
    children: Mapping[str, "Node"]

    def __post_init__(self) -> None:
        object.__setattr__(self, "player", arguments.count("player", self.player, maximum=PLAYERS - 1))
        children = arguments.mapping("children", self.children)
        if not children:
            raise ValueError("children must name at least one action, got {}")
        for action, node in children.items():
            shown = arguments.shown(action)
            if not action.isprintable() or not action.strip() or "-" in action:  # "-" separates the actions of a history
                raise ValueError(f"each name in children must be printable, not empty and without '-', got {shown}")
            arguments.instance(f"children[{shown}]", node, (Decision, Fold, Showdown), what="a Decision, Fold or Showdown")
        object.__setattr__(self, "children", dict(children))


Node = Decision | Fold | Showdown


def nodes(betting: Node, separator: str = "", history: str = "") -> Iterator[tuple[str, Node]]:
    """Yield each node with its history, parents before their children."""
    yield history, betting
    if isinstance(betting, Decision):
        for action, node in betting.children.items():
            yield from nodes(node, separator, child_history(history, action, separator))


def child_history(history: str, action: str, separator: str) -> str:
    """Append an action to a history."""
    return f"{history}{separator}{action}" if history else action
