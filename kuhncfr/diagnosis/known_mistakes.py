"""Known mistakes in CFR and in measures of exploitability, each with a program that makes it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from kuhncfr.cfr.cfr import CFR
from kuhncfr.diagnosis import wrong_measures, wrong_rules
from kuhncfr.games.game import Game
from kuhncfr.strategy import StrategyProfile


@dataclass(frozen=True)
class Mistake:
    """A known mistake, with a small program that makes it.

    Attributes
    ----------
    name : str
        The name of the mistake.
    description : str
        One sentence: the rule that is changed, and how.
    question : str
        A question that shows whether a reader would make the mistake.
    answer : str
        The correct answer to the question.
    symptom : str
        The effect on the results.
    repair : str
        The correction.
    chapter : str
        The chapter that explains it.
    rule : type, optional
        For a wrong CFR, the class that changes one step of :class:`~kuhncfr.cfr.CFR`.
    measure : callable, optional
        For a wrong measure, the function ``(game, profile)`` in place of :func:`~kuhncfr.evaluate.exploitability`.
    options : mapping
        Further arguments of the wrong CFR, if the mistake belongs to one variant only.
    """

    name: str
    description: str
    question: str
    answer: str
    symptom: str
    repair: str
    chapter: str
    rule: type | None = None
    measure: Callable[[Game, StrategyProfile], float] | None = None
    options: Mapping[str, Any] = field(default_factory=dict)

    def make(self, game: Game, **options: Any) -> CFR:
        """Create a CFR that makes the mistake.

        Parameters
        ----------
        game : Game
        **options
            As for :class:`~kuhncfr.cfr.CFR`.

        Returns
        -------
        CFR
            The wrong CFR, which runs and has an average strategy.

        Raises
        ------
        ValueError
            If the mistake is one of a measure, not of CFR.

        Examples
        --------
        >>> from kuhncfr import KuhnPoker, nash_conv
        >>> game = KuhnPoker()
        >>> cfr = MISTAKES["cards compared as letters"].make(game).run(1_000)
        >>> bool(nash_conv(game, cfr.average_strategy) > 0.5)
        True
        """
        return mistaken(game, (self,), **options)


def mistaken(game: Game, mistakes: tuple[Mistake, ...], **options: Any) -> CFR:
    """Create a CFR that makes all of these mistakes."""
    rules = [mistake.rule for mistake in mistakes if mistake.rule is not None]
    if len(rules) < len(mistakes):
        raise ValueError(f"mistakes must be mistakes of CFR, got {', '.join(repr(m.name) for m in mistakes if m.rule is None)}")
    for mistake in mistakes:
        options = {**mistake.options, **options}
    cfr: CFR = type("WrongCFR", (*rules, CFR), {})(game, **options)
    return cfr


_ENTRIES = (
    Mistake(
        name="current for average",
        description="The current strategy is handed over in place of the average.",
        question="You stop CFR after 1,000 iterations. Which strategy do you hand over: the one of iteration 1,000, or another?",
        answer="Another: the average of all thousand.",
        symptom="NashConv goes up and down and does not come to 0; with a floor or with turns it may fall, far behind the average.",
        repair="Add up each iteration's strategy, weighted by own reach, and divide by the sum at the end.",
        chapter="regret_matching",
        rule=wrong_rules.CurrentForAverage,
    ),
    Mistake(
        name="average without reach",
        description="Each current strategy enters the average with the same weight, however seldom its player got there.",
        question="You get to a place always in iteration 1, one time in 100 in iteration 2. How do its strategies enter the average?",
        answer="As 100 to 1; with the mistake as 1 to 1.",
        symptom="Nothing where each player moves once, next to nothing in Kuhn poker; where somebody moves twice NashConv stops falling.",
        repair="Multiply what you add to the average by the player's own reach of the information set.",
        chapter="cfr",
        rule=wrong_rules.AverageWithoutReach,
    ),
    Mistake(
        name="reach overwritten",
        description="A player's reach is set to the last action's probability, where it should be multiplied by it.",
        question="You check with probability 1/2, and later call with probability 1/3. What is your own reach after both?",
        answer="1/6; the mistake says 1/3.",
        symptom="Not a bit differs until somebody decides after anybody has moved twice.",
        repair="Multiply: reach[player] *= probability, in a copy for each action.",
        chapter="cfr",
        rule=wrong_rules.ReachOverwritten,
    ),
    Mistake(
        name="chance forgotten",
        description="The weight of a regret is the product over the other players alone, without chance, although all deals are walked.",
        question="Two deals lead to your information set, one twice as likely as the other. What does that change in your regret there?",
        answer="The likelier deal counts twice; the mistake counts both alike.",
        symptom="Nothing while all deals are equally likely; else another game is solved, in which they are.",
        repair="Let chance have its own place in the reach, and multiply by it.",
        chapter="cfr",
        rule=wrong_rules.ChanceForgotten,
    ),
    Mistake(
        name="own reach in the regret",
        description="A regret is weighted by the reach of everybody, the learner's own included.",
        question="You never bet the Queen. Can you regret something that you would do after the bet?",
        answer="Yes: as if you had done everything to get there. With the mistake that regret is always 0.",
        symptom="What a player does seldom is learnt slowly; what a player has stopped doing is never learnt again.",
        repair="Leave the learner out of the product: whether you wanted to get there does not matter once you are there.",
        chapter="cfr",
        rule=wrong_rules.OwnReachInRegret,
    ),
    Mistake(
        name="strategy changed inside an iteration",
        description="Regrets are learnt during the walk, so that its later part is played by another strategy than its first.",
        question="In one iteration the walk meets your King in two deals. Does it play the same strategy in both?",
        answer="Yes: it changes when the walk is over.",
        symptom="It may converge; but the numbers depend on the order in which the tree is walked, and no theorem covers them.",
        repair="Collect what a walk finds, and learn when it is over.",
        chapter="cfr",
        rule=wrong_rules.ChangedInside,
    ),
    Mistake(
        name="regrets floored by aliasing",
        description="Negative regrets are set to 0 for the next strategy, in the same array in which they are summed up.",
        question="A cumulative regret is −3, and an iteration adds 2. What is it now, and what would regret matching use?",
        answer="−1, and 0; the mistake says 2 for both.",
        symptom="It converges: it is half of CFR+, without the weights of its average, and without your knowing.",
        repair="Take the positive part into a new array: np.maximum(regret, 0), not regret[regret < 0] = 0.",
        chapter="variants",
        rule=wrong_rules.FlooredByAliasing,
    ),
    Mistake(
        name="flooring with sampled regrets",
        description="Cumulative regrets are floored at 0 although they are sampled.",
        question="A coin adds 4 to a sum or takes 4 away; below 0 it becomes 0. What is its mean after two throws, and without the floor?",
        answer="3, and 0 without the floor: luck alone has made a regret.",
        symptom="Bad luck is forgotten, good luck is not: sums are biased. The bound on the regrets survives; small games show no harm.",
        repair="With sampled regrets use CFR or linear CFR.",
        chapter="sampling",
        rule=wrong_rules.FlooredSamples,
        options={"algorithm": "cfr+"},
    ),
    Mistake(
        name="sampled regrets corrected twice",
        description="Chance's action is drawn, and its regret multiplied by its probability all the same.",
        question="Deals are drawn. One has probability 1/6. How often does it come, and by what do you then multiply its regret?",
        answer="One time in six, and by 1; the mistake multiplies by 1/6 again.",
        symptom="Nothing while all deals are equally likely; else likely deals count far too much, and another game is solved.",
        repair="Draw, and leave chance out of the weight; or walk all deals, and keep it in.",
        chapter="sampling",
        rule=wrong_rules.CorrectedTwice,
        options={"sampling": "chance"},
    ),
    Mistake(
        name="previous player's reach alone",
        description="The weight of a regret has the reach of the player who sits before, not of all others.",
        question="The first of three bets with probability 1/2, the second calls with 1/3. What is the reach of the others, for the third?",
        answer="1/6, times chance's share; the mistake says 1/3.",
        symptom="Nothing with two players; with three NashConv stops falling, however long you run.",
        repair="Multiply over all other players, and chance.",
        chapter="three_players",
        rule=wrong_rules.PreviousPlayerAlone,
    ),
    Mistake(
        name="sign flipped by depth",
        description="Whose winnings a value is, is told by the number of moves so far, not by who is to move.",
        question="Somebody moves twice in a row. When a value is handed up from the second move to the first, does its sign change?",
        answer="No: it is the same player's.",
        symptom="Nothing while two players take turns; where somebody moves twice in a row, that player learns to lose.",
        repair="Keep utilities as a tuple, one per player, and read the mover's.",
        chapter="three_players",
        rule=wrong_rules.SignByDepth,
    ),
    Mistake(
        name="cards compared as letters",
        description="At the showdown the later letter wins.",
        question="What does Python say to `'K' > 'Q'`, and who wins the showdown?",
        answer="False, for K comes before Q in the alphabet; the King wins.",
        symptom="It converges, to the equilibrium of another game: K loses to Q.",
        repair="Compare places in the ranking: 'JQK'.index(card).",
        chapter="one_bet_kuhn",
        rule=wrong_rules.CardsAsLetters,
    ),
    Mistake(
        name="value's distance for exploitability",
        description="The distance of the profile's value from the value of the game is called its exploitability.",
        question="Two strategies meet, and player 1 wins exactly the value of the game. Are they an equilibrium?",
        answer="Not necessarily: errors of both may cancel.",
        symptom="It can be 0 far from an equilibrium, for two errors may cancel.",
        repair="Compute a best response for each player, and add up what they gain.",
        chapter="exploitability",
        measure=wrong_measures.value_distance,
    ),
    Mistake(
        name="best response per history",
        description="The best response takes the best action at each history, as if the other's card could be seen.",
        question="With the King you had better fold to an Ace's bet, and call a Queen's. What does the best response do?",
        answer="Always the same, for it cannot see the other's card; the mistake does both.",
        symptom="Nothing is ever an equilibrium: NashConv stays above 0 however long you run.",
        repair="Add up over the histories of an information set, weighted by the others' reach, and take one maximum.",
        chapter="exploitability",
        measure=wrong_measures.best_response_per_history,
    ),
)

MISTAKES: dict[str, Mistake] = {mistake.name: mistake for mistake in _ENTRIES}

# Pairs of which one hides or undoes the other: sampled chance needs no reach of chance, so to forget it is correct.
_INCOMPATIBLE = (
    {"current for average", "average without reach"},
    {"chance forgotten", "sampled regrets corrected twice"},
    {"chance forgotten", "flooring with sampled regrets"},
    {"regrets floored by aliasing", "flooring with sampled regrets"},
)


def combinable(one: Mistake, other: Mistake) -> bool:
    """Whether both mistakes have an effect in one program.

    Examples
    --------
    >>> combinable(MISTAKES["reach overwritten"], MISTAKES["current for average"])
    True
    >>> combinable(MISTAKES["average without reach"], MISTAKES["current for average"])
    False
    """
    return one != other and None not in (one.rule, other.rule) and {one.name, other.name} not in _INCOMPATIBLE
