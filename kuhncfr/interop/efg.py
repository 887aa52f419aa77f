r"""Gambit's text format for extensive-form games, ``.efg``.

A file names the players, and then lists the nodes of the tree, each before its children::

    EFG 2 R "title" { "player 1" "player 2" } "comment"
    c "node" number "information set" { "action" probability ... } outcome
    p "node" player number "information set" { "action" ... } outcome
    t "node" outcome

An outcome is 0, or a number with a label and the payoffs of all players: ``1 "label" { 3 -3 }``. Where the number of an information set
or of an outcome occurs again, its description may be left out.
"""

import os
import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import islice
from typing import Any, NamedTuple

from kuhncfr._support import arguments, files
from kuhncfr._support.fractions_from_text import fraction_in
from kuhncfr.games.game import MAX_LENGTH, Game, histories, infoset_at
from kuhncfr.games.validation import validate


def _pattern(form: str) -> re.Pattern[str]:
    r"""Compile a form: a space stands for whitespace, T for a text (``\"`` does not end it), N for a positive count, X for any number."""
    parts = {" ": r"\s*+", "T": r'"(?:[^"\\]|\\"?)*+"', "N": r"[1-9][0-9]{0,8}\b", "X": r'[^\s,"{}]++'}
    return re.compile("".join(parts.get(part, part) for part in form))


_HEADER = _pattern(r" EFG 2 [RD] (?P<title>T) \{(?P<players>(?: T)*+) \}(?: T)? ")
_MOVE = r"(?:(?P<chance>c) T|p T (?P<player>N)) (?P<number>N)(?: (?P<label>T)? \{(?P<actions>(?: T(?(chance) X))*+) \})?"
_NODE = _pattern(rf'(?:t T|{_MOVE}) (?P<outcome>0\b|N)(?: (?P<name>T)? \{{(?P<payoffs>[^{{}}"]*+)\}})? ')
_PART = _pattern("(T)|(X)")


class _InformationSet(NamedTuple):
    """An information set of a player, or of chance with probabilities."""

    player: int
    key: str
    labels: dict[str, str]  # of its actions
    probabilities: dict[str, Fraction]


class _Table(dict[str, Any]):
    """A table of what a file describes."""

    def __missing__(self, key: str) -> Any:
        raise ValueError(f"there is no description of {key!r}")


class EfgGame:
    """A game that was read from a file."""

    def __init__(self, title: str, players: int) -> None:
        self.title, self.players = title, players
        self._infosets: dict[str, _InformationSet] = _Table()
        self._utilities: dict[str, tuple[Fraction, ...]] = _Table()

    def __repr__(self) -> str:
        return f"EfgGame({self.title!r}, players={self.players}, histories={len(self._infosets) + len(self._utilities)})"

    def __str__(self) -> str:
        return self.title or repr(self)

    def is_terminal(self, history: str) -> bool:
        return history in self._utilities

    def utilities(self, history: str) -> tuple[Fraction, ...]:
        return self._utilities[history]

    def is_chance(self, history: str) -> bool:
        return history in self._infosets and bool(self._infosets[history].probabilities)

    def chance(self, history: str) -> Mapping[str, Fraction]:
        return self._infosets[history].probabilities

    def player(self, history: str) -> int:
        return self._infosets[history].player

    def actions(self, history: str) -> tuple[str, ...]:
        return tuple(self._infosets[history].labels)

    def action_names(self, history: str) -> Mapping[str, str]:
        """The label of each action."""
        return self._infosets[history].labels

    def infoset(self, history: str) -> str:
        """Return the label of the information set, followed by player and number if an earlier one has the same or it has none."""
        return self._infosets[history].key


