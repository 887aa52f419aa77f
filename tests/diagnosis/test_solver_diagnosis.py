"""Diagnoses in this process: every correct variant is correct, and every mistake is named."""

import math
import random
import warnings
from itertools import count

import numpy as np
import pytest
from definition import ExactCFR, normalized
from wrong_kuhn import ActsAgain, OtherPayoffs

import kuhncfr as kc
from kuhnbook import museum
from kuhnbook.museum.wrong_rules import LetterShowdown
from kuhncfr.cfr.algorithm import ALGORITHMS
from kuhncfr.cfr.cfr import CHANCE
from kuhncfr.diagnosis import GAMES
from kuhncfr.diagnosis.answers import Failure, FatalFailure, OutOfTime, sequences
from kuhncfr.diagnosis.games import ALL, PLAIN
from kuhncfr.diagnosis.known_mistakes import ALIASED, NO_POSITIVE, SIZE
from kuhncfr.diagnosis.sampling_mistakes import averages_without_weights
from kuhncfr.diagnosis.solver_diagnosis import diagnose_solver
from kuhncfr.diagnosis.table import FURTHER, FURTHER_ITERATIONS
from tools.diagnosis_table.candidates import RIGHT, VARIANTS, sampled, wrong
from tools.diagnosis_table.other_rules import RULES

pytestmark = pytest.mark.usefixtures("asked_once")

NAMES = {"cfr": "CFR", "cfr+": "CFR+", "lcfr": "linear CFR", "dcfr": "discounted CFR", "dcfr+": "discounted CFR+"}
NAMES |= {"pcfr+": "predictive CFR+", "pdcfr+": "predictive discounted CFR+"}
UNFLOORED = ("cfr", "lcfr", "dcfr")
BOTH = (True, False)
FOR_TWO = [name for name, game in GAMES.items() if game.players == 2]


def solved(**settings):
    """The package's own solver."""
    return lambda game, iterations: kc.solve(game, iterations, **settings).average_strategy


def drawn(sampling, play=lambda game: game, **settings):
    """The package's own solver, with other samples in each call, on the game that it is given or on another."""
    seeds = count()
    return lambda game, iterations: kc.solve(play(game), iterations, sampling=sampling, seed=next(seeds), **settings).average_strategy


def verdict(solver, games=tuple(GAMES)):
    """Diagnose a solver that returns an average."""

    def ask(game, iterations, within=None):
        return plain(solver(ALL[game], iterations))

    return diagnose_solver(ask, games)


def plain(rows):
    return {key: {action: float(p) for action, p in row.items()} for key, row in rows.items()}


def run_of(start):
    """A solver that continues its run for more iterations: the same numbers, sooner."""
    runs = {}

    def solver(game, iterations):
        if id(game) not in runs or runs[id(game)].iterations > iterations:
            runs[id(game)] = start(game)
        runs[id(game)].run(iterations - runs[id(game)].iterations)
        return runs[id(game)].average_strategy

    return solver


def names(diagnosis):
    return {mistake.name for mistake in diagnosis.mistakes}


@pytest.mark.parametrize("alternating", BOTH)
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_correct_variants_are_correct(algorithm, alternating):
    found = verdict(solved(algorithm=algorithm, alternating=alternating))
    variant = f"{'alternating' if alternating else 'simultaneous'} {NAMES[algorithm]}"
    assert (found.correct, found.variant, found.mistakes, found.first_difference) == (True, variant, (), None)
    assert str(found) == f"Right: this is {variant}.\nThis rests on the first 5 iterations of 6 small games."


@pytest.mark.parametrize("alternating", BOTH)
def test_the_definition_in_fractions_is_right_though_it_never_answers_for_many_iterations(alternating):
    def exact(game, iterations):
        if iterations > 5:
            raise HANGS
        cfr = ExactCFR(game, alternating)
        for _ in range(iterations):
            cfr.step()
        return cfr.average()

    assert verdict(exact, ("twice", "coin", "one-bet")).correct


