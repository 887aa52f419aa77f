"""OpenSpiel's games as games of this package: the same trees, the same NashConv, and strategies in both forms.

Run with `make test-oracle`; nothing else needs OpenSpiel.
"""

import copy
import doctest
import pickle
import random
from fractions import Fraction
from functools import cache

import numpy as np
import pyspiel
import pytest
from command_line import refused, run
from open_spiel.python import policy as in_python
from open_spiel.python.algorithms import exploitability

import kuhncfr as kc
from kuhncfr.interop import open_spiel

UNIVERSAL = (
    "universal_poker(betting=limit,numRounds=2,blind=1 1,raiseSize=2 4,firstPlayer=1 1,maxRaises=2 2,"
    "numSuits=2,numRanks=2,numHoleCards=1,numBoardCards=0 1)"
)
NAMES = (
    "kuhn_poker",
    "kuhn_poker(players=3)",
    "leduc_poker",
    "liars_dice(dice_sides=4)",
    "goofspiel(num_cards=4,imp_info=True,points_order=descending)",
    "sheriff(max_bribe=2,max_items=2,num_rounds=2)",
    UNIVERSAL,
    "matrix_rps",
    "matrix_shapleys_game",
    "matching_pennies_3p",
    "tiny_hanabi",
    "first_sealed_auction(max_value=4)",
    "lewis_signaling",
    "dark_hex(board_size=2)",
    "coordinated_mp",
    "blotto(coins=4)",
)

every_game = pytest.mark.parametrize("name", NAMES)


@cache
def loaded(name):
    return kc.from_open_spiel(name)


def profiles(game, count=3):
    """Random strategies, from nearly pure to nearly uniform."""
    rng = np.random.default_rng(1)
    for concentration in np.geomspace(0.01, 10, count):
        rows = {
            key: dict(zip(infoset.actions, rng.dirichlet([concentration] * len(infoset.actions)).tolist(), strict=True))
            for key, infoset in kc.information_sets(game).items()
        }
        yield kc.StrategyProfile(rows)


@every_game
def test_a_game_says_what_its_states_say(name):
    """Along random ways through the tree."""
    game, rng = loaded(name), random.Random(1)
    for _ in range(50):
        history, state = "", game.source.new_initial_state()
        while not state.is_terminal():
            assert not game.is_terminal(history)
            assert str(game.state(history)) == str(state)
            names = game.action_names(history)
            assert list(names.values()) == [state.action_to_string(action) for action in state.legal_actions()]
            if state.is_chance_node():
                odds = game.chance(history)
                assert game.is_chance(history)
                assert list(map(float, odds.values())) == pytest.approx([p for _, p in state.chance_outcomes()], abs=1e-15)
                assert sum(odds.values()) == 1
            else:
                assert (game.player(history), game.infoset(history)) == (state.current_player(), state.information_state_string())
                assert game.actions(history) == tuple(names)
            history += rng.choice(list(names))
            state = state.child(dict(zip(names, state.legal_actions(), strict=True))[history[-1]])
        assert game.is_terminal(history)
        assert list(map(float, game.utilities(history))) == pytest.approx(state.returns(), rel=1e-15)


@every_game
def test_nash_conv_is_theirs(name):
    game = loaded(name)
    for profile in (*profiles(game), kc.solve(game, 200).average_strategy):
        theirs = pyspiel.nash_conv(game.source, kc.to_open_spiel(game, profile))
        assert float(kc.nash_conv(game, profile)) == pytest.approx(theirs, abs=1e-12)


@every_game
def test_strategies_survive_both_ways(name):
    game = loaded(name)
    for profile in profiles(game, 2):
        policy = kc.to_open_spiel(game, profile)
        again = kc.from_policy(game, policy)
        assert again == profile
        assert kc.to_open_spiel(game, again).policy_table() == policy.policy_table()


def test_policies_of_their_library_in_python():
    game = loaded("kuhn_poker(players=3)")
    uniform = in_python.UniformRandomPolicy(game.source)
    assert kc.from_policy(game, uniform) == {key: dict.fromkeys("01", 0.5) for key in kc.information_sets(game)}
    theirs = exploitability.nash_conv(game.source, uniform)
    assert float(kc.nash_conv(game, kc.from_policy(game, in_python.TabularPolicy(game.source)))) == pytest.approx(theirs, abs=1e-12)


