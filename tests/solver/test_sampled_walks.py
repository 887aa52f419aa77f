"""Sampled walks, number by number: the compiled loops compute the regrets of a plain version from the same random numbers."""

from fractions import Fraction

import numpy as np
import pytest
from random_games import RandomGame
from sampled_walks import Walks
from small_games import ScheduledGame

import kuhncfr as kc
from kuhncfr.cfr.algorithm import ALGORITHMS
from kuhncfr.solver.engine import Engine
from kuhncfr.solver.settings import Settings

GAMES = [
    kc.OneBetKuhn(ante=0.75),
    ScheduledGame("0c1010", players=2, seed=3),
    ScheduledGame("c01c201", players=3, seed=5),
    RandomGame(players=1, zero_sum=False, depth=3, seed=0),
    ScheduledGame("1c", players=4, seed=2),
]
"""One player, two, three, and four of whom most never move; chance first, in between and last; the same player twice in a row."""


def sampled(game, algorithm, rng, iterations, **options):
    """Run an engine, and return it and its recorded regrets: those of the state lack the discounts since the last visit."""
    engine = Engine(kc.compile_game(game), Settings(algorithm, record_every=1, **options), rng, iterations)
    engine.advance(iterations, None)
    return engine, engine.snapshot()["recorded_regret"]


@pytest.mark.parametrize("exploration", [None, 0.6, 1.0])
@pytest.mark.parametrize("algorithm", ["cfr", "dcfr"])
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_the_same_random_numbers_give_the_same_regrets(game, algorithm, exploration):
    options = {"sampling": "external" if exploration is None else "outcome", "exploration": exploration}
    engine, regrets = sampled(game, ALGORITHMS[algorithm], np.random.default_rng(7), 20, **options)
    plain = Walks(game, ALGORITHMS[algorithm], np.random.default_rng(7), exploration)
    for t in range(1, 21):
        plain.learn(t)
    for infoset, action, sequence in engine.tree.named_sequences():
        k = plain.infosets[infoset].actions.index(action)
        assert regrets[-1, sequence] == pytest.approx(plain.regret[infoset][k], abs=1e-11)
        assert engine.state.strategy[sequence] == pytest.approx(plain.strategy[infoset][k], abs=1e-11)
        assert engine.state.cumulative[sequence] == pytest.approx(plain.sums[infoset][k], abs=1e-11 * 20**2)


@pytest.mark.parametrize("alternating", [True, False])
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_sampled_chance_learns_the_regrets_of_the_readable_version(game, alternating):
    """In chips: strategies would not show a factor that all regrets have in common."""
    options = {"sampling": "chance", "alternating": alternating}
    engine, regrets = sampled(game, ALGORITHMS["lcfr"], np.random.default_rng(7), 10, **options)
    readable = kc.CFR(game, algorithm="lcfr", seed=7, **options).run(10)
    for infoset, action, sequence in engine.tree.named_sequences():
        found = readable.infosets[infoset]
        k = found.actions.index(action)
        assert regrets[-1, sequence] == pytest.approx(found.cumulative_regret[k], abs=1e-11)
        assert engine.state.strategy[sequence] == pytest.approx(found.current_strategy[k], abs=1e-11)
        assert engine.state.cumulative[sequence] == pytest.approx(found.cumulative_strategy[k], abs=1e-11)


class Deal(ScheduledGame):
    """A single player gets a card, and says yes, which wins a chip, or no, which loses one."""

    def __init__(self, *probabilities):
        super().__init__("c0", players=1)
        self.cards = dict(zip("abcdefghij", probabilities, strict=False))

    def utilities(self, history):
        return (1 if history[1] == "y" else -1,)

    def chance(self, history):
        return self.cards

    def actions(self, history):
        return ("y", "n")

    def infoset(self, history):
        return history


class Prescribed:
    """A generator that returns this number only."""

    def __init__(self, number):
        self.number, self.bit_generator = number, np.random.PCG64()

    def random(self, size=None):
        return self.number if size is None else np.full(size, self.number)


class Dealt:
    """A generator that deals card a at these iterations, and card b at the others; the first number of an iteration is the deal."""

    def __init__(self, iterations, numbers):
        self.iterations, self.numbers, self.used, self.bit_generator = iterations, numbers, 0, np.random.PCG64()

    def random(self, size=None):
        return self.number() if size is None else np.array([self.number() for _ in range(size)])

    def number(self):
        self.used += 1
        t, place = divmod(self.used - 1, self.numbers)
        return 0.5 if place else 0.0 if t + 1 in self.iterations else 0.9