@pytest.mark.parametrize(
    ("algorithm", "sampling", "alternating"),
    [(algorithm, "chance", alternating) for algorithm in UNFLOORED for alternating in BOTH]
    + [(algorithm, sampling, True) for algorithm in UNFLOORED for sampling in ("external", "outcome")],
)
def test_right_samples_are_right(algorithm, sampling, alternating):
    found = verdict(solved(algorithm=algorithm, sampling=sampling, alternating=alternating, seed=0))
    assert found.correct, str(found)
    assert found.summary.startswith("Right, as far as long runs show: it samples")


@pytest.mark.parametrize("sampling", ["chance", "external"])
def test_right_samples_that_differ_are_right(sampling):
    found = verdict(drawn(sampling))
    assert found.correct
    assert "long runs: in " in " ".join(str(found).split())


def test_a_program_that_samples_may_leave_rows_out():
    def lazy(game, iterations):
        run = kc.solve(game, iterations, sampling="external", seed=1)
        return {key: row for key, row in run.average_strategy.items() if iterations > 100 or row != kc.StrategyProfile.uniform(game)[key]}

    assert verdict(lazy).correct


@pytest.mark.parametrize("made", [one for one in wrong() if one.variant == "CFR"], ids=lambda one: f"{one.mistake} {one.form}, {one}")
def test_each_mistake_is_recognized(made):
    found = verdict(run_of(lambda game: made_on(made, game)))
    assert names(found) == {made.mistake}
    assert found.correct == (made.mistake == NO_POSITIVE)
    # These learn so little that the turns make no difference.
    assert found.variant == str(made) or made.mistake in ("no action without positive regret", "divided by the sum of all regrets")
    assert found.summary.startswith("Right, if that is what you meant: this is ") == found.correct
    assert (found.first_difference is None) == (made.mistake == SIZE)
    assert found.mistakes[0].repair.split()[0] in str(found)


def made_on(candidate, game, **seed):
    """Start a candidate on a game."""
    return candidate.start(next(name for name, known in ALL.items() if known is game), **seed)


@pytest.mark.parametrize(
    ("algorithm", "name"), [("dcfr", "chance forgotten"), ("cfr+", "current for average"), ("pcfr+", "reach overwritten")]
)
def test_mistakes_in_other_variants_are_recognized(algorithm, name):
    found = verdict(run_of(lambda game: museum.make(name, game, algorithm=algorithm)))
    assert (names(found), found.variant) == ({name}, f"alternating {NAMES[algorithm]}")


@pytest.mark.parametrize("made", [one for one in sampled() if one.mistake and one.variant in ("CFR", "CFR+")], ids=str)
def test_mistakes_of_those_who_draw_chance_are_recognized(made):
    seeds = count()
    found = verdict(lambda game, n: made_on(made, game, seed=next(seeds)).run(n).average_strategy)
    assert (names(found), found.correct) == ({made.mistake}, False)


class Late(kc.CFR):
    """Averages an iteration late, which is not a known mistake."""

    def step(self):
        super().step()
        if self.iterations == 2:
            for infoset in self.infosets.values():
                infoset.cumulative_strategy = infoset.cumulative_strategy - self.first[infoset.key]
        self.first = {key: infoset.cumulative_strategy for key, infoset in self.infosets.items()}


def late():
    return run_of(Late)


def test_an_unknown_program_is_shown_where_it_first_differs():
    found = verdict(late(), ("coin", "one-bet"))
    assert (found.correct, found.mistakes) == (False, ())
    difference = found.first_difference
    assert difference.variant == "CFR"  # both orders of turns fit alike, and have the number shown
    for alternating in BOTH:
        right = kc.CFR(GAMES[difference.game], alternating=alternating).run(difference.iteration)
        assert difference.expected == pytest.approx(right.average_strategy[difference.infoset], abs=1e-6)
    assert difference.actual == pytest.approx(late()(GAMES[difference.game], difference.iteration)[difference.infoset])
    assert "so it may be an unlisted variant" in " ".join(str(found).split())
    assert f"first differs at iteration {difference.iteration} in information set" in " ".join(str(found).split())
    hangs = verdict(until(100, HANGS, late()), ("coin", "one-bet"))
    assert hangs.summary == "It answers, but for many iterations it gave no answer for 1,000 iterations."
    assert hangs.first_difference == difference
    assert str(hangs).endswith("This rests on the first 5 iterations of 2 small games.")


