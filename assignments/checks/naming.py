"""The known mistakes that a check can name, each with a repair in words that the notebooks have introduced."""

# By the name that the register of mistakes gives them.
REPAIRS = {
    "current for average": "Add up all strategies, and return their average, not the last one.",
    "average without reach": "Multiply each strategy that you add to the sum by the player's own reach.",
    "average weighted by the others' reach": "Multiply each strategy by the player's own reach, not by the reach of the others.",
    "new strategy averaged": "Add the strategy that was used in the walk, not the one that follows from its regrets.",
    "reach overwritten": "Multiply the reach by the probability of the action, in a copy of the list for each action.",
    "chance forgotten": "The product contains the probabilities of chance, too: the last number of the list reach.",
    "own reach in the regret": "Leave the player who moves out of the product: it contains all others and chance.",
    "previous player's reach alone": "The product contains all other players, and chance.",
    "reach of the others added": "Multiply the numbers of all others and chance; do not add them.",
    "regret with the wrong sign": "Take what the action wins less what the strategy wins, not the other way round.",
    "another player's utility": "Take what the player who moves wins.",
    "sign flipped by depth": "Take what the player who moves wins. Who that is, game.player(h) says, not the number of moves.",
    "strategy changed inside an iteration": "Use one strategy for the whole walk, and compute the next one after it.",
    "regrets floored by aliasing": "Add up regrets with their signs; for the strategy alone a negative sum counts as 0. Work on a copy.",
    "softmax of the regrets": "Play each action in proportion to its positive regret itself.",
    "largest regret alone": "Play all actions in proportion to their positive regrets, not only the one with the largest.",
    "unplayed action worth 0": "Walk each action, also one with probability 0: it has a regret, and so has what follows it.",
    "first action without positive regret": "Where no regret is positive, play all actions equally often.",
    "number of iterations off by one": "Repeat the loop as often as the argument iterations says.",
    "state kept between calls": "Start each call with sums of 0.",
    "best response per history": "Sum over the histories of an information set first, and then take the action with the largest sum.",
    "chance forgotten in the best response": "Weight each history by the probabilities of chance, too.",
    "own reach in the best response": "Leave the player's own probabilities out of the weight of a history.",
    "uniform posterior": "Weight each history by how likely the others and chance make it.",
}
# With these CFR still converges, or may.
MILD = (
    "strategy changed inside an iteration",
    "regrets floored by aliasing",
    "number of iterations off by one",
    "state kept between calls",
)


def named(mistake: str) -> str:
    """Name a mistake to the student."""
    return f"This is the mistake “{mistake}”. {REPAIRS[mistake]}"


def cost(mistake: str) -> float:
    """Return the share of the points of a task that a mistake costs."""
    return 0.5 if mistake in MILD else 1.0