def read_efg(path: str | os.PathLike[str]) -> EfgGame:
    r"""Read a game from a file in Gambit's format, ``.efg``.

    The payoffs on the way to a terminal history z add up, and numbers stay exact, whether they are written as 1/4 or as 0.25:

    .. math:: u_i(z) = \sum_{h \sqsubseteq z} r_i(h)

    In this package, an action is one character: the first of its label if these differ at its information set, otherwise ``a``, ``b``,
    ``c`` and so on; ``action_names(history)`` has the labels. The key of an information set is its label; if it has none, the player and
    the number in the file, such as ``"2:1"``, and if an earlier one has the same label, both.

    Parameters
    ----------
    path : str or path-like
        A file of version 2, in UTF-8. The game may have any number of players, and need not be zero-sum.

    Returns
    -------
    Game
        Accepted by everything that takes a game. ``title`` is that of the file.

    Raises
    ------
    ValueError
        If the file is damaged, a history has more than 300 actions, a player forgets (imperfect recall), or the game breaks another rule
        of :func:`~kuhncfr.games.validate`. The message names the file and, unless it is about the whole game, the line.
    OSError
        If the file does not exist or cannot be read.

    Examples
    --------
    Player 1 pays 1/2, and then both choose a side of a coin:

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from kuhncfr import StrategyProfile, expected_utilities
    >>> text = '''EFG 2 R "Matching pennies" { "Ann" "Bob" }
    ... p "" 1 1 "Ann" { "heads" "tails" } 1 "fee" { -1/2 0.5 }
    ... p "" 2 1 "Bob" { "heads" "tails" } 0
    ... t "" 2 "same" { 1 -1 }
    ... t "" 3 "different" { -1 1 }
    ... p "" 2 1 0
    ... t "" 3
    ... t "" 2
    ... '''
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder) / "pennies.efg"
    ...     _ = file.write_text(text)
    ...     game = read_efg(file)
    >>> game.action_names("h"), game.infoset("h")
    ({'h': 'heads', 't': 'tails'}, 'Bob')
    >>> expected_utilities(game, StrategyProfile.uniform(game))
    (Fraction(-1, 2), Fraction(1, 2))

    See Also
    --------
    write_efg : the reverse.

    References
    ----------
    McKelvey, McLennan and Turocy, *Gambit: the package for computation in game theory*; its documentation describes the format.
    """
    content, begin = files.read(path).decode("utf-8-sig", errors="backslashreplace"), 0
    try:
        header = _match(_HEADER, content, begin, 'EFG 2 R "title" { "player 1" ... }')
        game, end = EfgGame("".join(_parts(header["title"])[0]), len(_parts(header["players"])[0])), header.end()
        described: dict[str, Any] = _Table({"outcome 0": ("", (), (Fraction(0),) * game.players)})
        infosets, keys, paths = dict[str, _InformationSet](), set[str](), dict[str, tuple[str, ...]]()
        stack: list[tuple[str, tuple[str, ...]]] = [("", ())]  # histories that follow, and the outcomes on the way there
        while stack:
            (history, outcomes), begin = stack.pop(), end
            if len(history) > MAX_LENGTH:
                raise ValueError(f"the tree is too deep: a history may have at most {MAX_LENGTH} actions")
            node = _match(_NODE, content, begin, 'a node, such as t "" 1 "win" { 1 -1 }')
            end, player = node.end(), int(node["player"] or 0)
            outcome, infoset = f"outcome {node['outcome']}", f"information set {player}:{node['number']}"
            for what, label, body in ((outcome, node["name"], node["payoffs"]), (infoset, node["label"], node["actions"])):
                found = "".join(_parts(label or "")[0]), *_parts(body or "")
                if body is not None and described.setdefault(what, found) != found:
                    raise ValueError(f"{what} has two descriptions")
            if player > game.players or (outcome in described and len(described[outcome][2]) != game.players):
                raise ValueError(f"this node does not fit a game of {game.players} players")
            outcomes = (*outcomes, outcome)
            if node["number"] is None:
                paths[history] = outcomes
                continue
            if infoset not in infosets:
                infosets[infoset] = _named(player - 1, infoset.split()[-1], keys if player else set(), *described[infoset])
            game._infosets[history] = infosets[infoset]
            stack.extend((history + action, outcomes) for action in reversed(infosets[infoset].labels))
        _match(_pattern(r"\Z"), content, begin := end, "the end of the file")
        for history, outcomes in paths.items():
            game._utilities[history] = tuple(sum(each, Fraction(0)) for each in zip(*(described[one][2] for one in outcomes), strict=True))
        validate(game)
    except ValueError as error:
        line = f", line {content.count(chr(10), 0, begin) + 1}" if begin < len(content) else ""
        raise ValueError(f"{path}{line}: {error}") from error
    return game


def _match(pattern: re.Pattern[str], content: str, begin: int, expected: str) -> re.Match[str]:
    if found := pattern.match(content, begin):
        return found
    raise ValueError(f"expected {expected}, got {arguments.shown(content[begin : begin + 50] or 'the end of the file')}")


