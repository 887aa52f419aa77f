"""The known mistakes in CFR and in measures of exploitability, each with a program that makes it."""

from kuhncfr.diagnosis import wrong_measures, wrong_rules
from kuhncfr.diagnosis.everyday_mistakes import EVERYDAY
from kuhncfr.diagnosis.mistake import Mistake

_ENTRIES = (
    Mistake(
        name="current for average",
        description="The solver returns the current strategy in place of the average.",
        repair="Add up each iteration's strategy, weighted by own reach, and divide by the sum at the end.",
        chapter="regret_matching",
        rule=wrong_rules.CurrentForAverage,
        forms=(wrong_rules.LastStrategyAlone,),
    ),
    Mistake(
        name="average without reach",
        description="Each current strategy enters the average with weight 1 instead of the player's own reach.",
        repair="Multiply each strategy that you add to the average by the player's own reach of the information set.",
        chapter="cfr",
        rule=wrong_rules.AverageWithoutReach,
    ),
    Mistake(
        name="reach overwritten",
        description="A reach is set to the probability of the last action, not multiplied by it; or all actions share one array.",
        repair="Multiply: reach[player] *= probability, in a copy for each action.",
        chapter="cfr",
        rule=wrong_rules.ReachOverwritten,
        forms=(wrong_rules.OwnReachOverwritten, wrong_rules.ReachShared),
    ),
    Mistake(
        name="chance forgotten",
        description="All deals count alike, whatever their probability: chance is missing from the weight of the regret, or is uniform.",
        repair="Give chance an entry of its own in the reach, and multiply by it.",
        chapter="cfr",
        rule=wrong_rules.ChanceForgotten,
    ),
    Mistake(
        name="own reach in the regret",
        description="A regret is weighted by the learner's own reach, together with the others' reach or in its place.",
        repair="Leave the learner out of the product: a counterfactual value assumes that the learner plays to get there.",
        chapter="cfr",
        rule=wrong_rules.OwnReachInRegret,
        forms=(wrong_rules.OwnReachForOthers, wrong_rules.OtherEntryMultiplied),
    ),
    Mistake(
        name="strategy changed inside an iteration",
        description="Regrets are updated during the walk, so that its later part uses another strategy than its first.",
        repair="Collect the regrets of a walk, and update when it is over.",
        chapter="cfr",
        rule=wrong_rules.ChangedInside,
        forms=(wrong_rules.NewAveragedInside,),
    ),
    Mistake(
        name="regrets floored by aliasing",
        description="Negative regrets are set to 0 for the next strategy, in the array that stores the cumulative regrets.",
        repair="Take the positive part into a new array: np.maximum(regret, 0), not regret[regret < 0] = 0.",
        chapter="variants",
        rule=wrong_rules.FlooredByAliasing,
    ),
    Mistake(
        name="flooring with sampled regrets",
        description="Cumulative regrets are floored at 0 although they are sampled.",
        repair="With sampled regrets use CFR or linear CFR.",
        chapter="sampling",
        rule=wrong_rules.FlooredSamples,
        options={"algorithm": "cfr+"},
    ),
    Mistake(
        name="sampled regrets corrected twice",
        description="An action of chance or of another player is sampled, and the regret is still multiplied by its probability.",
        repair="Leave sampled probabilities out of the weight.",
        chapter="sampling",
        rule=wrong_rules.CorrectedTwice,
        forms=(wrong_rules.CorrectedInAllReaches,),
        options={"sampling": "chance"},
    ),
    Mistake(
        name="previous player's reach alone",
        description="A regret is weighted by the reach of one other player alone, the previous or the next, not of all others.",
        repair="Multiply over all other players, and chance.",
        chapter="three_players",
        rule=wrong_rules.PreviousPlayerAlone,
        forms=(wrong_rules.NextPlayerAlone,),
    ),
    Mistake(
        name="sign flipped by depth",
        description="The sign of a value changes with every move, whoever moves next.",
        repair="Store utilities as a tuple, one per player, and read that of the player who moves.",
        chapter="three_players",
        rule=wrong_rules.SignByDepth,
        forms=(wrong_rules.SignAtEachMove,),
    ),
    Mistake(
        name="cards compared as letters",
        description="At the showdown the card with the later letter wins.",
        repair="Compare positions in the ranking: 'JQK'.index(card).",
        chapter="one_bet_kuhn",
        rule=wrong_rules.CardsAsLetters,
    ),
    Mistake(
        name="value's distance for exploitability",
        description="The distance of the profile's value from the value of the game is used as its exploitability.",
        repair="Compute a best response for each player, and add up their gains.",
        chapter="exploitability",
        measure=wrong_measures.value_distance,
    ),
    Mistake(
        name="best response per history",
        description="The best response takes the best action at each history, as if the player saw the other card.",
        repair="Sum over the histories of an information set, weighted by the others' reach, and take one maximum.",
        chapter="exploitability",
        measure=wrong_measures.best_response_per_history,
    ),
)

MISTAKES: dict[str, Mistake] = {mistake.name: mistake for mistake in (*_ENTRIES, *EVERYDAY)}

# Pairs of which one hides or undoes the other: sampled chance needs no reach of chance, so to forget it is correct.
_INCOMPATIBLE = (
    {"current for average", "average without reach"},
    {"chance forgotten", "sampled regrets corrected twice"},
    {"chance forgotten", "flooring with sampled regrets"},
    {"regrets floored by aliasing", "flooring with sampled regrets"},
)


def combinable(one: Mistake, other: Mistake) -> bool:
    """Whether both mistakes have an effect in one program, and are looked for together; everyday mistakes are looked for alone.

    Examples
    --------
    >>> combinable(MISTAKES["reach overwritten"], MISTAKES["current for average"])
    True
    >>> combinable(MISTAKES["average without reach"], MISTAKES["current for average"])
    False
    """
    if one == other or None in (one.rule, other.rule) or one in EVERYDAY or other in EVERYDAY:
        return False
    return {one.name, other.name} not in _INCOMPATIBLE
