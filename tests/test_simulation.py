"""Simulated hands: those of a plain loop, counted exactly; statistics, errors and progress."""

import math
from collections import Counter
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from random_games import games_with_profiles, random_profile
from small_games import VARIED, ScheduledGame

import kuhncfr as kc

THREE = kc.KuhnPoker(players=3, cards=4)


def played_by_a_loop(game, profile, hands, seed):
    """Where each hand ends: one number per move, drawn one by one, and the first action whose probabilities up to there exceed it."""
    rng, ends = np.random.default_rng(seed), []

    @cache
    def ahead(history):
        if game.is_terminal(history):
            return None
        row = game.chance(history) if game.is_chance(history) else profile[game.infoset(history)]
        return list(row), np.cumsum([float(p) for p in row.values()])

    for _ in range(hands):
        history = ""
        while row := ahead(history):
            actions, below = row
            history += actions[int(np.argmax(rng.random() < below))]
        ends.append(history)
    return ends


def counted(game, ends):
    """Plays and net winnings of each information set, from the histories themselves."""
    plays, net = dict.fromkeys(kc.information_sets(game), 0), dict.fromkeys(kc.information_sets(game), Fraction(0))
    for end, times in Counter(ends).items():
        for before in (end[:k] for k in range(len(end))):
            if not game.is_chance(before):
                plays[game.infoset(before)] += times
                net[game.infoset(before)] += times * game.utilities(end)[game.player(before)]
    return plays, net


@pytest.mark.parametrize("game", VARIED, ids=repr)
def test_the_hands_are_those_of_a_plain_loop(game):
    """About 10,000 numbers or more, several blocks; plays, net winnings, means and standard errors follow from the list of hands."""
    profile = random_profile(game, 4)
    ends = played_by_a_loop(game, profile, 3_000, seed=8)
    sim = kc.simulate(game, profile, 3_000, seed=8)
    plays, net = counted(game, ends)
    assert sim.plays == plays
    assert sim.net == pytest.approx(net, abs=1e-9)
    won = {end: [float(u) for u in game.utilities(end)] for end in set(ends)}
    results = np.array([won[end] for end in ends])
    assert sim.total == pytest.approx(results.sum(axis=0), abs=1e-9)
    assert sim.mean == pytest.approx(results.mean(axis=0), abs=1e-12)
    assert sim.standard_error == pytest.approx(results.std(axis=0, ddof=1) / math.sqrt(3_000), rel=1e-12)


@settings(max_examples=40)
@given(games_with_profiles())
def test_in_any_game_the_hands_are_those_of_a_plain_loop(game_and_profile):
    """Also if some actions have probability 0, or the game has no moves."""
    game, profile = game_and_profile
    sim = kc.simulate(game, profile, 300, seed=2)
    plays, net = counted(game, played_by_a_loop(game, profile, 300, seed=2))
    assert sim.plays == plays
    assert sim.net == pytest.approx(net, abs=1e-9)
    assert sim.episodes == 300


def test_pure_strategies_without_chance_always_end_alike():
    game = kc.MatrixGame([[0.3, 1], [1, 0]])
    sim = kc.simulate(game, {"1": {"a": 1, "b": 0}, "2": {"a": 1, "b": 0}}, 1_000, seed=1)
    assert sim.mean == (0.3, -0.3)
    assert sim.standard_error == (0, 0)
    assert sim.z() == (0, 0)
    assert sim.z((0.1 + 0.2, -0.3)) == (0, 0)
    assert sim.z((0, 0)) == (math.inf, -math.inf)


class Extreme(np.random.Generator):
    """A generator whose numbers are all the same."""

    def __init__(self, number):
        super().__init__(np.random.PCG64(0))
        self._number = number

    def random(self, size):
        return np.full(size, self._number)


@pytest.mark.parametrize(("number", "taken"), [(0.0, 1), (math.nextafter(1, 0), 3)])
def test_an_action_of_probability_0_is_not_taken_at_the_edge(number, taken):
    """Ten tenths, added up as floats, are less than 1."""
    row = {"a": 0.0, "b": 0.8, "c": 0.1, "d": 0.1, "e": 0.0}
    game = kc.MatrixGame([[k] for k in range(5)])
    sim = kc.simulate(game, {"1": row, "2": {"a": 1}}, 10, seed=Extreme(number))
    assert sim.mean[0] == taken
    tenths = dict.fromkeys("abcdefghij", 0.1) | {"k": 0.0}
    sim = kc.simulate(kc.MatrixGame([[k] for k in range(11)]), {"1": tenths, "2": {"a": 1}}, 10, seed=Extreme(number))
    assert sim.mean[0] == (0 if number == 0 else 9)


def test_standard_errors_are_accurate_far_from_0():
    game = kc.MatrixGame([[10**9, 10**9 + 1]])
    sim = kc.simulate(game, kc.StrategyProfile.uniform(game), 10_000, seed=1)
    share = sim.mean[0] - 10**9
    assert sim.standard_error[0] == pytest.approx(math.sqrt(share * (1 - share) / 9_999), rel=1e-6)


def test_the_same_seed_gives_the_same_hands():
    profile = kc.StrategyProfile.uniform(THREE)
    sims = [kc.simulate(THREE, profile, 5_000, seed=seed) for seed in (1, 1, np.random.default_rng(1), 2)]
    assert sims[0].net == sims[1].net == sims[2].net
    assert sims[0].net != sims[3].net
    rng = np.random.default_rng(1)
    assert kc.simulate(THREE, profile, 5_000, seed=rng).net != kc.simulate(THREE, profile, 5_000, seed=rng).net
    assert kc.simulate(THREE, profile, 5_000).net != kc.simulate(THREE, profile, 5_000).net


