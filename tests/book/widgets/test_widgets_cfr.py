"""CFR in the page is CFR in the package: the same numbers at each of the first two hundred iterations."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

import numpy as np
import pytest
from node import answer

import kuhncfr as kc
from kuhnbook.museum import Remembered

ITERATIONS = 200
GAMES = {"one-bet": lambda ante: kc.OneBetKuhn(ante=ante), "kuhn": lambda ante: kc.KuhnPoker(ante=ante)}


class SameCards(kc.CFR):
    """Draws the cards that another run has drawn."""

    cards: Iterator[str]

    def draw(self, chance: Mapping[str, Fraction]) -> str:
        card = next(self.cards)
        assert card in chance
        return card


def largest_difference(game: str, ante: str, algorithm: str, alternating: bool, sampling: str | None) -> float:
    """Return by how much any number of the two runs differs, at any iteration.

    The sums of strategies are compared in shares of themselves: with the weights of CFR+ they reach 20,100. What differs at all
    is rounding, because NumPy's product of matrices rounds once where JavaScript rounds twice.
    """
    numbers = {"ante": float(Fraction(ante)), "iterations": ITERATIONS, "seed": 7}
    options = {"algorithm": algorithm, "alternating": alternating, "sampling": sampling}
    page = answer("cfr_run.mjs", {"game": game, **options, **numbers})
    package = SameCards(Remembered(GAMES[game](Fraction(ante))), **options)
    package.cards = iter(page["drawn"])
    states = []
    for _ in range(ITERATIONS):
        package.step()
        states.append([_numbers(package.infosets[key]) for key in page["keys"]])
    assert set(page["keys"]) == set(package.infosets)
    assert next(package.cards, None) is None
    ours, theirs = np.array(page["states"]), np.array(states)
    assert ours.shape == theirs.shape == (ITERATIONS, len(package.infosets), 4, 2)
    assert (np.ptp(theirs, axis=0).max(axis=(0, 2)) > 0.1).all()  # all four kinds of numbers move
    scale = np.ones_like(theirs)
    scale[:, :, 3] = np.maximum(theirs[:, :, 3].sum(axis=-1, keepdims=True), 1)
    return float((np.abs(ours - theirs) / scale).max())


def _numbers(infoset: kc.InfoSet) -> list[np.ndarray]:
    return [infoset.cumulative_regret, infoset.current_strategy, infoset.average_strategy, infoset.cumulative_strategy]


@pytest.mark.parametrize("alternating", [True, False], ids=["in turn", "together"])
@pytest.mark.parametrize(("algorithm", "sampling"), [("cfr", None), ("cfr+", None), ("cfr", "chance")])
@pytest.mark.parametrize(("game", "ante"), [("one-bet", "1/4"), ("one-bet", "5"), ("kuhn", "1")])
def test_every_iteration_is_the_packages(game: str, ante: str, algorithm: str, sampling: str | None, alternating: bool) -> None:
    assert largest_difference(game, ante, algorithm, alternating, sampling) < 1e-9
