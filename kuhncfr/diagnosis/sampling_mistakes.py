"""Mistakes of programs that sample.

External sampling is recognized in a game of one player: there it draws nothing but the histories that enter the average. The player decides
first of all, so the row of the first decision is the mean of the current strategies, which regrets determine. If a program averages where
the learner decides, all its rows are determined.
"""

from collections.abc import Callable, Sequence
from itertools import combinations, product
from math import prod
from typing import Any

from kuhncfr.diagnosis.answers import Answer, Failure, actions_at, close, sequences, tolerance_of
from kuhncfr.diagnosis.games import BEHIND
from kuhncfr.diagnosis.known_mistakes import SAMPLED, UNWEIGHTED
from kuhncfr.diagnosis.table import DIGITS, SAMPLES, stored, weighted_sum

GAME, ITERATES = "alone", (3, 4, 5)
ITERATIONS = ITERATES[-1]
EVIDENCE = "the first 5 iterations of a one-player game, where neither makes a regret random"
REPETITIONS, MANY_REPETITIONS = 3, 12
DRAWN, SEEN = 20, 3  # runs of two iterations, and how many of them must show a mean of two different strategies
RIGHT, UNKNOWN = "", "unknown"

Row = Sequence[float]
AskAnswer = Callable[[str, int], Answer]


def mistake_of_chance_sampling(ask: AskAnswer) -> str | None:
    """Return the mistake that explains the averages of a program that draws chance's actions, if no correct program can have them."""
    game, iterations = SAMPLES
    found = [ask(game, iterations) for _ in range(MANY_REPETITIONS)]  # since not every sample distinguishes the programs
    near = 10 * tolerance_of(found)
    sums = list(map(weighted_sum, zip(found)))
    fitting = [name for name, known in stored()["samples"] if all(any(abs(s - k / 10**DIGITS) < near for k in known) for s in sums)]
    return next(iter(fitting), "") or None


def mistake_of_external_sampling(ask: AskAnswer) -> str | None:
    """Return the mistake that gives these answers: ``""`` for none, ``"unknown"`` for one not in the list; None if it is another scheme."""
    try:
        found, *others = ({iterations: ask(GAME, iterations)[::2] for iterations in ITERATES} for _ in range(REPETITIONS))
    except Failure:
        return None
    if not all(close(again[t][:1], found[t][:1]) for again in others for t in ITERATES):
        return None  # it draws more than external sampling does
    tolerance = tolerance_of(found.values())

    def given(one: Any, new: int, weighted: bool, rows: slice = slice(None)) -> bool:
        return all(close(_average(one, t, new, weighted)[rows], found[t][rows], tolerance) for t in ITERATES)

    # The strategy enters the average before the update or after it, in the walk of the other player: both are correct.
    fitting = [(name, one, new) for name, one in stored()["alone"].items() for new in (0, 1) if given(one, new, True, slice(1))]
    if not fitting:
        return RIGHT  # as far as this shows
    if all(one["floored"] for _, one, _ in fitting):
        return SAMPLED[0]
    by_learner = any(given(one, new, True) for _, one, new in fitting)  # it averages where the learner decides
    if not by_learner and any(given(one, new, False) for _, one, new in fitting):
        return UNWEIGHTED
    name, one, _ = fitting[0]
    behind = [ask("behind", ITERATES[0]) for _ in range(MANY_REPETITIONS)]
    if name != "CFR" or (by_learner and all(close(again, behind[0]) for again in behind)):
        return RIGHT  # the players' actions are not drawn
    if not all(map(_weights_are_one, behind)):
        return SAMPLED[1]
    right = by_learner or all(_means_of_drawn(one, ask(GAME, ITERATIONS)[::2], tolerance) for _ in range(REPETITIONS))
    return RIGHT if right else UNKNOWN


def _average(one: Any, iterations: int, new: int, weighted: bool) -> Row:
    """Return the average of the strategies, or with `new` of those after each update; `weighted` by own reach."""
    played = _strategies(one)
    weights = [[w * (reach if weighted else 1) for reach in _own_reach(played[t])] for t, w in enumerate(one["weights"][:iterations])]
    sums = [[w * p for w, p in zip(weights[t], played[t + new], strict=True)] for t in range(iterations)]
    return [sum(s) / sum(w) if sum(w) else 0.5 for s, w in zip(zip(*sums, strict=True), zip(*weights, strict=True), strict=True)]


def _strategies(one: Any) -> list[Row]:
    return [[p / 10**DIGITS for p in row] for row in one["strategies"]]


def _own_reach(strategy: Row) -> Row:
    """Return the reach of each information set, whose key is what the player has done."""
    first = dict(zip(actions_at(GAME), strategy, strict=True))
    return [prod(first[key[:k]] if key[k] == "a" else 1 - first[key[:k]] for k in range(2, len(key))) for key in first]


def _means_of_drawn(one: Any, average: Row, tolerance: float) -> bool:
    """Whether each row is the mean of the strategies of some iterations: those in which its history was drawn, each with weight 1."""
    drawn = [chosen for size in range(1, ITERATIONS + 1) for chosen in combinations(_strategies(one), size)]
    means = [[sum(rows) / len(chosen) for rows in zip(*chosen, strict=True)] for chosen in drawn]
    return all(any(abs(mean[k] - p) < tolerance for mean in means) for k, p in enumerate(average))


def _weights_are_one(average: Answer) -> bool:
    """Whether the second player's average follows, for some draws of the first player's actions, from regrets with weight 1."""
    payoffs = BEHIND.payoffs[0][:2], BEHIND.payoffs[0][2:]  # by the action that was drawn
    row = average[sequences("behind").index(("1:?", "a"))]
    means = []
    for drawn in product(payoffs, repeat=ITERATES[0]):
        regret, strategies = [0.0, 0.0], [0.5]
        for a, b in drawn:
            value = strategies[-1] * a + (1 - strategies[-1]) * b
            regret = [regret[0] + a - value, regret[1] + b - value]
            positive = [max(r, 0.0) for r in regret]
            strategies.append(positive[0] / sum(positive) if any(positive) else 0.5)
        means += [sum(strategies[:-1]) / len(drawn), sum(strategies[1:]) / len(drawn)]  # that of the new strategies is correct, too
    return any(close([row], [mean]) for mean in means)


def averages_without_weights(ask: AskAnswer) -> bool:
    """Whether each strategy enters the average with weight 1 in a program that also draws the learner's actions.

    With two actions, player 2's strategies of the first two iterations are uniform or pure. In the game "twice", the probability with which
    player 1's two moves are drawn changes with the strategy, so the right weights are not equal.
    """
    first = sequences("twice").index(("2:??", "a"))
    means = [ask("twice", 2)[first] for _ in range(DRAWN)]
    equal = all(close([4 * p], [round(4 * p)]) for p in means)  # a mean of two with equal weights: 0, 1/4, 1/2 and so on
    return equal and min(means) < max(means) and sum(p in (0.25, 0.75) for p in means) >= SEEN
