"""Subgame solving: the gadget's numbers by hand, the bound of the theorem, and what re-solving without a gadget costs."""

from fractions import Fraction as F

import pytest
from small_games import ScheduledGame

import kuhncfr as kc

ONE_BET, LEDUC = kc.OneBetKuhn(), kc.LeducPoker()
BEFORE = kc.nash.one_bet(1).profile
AFTER_A_BET = ["AKb", "AQb", "KAb", "KQb", "QAb", "QKb"]
AFTER_PASS_AND_BET = [first + second + "pb" for first in "JQK" for second in "JQK" if first != second]
ALWAYS_BETS = kc.StrategyProfile.uniform(kc.KuhnPoker()).replace({key: {"p": 0, "b": 1} for key in "JQK"})
NEVER_REACHED = {"game": kc.KuhnPoker(), "roots": AFTER_PASS_AND_BET, "blueprint": ALWAYS_BETS, "player": 0}


def calling(rate):
    """The equilibrium, with another rate at which the King calls."""
    return BEFORE.replace({"Kb": {"p": 1 - rate, "b": rate}})


def second_round(betting, public):
    return [history + public for history in kc.histories(LEDUC) if history[2:] == betting and public not in history]


def test_what_terminating_is_worth_is_exact():
    part = kc.Subgame(ONE_BET, AFTER_A_BET, BEFORE, player=1)
    assert part.alt == {"Ab?": F(7, 6), "Kb?": F(-1, 2), "Qb?": F(-1)}
    assert part.reach == 1
    assert part.infosets == ("Ab", "Kb", "Qb")
    assert kc.Subgame(ONE_BET, AFTER_A_BET, calling(F(3, 4)), player=1).alt["Qb?"] == -F(1, 2) * (1 + 3 * F(3, 4))


def test_player_1_is_solved_again_after_a_bet_and_the_reach_above_counts():
    before = kc.nash.kuhn(F(1, 4)).profile  # a Jack passes with 3/4, a King with 1/4; a Queen then calls with 7/12
    part = kc.Subgame(kc.KuhnPoker(), AFTER_PASS_AND_BET, before, player=0)
    assert part.alt == {"Jpb?": -1, "Qpb?": F(1, 4), "Kpb?": F(4, 3)}
    assert part.reach == F(2, 3)
    assert part.infosets == ("Jpb", "Qpb", "Kpb")
    folds = {key: {"p": 1, "b": 0} for key in part.infosets}
    stays = folds | {key: {"T": 1, "F": 0} for key in part.alt}
    assert kc.expected_utilities(part, stays) == (F(-1, 3), F(1, 3))
    assert kc.best_response(part, stays, player=1).value == F(55, 48)  # Jacks and Queens follow, and win 1
    assert part.rows(stays) == folds
    assert repr(part).endswith("player=0, gadget='resolve')")
    kc.validate(part)
    passed = [kc.Subgame(kc.KuhnPoker(), [root[:-1] for root in AFTER_PASS_AND_BET], before, player) for player in (0, 1)]
    assert [part.infosets for part in passed] == [("Jpb", "Qpb", "Kpb"), ("Jp", "Qp", "Kp")]
    uniform = kc.StrategyProfile.uniform(LEDUC)
    assert kc.Subgame(LEDUC, second_round("crrc", "K"), uniform, player=0).reach == F(1, 6) * F(1, 2) * F(1, 3)


@pytest.mark.parametrize("gadget", ["resolve", "max-margin", None])
def test_a_part_is_a_game(gadget):
    kc.validate(kc.Subgame(ONE_BET, AFTER_A_BET, BEFORE, player=1, gadget=gadget))


@pytest.mark.parametrize(("rate", "safe"), [(F(0), False), (F(1, 3), True), (F(1, 2), False), (F(1), False)])
def test_the_gadget_allows_only_one_third(rate, safe):
    answers = calling(rate)
    for gadget, worth in (("resolve", F(-1, 9)), ("max-margin", 0)):
        part = kc.Subgame(ONE_BET, AFTER_A_BET, BEFORE, player=1, gadget=gadget)
        rows = {key: answers[key] for key in part.infosets} | {
            key: dict.fromkeys(row.actions, F(1, len(row.actions))) for key, row in kc.information_sets(part).items() if row.player == 0
        }
        assert (kc.best_response(part, rows, player=0).value == worth) == safe


@pytest.mark.parametrize("gadget", ["resolve", "max-margin"])
def test_a_solve_with_a_gadget_finds_one_third(gadget):
    part = kc.Subgame(ONE_BET, AFTER_A_BET, BEFORE, player=1, gadget=gadget)
    rows = part.rows(kc.solve(part, 2_000, "pcfr+"))
    assert rows["Kb"]["b"] == pytest.approx(1 / 3, abs=1e-6)
    assert kc.nash_conv(ONE_BET, {**BEFORE, **rows}) < 1e-6