def _parts(body: str) -> tuple[tuple[str, ...], tuple[Fraction, ...]]:
    """Return the texts in a list, and the numbers."""
    parts = _PART.findall(body)
    return tuple(text[1:-1].replace('\\"', '"') for text, _ in parts if text), tuple(fraction_in(number) for _, number in parts if number)


def _named(player: int, number: str, taken: set[str], label: str, names: tuple[str, ...], chances: tuple[Fraction, ...]) -> _InformationSet:
    """Give an information set a key that none has yet, and each action a character."""
    key = label or number
    while key in taken:
        key = f"{key} {number}"
    taken.add(key)
    letters = [name[:1] for name in names]
    if len(set(letters)) < len(letters) or not all(letter.isprintable() and letter.strip() for letter in letters):
        letters = list(islice(filter(str.isalnum, map(chr, range(ord("a"), 0xD800))), len(names)))  # surrogates begin there
    return _InformationSet(player, key, dict(zip(letters, names, strict=True)), dict(zip(letters, chances, strict=False)))


def write_efg(game: Game, path: str | os.PathLike[str]) -> None:
    r"""Write a game to a file in Gambit's format, ``.efg``, which Gambit and OpenSpiel read, too.

    A line describes a node; see the top of this file's source for the format. Numbers are written as fractions. A float stands for the
    decimal that it prints as, and chance's probabilities are divided by their sum, so that they sum to exactly 1. :func:`read_efg` returns
    a game with the same histories, information sets and utilities. Actions are written as their characters, without longer names, and
    players as Player 1, Player 2 and so on, whatever their names were in a file that was read.

    Parameters
    ----------
    game : Game
        A game of at most 2,000,000 histories.
    path : str or path-like
        The file, which is replaced if it exists.

    Raises
    ------
    ValueError
        If the game breaks a rule of :func:`~kuhncfr.games.validate`.
    TypeError
        If `game` is not a game.
    OSError
        If the file cannot be written.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from kuhncfr import KuhnPoker, exploitability, nash
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder) / "kuhn.efg"
    ...     write_efg(KuhnPoker(), file)
    ...     print(*file.read_text().splitlines()[:4], sep="\n")
    ...     game = read_efg(file)
    EFG 2 R "Kuhn poker, 2 players, 3 cards, ante 1, bet 1" { "Player 1" "Player 2" }
    c "" 1 "" { "J" 1/3 "Q" 1/3 "K" 1/3 } 0
    c "" 2 "" { "Q" 1/2 "K" 1/2 } 0
    p "" 1 1 "J" { "p" "b" } 0
    >>> exploitability(game, nash.kuhn())
    Fraction(0, 1)

    See Also
    --------
    read_efg : the reverse.

    References
    ----------
    McKelvey, McLennan and Turocy, *Gambit: the package for computation in game theory*; its documentation describes the format.
    """
    validate(game)
    with files.replacing(path) as temporary:
        temporary.write_text("".join(f"{line}\n" for line in lines(game)), encoding="utf-8", newline="\n")


def lines(game: Game) -> Iterator[str]:
    """Yield the lines of a file, with every description each time, since OpenSpiel needs them."""
    yield f"EFG 2 R {_quoted(str(game))} {{ {' '.join(_quoted(f'Player {player + 1}') for player in range(game.players))} }}"
    numbers: list[dict[str, int]] = [{} for _ in range(game.players)]  # of the information sets of each player
    for node, history in enumerate(histories(game), 1):
        if game.is_terminal(history):
            payoffs = " ".join(str(arguments.rational("utilities", utility)) for utility in game.utilities(history))
            yield f't "" {node} "Outcome {node}" {{ {payoffs} }}'
        elif game.is_chance(history):
            chances = {action: arguments.rational("chance", probability) for action, probability in game.chance(history).items()}
            actions = " ".join(f"{_quoted(action)} {probability / sum(chances.values())}" for action, probability in chances.items())
            yield f'c "" {node} "" {{ {actions} }} 0'
        else:
            player, infoset = infoset_at(game, history)
            number = numbers[player].setdefault(infoset, len(numbers[player]) + 1)
            actions = " ".join(map(_quoted, game.actions(history)))
            yield f'p "" {player + 1} {number} {_quoted(infoset)} {{ {actions} }} 0'


def _quoted(text: str) -> str:
    """Return a text in quotation marks; a backslash, which could not end a text, becomes a similar character."""
    return '"' + text.replace("\\", "∖").replace('"', '\\"') + '"'
