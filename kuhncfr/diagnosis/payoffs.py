"""Wrong payoffs: a program that plays Kuhn poker alone has rules of its own, and may have found an equilibrium of another game."""

from collections.abc import Iterable
from fractions import Fraction

from kuhncfr.diagnosis.answers import Answer, profile_of
from kuhncfr.diagnosis.games import PLAIN
from kuhncfr.evaluate import exploitability
from kuhncfr.games.kuhn import KuhnPoker

ENDINGS = "pp", "bp", "bb", "pbp", "pbb"
FACTORS = {"pays the wrong player": Fraction(-1), "pays twice as much": Fraction(2), "pays half as much": Fraction(1, 2)}
NEAR = 0.15  # of the exploitability in Kuhn poker itself: how much may be left in the other game


def other_kuhn(factor: Fraction, *endings: str) -> KuhnPoker:
    """Return Kuhn poker in which the payoffs of some endings are multiplied by a factor."""

    class OtherKuhn(KuhnPoker):
        def utilities(self, history: str) -> tuple[Fraction, ...]:
            paid = super().utilities(history)
            return tuple(factor * u for u in paid) if history[2:] in endings else paid

    return OtherKuhn()


def doubt(averages: Iterable[Answer]) -> str:
    """Return a sentence with the payoffs that explain averages far from all equilibria, or with a question about the rules."""
    profiles = [profile_of(PLAIN, average) for average in averages]
    near = [(profile, NEAR * exploitability(KuhnPoker(), profile)) for profile in profiles]
    others = {f"{ending!r} {what}": other_kuhn(factor, ending) for ending in ENDINGS for what, factor in FACTORS.items()}
    if fitting := " or ".join(what for what, game in others.items() if all(exploitability(game, each) < most for each, most in near)):
        return f" Its averages are close to an equilibrium of another game, in which {fitting}. Are the payoffs right?"
    return f" Does a hand end after {', '.join(ENDINGS[:-1])} and {ENDINGS[-1]}, and nowhere else, and with the right payoffs?"
