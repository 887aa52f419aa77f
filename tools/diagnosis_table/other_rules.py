"""Kuhn poker with wrong rules, as a program that plays nothing else may have: the games by mistake, and by what is wrong in words."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import product

from kuhncfr.diagnosis.payoffs import ENDINGS, FACTORS, other_kuhn
from kuhncfr.games.kuhn import KuhnPoker

PAID = {**FACTORS, "pays nothing": Fraction(0)}
FOLDS, CALLS, SHOWDOWNS = ("bp", "pbp"), ("bb", "pbb"), ("pp", "bb", "pbb")


class OtherDeals(KuhnPoker):
    """Kuhn poker with other deals, all equally likely, which may be of two equal cards: then nobody wins at the showdown."""

    def __init__(self, *deals: str) -> None:
        super().__init__()
        object.__setattr__(self, "deals", deals)

    def chance(self, history: str) -> Mapping[str, Fraction]:
        following = [deal[len(history)] for deal in self.deals if deal.startswith(history)]  # type: ignore[attr-defined]
        return {card: Fraction(following.count(card), len(following)) for card in sorted(set(following))}

    def actions(self, history: str) -> tuple[str, ...]:
        return super().actions("JQ" + history[2:])  # which must be different cards

    def utilities(self, history: str) -> tuple[Fraction, ...]:
        if history[0] != history[1]:
            return super().utilities(history)
        return KuhnPoker().utilities("JQ" + history[2:]) if history[2:] in FOLDS else (Fraction(0), Fraction(0))


class EqualCardsLose(OtherDeals):
    """The player whose turn it would be loses with equal cards, as if the card were lower."""

    def utilities(self, history: str) -> tuple[Fraction, ...]:
        if history[0] != history[1] or history[2:] in FOLDS:
            return super().utilities(history)
        return KuhnPoker().utilities(("KQ" if len(history) % 2 else "QK") + history[2:])


class PassesFold(KuhnPoker):
    """The second pass counts as a fold."""

    def utilities(self, history: str) -> tuple[Fraction, ...]:
        return (Fraction(1), Fraction(-1)) if history[2:] == "pp" else super().utilities(history)


class Exchanged(KuhnPoker):
    """A fold and a call after a pass and a bet are exchanged."""

    def utilities(self, history: str) -> tuple[Fraction, ...]:
        return super().utilities(history[:2] + {"pbp": "pbb", "pbb": "pbp"}.get(history[2:], history[2:]))


def _payoffs() -> dict[str, KuhnPoker]:
    one = {f"{ending!r} {what}": other_kuhn(factor, ending) for ending in ENDINGS for what, factor in PAID.items()}
    two = {
        f"{pair[0]!r} and {pair[1]!r}, after a {kind}, {what.replace('pays', 'pay', 1)}": other_kuhn(factor, *pair)
        for kind, pair in (("fold", FOLDS), ("call", CALLS))
        for what, factor in PAID.items()
    }
    others = {
        "the lower card wins": other_kuhn(Fraction(-1), *SHOWDOWNS),
        "'pp' pays player 1, whoever has the higher card": PassesFold(),
        "'pbp' and 'pbb' are exchanged": Exchanged(),
    }
    return one | two | others


_ALL = ["".join(deal) for deal in product("JQK", repeat=2)]
RULES: dict[str, dict[str, KuhnPoker]] = {
    "wrong payoff": _payoffs(),
    "wrong deals": {
        "both players may have the same card, and then nobody wins": OtherDeals(*_ALL),
        "both players may have the same card, and then the one whose turn it would be loses": EqualCardsLose(*_ALL),
        "player 1 always has the higher card": OtherDeals("QJ", "KJ", "KQ"),
        "player 2 always has the higher card": OtherDeals("JQ", "JK", "QK"),
    },
}
