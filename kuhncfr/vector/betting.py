"""What everybody at the table sees: the betting, without the cards."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from kuhncfr._support import arguments
from kuhncfr._support.arguments import Number

PLAYERS = 2


@dataclass(frozen=True)
class Fold:
    """The end of a hand that one player gave up.

    Attributes
    ----------
    winner : int
        Who did not, 0 or 1.
    stake : int, Fraction or float
        What the other one had paid, in chips: it is what the winner wins. A float stands for the decimal it prints as.

    Raises
    ------
    ValueError, TypeError
        If the winner is not 0 or 1, or the stake not a finite number above 0.

    Examples
    --------
    >>> Fold(winner=0, stake=0.1).stake
    Fraction(1, 10)
    """

    winner: int
    stake: Number

    def __post_init__(self) -> None:
        object.__setattr__(self, "winner", arguments.one_of_players("winner", self.winner, PLAYERS))
        object.__setattr__(self, "stake", arguments.positive("stake", self.stake))


@dataclass(frozen=True)
class Showdown:
    """The end of a hand at which the higher rank wins, and nobody if both are equal.

    Attributes
    ----------
    stake : int, Fraction or float
        What each had paid, in chips: it is what the winner wins. A float stands for the decimal it prints as.

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
    """A decision node of the public tree.

    Attributes
    ----------
    player : int
        Who acts, 0 or 1.
    children : mapping of str to Decision, Fold or Showdown
        Where each action leads, in the order in which tables list them; one at least.

    Raises
    ------
    ValueError, TypeError
        If the player is not 0 or 1, no action leads anywhere, the name of one is empty, has a "-" or cannot be printed, or one leads to
        something else.

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
        object.__setattr__(self, "player", arguments.one_of_players("player", self.player, PLAYERS))
        children = arguments.mapping("children", self.children)
        if not children:
            raise ValueError("children must name at least one action, got {}")
        for action, node in children.items():
            shown = arguments.shown(action)
            if not action.isprintable() or not action.strip() or "-" in action:  # which stands between the actions of a history
                raise ValueError(f"each name in children must be text that can be printed, at least a character, without '-', got {shown}")
            arguments.instance(f"children[{shown}]", node, (Decision, Fold, Showdown), what="a Decision, Fold or Showdown")
        object.__setattr__(self, "children", MappingProxyType(dict(children)))


Node = Decision | Fold | Showdown


def nodes(betting: Node, separator: str = "", history: str = "") -> Iterator[tuple[str, Node]]:
    """Go through all nodes, each before those below it, with the actions that led there."""
    yield history, betting
    if isinstance(betting, Decision):
        for action, node in betting.children.items():
            yield from nodes(node, separator, joined(history, action, separator))


def joined(history: str, action: str, separator: str) -> str:
    """Return the history that an action leads to."""
    return f"{history}{separator}{action}" if history else action


def longest_action(betting: Node) -> int:
    """Return how many characters the longest name of an action has."""
    return max((len(action) for _, node in nodes(betting) if isinstance(node, Decision) for action in node.children), default=0)
