"""The hidden coin: what is gained and risked at every p, exactly, by CFR and by linear programs; its ends, other games, and errors."""

from fractions import Fraction as F
from functools import cache
from itertools import pairwise, product
from math import lcm, prod

import pytest
from small_games import SCHEDULED

import kuhncfr as kc
from kuhncfr.diagnosis.games import MIDWAY

ONE_BET, KUHN, RAISE = kc.OneBetKuhn(), kc.KuhnPoker(), kc.RaiseKuhn()
UNIFORM = kc.StrategyProfile.uniform(KUHN)


def rows(**bets):
    return {key: {"p": 1 - F(share), "b": F(share)} for key, share in bets.items()}


def one_bet(**bets):
    return kc.nash.one_bet().profile.replace(rows(**bets))


def kuhn(**bets):
    return kc.nash.kuhn(F(1, 4)).profile.replace(rows(**bets))


def gain_and_loss(game, value, strategy, model, player):
    """What the player's opponent gains against the model, and what it may cost, in chips above and below the value."""
    own = {key: model[key] for key, infoset in kc.information_sets(game).items() if infoset.player == player}
    opponent = 1 - player
    gain = kc.expected_utilities(game, strategy.replace(own))[opponent] - value
    return gain, value + kc.best_response(game, strategy, player=player).value


@cache
def plans_and_payoffs(game, player):
    """Return the player's pure strategies, and a row for each of the opponent's: what it wins against them."""
    sets = kc.information_sets(game).items()
    own, other = ({key: infoset.actions for key, infoset in sets if infoset.player == who} for who in (player, 1 - player))
    plans = [dict(zip(own, plan, strict=True)) for plan in product(*own.values())]
    answers = [dict(zip(other, plan, strict=True)) for plan in product(*other.values())]
    return plans, sorted({tuple(won(game, plan | answer, 1 - player) for plan in plans) for answer in answers})


def won(game, plan, player, history=""):
    if game.is_terminal(history):
        return game.utilities(history)[player]
    if game.is_chance(history):
        return sum(p * won(game, plan, player, history + card) for card, p in game.chance(history).items())
    return won(game, plan, player, history + plan[game.infoset(history)])


def value_of_matrix(rows):
    """Return what the player who chooses the row wins, by the simplex method in whole numbers.

    Once a constant has made all payoffs positive, it is 1 / max(sum(y)) over y >= 0 with rows @ y <= 1. Each entry of the table is a
    numerator, and the last pivot is the denominator of all.
    """
    shift, scale = 1 - min(map(min, rows)), lcm(*(F(u).denominator for row in rows for u in row))
    table, last = [[*(int(scale * (u + shift)) for u in row), 1] for row in rows] + [[-1] * len(rows[0]) + [0]], 1
    while min(table[-1][:-1]) < 0:
        column = table[-1].index(min(table[-1][:-1]))
        leaves = min((row for row in table[:-1] if row[column] > 0), key=lambda row: F(row[-1], row[column]))
        table, last = [exchanged(row, column, leaves, last) for row in table], leaves[column]
    return F(last, table[-1][-1] * scale) - shift