@pytest.mark.parametrize("sampling", ["chance", "external", "readable"])
@pytest.mark.parametrize("visits", [(1, 2, 3), (1, 5, 6), (2, 9, 400), (399, 400, 401), (7, 100, 500)])
def test_sampled_linear_cfr_weighs_a_visit_by_its_iteration(visits, sampling):
    """By definition: t1, t2 and t3, divided by T + 1. The first visit sees regrets 1 and -1; then yes is played, and they are 0 and -2."""
    game, end = Deal(0.5, 0.5), 500
    if sampling == "readable":
        cfr = kc.CFR(game, "lcfr", sampling="chance")
        cfr.rng = Dealt(visits, 1)
        learnt = cfr.run(end).infosets["a"].cumulative_regret
    else:
        learnt = sampled(game, ALGORITHMS["lcfr"], Dealt(visits, 1), end, sampling=sampling)[1][-1, 1:3]
    first, second, third = (Fraction(t, end + 1) for t in visits)
    assert list(learnt) == pytest.approx([float(first), -float(first + 2 * second + 2 * third)], rel=1e-13)


DISCOUNTING = [
    ALGORITHMS["dcfr"],
    kc.Algorithm(alpha=0.3, beta=-0.7),
    kc.Algorithm(alpha=2, beta=-np.inf),
    kc.Algorithm(alpha=-np.inf, beta=1),
    kc.Algorithm(alpha=1, beta=-400),
    kc.Algorithm(beta=0.5),
]


@pytest.mark.parametrize("exploration", [None, 0.6])
@pytest.mark.parametrize("algorithm", DISCOUNTING, ids=repr)
def test_no_discount_is_missed_between_rare_visits(algorithm, exploration):
    """Products of discounts that would underflow: after 1,500 iterations, or the first few."""
    game, end = Deal(0.01, 0.99), 1_500
    options = {"sampling": "external" if exploration is None else "outcome", "exploration": exploration}
    engine, regrets = sampled(game, algorithm, np.random.default_rng(5), end, **options)
    plain = Walks(game, algorithm, np.random.default_rng(5), exploration)
    for t in range(1, end + 1):
        plain.learn(t)
        if t % 50 == 0:
            for infoset, action, sequence in engine.tree.named_sequences():
                assert regrets[t - 1, sequence] == pytest.approx(plain.regret[infoset]["yn".index(action)], rel=1e-9, abs=1e-12)


LARGEST = 1 - 2**-53  # that a generator returns


@pytest.mark.parametrize("sampling", ["chance", "external", "outcome", "readable"])
@pytest.mark.parametrize(
    ("game", "number", "card"),
    [
        (Deal(0.25, 0.75), 0.0, "a"),
        (Deal(0.25, 0.75), np.nextafter(0.25, 0), "a"),
        (Deal(0.25, 0.75), 0.25, "b"),
        (Deal(0.25, 0.75), LARGEST, "b"),
        (Deal(0.0, 1.0), 0.0, "b"),
        (Deal(0.5, 0.25, 0.25), 0.6, "b"),
        (Deal(*[0.1] * 10), LARGEST, "j"),  # ten tenths, taken off one by one, leave a sliver
    ],
)
def test_random_numbers_select_actions_by_their_probabilities(game, number, card, sampling):
    if sampling == "readable":
        cfr = kc.CFR(game, sampling="chance")
        cfr.rng = Prescribed(number)
        cfr.step()
        learnt = {key for key, infoset in cfr.infosets.items() if infoset.cumulative_regret.any()}
    else:
        engine = Engine(kc.compile_game(game), Settings(ALGORITHMS["cfr"], sampling), Prescribed(number))
        engine.advance(1, None)
        learnt = {infoset for infoset, _, sequence in engine.tree.named_sequences() if engine.state.regret[sequence]}
    assert learnt == {card}


def test_random_numbers_below_the_exploration_explore():
    """At exactly 1/2 the strategy decides, and takes yes; exploration would take the second action, no."""
    engine = Engine(kc.compile_game(Deal(1.0)), Settings(ALGORITHMS["cfr"], "outcome", exploration=0.5), Prescribed(0.5))
    engine.state.strategy[1:3] = 0.8, 0.2
    engine.advance(1, None)
    stands_for = 1 / (0.5 / 2 + 0.5 * 0.8)
    assert engine.state.regret[1:3] == pytest.approx([stands_for * (1 - 0.8), stands_for * (0 - 0.8)], abs=1e-12)


@pytest.mark.parametrize(("sampling", "iterations", "each"), [("external", 4_200, 1), ("outcome", 1_400, 3)])
def test_numbers_drawn_ahead_are_used_to_the_last(sampling, iterations, each):
    """Each iteration uses the same number, so that some iteration leaves exactly enough for one more."""
    game, exploration = Deal(0.5, 0.25, 0.25), 0.5 if sampling == "outcome" else None
    settings = Settings(ALGORITHMS["cfr"], sampling, exploration=exploration)
    engine = Engine(kc.compile_game(game), settings, np.random.default_rng(3))
    engine.advance(1, None)
    rolls = engine._random.rolls()
    assert int(rolls.last) % each == 0
    assert int(rolls.last) < each * iterations
    engine.advance(iterations, None)
    plain = Walks(game, ALGORITHMS["cfr"], np.random.default_rng(3), exploration)
    for t in range(1, iterations + 1):
        plain.learn(t)
    for infoset, action, sequence in engine.tree.named_sequences():
        assert engine.state.regret[sequence] == pytest.approx(plain.regret[infoset]["yn".index(action)], abs=1e-9)
