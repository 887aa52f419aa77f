"""``kuhncfr play``: a game in plain lines, and the value of the play, against results computed by hand."""

import random
from fractions import Fraction
from statistics import mean, stdev

import pytest
from command_line import press_ctrl_c, run

import kuhncfr as kc
from kuhncfr.cli import dealer
from kuhncfr.cli.session import Session
from kuhncfr.hand_history import empirical_strategy

F = Fraction


def scored(game, profile, hands):
    session = Session(game, profile)
    for seat, history in hands:
        session.add(seat, history)
    return session


def test_folding_every_king_costs_a_ninth():
    """Player 2 calls with the Ace, and folds Kings and Queens.

    Then player 1 bets every Queen: it wins 1 against a King and loses 2 against an Ace, so -1/2 instead of -1. The Ace wins 1
    whatever it does, the King 0. On average (1 + 0 - 1/2) / 3 = 1/6, where the game is worth 1/18.
    """
    game, equilibrium = kc.OneBetKuhn(), kc.nash.one_bet().profile
    hands = [(1, "QAbb"), (1, "AKbp"), (1, "AQbp")]
    evaluation = scored(game, equilibrium, hands).evaluate(1)
    assert (evaluation.worst_case, evaluation.profile_worst_case) == (F(-1, 6), F(-1, 18))
    assert evaluation.profile_worst_case - evaluation.worst_case == F(1, 9)
    assert evaluation.value == evaluation.best_response_value == F(-1, 18)  # against the equilibrium the King is indifferent
    assert evaluation.unseen == ()


def test_public_cards_are_nobodys_choice():
    game = kc.LeducPoker()
    uniform = kc.StrategyProfile.uniform(game)
    session = scored(game, uniform, [(0, "JkccQrc"), (0, "JkccQcc")])
    chosen = {key: row for key, row in empirical_strategy(game, session.hands, session.profile).counts.items() if any(row.values())}
    assert sum(sum(row.values()) for row in chosen.values()) == 4
    assert sorted(set(chosen)) == sorted({game.infoset("Jk"), game.infoset("JkccQ")})
    assert empirical_strategy(game, session.hands, session.profile).profile[game.infoset("JkccQ")] == {"c": F(1, 2), "r": F(1, 2)}


def test_among_three_the_cost_is_what_a_best_response_would_gain():
    game = kc.KuhnPoker(3, 4)
    equilibrium = kc.nash.three_player().profile
    session = scored(game, equilibrium, [(2, "124ppp")])
    evaluation = session.evaluate(2)
    deviations = kc.deviations(game, empirical_strategy(game, session.hands, session.profile).profile)
    assert (evaluation.value, evaluation.best_response_value) == (deviations.values[2], deviations.best_response_values[2])
    assert evaluation.best_response_value - evaluation.value > 0
    assert (evaluation.worst_case, evaluation.profile_worst_case) == (None, None)


def play(typed, *arguments):
    return run("play", *arguments, "--seed", 3, typed="".join(f"{line}\n" for line in typed))


def test_three_players_take_turns():
    printed = play(["c"] * 40, "--game", "kuhn", "--players", 3, "--hands", 9)
    assert all(f"As player {seat}," in printed for seat in (1, 2, 3))


def test_the_cost_is_printed_and_what_is_assumed():
    """Always checking as player 1: an Ace then wins 1 and a Queen loses 1: 0 on average, where the game is worth 1/18."""
    printed = play(["c"] * 30, "--seat", 1, "--hands", 30)
    assert max(map(len, printed.splitlines())) <= 80
    message = "you would win 0 a hand, and the equilibrium in your seat 1/18 (0.055556): your way of playing costs 1/18 (0.055556)."
    assert message in " ".join(printed.split())
    assert "never had to act" not in printed
    assert "rough" not in printed


@pytest.mark.parametrize("end", ["q", "QUIT", None])
def test_it_ends_in_the_middle_of_a_hand_which_does_not_count(end):
    printed = play(["c"] + ([end] if end else []), "--seat", 1)
    assert "You played 1 hand and won 1 chip, +1.0000 a hand.\n" in printed
    assert printed.count("Hand ") == 2
    assert "No hand was finished." in play([], "--seat", 1)


def test_an_action_is_typed_as_its_letter_its_name_or_how_the_name_begins():
    games = [play(typed, "--seat", 1, "--hands", 3) for typed in (["b", "p", "b"], ["BET", " check ", "bet"], ["be", "c", "b"])]
    outcomes = [[line for line in game.splitlines() if line.startswith(("Player", "The hand", "As"))] for game in games]
    assert outcomes[0] == outcomes[1] == outcomes[2]


def test_an_action_that_is_not_offered_is_asked_again():
    printed = play(["x", "", "fold", "b", "f"], "--game", "one-bet", "--seat", 1, "--hands", 1)
    assert printed.count("Please type p, b or q.") == 3
    assert printed.count("p check, b bet, q quit:") == 4
    sizes = {"p": "check", "1": "bet 1", "2": "bet 2"}
    assert [dealer.parse_action(text, sizes) for text in ("bet", "bet 2", "1", "C", "b")] == [None, "2", "1", "p", None]


@pytest.mark.parametrize(
    ("game", "keys"),
    [
        ("leduc", "f fold, c call, r raise, q quit:"),
        ("raise", "p fold, b call, r raise, q quit:"),
        ("bet-size", "p check, 1 bet 1, 2 bet 2, q quit:"),
    ],
)
def test_other_games_have_their_own_actions(game, keys, tmp_path):
    run("solve", game, "--iterations", 20, "--algorithm", "cfr+", "--save", tmp_path / "saved.json")
    printed = run("play", tmp_path / "saved.json", "--seed", 1, "--hands", 20, typed="c\n" * 100)
    assert keys in printed
    assert "You played 20 hands" in printed
    assert "against the saved strategy" in printed.replace("Against", "against")


def test_ctrl_c_shows_the_score(monkeypatch):
    monkeypatch.setattr("kuhncfr.cli.dealer.play_hand", press_ctrl_c)
    assert "No hand was finished." in run("play")


@pytest.mark.parametrize(("game", "seat"), [(kc.KuhnPoker(), 0), (kc.KuhnPoker(), 1), (kc.LeducPoker(), 0)])
def test_cards_are_dealt_and_others_play_as_often_as_they_should(game, seat):
    """A player who follows the profile wins the value of the profile, up to four standard errors."""
    profile = kc.solve(game, 20).average_strategy
    rng = random.Random(1)

    def choose(history, named):
        row = profile[game.infoset(history)]
        return rng.choices(list(row), list(row.values()))[0]

    won = [float(game.utilities(dealer.play_hand(game, profile, seat, rng, choose, lambda *_: None))[seat]) for _ in range(4_000)]
    assert abs(mean(won) - kc.expected_utilities(game, profile)[seat]) < 4 * stdev(won) / len(won) ** 0.5
    always = dealer.play_hand(game, profile, seat, rng, lambda history, names: game.actions(history)[0], lambda *_: None)
    assert game.is_terminal(always)
