"""The known mistakes in CFR and in measures of exploitability, each with a program that makes it."""

from kuhncfr.diagnosis import wrong_measures, wrong_rules
from kuhncfr.diagnosis.everyday_mistakes import EVERYDAY
from kuhncfr.diagnosis.mistake import Mistake

_ENTRIES = (
    Mistake(
        name="current for average",
        description="The solver returns the current strategy in place of the average.",
        question="You stop CFR after 1,000 iterations. Which strategy do you return: the one of iteration 1,000, or another?",
        answer="Another: the average of all thousand.",
        symptom="NashConv goes up and down and does not converge to 0; with a floor or in turn it may fall, far behind the average.",
        repair="Add up each iteration's strategy, weighted by own reach, and divide by the sum at the end.",
        chapter="regret_matching",
        rule=wrong_rules.CurrentForAverage,
        forms=(wrong_rules.LastStrategyAlone,),
    ),
    Mistake(
        name="average without reach",
        description="Each current strategy enters the average with weight 1 instead of the player's own reach.",
        question="You get to a decision always in iteration 1, one time in 100 in iteration 2. How do its strategies enter the average?",
        answer="As 100 to 1; with the mistake as 1 to 1.",
        symptom="None where each player moves once, almost none in Kuhn poker; where a player moves twice, NashConv stops falling.",
        repair="Multiply each strategy that you add to the average by the player's own reach of the information set.",
        chapter="cfr",
        rule=wrong_rules.AverageWithoutReach,
    ),
    Mistake(
        name="reach overwritten",
        description="A reach is set to the probability of the last action, not multiplied by it; or all actions share one array.",
        question="You check with probability 1/2, and later call with probability 1/3. What is your own reach after both?",
        answer="1/6; the mistake says 1/3.",
        symptom="None until a player has a decision after some player has moved twice.",
        repair="Multiply: reach[player] *= probability, in a copy for each action.",
        chapter="cfr",
        rule=wrong_rules.ReachOverwritten,
        forms=(wrong_rules.OwnReachOverwritten, wrong_rules.ReachShared),
    ),
    Mistake(
        name="chance forgotten",
        description="All deals count alike, whatever their probability: chance is missing from the weight of the regret, or is uniform.",
        question="Two deals lead to your information set, one twice as likely as the other. What does that change in your regret there?",
        answer="The likelier deal counts twice; the mistake counts both alike.",
        symptom="None while all deals are equally likely; otherwise CFR solves another game, in which they are.",
        repair="Give chance an entry of its own in the reach, and multiply by it.",
        chapter="cfr",
        rule=wrong_rules.ChanceForgotten,
    ),
    Mistake(
        name="own reach in the regret",
        description="A regret is weighted by the learner's own reach, together with the others' reach or in its place.",
        question="You never bet the Queen. Can you regret an action after that bet?",
        answer="Yes: as if you had played to get there. With the mistake that regret is always 0.",
        symptom="Decisions that the player seldom reaches are learnt slowly; those that the player no longer reaches, never again.",
        repair="Leave the learner out of the product: a counterfactual value assumes that the learner plays to get there.",
        chapter="cfr",
        rule=wrong_rules.OwnReachInRegret,
        forms=(wrong_rules.OwnReachForOthers, wrong_rules.OtherEntryMultiplied),
    ),
    Mistake(
        name="strategy changed inside an iteration",
        description="Regrets are updated during the walk, so that its later part uses another strategy than its first.",
        question="In one iteration the walk meets your King in two deals. Does it play the same strategy in both?",
        answer="Yes: it changes after the walk.",
        symptom="It may converge; but the numbers depend on the order in which the tree is walked, and no theorem covers them.",
        repair="Collect the regrets of a walk, and update when it is over.",
        chapter="cfr",
        rule=wrong_rules.ChangedInside,
        forms=(wrong_rules.NewAveragedInside,),
    ),
    Mistake(
        name="regrets floored by aliasing",
        description="Negative regrets are set to 0 for the next strategy, in the array that stores the cumulative regrets.",
        question="A cumulative regret is −3, and an iteration adds 2. What is it now, and what would regret matching use?",
        answer="−1, and 0; the mistake says 2 for both.",
        symptom="It converges: it is half of CFR+, without the weighted average, and without your knowing.",
        repair="Take the positive part into a new array: np.maximum(regret, 0), not regret[regret < 0] = 0.",
        chapter="variants",
        rule=wrong_rules.FlooredByAliasing,
    ),
    Mistake(
        name="flooring with sampled regrets",
        description="Cumulative regrets are floored at 0 although they are sampled.",
        question="A coin adds 4 to a sum or takes 4 away; below 0 it becomes 0. What is its mean after two throws, and without the floor?",
        answer="3, and 0 without the floor: luck alone creates a regret.",
        symptom="Bad luck is forgotten, good luck is not: sums are biased. The bound on the regrets survives; small games show no harm.",
        repair="With sampled regrets use CFR or linear CFR.",
        chapter="sampling",
        rule=wrong_rules.FlooredSamples,
        options={"algorithm": "cfr+"},
    ),
    Mistake(
        name="sampled regrets corrected twice",
        description="An action of chance or of another player is sampled, and the regret is still multiplied by its probability.",
        question="Deals are sampled. One has probability 1/6. How often is it drawn, and by what do you then multiply its regret?",
        answer="One time in six, and by 1; the mistake multiplies by 1/6 again.",
        symptom="None while all deals are equally likely; otherwise likely deals count far too much, and CFR solves another game.",
        repair="Leave sampled probabilities out of the weight.",
        chapter="sampling",
        rule=wrong_rules.CorrectedTwice,
        forms=(wrong_rules.CorrectedInAllReaches,),
        options={"sampling": "chance"},
    ),
    Mistake(
        name="previous player's reach alone",
        description="A regret is weighted by the reach of one other player alone, the previous or the next, not of all others.",
        question="The first of three bets with probability 1/2, the second calls with 1/3. What is the others' reach for the third?",
        answer="1/6, times the reach of chance; the mistake says 1/3.",
        symptom="None with two players; with three, NashConv stops falling, however long you run.",
        repair="Multiply over all other players, and chance.",
        chapter="three_players",
        rule=wrong_rules.PreviousPlayerAlone,
        forms=(wrong_rules.NextPlayerAlone,),
    ),
    Mistake(
        name="sign flipped by depth",
        description="The sign of a value changes with every move, whoever moves next.",
        question="A player moves twice in a row. When a value is passed from the second move to the first, does its sign change?",
        answer="No: it is the same player's.",
        symptom="None while two players alternate; a player who moves twice in a row learns to lose.",
        repair="Store utilities as a tuple, one per player, and read that of the player who moves.",
        chapter="three_players",
        rule=wrong_rules.SignByDepth,
        forms=(wrong_rules.SignAtEachMove,),
    ),
    Mistake(
        name="cards compared as letters",
        description="At the showdown the card with the later letter wins.",
        question="What does Python say to `'K' > 'Q'`, and who wins the showdown?",
        answer="False, since K comes before Q in the alphabet; the King wins.",
        symptom="It converges, to the equilibrium of another game: K loses to Q.",
        repair="Compare positions in the ranking: 'JQK'.index(card).",
        chapter="one_bet_kuhn",
        rule=wrong_rules.CardsAsLetters,
    ),
    Mistake(
        name="value's distance for exploitability",
        description="The distance of the profile's value from the value of the game is used as its exploitability.",
        question="Two strategies play, and player 1 wins exactly the value of the game. Are they an equilibrium?",
        answer="Not necessarily: the errors of both players may cancel.",
        symptom="It can be 0 far from an equilibrium, where the errors of both players cancel.",
        repair="Compute a best response for each player, and add up their gains.",
        chapter="exploitability",
        measure=wrong_measures.value_distance,
    ),
    Mistake(
        name="best response per history",
        description="The best response takes the best action at each history, as if the player saw the other card.",
        question="With the King you should fold to an Ace's bet, and call a Queen's. What does the best response do?",
        answer="The same in both cases, since it cannot see the other card; the mistake does both.",
        symptom="No profile is an equilibrium: NashConv stays above 0 however long you run.",
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