@pytest.mark.parametrize("rate", [F(0), F(1, 4), F(1, 3), F(1, 2), F(1)])
def test_without_a_gadget_every_rate_is_optimal_in_the_part_but_one_in_the_whole(rate):
    part = kc.Subgame(ONE_BET, AFTER_A_BET, BEFORE, player=1, gadget=None)
    profile = calling(rate)
    assert kc.nash_conv(part, {key: profile[key] for key in part.infosets}) == 0
    assert kc.nash_conv(ONE_BET, profile) == max((F(1, 3) - rate) / 3, (rate - F(1, 3)) / 6)


def test_leduc_does_not_exceed_the_bound():
    blueprint = kc.solve(LEDUC, 100).average_strategy
    solved, bounds = dict(blueprint), [0.0, 0.0]
    for public in "JQKjqk":
        roots = second_round("crrc", public)
        for player in (0, 1):
            part = kc.Subgame(LEDUC, roots, blueprint, player)
            run = kc.solve(part, 30, "pcfr+")
            always = sum(p * part.utilities(root + "T")[part.opponent] for root, p in part.chance("").items())
            bounds[player] += (kc.best_response(run, player=part.opponent).value - always) * part.reach
            solved |= part.rows(run)
    before, after = kc.best_response(LEDUC, blueprint), kc.best_response(LEDUC, solved)
    for player in (0, 1):
        assert 1e-6 < bounds[player] < 1e-2
        assert after[1 - player].value - before[1 - player].value <= bounds[player] + 1e-12


def test_a_part_may_have_information_sets_of_one_history():
    game = kc.MatrixGame([[1, -1], [-1, 1]])
    uniform = kc.StrategyProfile.uniform(game)
    part = kc.Subgame(game, [""], uniform, player=0)
    assert part.infosets == tuple(key for key, infoset in kc.information_sets(game).items() if infoset.player == 0)
    kc.validate(part)


def test_a_game_without_a_hash_has_parts():
    class Plain(kc.OneBetKuhn):
        __hash__ = None

    assert kc.Subgame(Plain(), AFTER_A_BET, BEFORE, player=1).alt == {"Ab?": F(7, 6), "Kb?": F(-1, 2), "Qb?": F(-1)}


def test_a_part_that_is_never_reached_by_one_hand_leaves_it_out():
    never = BEFORE.replace({"Q": {"p": 1, "b": 0}, "A": {"p": 0, "b": 1}})
    part = kc.Subgame(ONE_BET, AFTER_A_BET, never, player=1, gadget=None)
    kc.validate(part)
    assert kc.expected_utilities(part, {key: never[key] for key in part.infosets})[0] == F(7, 6)  # only the Ace bets


@pytest.mark.parametrize(
    ("changed", "error", "message"),
    [
        ({"roots": AFTER_A_BET[1:]}, ValueError, "information set 'Kb' must not leave the part: it has 'QKb' there, but not 'AKb'"),
        ({"roots": ["AKb", "AX"]}, ValueError, "must not leave the part"),
        ({"roots": [*AFTER_A_BET, "AX"]}, ValueError, "each of roots must be a history of the game, got 'AX'"),
        ({"roots": [*AFTER_A_BET, "AK"]}, ValueError, "no root may lie below another, got 'AKb'"),
        ({"roots": "AKb"}, TypeError, "roots must be a sequence of texts"),
        ({"roots": []}, ValueError, "player must have a decision in the part, got player 1 and the roots"),
        ({"player": 0}, ValueError, "player must have a decision in the part, got player 0"),
        ({"player": 2}, ValueError, "player must be at most 1, got 2"),
        ({"gadget": "unsafe"}, ValueError, "gadget must be one of 'resolve', 'max-margin', None, got 'unsafe'"),
        ({"blueprint": {"A": {"p": 1, "b": 0}}}, ValueError, "blueprint must have a row for every information set"),
        ({"blueprint": BEFORE.replace({"Kb": {"f": 1, "c": 0}})}, ValueError, "blueprint must have a row for every information set"),
        ({"game": kc.KuhnPoker(players=3)}, ValueError, "game must have two players, got 3"),
        ({"game": ScheduledGame("00", players=1, seed=1)}, ValueError, "game must have two players, got 1"),
        (NEVER_REACHED, ValueError, "blueprint must reach the part, got probability 0 for each of the roots 'JQpb'"),
    ],
)
def test_what_is_refused(changed, error, message):
    given = {"game": ONE_BET, "roots": AFTER_A_BET, "blueprint": BEFORE, "player": 1} | changed
    with pytest.raises(error, match=message):
        kc.Subgame(**given)


def test_a_game_that_is_not_zero_sum_is_refused():
    class Generous(kc.OneBetKuhn):
        def utilities(self, history):
            return tuple(u + F(1, 4) for u in super().utilities(history))

    with pytest.raises(ValueError, match="game must be zero-sum"):
        kc.solve(kc.Subgame(Generous(), AFTER_A_BET, BEFORE, player=1), 10)
