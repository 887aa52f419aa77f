"""The register of the known mistakes in CFR and in measures of exploitability."""

from kuhncfr.diagnosis.everyday_mistakes import EVERYDAY
from kuhncfr.diagnosis.mistake import Mistake

ALIASED, STATE, SIZE = "regrets floored by aliasing", "state kept between calls", "size of the regret"
NO_POSITIVE = "first action without positive regret"
UNWEIGHTED = "average without reach"
SAMPLED = "flooring with sampled regrets", "sampled regrets corrected twice"

_ENTRIES = (
    Mistake(
        name="current for average",
        description="The solver returns the current strategy in place of the average.",
        repair="Add up each iteration's strategy, weighted by own reach, and divide by the sum at the end.",
        hint="Add up all strategies, and return their average, not the last one.",
        chapter="regret_matching",
    ),
    Mistake(
        name="average without reach",
        description="Each current strategy enters the average with weight 1 instead of the player's own reach.",
        repair="Multiply each strategy that you add to the average by the player's own reach of the information set.",
        hint="Multiply each strategy that you add to the sum by the player's own reach.",
        chapter="cfr",
    ),
    Mistake(
        name="reach overwritten",
        description="A reach is set to the probability of the last action, not multiplied by it; or all actions share one array.",
        repair="Multiply: reach[player] *= probability, in a copy for each action.",
        hint="Multiply the reach by the probability of the action, in a copy of the list for each action.",
        chapter="cfr",
    ),
    Mistake(
        name="chance forgotten",
        description="All deals count alike, whatever their probability: chance is missing from the weight of the regret, or is uniform.",
        repair="Give chance an entry of its own in the reach, and multiply by it.",
        hint="The product contains the probabilities of chance, too: the last number of the list reach.",
        chapter="cfr",
    ),
    Mistake(
        name="own reach in the regret",
        description="A regret is weighted by the learner's own reach, together with the others' reach or in its place.",
        repair="Leave the learner out of the product: a counterfactual value assumes that the learner plays to get there.",
        hint="Leave the player who moves out of the product: it contains all others and chance.",
        chapter="cfr",
    ),
    Mistake(
        name="strategy changed inside an iteration",
        description="Regrets are updated during the walk, so that its later part uses another strategy than its first.",
        repair="Collect the regrets of a walk, and update when it is over.",
        hint="Use one strategy for the whole walk, and compute the next one after it.",
        chapter="cfr",
    ),
    Mistake(
        name="regrets floored by aliasing",
        description="Negative regrets are set to 0 for the next strategy, in the array that stores the cumulative regrets.",
        repair="Take the positive part into a new array: np.maximum(regret, 0), not regret[regret < 0] = 0.",
        hint="Add up regrets with their signs; for the strategy alone a negative sum counts as 0. Work on a copy.",
        chapter="variants",
    ),
    Mistake(
        name="flooring with sampled regrets",
        description="Cumulative regrets are floored at 0 although they are sampled.",
        repair="With sampled regrets use CFR or linear CFR.",
        chapter="sampling",
    ),
    Mistake(
        name="sampled regrets corrected twice",
        description="An action of chance or of another player is sampled, and the regret is still multiplied by its probability.",
        repair="Leave sampled probabilities out of the weight.",
        chapter="sampling",
    ),
    Mistake(
        name="previous player's reach alone",
        description="A regret is weighted by the reach of one other player alone, the previous or the next, not of all others.",
        repair="Multiply over all other players, and chance.",
        hint="The product contains all other players, and chance.",
        chapter="three_players",
    ),
    Mistake(
        name="sign flipped by depth",
        description="The sign of a value changes with every move, whoever moves next.",
        repair="Store utilities as a tuple, one per player, and read that of the player who moves.",
        hint="Take what the player who moves wins. Who that is, game.player(h) says, not the number of moves.",
        chapter="three_players",
    ),
    Mistake(
        name="cards compared as letters",
        description="At the showdown the card with the later letter wins.",
        repair="Compare positions in the ranking: 'JQK'.index(card).",
        chapter="one_bet_kuhn",
    ),
    Mistake(
        name="value's distance for exploitability",
        description="The distance of the profile's value from the value of the game is used as its exploitability.",
        repair="Compute a best response for each player, and add up their gains.",
        chapter="exploitability",
        measures=("value_distance",),
    ),
    Mistake(
        name="best response per history",
        description="The best response takes the best action at each history, as if the player saw the other card.",
        repair="Sum over the histories of an information set, weighted by the others' reach, and take one maximum.",
        hint="Sum over the histories of an information set first, and then take the action with the largest sum.",
        chapter="exploitability",
        measures=("best_response_per_history",),
    ),
)

MISTAKES: dict[str, Mistake] = {mistake.name: mistake for mistake in (*_ENTRIES, *EVERYDAY)}
