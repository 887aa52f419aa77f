"""The programs whose iterates are stored: variants of CFR, correct or with one known mistake."""

import math
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from kuhnbook import museum
from kuhncfr.cfr.algorithm import ALGORITHMS, Algorithm
from kuhncfr.cfr.cfr import CFR
from kuhncfr.diagnosis.games import ALL
from kuhncfr.diagnosis.known_mistakes import ALIASED, MISTAKES, SAMPLED, SIZE, STATE, SWAPPED
from kuhncfr.diagnosis.table import FLOORED
from tools.diagnosis_table.further_forms import FURTHER


class LastPlayerFirst(CFR):
    """Updates the last player first. This is no mistake, but it gives other numbers."""

    def order(self) -> tuple[int, ...]:
        return super().order()[::-1]


class OnePlayerAnIteration(CFR):
    """Updates one player in each iteration. This is no mistake, but it gives other numbers."""

    def order(self) -> tuple[int, ...]:
        return (self.iterations % self.game.players,)


VARIANTS: dict[str, Algorithm] = {
    "CFR": ALGORITHMS["cfr"],
    "CFR+": ALGORITHMS["cfr+"],
    "linear CFR": ALGORITHMS["lcfr"],
    "discounted CFR": ALGORITHMS["dcfr"],
    "predictive CFR+": ALGORITHMS["pcfr+"],
    "CFR with a linear average": Algorithm(gamma=1),
    "CFR with a quadratic average": Algorithm(gamma=2),
    "CFR+ with a quadratic average": Algorithm(regret_matching_plus=True, gamma=2),
    FLOORED: Algorithm(regret_matching_plus=True),
    "discounted CFR+": ALGORITHMS["dcfr+"],
    "predictive discounted CFR+": ALGORITHMS["pdcfr+"],
}
# Mistakes in these are not stored, nor samples of the first: the table would be too large for a page.
WITHOUT_SAMPLES = ("discounted CFR+", "predictive discounted CFR+")
RIGHT_ONLY = (*WITHOUT_SAMPLES, "CFR with a quadratic average")
TURNS: dict[str, tuple[type, ...]] = {
    "alternating": (),
    "simultaneous": (),
    "alternating (last player first)": (LastPlayerFirst,),
    "alternating (one player per iteration)": (OnePlayerAnIteration,),
}
USUAL = ("alternating", "simultaneous")
# By mistake in CFR, all classes that make it.
FORMS = {name: (*museum.PROGRAMS.get(name, ()), *FURTHER.get(name, ())) for name in (*museum.PROGRAMS, *FURTHER)}


@dataclass(frozen=True)
class Candidate:
    """A variant of CFR, perhaps with a mistake."""

    variant: str
    turns: str
    mistake: str = ""
    form: int = 0  # which of the classes that make the mistake
    sampled: bool = False

    def __str__(self) -> str:
        return f"{self.turns} {self.variant}"

    def start(self, game: str, seed: int | None = None) -> CFR:
        """Start a run on one of the games."""
        algorithm = VARIANTS[self.variant]
        options: dict[str, Any] = {"algorithm": algorithm, "alternating": self.turns != "simultaneous", "seed": seed}
        if self.sampled and not algorithm.regret_matching_plus:
            options["sampling"] = "chance"
        if self.mistake:
            return museum.make(self.mistake, ALL[game], *TURNS[self.turns], rule=FORMS[self.mistake][self.form], **options)
        cfr: CFR = type("AnyOrderCFR", (*TURNS[self.turns], CFR), {})(ALL[game], **options)
        return cfr


RIGHT = tuple(Candidate(variant, turns) for variant in VARIANTS for turns in TURNS)


@cache
def wrong() -> tuple[Candidate, ...]:
    """Return all candidates with a mistake that do not sample; the simplest variants come first."""
    return tuple(
        made
        for variant in VARIANTS
        if variant not in RIGHT_ONLY
        for turns in USUAL
        for mistake in MISTAKES
        if mistake in FORMS and mistake not in (STATE, *SAMPLED)
        for form in range(len(FORMS[mistake]))
        if _has_effect(made := Candidate(variant, turns, mistake, form))
    )


@cache
def sampled() -> tuple[Candidate, ...]:
    """Return all candidates that sample chance: correct ones, and those with a mistake that only samples show."""
    correct = [Candidate(variant, turns, sampled=True) for variant in VARIANTS if variant not in WITHOUT_SAMPLES for turns in USUAL]
    made = [replace(one, mistake=name, form=form) for name in SAMPLED for form in range(len(FORMS[name])) for one in correct]
    # Sampled regrets are floored exactly if this is the mistake.
    return tuple(one for one in (*correct, *made) if VARIANTS[one.variant].regret_matching_plus == (one.mistake == SAMPLED[0]))


def _has_effect(made: Candidate) -> bool:
    floor = VARIANTS[made.variant].regret_matching_plus
    if made.mistake == ALIASED:  # the variants with a floor give the same numbers
        return not floor and VARIANTS[made.variant].alpha != math.inf
    if made.mistake == "divided by the sum of all regrets":
        return not floor
    if made.mistake == "average without the weights":
        return VARIANTS[made.variant].alpha != math.inf
    if made.mistake == SWAPPED:
        return VARIANTS[made.variant].alpha != VARIANTS[made.variant].beta
    return not (made.mistake == SIZE and made.form and floor)  # floored regrets are their own sizes
