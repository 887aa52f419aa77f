"""Limits on the number of histories and on their length: larger games raise before they take time and memory, all others are walked."""

from fractions import Fraction

import pytest
from small_games import ScheduledGame

import kuhncfr as kc
from kuhncfr.evaluate import at_information_sets
from kuhncfr.games import game as games

ENTRANCES = {
    "compile_game": kc.compile_game,
    "solve": lambda game: kc.solve(game, 1),
    "CFR": kc.CFR,
    "validate": kc.validate,
    "information_sets": kc.information_sets,
    "histories": lambda game: list(kc.histories(game)),
    "uniform": kc.StrategyProfile.uniform,
    "nash_conv": lambda game: kc.nash_conv(game, {}),
    "simulate": lambda game: kc.simulate(game, {}),
}


def told(entrance, game):
    with pytest.raises(ValueError, match="the game is too large") as caught:
        ENTRANCES[entrance](game)
    return str(caught.value)


@pytest.mark.parametrize("entrance", ENTRANCES)
def test_a_game_that_declares_its_size_raises_at_once(entrance):
    size = sum((1, 20, 20 * 19, 20 * 19 * 18, 20 * 19 * 18 * 17, 20 * 19 * 18 * 17 * 16)) + 20 * 19 * 18 * 17 * 16 * 15 * (7 + 6 * 63)
    message = told(entrance, kc.KuhnPoker(6, 20))
    assert message.startswith("the game is too large: KuhnPoker(players=6, cards=20, ")
    assert message.endswith(f" has {size:,} histories, and at most 2,000,000 are walked; take fewer cards or actions")


@pytest.mark.parametrize("game", [kc.KuhnPoker(2, 10**9), kc.KuhnPoker(30, 10**9)])
def test_the_size_of_a_huge_game_is_not_computed(game):
    assert "has more than 10^15 histories" in told("compile_game", game)


@pytest.mark.parametrize("entrance", ENTRANCES)
def test_a_game_without_a_declared_size_is_counted_up_to_the_limit(entrance, monkeypatch):
    asked = []

    class Leduc(kc.LeducPoker):
        def is_terminal(self, history):
            asked.append(history)
            return super().is_terminal(history)

    monkeypatch.setattr(games, "MAX_HISTORIES", 500)
    assert "has more than 500 histories, and at most 500 are walked" in told(entrance, Leduc())
    assert len(set(asked)) < 520  # and one branch is followed to its end


def test_a_game_of_exactly_the_largest_size(monkeypatch):
    size = kc.KuhnPoker().number_of_histories
    monkeypatch.setattr(games, "MAX_HISTORIES", size)
    assert len(kc.compile_game(kc.KuhnPoker()).nodes.mover) == size
    monkeypatch.setattr(games, "MAX_HISTORIES", size - 1)
    assert f"has {size} histories" in told("compile_game", kc.KuhnPoker())


class Chain(ScheduledGame):
    """A game of the largest length: chance or one of two players acts each time; players may end the game, chance has one action."""

    zero_sum = True

    def __init__(self, movers):
        super().__init__((movers * games.MAX_LENGTH)[: games.MAX_LENGTH], players=2)

    def is_terminal(self, history):
        return super().is_terminal(history) or history.endswith("q")

    def utilities(self, history):
        won = Fraction(len(history) % 7 - 3)
        return won, -won

    def chance(self, history):
        return {"h": Fraction(1)}

    def actions(self, history):
        return ("p", "q")

    def infoset(self, history):
        return str(len(history))


class Deal(Chain):
    """Chance deals nine cards of a deck; a breadth-first walk would fill memory with the histories that wait for it."""

    def __init__(self):
        super().__init__("c")
        self.asked = []

    def is_terminal(self, history):
        self.asked.append(history)
        return len(history) == 9

    def chance(self, history):
        left = set(map(chr, range(52))) - set(history)
        return dict.fromkeys(sorted(left), Fraction(1, len(left)))


@pytest.mark.parametrize("entrance", ["validate", "solve", "CFR", "simulate"])
def test_histories_that_wait_count_too(entrance, monkeypatch):
    monkeypatch.setattr(games, "MAX_HISTORIES", 5_000)
    game = Deal()
    told(entrance, game)
    assert len(set(game.asked)) < 10 + 1 + 52 + 50


def below(calls, function):
    """Call a function below so many other calls, like a notebook or a test."""
    return function() if calls == 0 else below(calls - 1, function)


@pytest.mark.parametrize("movers", ["c", "01", "c01"])
def test_every_walk_fits_the_stack_in_a_game_of_the_largest_length(movers):
    game = Chain(movers)
    uniform = kc.StrategyProfile.uniform(game)
    for walk in (
        lambda: kc.record(kc.CFR(game), 1, record_every=1),
        lambda: kc.CFR(game, alternating=False).run(1),
        lambda: kc.CFR(game, sampling="chance", seed=1).run(1),
        lambda: kc.nash_conv(game, uniform),
        lambda: at_information_sets(game, uniform),
        lambda: kc.deviations(game, uniform),
        lambda: kc.simulate(game, uniform, 3, seed=1),
        lambda: kc.solve(game, 1),
    ):
        below(150, walk)


def test_a_utility_too_large_for_a_float_raises():
    with pytest.raises(ValueError, match=r"utilities at '.*' must be finite numbers"):
        kc.solve(kc.KuhnPoker(ante=Fraction(10) ** 400))
