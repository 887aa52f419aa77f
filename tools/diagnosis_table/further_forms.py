"""Further forms of known mistakes, which only the table needs: the museum shows one form of each, and the assignments name some more."""

import numpy as np

from kuhnbook.museum.wrong_rules import LAST, GameView, OpenGame, Rule, keyed, matching, updating
from kuhncfr.cfr.cfr import CHANCE, Found
from kuhncfr.cfr.update import Array, regret_matching


class CorrectedInAllReaches(Rule):
    """Samples the chance action and multiplies the reach of every player by its probability, so that regrets and averages have it."""

    def chance_value(self, history: str, reach: Array, learners: tuple[int, ...], found: Found) -> Array:
        chance = self.game.chance(history)
        action = self.draw(chance)
        by = np.full_like(reach, float(chance[action]))
        by[CHANCE] = 1.0
        return self.walk(history + action, reach * by, learners, found)  # sampled already


class FirstLetterCut(GameView):
    """The same game with keys that lack their first letter: the card, unless that letter is the number of the player."""

    def infoset(self, history: str) -> str:
        key = self._game.infoset(history)
        return str(key if ":" in key else key[1:])


FIRST, ALL = slice(1), slice(None)

FURTHER: dict[str, tuple[type, ...]] = {
    "sampled regrets corrected twice": (CorrectedInAllReaches,),
    "size of the regret": (updating(matching(lambda regret: regret_matching(np.abs(regret)))),),
    "key without the card": (keyed(FirstLetterCut, LAST),),
    "key with the other's card": (keyed(OpenGame, FIRST), keyed(OpenGame, ALL)),
}