@pytest.mark.parametrize("game", [THREE, kc.compile_game(THREE)], ids=["a game", "its tree"])
def test_rows_in_floats_and_in_any_order_play_alike(game):
    exact = random_profile(THREE, 2)
    turned = {key: {a: float(row[a]) for a in reversed(row)} for key, row in exact.items()}
    assert kc.simulate(game, turned, 5_000, seed=1).net == kc.simulate(THREE, exact, 5_000, seed=1).net


def test_no_hands_and_one_hand():
    profile = kc.StrategyProfile.uniform(kc.KuhnPoker())
    none, one = (kc.simulate(kc.KuhnPoker(), profile, hands, seed=1) for hands in (0, 1))
    assert (none.episodes, none.total, set(none.plays.values())) == (0, (0, 0), {0})
    assert (one.episodes, sum(one.total)) == (1, 0)
    assert one.mean == one.total != (0, 0)
    for sim in (none, one):
        assert all(map(math.isnan, (*sim.standard_error, *sim.z())))
    assert all(map(math.isnan, (*none.mean, *none.to_frame()["mean"])))
    assert none.to_frame()["mean"].isna().all()


def test_counts_over_many_calls_are_exact():
    """Numbers beyond 2^31, and totals that a float cannot represent exactly."""
    sim = kc.simulate(kc.KuhnPoker(), kc.StrategyProfile.uniform(kc.KuhnPoker()), 10, seed=1)
    utilities = sim.tree.nodes.utilities.astype(int).tolist()
    visits = 2**56 + np.arange(len(utilities))
    many = kc.Simulation(sim.tree, sim.profile, int(visits.sum()), False, visits)
    assert sum(many.plays[card] for card in "JQK") == many.episodes == sum(visits.tolist())
    assert many.total == tuple(sum(n * u for n, u in zip(visits.tolist(), won, strict=True)) for won in zip(*utilities, strict=True))


def test_the_table_has_the_profile_and_the_results():
    profile, infosets = random_profile(kc.LeducPoker(), 6), kc.information_sets(kc.LeducPoker())
    sim = kc.simulate(kc.LeducPoker(), profile, 20_000, seed=1)
    table = sim.to_frame().set_index("infoset")
    assert list(table.columns) == ["player", "c", "r", "f", "plays", "net", "mean"]
    assert list(table.index) == list(infosets)
    for key, row in table.iterrows():
        assert row["player"] == infosets[key].player
        assert {a: row[a] for a in "crf" if not math.isnan(row[a])} == pytest.approx({a: float(p) for a, p in profile[key].items()})
        assert (row["plays"], row["net"]) == (sim.plays[key], sim.net[key])
        assert row["mean"] == pytest.approx(row["net"] / row["plays"] if row["plays"] else math.nan, nan_ok=True)


def test_scores_compare_with_the_expected_values():
    game = kc.KuhnPoker()
    profile = kc.nash.kuhn().profile
    sim = kc.simulate(game, profile, 100_000, seed=2)
    assert sim.z() == sim.z(kc.expected_utilities(game, profile)) == sim.z((Fraction(-1, 18), Fraction(1, 18)))
    assert sim.z(np.array([0.0, 0.0])) == sim.z((0, 0))
    one, error = sim.mean[0], sim.standard_error[0]
    assert sim.z((one - 3 * error, 0))[0] == pytest.approx(3)
    with pytest.raises(ValueError, match=r"expected must have shape \(2,\), got shape \(1,\)"):
        sim.z((0,))


class Interrupting(np.random.Generator):
    """A generator with a block that is interrupted by Ctrl-C."""

    blocks = 3

    def random(self, size):
        self.blocks -= 1
        if self.blocks == 0:
            raise KeyboardInterrupt
        return super().random(size)


def test_an_interrupted_simulation_returns_the_hands_so_far():
    """Pieces of any size play the same hands."""
    profile = kc.StrategyProfile.uniform(THREE)
    sim = kc.simulate(THREE, profile, 10**6, seed=Interrupting(np.random.PCG64(7)))
    assert sim.interrupted
    assert 500 < sim.episodes < 5_000
    whole = kc.simulate(THREE, profile, sim.episodes, seed=np.random.Generator(np.random.PCG64(7)))
    assert not whole.interrupted
    assert (whole.net, whole.plays) == (sim.net, sim.plays)


def test_a_progress_bar_counts_hands(capsys):
    profile = kc.StrategyProfile.uniform(kc.KuhnPoker())
    kc.simulate(kc.KuhnPoker(), profile, 2_000, progress=True)
    assert "2.00k/2.00k" in capsys.readouterr().err
    kc.simulate(kc.KuhnPoker(), profile, 2_000)
    assert capsys.readouterr().err == ""


class Long(ScheduledGame):
    """A single player moves 300 times, the limit of a game, and may turn right only at the end."""

    def __init__(self):
        super().__init__("0" * 300, players=1)

    def utilities(self, history):
        return (history.count("b"),)

    def actions(self, history):
        return ("a", "b") if len(history) == 299 else ("a",)

    def infoset(self, history):
        return str(len(history))


def test_a_block_of_random_numbers_suffices_for_the_longest_hand():
    sim = kc.simulate(Long(), kc.StrategyProfile.uniform(Long()), 2_000, seed=1)
    assert set(sim.plays.values()) == {2_000}
    assert sim.total[0] == sum(np.random.default_rng(1).random((2_000, 300))[:, 299] >= 0.5)