def test_a_number_is_a_fraction_if_its_float_stands_for_one():
    assert open_spiel._exact((1 / 18, -2.0, 0.1 + 0.2, 0.9**3)) == (Fraction(1, 18), -2, Fraction(3, 10), Fraction(729, 1000))
    assert open_spiel._exact((2**0.5, 1e-9, 1e300)) == (2**0.5, 1e-9, 1e300)


def test_everything_works_on_a_game_of_theirs():
    game = loaded("kuhn_poker")
    cfr = kc.CFR(game).run(200)
    solved = kc.solve(game, 200)
    assert cfr.nash_conv == pytest.approx(solved.nash_conv, abs=1e-12)
    simulated = kc.simulate(game, solved, 100_000, seed=1)
    assert max(map(abs, simulated.z())) < 4
    assert kc.plot.tree(game).data["winnings (chips)"].str.len().gt(0).sum() == 30
    assert kc.deviations(game, solved).nash_conv == pytest.approx(solved.nash_conv)


def test_a_game_can_be_pickled_and_copied():
    game = loaded("matrix_rps")
    for again in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
        assert again.source == game.source
        assert kc.nash_conv(again, kc.StrategyProfile.uniform(again)) == 0


def test_games_written_in_python_are_loaded():
    ours, theirs = (kc.solve(kc.from_open_spiel(name), 100).exploitability for name in ("python_kuhn_poker", "kuhn_poker"))
    assert ours == pytest.approx(theirs, abs=1e-12)


def test_the_command_line():
    name = "open_spiel:liars_dice(dice_sides=2)"
    printed = run("solve", name, "--iterations", 100, "--full")
    assert printed.startswith(f"{name}; cfr, 100 iterations")
    assert refused("solve", "open_spiel:chess_for_two").endswith("which pyspiel.registered_names() lists, got 'chess_for_two'")
    assert refused("solve", "open_spiel:skat").startswith("skat() has no information states")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("kuhn", r"game must be one of OpenSpiel's, which pyspiel\.registered_names\(\) lists, got 'kuhn'"),
        ("kuhn_poker(player=3)", r"OpenSpiel cannot load 'kuhn_poker\(player=3\)': Unknown parameter 'player'. Available parameters are: "),
        ("kuhn_poker(players=99)", r"OpenSpiel cannot load 'kuhn_poker\(players=99\)': .*num_players_ = 99"),
        ("nfg_game", r"OpenSpiel cannot load 'nfg_game': map::at"),
        ("skat", r"skat\(\) has no information states: take a game with provides_information_state_string"),
        ("backgammon", r"backgammon\(\) has no information states"),
        ("mfg_crowd_modelling", r"mfg_crowd_modelling\(\) is a mean-field game"),
        ("tarok", r"tarok\(\) samples chance without probabilities"),
        ("liars_dice_ir", r"liars_dice_ir\(\) breaks a rule that games must keep; take another version of it: imperfect recall: at "),
        ("bargaining", r"the game is too large: from_open_spiel\('bargaining\(\)'\) has more than 2,000,000 histories"),
        ("phantom_ttt", r"the game is too large: from_open_spiel\('phantom_ttt\(\)'\) has more than 2,000,000 histories"),
    ],
)
def test_a_game_that_cannot_be_solved_is_refused(name, said):
    with pytest.raises(ValueError, match=said) as error:
        kc.from_open_spiel(name)
    assert "\n" not in str(error.value)


def test_wrong_arguments():
    game = loaded("kuhn_poker")
    with pytest.raises(TypeError, match="game must be a game of OpenSpiel, or the text that loads it, got 3 of type int"):
        kc.from_open_spiel(3)
    with pytest.raises(TypeError, match=r"game must be one that kc\.from_open_spiel returned, got KuhnPoker"):
        kc.to_open_spiel(kc.KuhnPoker(), kc.nash.kuhn())
    with pytest.raises(TypeError, match=r"game must be one that kc\.from_open_spiel returned, got KuhnPoker"):
        kc.from_policy(kc.KuhnPoker(), pyspiel.UniformRandomPolicy(game.source))
    with pytest.raises(TypeError, match=r"policy must have action_probabilities, as OpenSpiel's policies do, got \{\}"):
        kc.from_policy(game, {})
    with pytest.raises(ValueError, match="the probabilities at '0' must sum to 1, got 0"):
        kc.from_policy(game, pyspiel.TabularPolicy({}))
    with pytest.raises(ValueError, match="the profile misses information set '0'"):
        kc.to_open_spiel(game, {"J": {"p": 1, "b": 0}})


def test_examples():
    found = doctest.testmod(open_spiel)
    assert found.attempted > 10
    assert found.failed == 0
