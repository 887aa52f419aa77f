"""Name a known mistake to the student, with a repair in the words that the notebooks have introduced."""

from kuhncfr.diagnosis import MISTAKES

REPAIRS = {
    "current for average": "Return the average of the strategies, not the last one.",
    "average without reach": "Multiply each strategy that you add to the sum by the player's own reach.",
    "reach overwritten": "Multiply the reach by the probability of the action, in a copy for each action.",
    "own reach overwritten": "Multiply the reach by the probability of the action, in a copy for each action.",
    "chance forgotten": "The product has the probabilities of chance as well: the last number of the list reach.",
    "own reach in the regret": "Leave the player who moves out of the product: it has all others and chance.",
    "strategy changed inside an iteration": "Use one strategy for the whole walk, and compute the next one when the walk is over.",
    "regrets floored by aliasing": "Add up the regrets with their signs. A negative sum counts as 0 for the strategy alone: work on a copy.",
    "previous player's reach alone": "The product has the probabilities of all other players, and of chance.",
    "sign flipped by depth": "Take the utility of the player who moves. Who that is, game.player(h) says, not the number of moves.",
    "best response per history": "Sum over the histories of an information set first, and then take the largest sum.",
    "value's distance for exploitability": "Compute what each player could gain by a best response, and average these gains.",
}
# With these CFR still converges, or may.
MILD = ("strategy changed inside an iteration", "updated and averaged inside the walk", "regrets floored by aliasing")


def named(mistake: str) -> str:
    """Describe a mistake to the student."""
    repair = f" Repair: {REPAIRS[mistake]}" if mistake in REPAIRS else ""
    return f"This is the mistake {mistake}: {MISTAKES[mistake].description}{repair}"


def cost(mistake: str) -> float:
    """The share of the points of a task that a mistake costs."""
    return 0.5 if mistake in MILD else 1.0
