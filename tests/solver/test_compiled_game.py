"""Compiled games: the sequence form and the node table represent the same game as its rules."""

import numpy as np
import pytest
from hypothesis import given
from random_games import games_with_profiles
from small_games import ScheduledGame

import kuhncfr as kc


def reach_of_sequences(tree, profile):
    """How likely a player's own actions are to be a sequence: the product along it."""
    reach = tree.empty_reach()
    for infoset, actions, first, parent in zip(tree.infosets, tree.actions, tree.first.tolist(), tree.parent.tolist(), strict=True):
        for k, action in enumerate(actions):
            reach[first + k] = reach[parent] * float(profile[infoset][action])
    return reach


@given(games_with_profiles())
def test_the_sequence_form_gives_the_expected_utilities(game_and_profile):
    game, profile = game_and_profile
    tree = kc.compile_game(game)
    reach = reach_of_sequences(tree, profile)
    by_others = np.concatenate([reach, reach[tree.joint.astype(int)].prod(axis=1)])[tree.others.astype(int)]
    start = tree.start.astype(int)
    utilities = [
        sum(reach[s] * (tree.utility * by_others)[start[s] : start[s + 1]].sum() for s in own)
        for own in (range(*tree.sequences_of.astype(int)[i : i + 2]) for i in range(game.players))
    ]
    assert utilities == pytest.approx([float(u) for u in kc.expected_utilities(game, profile)], abs=1e-12)


@given(games_with_profiles())
def test_the_node_table_is_the_tree(game_and_profile):
    game, _ = game_and_profile
    tree = kc.compile_game(game)
    nodes = tree.nodes
    number = {"": 0}
    for history in kc.histories(game):
        node = number[history]
        mover, child = int(nodes.mover[node]), int(nodes.child[node])
        if game.is_terminal(history):
            assert mover == game.players + 1
            assert nodes.utilities[child].tolist() == [float(u) for u in game.utilities(history)]
            continue
        chance = game.is_chance(history)
        actions = list(game.chance(history) if chance else game.actions(history))
        assert mover == (game.players if chance else game.player(history))
        assert int(nodes.count[node]) == len(actions)
        assert chance or tree.infosets[int(nodes.infoset[node])] == game.infoset(history)
        for k, action in enumerate(actions):
            number[history + action] = child + k
            assert nodes.chance[child + k] == (float(game.chance(history)[action]) if chance else 1)
    assert sorted(number.values()) == list(range(len(nodes.mover)))


def test_terminal_histories_that_differ_in_chance_only_are_one_entry():
    """No player sees the last action of chance."""
    plain, coin = (kc.compile_game(ScheduledGame(movers, players=2)) for movers in ("01", "01c"))
    assert len(coin.nodes.utilities) > len(plain.nodes.utilities)
    assert len(coin.utility) == len(plain.utility)


def test_averages_are_uniform_where_the_sums_are_0():
    tree = kc.compile_game(kc.OneBetKuhn())
    sums = np.zeros((1, 14))
    sums[0, 1:3] = 1, 3
    profile = tree.profile(tree.averages(sums)[0])
    assert profile["A"] == {"p": 0.25, "b": 0.75}
    assert profile["K"] == {"p": 0.5, "b": 0.5}