def test_an_unknown_program_is_told_on_which_games_it_is_right():
    wrong, right = late(), solved(alternating=False)
    found = verdict(lambda game, n: (wrong if game is GAMES["coin"] else right)(game, n))
    assert (
        " Its numbers are those of simultaneous CFR on 'twice', 'three players', 'one-bet', 'stacked deck', 'classic'; not on 'coin'"
        in found.summary
    )
    assert "not on 'coin' (a coin that lands on one side three times in four, seen by player 1 alone)." in found.summary


class Pruned(kc.CFR):
    """CFR that skips what another player's zero makes unreachable, and with it the average there."""

    def walk(self, history, reach, learners, found):
        if not all(reach[:CHANCE]):
            return np.zeros(self.game.players)
        return super().walk(history, reach, learners, found)


@pytest.mark.parametrize("alternating", BOTH)
def test_a_program_that_prunes_is_compared_in_its_own_turn_order(alternating):
    solver = run_of(lambda game: Pruned(game, alternating=alternating))
    difference = verdict(until(10, HANGS, solver)).first_difference
    right = solved(alternating=alternating)
    first = next(
        (t, name, key)
        for t in range(1, 6)
        for name, game in GAMES.items()
        for key, row in right(game, t).items()
        if solver(game, t)[key] != pytest.approx(row)
    )
    assert (difference.iteration, difference.game, difference.infoset) == first
    assert difference.variant == f"{'alternating' if alternating else 'simultaneous'} CFR"


def test_a_program_that_only_begins_like_a_mistake_is_not_charged_with_it():
    class PlayedAlone(kc.CFR):
        """CFR that adds the regrets of those actions only that it plays: for five iterations, as if each value were a plain mean."""

        def note(self, found, infoset, regret, own_reach):
            super().note(found, infoset, np.where(infoset.current_strategy > 0, regret, 0), own_reach)

    assert verdict(run_of(lambda game: PlayedAlone(game, alternating=False))).mistakes == ()


DIFFERENT, EQUAL = "after 100 iterations they are not. Does it stop early", "after 450 and 500 iterations it returns the same ones."


@pytest.mark.parametrize("play", [lambda game: game, lambda game: ALL[PLAIN]], ids=["all games", "Kuhn poker alone"])
@pytest.mark.parametrize(("algorithm", "most", "seen"), [("cfr", 6, DIFFERENT), ("cfr", 200, EQUAL), ("pcfr+", 300, EQUAL)])
def test_a_program_that_stops_early_is_not_called_right(algorithm, most, seen, play):
    found = verdict(lambda game, n: kc.solve(play(game), min(n, most), algorithm).average_strategy)
    assert (found.correct, found.variant) == (False, f"alternating {NAMES[algorithm]}")
    assert seen in found.summary


