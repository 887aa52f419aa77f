"""Kuhn poker with rules that somebody may have written by mistake."""

from fractions import Fraction

import kuhncfr as kc


class OtherPayoffs(kc.KuhnPoker):
    """Kuhn poker in which the payoffs of some endings are multiplied: ``OtherPayoffs(pbb=-1)``."""

    def __init__(self, **factors):
        super().__init__()
        object.__setattr__(self, "factors", factors)

    def utilities(self, history):
        return tuple(self.factors.get(history[2:], 1) * won for won in super().utilities(history))


class ActsAgain(kc.KuhnPoker):
    """After a bet and a call player 1 may fold, as if there were one more turn."""

    def is_terminal(self, history):
        return history[2:] in ("pp", "bp", "pbp", "pbb", "bbp", "bbb")

    def utilities(self, history):
        if history[2:] == "bbp":
            return Fraction(-1), Fraction(1)
        return kc.KuhnPoker().utilities(history[:4] if history[2:] == "bbb" else history)
