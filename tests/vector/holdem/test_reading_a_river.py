"""Summaries of strategies: reach, classes of hands and the composition of bets, each counted deal by deal."""

import numpy as np
import pytest

import kuhncfr as kc
from kuhncfr.vector import KuhnPoker, OneBetKuhn, holdem, river

BOARD = "Qs Jh 2h 8d 3c"


@pytest.fixture(scope="module")
def game():
    return river(BOARD, ("QQ+, AK:0.5, T9s, 7c6c", "AQ, KQ:0.25, JJ, T9s"), pot=100, stack=200, bets=("50%", "all-in"))


@pytest.fixture(scope="module")
def strategy(game):
    """A random strategy."""
    random = np.random.default_rng(3)
    return {history: random.dirichlet(np.ones(table.shape[1]), len(table)) for history, table in game.uniform().items()}


def test_reach_is_the_product_of_the_own_probabilities(game, strategy):
    one, two = holdem.reach(game, strategy, "check-bet 50-all in")
    assert one == pytest.approx(game.ranges[0].weight * strategy[""][:, 0] * strategy["check-bet 50"][:, 2])
    assert two == pytest.approx(game.ranges[1].weight * strategy["check"][:, 1])
    assert holdem.reach(game, strategy, "")[1] == pytest.approx(game.ranges[1].weight)


def test_classes_are_averages_weighted_by_reach(game, strategy):
    history = "bet 50-all in"
    found = holdem.by_class(game, strategy, history)
    assert list(found) == ["AA", "AKs", "AKo", "KK", "QQ", "T9s", "76s"]  # by rows of the grid
    # Offsuit hands are in the row of their lower rank.
    assert list(holdem.by_class(game, strategy, "bet 50")) == ["AQs", "KQs", "AQo", "KQo", "JJ", "T9s"]
    reach = holdem.reach(game, strategy, history)[0]
    for name, of_class in found.items():
        members = [k for k, hand in enumerate(game.ranges[0].names) if holdem.hand_class(hand) == name]
        assert of_class.reach == pytest.approx(sum(reach[k] for k in members))
        assert of_class.actions == pytest.approx(sum(reach[k] * strategy[history][k] for k in members) / of_class.reach)
        assert of_class.actions.sum() == pytest.approx(1)


def test_a_class_that_is_never_reached_is_nan(game):
    strategy = {
        history: np.eye(table.shape[1])[np.zeros(len(table), int)] for history, table in game.uniform().items()
    }  # all check or fold
    found = holdem.by_class(game, strategy, "bet 50-all in")
    assert {of_class.reach for of_class in found.values()} == {0.0}
    assert all(np.isnan(of_class.actions).all() for of_class in found.values())


def by_deals(game, strategy, history, action, before):
    """Bluffs and value bets of player 1, deal by deal; `before` are the actions with their decisions that lead there."""
    own, other = game.ranges
    deals = [
        (i, j, own.weight[i] * other.weight[j])
        for i in range(len(own))
        for j in range(len(other))
        if not set(own.cards[i]) & set(other.cards[j])
    ]
    total = sum(weight for *_, weight in deals)
    taken = strategy[history][:, list(game.decisions[history].children).index(action)]
    calls = strategy[game.child(history, action)][:, list(game.decisions[game.child(history, action)].children).index("call")]
    bluffs = value = 0.0
    for i in range(len(own)):
        mine = [(j, weight * np.prod([strategy[then][j, k] for then, k in before])) for h, j, weight in deals if h == i]
        won = sum(weight * calls[j] * np.sign(own.rank[i] - other.rank[j]) for j, weight in mine)
        made = taken[i] * sum(weight for _, weight in mine) / total
        value, bluffs = (value + made, bluffs) if won > 0 else (value, bluffs + made)
    return bluffs, value


def test_bluffs_and_value_bets_agree_with_a_count_deal_by_deal(game, strategy):
    made = holdem.bet(game, strategy, "", "bet 50")
    assert (made.bluffs, made.value) == pytest.approx(by_deals(game, strategy, "", "bet 50", ()))
    assert made.player == 0
    assert made.ratio == pytest.approx(made.bluffs / made.value)
    assert made.balanced == pytest.approx(50 / 150)


