"""The iterates of the compiled loops are those of the sequence form, hand by hand, and those of the readable walk."""

from itertools import combinations

import numpy as np
import pytest

import kuhncfr as kc
from kuhncfr.cfr.algorithm import ALGORITHMS
from kuhncfr.vector import Decision, Fold, PublicGame, Range, Showdown, VectorCFR, kuhn, one_bet

OWN = kc.Algorithm(alpha=2, beta=0.5, gamma=3, predictive=True)
VARIANTS = [*ALGORITHMS.items(), ("own", OWN)]
QUANTITIES = ("current_strategy", "average_strategy", "cumulative_regret")
T = 50


def row_of(tree):
    """The position of each information set of n-card Kuhn poker in the tables: its history, and its card counted from the lowest."""
    ranks = {card: k for k, card in enumerate(dict.fromkeys(card_and_history(name)[0] for name in tree.infosets))}
    return {name: (card_and_history(name)[1], ranks[card_and_history(name)[0]]) for name in tree.infosets}


def card_and_history(infoset):
    card = infoset.rstrip("pb")
    return card, infoset[len(card) :]


@pytest.mark.parametrize("alternating", [True, False])
@pytest.mark.parametrize(("name", "algorithm"), VARIANTS, ids=[name for name, _ in VARIANTS])
@pytest.mark.parametrize(("cards", "chips"), [(3, {}), (20, {"ante": 0.25, "bet": 3})], ids=[3, 20])
def test_iterates_are_those_of_the_sequence_form(cards, chips, name, algorithm, alternating):
    settings = {"algorithm": algorithm, "alternating": alternating, "record_every": 1}
    tree = kc.compile_game(kc.KuhnPoker(cards=cards, **chips))
    theirs, ours = kc.solve(tree, T, **settings).trajectory, kc.solve(kuhn(cards=cards, **chips), T, **settings).trajectory
    assert ours.iterations.tolist() == theirs.iterations.tolist() == list(range(1, T + 1))
    assert ours.exploitability == pytest.approx(theirs.exploitability, abs=1e-12)
    for infoset, (history, card) in row_of(tree).items():
        for quantity in QUANTITIES:
            wanted = np.stack([getattr(theirs, quantity)[infoset][action] for action in "pb"], axis=1)
            assert getattr(ours, quantity)[history][:, card] == pytest.approx(wanted, abs=1e-9)


def deck_of_two_card_hands(seed):
    """Unequal ranges of two-card hands from nine cards, with ties, weights, hands of weight 0, and hands that only one player may have."""
    rng = np.random.default_rng(seed)
    cards = np.array(list(combinations(range(9), 2)))
    rank = rng.integers(0, 8, len(cards))
    chosen = [rng.permutation(len(cards))[:size] for size in (30, 21)]
    return tuple(Range(rank[k], cards=cards[k], weight=rng.integers(0, 3, len(k)) * 0.7) for k in chosen)


def ranges_without_cards():
    """Different ranks for each player, and no cards: any two hands can be dealt together."""
    return Range([3, 1, 1, 2], weight=[1, 2, 0, 5]), Range(np.arange(40) % 5)


def one_card_each():
    """Unsorted cards, of which each player lacks one."""
    return Range([4, 2, 3, 1], cards=[[4], [2], [3], [1]]), Range([5, 2, 1], cards=[[5], [2], [1]], weight=[1, 2, 3])


def as_strong_by_other_cards():
    """The ranks of both players are the same, but not all hands."""
    return Range([1, 2, 3], cards=[[1], [2], [3]]), Range([1, 2, 3], cards=[[1], [5], [3]])


def betting():
    """One to four actions; folds and showdowns after the same sequence; a player who folds at once."""
    war = Decision(1, {"f": Fold(0, 5), "c": Showdown(9)})
    answer = Decision(0, {"f": Fold(1, 3), "c": Showdown(5), "r": war})
    facing = Decision(1, {"f": Fold(0, 1), "c": Showdown(2), "m": Decision(0, {"c": Showdown(3)}), "r": answer})
    checked = Decision(1, {"k": Showdown(1), "b": Decision(0, {"f": Fold(1, 1), "c": Showdown(2)})})
    return Decision(0, {"k": checked, "b": facing, "q": Fold(1, 1)})


def deep(raises):
    """Raise after raise: each player's sequences form a long chain."""
    node = Showdown(raises + 2)
    for level in range(raises, -1, -1):
        node = Decision(level % 2, {"f": Fold(1 - level % 2, level + 1), "c": Showdown(level + 2), "r": node})
    return node


def never_shown_down():
    return Decision(0, {"f": Fold(1, 1), "b": Decision(1, {"f": Fold(0, 1), "b": Fold(1, 2)})})


GAMES = {
    "two cards": PublicGame(betting(), deck_of_two_card_hands(1), pot=2),
    "no cards": PublicGame(betting(), ranges_without_cards(), pot=2),
    "one card": PublicGame(betting(), one_card_each(), pot=2),
    "other cards": PublicGame(betting(), as_strong_by_other_cards(), pot=2),
    "independent": kuhn(cards=40, independent=True),
    "a group more": one_bet(cards=33, ante=2),
    "never shown down": PublicGame(never_shown_down(), deck_of_two_card_hands(2), pot=2),
    "deep": PublicGame(deep(100), one_card_each(), pot=2),
    "only one decides": PublicGame(Decision(0, {"f": Fold(1, 1), "c": Showdown(2)}), ranges_without_cards(), pot=2),
}


@pytest.mark.parametrize("alternating", [True, False])
@pytest.mark.parametrize(("name", "algorithm"), VARIANTS, ids=[name for name, _ in VARIANTS])
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_iterates_are_those_of_the_readable_walk(game, name, algorithm, alternating):
    readable = VectorCFR(game, algorithm=algorithm, alternating=alternating)
    readable.run(20)
    run = kc.solve(game, 20, algorithm=algorithm, alternating=alternating, record_every=20)
    average = readable.average_strategy
    for history in game.decisions:
        assert run.current_strategy[history] == pytest.approx(readable.current_strategy[history], abs=1e-9)
        assert run.average_strategy[history] == pytest.approx(average[history], abs=1e-9)
        assert run.trajectory.cumulative_regret[history][0] == pytest.approx(readable.cumulative_regret[history], abs=1e-9)
    assert run.values == pytest.approx(kc.expected_utilities(game, average), abs=1e-11)
    assert run.exploitability == pytest.approx(kc.exploitability(game, average), abs=1e-11)