def exchanged(row, column, leaves, last):
    """A row of the table, once the variables of this column and of the row that leaves have changed places."""
    if row is leaves:
        return [last if k == column else x for k, x in enumerate(row)]
    return [-x if k == column else (x * leaves[column] - row[column] * y) // last for k, (x, y) in enumerate(zip(row, leaves, strict=True))]


BETS_ALL = kc.nash.kuhn(F(1, 3)).profile.replace(rows(J=1, Q=1, K=1))
OFF_BY_A_FIFTH = [(F(4, 45), 0), (F(13, 90), F(1, 18)), (F(1, 6), F(1, 9))]


@pytest.mark.parametrize(
    ("game", "model", "player", "corners"),
    [
        (ONE_BET, one_bet(Kb=0), 1, [(0, 0), (F(1, 9), F(2, 9))]),
        (ONE_BET, one_bet(Kb=1), 1, [(0, 0), (F(1, 9), F(1, 18))]),
        (ONE_BET, one_bet(Kb=F(1, 2)), 1, [(0, 0), (F(1, 36), F(1, 18))]),
        (ONE_BET, one_bet(Ab=1, Kb=1, Qb=1), 1, [(F(1, 6), 0), (F(5, 18), F(1, 18))]),
        (ONE_BET, one_bet(Ab=0, Kb=0, Qb=0), 1, [(F(1, 6), 0), (F(17, 18), F(7, 18))]),
        (ONE_BET, one_bet(Q=0), 0, [(0, 0), (F(1, 18), F(1, 9))]),
        (ONE_BET, one_bet(Q=1), 0, [(0, 0), (F(2, 9), F(1, 9))]),
        (ONE_BET, one_bet(A=1, K=1, Q=1), 0, [(F(1, 6), 0), (F(7, 18), F(1, 9))]),
        (KUHN, UNIFORM, 1, [(F(2, 9), 0), (F(4, 9), F(1, 18)), (F(5, 9), F(5, 18))]),
        (KUHN, kuhn(Qb=0), 1, [(0, 0), (F(1, 6), F(1, 3))]),
        (KUHN, kuhn(Jp=1), 1, [(0, 0), (F(2, 9), F(1, 9))]),
        (KUHN, kuhn(Jp=0, Qb=0), 1, [(0, 0), (F(2, 9), F(4, 9))]),
        (KUHN, kuhn(Jb=1, Qb=1, Kb=1), 1, [(F(1, 6), 0), (F(7, 18), F(1, 9))]),
        (KUHN, kuhn(Jp=1, Qp=1, Kp=1, Jb=1, Qb=1, Kb=1), 1, [(F(1, 6), 0), (F(7, 18), F(1, 9))]),
        (KUHN, kuhn(Kb=0), 1, [(F(1, 6), 0), (F(11, 18), F(1, 18)), (F(17, 18), F(5, 18))]),
        (KUHN, kuhn(Jp=0, Qp=0, Kp=0, Jb=0, Qb=0, Kb=0), 1, [(F(5, 18), 0), (F(11, 18), F(1, 18)), (F(19, 18), F(5, 18))]),
        (KUHN, kuhn(Jp=F(1, 5), Qp=F(1, 5), Kp=F(4, 5), Jb=F(1, 5), Kb=F(4, 5), Qb=F(2, 3)), 1, OFF_BY_A_FIFTH),
        (KUHN, BETS_ALL, 0, [(F(1, 18), 0), (F(5, 18), F(1, 9))]),
    ],
)
def test_linear_programs_and_cfr_find_the_frontier(game, model, player, corners):
    """What an answer is worth at best is convex in p: where three points lie on a line, so do all between them."""
    steps = [(worse - loss, more - gain) for (gain, loss), (more, worse) in pairwise(corners)]
    jumps = [F(0), *(risk / (risk + reward) for risk, reward in steps), F(1)]
    between = [(low + high) / 2 for low, high in pairwise(jumps)]
    value = (kc.nash.one_bet() if game is ONE_BET else kc.nash.kuhn()).value * (1 if player else -1)
    plans, rows = plans_and_payoffs(game, player)
    weights = [prod(F(model[key][action]) for key, action in plan.items()) for plan in plans]
    bound = [sum(weight * u for weight, u in zip(weights, row, strict=True)) for row in rows]
    for p in (*jumps, *between):
        coin = [[p * heads + (1 - p) * tails for tails in row] for heads, row in zip(bound, rows, strict=True)]
        assert value_of_matrix(coin) == value + max(p * gain - (1 - p) * loss for gain, loss in corners)
    for p, corner in zip(between, corners, strict=True):
        coin = kc.RestrictedNashGame(game, model, player, p)
        kc.validate(coin)
        run = kc.solve(coin, 5_000, "pcfr+")
        assert run.nash_conv < 1e-8
        assert gain_and_loss(game, value, run.average_strategy, model, player) == pytest.approx(corner, abs=1e-6)


def test_at_0_nobody_is_bound_and_at_1_the_player_is_locked():
    free, bound = (kc.RestrictedNashGame(KUHN, UNIFORM, 1, p) for p in (0, 1))
    assert free.chance("") == {"t": 1}
    assert bound.chance("") == {"h": 1}
    plain = kc.solve(KUHN, 200)
    assert kc.solve(free, 200).average_strategy == plain.average_strategy
    assert kc.solve(bound, 200).average_strategy == kc.solve(KUHN, 200, locked={1: UNIFORM}).average_strategy
    assert free.locked == {}
    assert dict(bound.locked) == {key: UNIFORM[key] for key, infoset in kc.information_sets(KUHN).items() if infoset.player == 1}


def test_a_strategy_is_one_of_the_original_game_and_hides_the_coin():
    coin = kc.RestrictedNashGame(KUHN, UNIFORM, 1, 0.3)
    sets, plain = kc.information_sets(coin), kc.information_sets(KUHN)
    assert set(sets) == set(plain)
    assert sets["Kpb"].histories == tuple(side + history for side in "ht" for history in plain["Kpb"].histories)
    assert sets["Kb"].histories == tuple("t" + history for history in plain["Kb"].histories)
    assert coin.is_chance("hJKb")
    assert (coin.player("tJK"), coin.player("tJKb"), coin.player("hJKpb")) == (0, 1, 0)
    assert coin.chance("hJKb") == UNIFORM["Kb"]
    for solved in (kc.CFR(coin).run(100), kc.solve(coin, 100)):
        assert kc.exploitability(KUHN, solved.average_strategy) > 0
        assert kc.exploitability(coin, solved.average_strategy) > 0
    kc.plot.tree(kc.RestrictedNashGame(ONE_BET, one_bet(), 1, F(1, 2)))


def test_a_game_is_zero_sum_only_if_it_says_so():
    games = KUHN, SCHEDULED[0]
    coins = [kc.RestrictedNashGame(game, kc.StrategyProfile.uniform(game), 1, F(1, 2)) for game in games]
    assert [coin.zero_sum for coin in coins] == [True, False]


def test_only_the_rows_of_the_bound_player_count():
    first = {key: UNIFORM[key] for key in ("J", "Q", "K", "Jpb", "Qpb", "Kpb")}
    coin = kc.RestrictedNashGame(KUHN, first, player=0, p=F(1, 2))
    assert dict(coin.bound.locked) == first
    assert not coin.is_chance("hJKp")


@pytest.mark.parametrize("p", [F(0), F(1, 3), F(1)])
def test_the_utility_is_the_mixture_of_both_halves(p):
    strategy, model = kuhn(J=1, Kb=0), kuhn(Qb=1)
    bound = kc.expected_utilities(KUHN, strategy.replace({key: model[key] for key in ("Jb", "Qb", "Kb", "Jp", "Qp", "Kp")}))
    free = kc.expected_utilities(KUHN, strategy)
    coin = kc.RestrictedNashGame(KUHN, model, 1, p)
    assert kc.expected_utilities(coin, strategy) == tuple(p * one + (1 - p) * other for one, other in zip(bound, free, strict=True))


@pytest.mark.parametrize("game", [RAISE, kc.KuhnPoker(players=3), kc.LockedGame(KUHN, rows(J=0, Kb=0)), MIDWAY], ids=repr)
def test_it_works_with_other_games(game):
    coin = kc.RestrictedNashGame(game, kc.StrategyProfile.uniform(game), 1, F(1, 2))
    assert set(kc.information_sets(coin)) == set(kc.information_sets(game))
    first, later = (kc.solve(coin, iterations, "cfr+") for iterations in (5, 50))
    assert sum(later.values) == pytest.approx(0, abs=1e-9)
    assert later.nash_conv < first.nash_conv
    kc.validate(coin)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((KUHN, UNIFORM, 2, 0.5), "player must be at most 1, got 2"),
        ((KUHN, UNIFORM, 1, 1.5), "p must lie between 0 and 1, got 1.5"),
        ((KUHN, UNIFORM, 1, "half"), "p must be a number, got 'half' of type str"),
        ((KUHN, rows(Kb=0), 1, 0.5), r"model must have a row of the actions \('p', 'b'\) at '..?', .* of the player, got none"),
        ((KUHN, UNIFORM.replace({"Kb": {"x": 1}}), 1, 0.5), r"at 'Kb', an information set of the player, got \('x',\)"),
        (("kuhn", UNIFORM, 1, 0.5), "game must be a game, got 'kuhn'"),
    ],
)
def test_bad_input_is_one_clear_line(arguments, message):
    with pytest.raises((TypeError, ValueError), match=message) as caught:
        kc.RestrictedNashGame(*arguments)
    assert "\n" not in str(caught.value)


def test_it_says_what_it_is():
    coin = kc.RestrictedNashGame(ONE_BET, one_bet(Kb=0), 1, 0.25)
    assert str(coin) == "One-bet Kuhn poker, ante 1, player 2 bound to a model with probability 1/4"
    assert repr(coin).startswith("RestrictedNashGame(OneBetKuhn(ante=Fraction(1, 1)), {")
    assert repr(coin).endswith(", player=1, p=1/4)")