def test_an_average_that_leaves_out_the_first_tenth_is_not_said_to_stop():
    found = verdict(averaged_after(lambda n: n // 10), ("one-bet", "coin"))
    assert "after 100 iterations they are not; its exploitability is still falling, so it may be an unlisted variant." in found.summary


class PlayersButTheLast(kc.CFR):
    def order(self):
        return super().order()[:-1]


class Explores(kc.InfoSet):
    def restore(self, *arrays):
        super().restore(*arrays)
        self.current_strategy = 0.95 * self.current_strategy + 0.05 / len(self.actions)


def averaged_after(begin):
    """CFR whose average begins after so many iterations, where nobody moves twice, so that every own reach is 1."""

    def solver(game, n):
        left = begin(n)
        early, whole = (solved(alternating=False)(game, t) for t in (left, n))
        if left == n:
            return kc.StrategyProfile.uniform(game)
        return {key: {a: abs(n * p - left * early[key][a]) / (n - left) for a, p in row.items()} for key, row in whole.items()}

    return solver


def test_an_average_that_begins_late_may_be_meant():
    for begin, seen in (
        (lambda n: n // 2, "it is simultaneous CFR, and averages the second half"),
        (lambda n: min(n, 20), "leaves out the first"),
    ):
        found = verdict(averaged_after(begin), ("one-bet", "coin"))
        assert found.correct
        assert "if that is what you meant" in found.summary
        assert seen in found.summary


@pytest.mark.parametrize(
    ("solver", "name"),
    [
        (run_of(PlayersButTheLast), "player never updated"),
        (run_of(lambda game: PlayersButTheLast(game, sampling="chance", seed=1)), "player never updated"),
        (run_of(lambda game: kc.CFR(game, Explores)), "exploration added"),
    ],
)
def test_mistakes_that_no_table_can_hold_are_recognized(solver, name):
    found = verdict(solver, ("twice", "one-bet"))
    assert not found.correct
    assert [mistake.name for mistake in found.mistakes] == [name]


def test_a_program_that_begins_to_play_late_is_not_taken_for_one_that_samples():
    """One row moves before all others, as where deals are drawn, but later: of three cards, the fourth deal repeats one."""

    class Slow(kc.InfoSet):
        def restore(self, *arrays):
            super().restore(*arrays)
            if np.maximum(self.cumulative_regret, 0).sum() <= 1:
                self.current_strategy = np.full(len(self.actions), 1 / len(self.actions))

    found = verdict(run_of(lambda game: kc.CFR(game, Slow)), ("twice", "one-bet"))
    assert found.correct is False
    assert "it samples" not in found.summary


def until(most, error, solver):
    """A solver that raises an error for more iterations, or, without one, learns no more."""

    def limited(game, iterations):
        if iterations > most and error:
            raise error
        return solver(game, min(iterations, most))

    return limited


def only_kuhn_poker(solver):
    """A program that plays Kuhn poker with an ante and a bet of 1, whatever the game is."""
    return lambda game, iterations: solver(ALL[PLAIN], iterations)


def test_a_program_that_plays_nothing_but_kuhn_poker_is_right_there():
    asked = []

    def solver(game, iterations):
        asked.append(iterations)
        return kc.solve(game, iterations, alternating=False).average_strategy

    found = verdict(only_kuhn_poker(solver))
    assert (found.correct, found.variant, found.mistakes) == (None, "simultaneous CFR", ())
    assert max(asked) <= 1_000  # rows that are missing for good are not waited for
    assert found.summary.startswith(
        "Right on Kuhn poker: this is simultaneous CFR. Not tested: chance that is not uniform, more than two players"
    )
    wrong = run_of(lambda game: museum.make("average without reach", game))
    found = verdict(until(10, Failure("raised an error"), lambda game, n: wrong(ALL[PLAIN], n)))
    assert (found.correct, names(found), found.variant) == (False, {"average without reach"}, "alternating CFR")


def test_mistakes_with_the_same_numbers_in_kuhn_poker_are_all_named():
    wrong = run_of(lambda game: museum.make("regret with the wrong sign", game))
    found = verdict(only_kuhn_poker(wrong))
    assert names(found) == {"regret with the wrong sign", "another player's utility"}
    assert found.summary == "These are the numbers of alternating CFR with one of these mistakes."


def test_a_program_that_samples_nothing_but_kuhn_poker_is_right_there_too():
    seeds = count()

    def solver(game, iterations):  # twice the same three deals: by chance, one such program in sixty has that
        seed = 0 if iterations == 3 else next(seeds)
        return kc.solve(game, iterations, sampling="chance", seed=seed).average_strategy

    found = verdict(only_kuhn_poker(solver))
    assert found.correct is None
    assert found.summary.startswith("Right on Kuhn poker, as far as long runs show: it samples")
    found = verdict(only_kuhn_poker(lambda game, n: kc.solve(game, min(n, 10), sampling="chance").average_strategy))
    assert (found.correct, found.variant) == (False, None)


def test_kuhn_poker_with_other_cards_is_told_from_the_games_whose_rows_it_has():
    """With cards A, K and Q its rows cover those of the games of one bet; none of their numbers are its own."""
    cards = str.maketrans("JQK", "QKA")
    right = solved(alternating=False)
    found = verdict(lambda game, n: {key.translate(cards): row for key, row in right(ALL[PLAIN], n).items()})
    assert found.correct is False
    assert found.summary.startswith("Unknown: it has the same numbers for the games 'one-bet' and 'stacked deck'")
    assert found.first_difference is None


def test_a_program_that_samples_and_is_too_slow_for_long_runs_is_neither_right_nor_wrong():
    slow = "gave no answer for 500 iterations within 20 seconds"
    found = verdict(until(100, OutOfTime(slow), drawn("chance")))
    assert (found.correct, found.summary) == (None, f"It answers, but for many iterations it {slow}.")
    assert verdict(until(100, FatalFailure("ended its process"), drawn("chance"))).correct is False
    assert verdict(until(100, OutOfTime(slow), late())).correct is False


def test_a_program_that_samples_and_returns_its_current_strategy_is_asked_for_the_average():
    seeds, few = count(), ["coin", "classic"]
    found = verdict(lambda game, n: kc.solve(game, n, sampling="chance", alternating=False, seed=next(seeds)).current_strategy, few)
    assert found.summary.endswith("does it return the current strategy in place of the average?")


HANGS = FatalFailure("gave no answer for 1,000 iterations")


def test_a_program_that_samples_and_hangs_in_a_long_run_has_no_first_difference():
    assert verdict(until(300, HANGS, solved(sampling="outcome"))).first_difference is None


def test_a_program_for_two_players_is_diagnosed_on_their_games():
    def for_two(game, iterations):
        if game.players > 2:
            raise Failure("raised IndexError: list index out of range")
        return kc.solve(game, iterations).average_strategy

    found = verdict(for_two)
    assert (found.correct, found.variant, set(found.failures)) == (True, "alternating CFR", {"three players"})
    assert found.summary == "Right for two players: this is alternating CFR."
    assert "it raised IndexError" in " ".join(str(found).split())
    assert verdict(for_two, FOR_TWO).correct


@pytest.mark.parametrize(
    ("game", "seen"),
    [
        (OtherPayoffs(pbb=-1), "another game, in which 'pbb' pays the wrong player. Are the payoffs right?"),
        (OtherPayoffs(pp=2), "another game, in which 'pp' pays twice as much"),
        (ActsAgain(), "Does a hand end after pp, bp, bb, pbp and pbb, and nowhere else, and with the right payoffs?"),
    ],
)
def test_a_program_that_samples_by_other_rules_is_told_which_they_may_be(game, seen):
    found = verdict(drawn("chance", lambda _: game, alternating=False))
    assert seen in found.summary
    assert (found.correct, found.mistakes) == (False, ())
    assert not found.failures  # to play other games it does not try


@pytest.mark.parametrize(("name", "what", "game"), [(name, *rule) for name, games in RULES.items() for rule in games.items()])
def test_wrong_rules_of_kuhn_poker_are_named(name, what, game):
    solver, uniform = run_of(lambda _: kc.CFR(game, alternating=False)), kc.StrategyProfile.uniform(ALL[PLAIN])
    found = verdict(only_kuhn_poker(lambda plain, n: {**uniform, **solver(plain, n)}))  # a hand that is not dealt has the uniform row
    assert found.summary == f"These are the numbers of simultaneous CFR, but in a game other than Kuhn poker: {what}."
    assert (found.correct, names(found), found.failures) == (False, {name}, {})


def test_rules_that_are_not_listed_are_asked_for():
    found = verdict(drawn(None, lambda _: ActsAgain(), alternating=False))
    assert "Does a hand end after pp, bp, bb, pbp and pbb, and nowhere else, and with the right payoffs?" in found.summary
    assert (found.correct, found.mistakes) == (False, ())


@pytest.mark.parametrize("made", [one for one in RIGHT if "average" in one.variant and "(" not in one.turns], ids=str)
def test_other_averages_are_right_and_a_floor_may_be_meant(made):
    found = verdict(run_of(lambda game: made_on(made, game)))
    floored = VARIANTS[made.variant] == kc.Algorithm(regret_matching_plus=True)
    assert (found.correct, found.variant) == (True, str(made))
    assert names(found) == ({ALIASED} if floored else set())
    assert found.summary.startswith("Right, if that is what you meant: " if floored else "Right: ")


class ReachesSwapped(kc.CFR):
    def counterfactual_reach(self, reach, player):
        return super().counterfactual_reach(reach if len(reach) == 3 else [reach[k] for k in (1, 0, 2, 3)], player)


class LargestReach(kc.CFR):
    def counterfactual_reach(self, reach, player):
        return float(np.delete(reach[:CHANCE], player).max() * reach[CHANCE])


class ChanceAdded(kc.CFR):
    def chance_value(self, history, reach, learners, found):
        chance = self.game.chance(history).items()
        return sum(self.walk(history + action, self.scaled(reach, CHANCE, float(p)), learners, found) for action, p in chance)


class Fair(kc.CFR):
    def draw(self, chance):
        return tuple(chance)[self.rng.integers(len(chance))]


class Largest(kc.CFR):
    """Its regrets are the largest of all histories of an information set; in the game with a coin it stops at 0.44 chips."""

    def note(self, found, infoset, regret, own_reach):
        earlier = found[infoset.key][0] if infoset.key in found else regret
        found[infoset.key] = np.maximum(earlier, regret), own_reach


def near(most, share):
    """External sampling that comes only near an equilibrium: it stops after so many iterations, or mixes in uniform play."""
    right = drawn("external")

    def solver(game, n):
        return {k: {a: (1 - share) * p + share / len(row) for a, p in row.items()} for k, row in right(game, min(n, most)).items()}

    return solver


UNSURE = "Unknown: it samples, and its averages do not converge to equilibria."
NO_VARIANT = "Unknown: these are the numbers of no variant of CFR and of no known mistake"
UNLISTED, RNG = kc.Algorithm(alpha=2, beta=2), np.random.default_rng(1)
WRONG = {
    "an equilibrium": (lambda game, n: kc.solve(game, 3_000, "pcfr+").average_strategy, FOR_TWO, "It returns an equilibrium"),
    "nothing learnt": (lambda game, n: kc.StrategyProfile.uniform(game), GAMES, "It has not learnt anything"),
    "four iterations": (lambda game, n: kc.solve(game, 4).average_strategy, GAMES, "It returns the same strategy"),
    "noise": (lambda game, n: kc.StrategyProfile.uniform(game) if n % 2 else kc.solve(game, 2).current_strategy, GAMES, ""),
    "ten samples": (until(10, None, solved(sampling="external")), GAMES, f"{UNSURE} Is each action of chance drawn with its probability"),
    "samples that stop": (near(300, 0.0), GAMES, UNSURE),
    "samples with uniform play": (near(5_000, 0.1), GAMES, UNSURE),
    "samples of letters": (drawn("chance", LetterShowdown), GAMES, UNSURE),
    "even samples": (lambda game, n: Fair(game, sampling="chance", seed=RNG).run(n).average_strategy, ["coin"], f"{UNSURE} Is each action"),
    "learning that stops": (until(200, None, late()), ["coin"], f"{NO_VARIANT}."),
    "the largest regret": (run_of(Largest), ["coin"], f"{NO_VARIANT}."),
    "repeated": (only_kuhn_poker(lambda game, n: kc.solve(game, n, UNLISTED).current_strategy), GAMES, NO_VARIANT),
    "failing later": (until(100, Failure("raised MemoryError"), drawn("external")), GAMES, "It answers, but for many iterations it raised"),
    "right for two": (run_of(LargestReach), GAMES, "With two players these are the numbers of alternating CFR; with three players"),
    "reaches swapped": (run_of(ReachesSwapped), GAMES, "These are the numbers of alternating CFR, but not in three-player Kuhn poker."),
    "chance added": (run_of(ChanceAdded), GAMES, "These are the numbers of alternating CFR, but not where chance moves after a player."),
}


@pytest.mark.parametrize(("solver", "games", "said"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_in_another_way_is_not_called_right_either(solver, games, said):
    found = verdict(solver, tuple(games))
    assert found.correct is False
    assert found.summary.startswith(said)


def test_a_program_that_samples_with_amounts_of_its_own_is_asked_for_its_game():
    assert "Does it use the game that it is given?" in verdict(drawn("external", lambda _: kc.OneBetKuhn())).summary


def test_a_slow_program_is_not_called_right_either():
    """Its process is ended when 100 iterations take too long, and answers nothing then."""
    solver, ended = run_of(ChanceAdded), []

    def ask(game, iterations, within=None):
        if ended or iterations == 100:
            ended.append(game)
            raise FatalFailure("gave no answer")
        return plain(solver(ALL[game], iterations))

    found = diagnose_solver(ask, tuple(GAMES))
    assert not found.correct
    assert found.summary.startswith("These are the numbers of alternating CFR, but not where chance moves after a player.")


@pytest.mark.parametrize("alternating", [True, False])
@pytest.mark.parametrize("game", [*FURTHER, PLAIN])
def test_rounding_decides_nothing_on_the_further_games(game, alternating):
    exact = ExactCFR(ALL[game], alternating)
    for _ in range(FURTHER_ITERATIONS):
        exact.step()
    right = kc.CFR(ALL[game], alternating=alternating).run(FURTHER_ITERATIONS).average_strategy
    assert all(float(p) == pytest.approx(right[key][a], abs=1e-12) for key, row in exact.average().items() for a, p in row.items())


def test_a_state_that_is_kept_between_calls_is_recognized():
    runs = {}

    def solver(game, iterations):
        return runs.setdefault(id(game), kc.CFR(game)).run(iterations).average_strategy

    assert names(verdict(solver, ("coin",))) == {"state kept between calls"}
    run = kc.CFR(ALL[PLAIN])  # of a program for Kuhn poker alone, which has run before
    found = verdict(lambda game, iterations: run.run(iterations).average_strategy)
    assert names(found) == {"state kept between calls"}
    assert "in a call for one iteration, after one for 500, it is near an equilibrium" in found.summary


def external(at_learner=False, floor=False, reach=False, weighted=False, played=False, mine=False):
    """External sampling: it averages where the others decide; or, as mistakes, where the learner does, a floor ..."""
    seeds = count()

    def solver(game, iterations):
        draws, regrets, sums = random.Random(next(seeds)), {}, {}

        def one(row):
            return draws.choices(list(row), [float(p) for p in row.values()])[0]

        def walk(history, learner, others=1.0, own=1.0):
            if game.is_terminal(history):
                return float(game.utilities(history)[learner])
            if game.is_chance(history):
                return walk(history + one(game.chance(history)), learner, others, own)
            key, actions = game.infoset(history), game.actions(history)
            regret, total = (table.setdefault(key, dict.fromkeys(actions, 0.0)) for table in (regrets, sums))
            row = dict(zip(actions, normalized([max(r, 0.0) for r in regret.values()]), strict=True))
            if (game.player(history) == learner) == at_learner:
                for a in actions:
                    total[a] += row[a] * (others if reach else own if mine else 1.0)
            if game.player(history) != learner:
                drawn = one(row)
                return walk(history + drawn, learner, others * row[drawn], own)
            values = {a: walk(history + a, learner, others, own * row[a]) for a in actions}
            value = sum(row[a] * values[a] for a in actions)
            for a in actions:
                weight = (others if weighted else 1.0) * (row[a] if played else 1.0)
                regret[a] = max(regret[a] + weight * (values[a] - value), 0.0 if floor else -math.inf)
            return value

        for _ in range(iterations):
            for player in range(game.players):
                walk("", player)
        return {key: {a: s / sum(row.values()) for a, s in row.items()} for key, row in sums.items() if sum(row.values())}

    return solver


def test_mistakes_of_external_sampling_are_recognized():
    assert verdict(external(), ("coin",)).correct
    few = ("twice", "one-bet")
    assert names(verdict(external(at_learner=True), few)) == {"average without reach"}
    assert names(verdict(external(floor=True), few)) == {"flooring with sampled regrets"}
    assert names(verdict(external(weighted=True), few)) == {"sampled regrets corrected twice"}
    assert names(verdict(external(played=True), ("coin",))) == set()  # nothing is wrong with its average
    assert not verdict(external(reach=True), few).correct  # it converges as far as runs of some thousand iterations show


def test_a_program_that_draws_players_and_averages_where_the_learner_decides_is_seen_to_weight_twice():
    few = ("twice", "one-bet")
    assert verdict(external(at_learner=True, mine=True), few).correct
    assert names(verdict(external(at_learner=True, mine=True, weighted=True), few)) == {"sampled regrets corrected twice"}


def test_an_average_without_weights_is_seen_in_two_iterations():
    """Player 2's strategies are uniform, then pure; player 1 drew the two moves before, with other probabilities each time."""

    def drawn(weight):
        draws = np.random.default_rng(1)

        def ask(game, iterations):
            assert (game, iterations) == ("twice", 2)
            strategies, chances = [0.5, float(draws.integers(2))], [0.25, draws.choice([0.1, 0.4])]
            average = np.average(strategies, weights=[weight(chance) for chance in chances])
            return [row if key == "2:??" else 0.3 for (key, _), row in zip(sequences(game), [average, 1 - average] * 8, strict=True)]

        return ask

    assert averages_without_weights(drawn(lambda chance: 1.0))
    assert not averages_without_weights(drawn(lambda chance: 1 / chance))
    assert not averages_without_weights(lambda game, iterations: (0.25, 0.75) * 8)  # nothing is drawn


def test_some_games_do_not_show_every_mistake():
    found = verdict(solved(), ["one-bet"])
    assert not found.correct
    assert "average without reach" in found.summary
    assert verdict(solved(), ["three players", "twice", "coin", "one-bet"]).correct


def test_digits_that_were_rounded_are_no_difference():
    def rounded(game, iterations):
        return {key: {a: round(float(p), 4) for a, p in row.items()} for key, row in solved()(game, iterations).items()}

    assert verdict(rounded).correct
    assert "average without reach" in verdict(rounded, ["coin"]).summary  # which this game does not show, rounded or not


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda rows: {key: dict.fromkeys(row, 0.7) for key, row in rows.items()}, "returned a row that does not sum to 1"),
        (lambda rows: {key: dict.fromkeys(row, math.nan) for key, row in rows.items()}, "returned NaN, the result of dividing 0 by 0"),
        (lambda rows: {key: dict(zip(row, (1.5, -0.5), strict=True)) for key, row in rows.items()}, "a negative probability"),
        (lambda rows: {key: {"x": 1.0} for key in rows}, "the actions 'x', which are not the game's, a, b"),
        (lambda rows: dict(list(rows.items())[1:]), "returned no row for '1:'"),
        (lambda rows: {}, "returned no row for '1:'"),
    ],
)
def test_an_answer_that_is_not_a_strategy_is_reported(spoil, message):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = verdict(lambda game, iterations: spoil(kc.StrategyProfile.uniform(game)))
    assert not found.correct
    assert found.summary.startswith("This is not a solver: on the game 'twice' it ")
    assert message in found.summary
