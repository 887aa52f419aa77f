"""The public sequence form of a game and its matchups, as flat arrays for the compiled loops."""

from dataclasses import dataclass, field
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kuhncfr.solver.compiled_game import index
from kuhncfr.vector.betting import PLAYERS, Decision, Fold, Node
from kuhncfr.vector.loops.arrays import LANES, OFFSET, CompiledMatchup, Places, SequenceForm
from kuhncfr.vector.public import PublicGame
from kuhncfr.vector.ranges import MAX_CARDS, Matchup, Range

Terminal = tuple[int, float]  # the opponent's sequence, and the stake


@dataclass
class _Builder:
    """Collects the sequence form of one player.

    `terminals` has a list of showdowns and a list of folds for each sequence.
    """

    decisions: list[tuple[int, int, int, bool]] = field(default_factory=list)
    terminals: tuple[list[list[Terminal]], ...] = field(default_factory=lambda: tuple([[]] for _ in ("showdowns", "folds")))

    def add_decision(self, parent: int, actions: int, locked: bool) -> int:
        """Add the sequences of a decision, and return the first."""
        first = len(self.terminals[0])
        self.decisions.append((first, actions, parent, locked))
        for by_sequence in self.terminals:
            by_sequence += [[] for _ in range(actions)]
        return first

    def form(self) -> SequenceForm:
        by_slot = [*self.terminals[0], *self.terminals[1]]
        sizes = np.array([len(terminals) for terminals in by_slot])
        slot = np.where(sizes > 0, np.cumsum(sizes > 0), 0).reshape(PLAYERS, -1).T
        others, stake = zip(*chain(*by_slot), strict=True)
        return SequenceForm(
            decisions=index(np.array(self.decisions).reshape(-1, 4)),
            slot=index(slot),
            showdowns=np.uint64(np.count_nonzero(slot[:, 0])),
            start=index(np.cumsum([0, *sizes[sizes > 0]])),
            others=index(others),
            stake=np.array(stake),
        )


def sequence_forms(game: PublicGame) -> tuple[SequenceForm, SequenceForm]:
    """Return the public sequence form of each player.

    A player's decisions are numbered as in ``game.decisions``: parents before their descendants.
    """
    builders = [_Builder() for _ in range(PLAYERS)]

    def walk(node: Node, history: str, sequences: tuple[int, ...]) -> None:
        if isinstance(node, Decision):
            first = builders[node.player].add_decision(sequences[node.player], len(node.children), history in game.locked)
            for a, (action, child) in enumerate(node.children.items()):
                after = tuple(first + a if player == node.player else sequence for player, sequence in enumerate(sequences))
                walk(child, game.child(history, action), after)
            return
        for player, builder in enumerate(builders):
            stake = float(node.stake) / game.deals
            if isinstance(node, Fold):
                builder.terminals[1][sequences[player]].append((sequences[1 - player], stake if node.winner == player else -stake))
            else:
                builder.terminals[0][sequences[player]].append((sequences[1 - player], stake))

    walk(game.betting, "", (0,) * PLAYERS)
    return builders[0].form(), builders[1].form()


def compile_matchup(own: Range, other: Range) -> CompiledMatchup:
    """Return a matchup of two ranges, both sorted by rank, as flat arrays."""
    matchup, cards = Matchup(own, other), own.cards.shape[1]
    begin, by_card = _by_card(matchup, own, other) if cards == MAX_CARDS else (None, [])
    return CompiledMatchup(
        weight=_padded(own.weight),
        hands=np.uint64(len(other)),
        cards=np.uint64(cards),
        aligned=_aligned(matchup, cards),
        places=_places([_padded(row) for row in (matchup.below + int(OFFSET), matchup.upto + int(OFFSET), matchup.same, *by_card)]),
        order=None if begin is None else _places(_padded(matchup.order)),
        begin=None if begin is None else index(begin),
    )


def _by_card(matchup: Matchup, own: Range, other: Range) -> tuple[NDArray[Any], list[NDArray[Any]]]:
    """Number the cards of both ranges; return where each card begins, and three rows of places for each card of the own hands."""
    deck, number = np.unique(np.concatenate([own.cards, other.cards]), return_inverse=True)
    own_cards, other_cards = np.split(number.reshape(-1, MAX_CARDS), [len(own)])
    begin = np.cumsum([0, *np.bincount(other_cards.ravel(), minlength=len(deck))])
    tables = (matchup.lower + own_cards, matchup.equal + own_cards, own_cards)
    return begin, [table[:, card] for card in range(MAX_CARDS) for table in tables]


def _aligned(matchup: Matchup, cards: int) -> bool:
    """Return whether the k-th hands of both players, and no others, have the k-th rank."""
    places = np.arange(len(matchup.by_rank))
    own = (matchup.below, matchup.upto - 1, *((matchup.same,) if cards else ()))
    return all(np.array_equal(found, places) for found in own)


def _padded(numbers: NDArray[Any]) -> NDArray[Any]:
    """Append zeros to fill the last group."""
    return np.pad(numbers, (0, -len(numbers) % LANES))


def _places(numbers: ArrayLike) -> Places:
    return np.ascontiguousarray(numbers, dtype=np.uint32)