def test_the_ratio_that_mixing_hands_see_agrees_with_a_count_deal_by_deal(game, strategy):
    """Player 1's bets that each mixing hand of player 2 beats, and those that beat it."""
    own, other = game.ranges
    beats = loses = 0.0
    for j in range(len(other)):
        often = other.weight[j] if min(strategy["bet 50"][j, :2]) >= 0.01 else 0
        for i in range(len(own)):
            if not set(own.cards[i]) & set(other.cards[j]):
                bets, ahead = often * own.weight[i] * strategy[""][i, 1], np.sign(other.rank[j] - own.rank[i])
                beats, loses = beats + bets * (1 + ahead) / 2, loses + bets * (1 - ahead) / 2
    assert holdem.bet(game, strategy, "", "bet 50").seen == pytest.approx(beats / loses)


def test_in_equilibrium_mixing_hands_see_the_balanced_ratio_despite_blockers_and_ties():
    game = river(BOARD, ("AQ, KQ, QJs, A5, 76s, T9s", "AQ, KQ, QTs, JJ, KTo"), pot=100, stack=100, bets=["50%", "all-in"])
    run = kc.solve(game, 20_000, algorithm="dcfr", target=1e-4)
    seen = [made for made in holdem.all_bets(game, run.average_strategy) if made.bluffs + made.value > 0.05 and not np.isnan(made.seen)]
    assert len(seen) >= 2
    assert [made.seen for made in seen] == pytest.approx([made.balanced for made in seen], abs=1e-3)
    assert max(abs(made.ratio - made.balanced) for made in seen) > 0.05  # over all hands


def test_the_balanced_ratio_of_a_raise_is_the_price_of_the_call(game, strategy):
    found = {game.child(one.history, one.action): one for one in holdem.all_bets(game, strategy)}
    assert list(found) == ["bet 50", "all in", "check-bet 50", "check-all in", "check-bet 50-all in", "bet 50-all in"]
    assert found["bet 50-all in"].balanced == pytest.approx(150 / (100 + 50 + 200))  # 150 more to win 350
    assert found["all in"].balanced == pytest.approx(200 / 300)
    assert found["check-bet 50-all in"].player == 0


def test_a_tie_with_all_calling_hands_is_no_value_bet():
    game = river(BOARD, ("AcKc", "AdKd"), pot=100, stack=100, bets=["all-in"])
    made = holdem.bet(game, game.uniform(), "", "all in")
    assert (made.bluffs, made.value, made.ratio) == (0.5, 0.0, float("inf"))
    assert made.seen == 1
    folded = {**game.uniform(), "all in": np.array([[1.0, 0.0]])}
    assert np.isnan(holdem.bet(game, folded, "", "all in").seen)


@pytest.mark.parametrize("ante", [1, 2, 5])
def test_in_kuhn_poker_the_balanced_ratio_is_p1(ante):
    """Player 1's Jacks bet with p1 = 1/(1 + 2S), the Kings always: both are dealt equally often."""
    p1 = 1 / (1 + 2 * ante)
    game = OneBetKuhn(cards=3, ante=ante)
    strategy = {"": np.array([[1 - p1, p1], [1, 0], [0, 1]]), "b": np.array([[1, 0], [0.5, 0.5], [0, 1]])}
    made = holdem.bet(game, strategy, "", "b")
    assert made.ratio == pytest.approx(p1) == pytest.approx(made.balanced)


@pytest.mark.parametrize("strategy", [{}, {"": np.ones((3, 2))}, None])
def test_a_strategy_must_fit_the_game(strategy):
    with pytest.raises((ValueError, TypeError), match=r"strategy.* must "):
        holdem.reach(KuhnPoker(cards=3), strategy, "")


def test_an_action_that_is_no_bet_raises():
    game = KuhnPoker(cards=3)
    with pytest.raises(ValueError, match="action must be one that the opponent can fold to or call, got 'p' after ''"):
        holdem.bet(game, game.uniform(), "", "p")
    with pytest.raises(ValueError, match="history must be that of a decision, such as 'b', got 'pp'"):
        holdem.bet(game, game.uniform(), "pp", "b")
    with pytest.raises(ValueError, match="action must be "):
        holdem.bet(game, game.uniform(), "", "raise")
