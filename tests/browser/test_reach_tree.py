"""The tree of reach in its page: its sliders widen and narrow branches, and the table tells the exact numbers."""

from fractions import Fraction
from itertools import product

import pytest
from charts import Figure, reads, slide, tables
from definition import probability
from visiting import PHONE

import kuhncfr as kc

PAGE, NAME = "book/cfr.html", "fig-cfr-reach"
GAME = kc.OneBetKuhn()
WIDTHS = (
    """figure => [...figure.querySelectorAll("svg.marks .layer_1_marks line")].map(line => Number(line.getAttribute("stroke-width")))"""
)


@pytest.mark.parametrize("path", [PAGE])
def test_branches_and_their_table_follow_the_sliders(figure: Figure, path: str) -> None:
    found = figure(path, NAME)
    for i, shares in product((1, 2), [(Fraction(1, 2), Fraction(1, 2)), (Fraction(3, 20), Fraction(1)), (Fraction(0), Fraction(13, 20))]):
        slide(found, i=i, bet=shares[0], call=shares[1])
        factor = shares[2 - i]
        what = "the call" if i == 1 else "the bet"
        lines = [
            f"How likely, if player {i} did everything to get there",
            f"AKbb: 0.167 (chance) × {float(factor):.2f} ({what}) = {float(factor / 6):.3f}",
        ]
        reads(found, lines)
        (branches,) = tables(found)
        told = {row[0]: float(row[-1]) for row in branches[1:]}
        profile = kc.StrategyProfile.from_bet_probabilities(
            {key: shares[infoset.player] for key, infoset in kc.information_sets(GAME).items()}
        )
        reach = {history: float(probability(GAME, profile, history, leave_out=(i - 1,))) for history in kc.histories(GAME) if history}
        assert told == pytest.approx(reach, abs=2e-6)
        assert len(set(told)) == 33
        widths = found.evaluate(WIDTHS)
        assert widths == pytest.approx([told[history] * max(widths) / max(told.values()) for history in told], abs=2e-3)
        ends = [[history, f"{told[history]:.3f}"] for history in told if GAME.is_terminal(history)]
        assert [text.split() for text in found.locator("svg.marks .layer_4_marks text").all_text_contents()] == ends


@pytest.mark.parametrize("path", [PAGE])
def test_the_tree_fits_a_phone(figure: Figure, path: str) -> None:
    found = figure(path, NAME, PHONE, way="file")
    drawing = found.locator("svg.marks").bounding_box()
    assert drawing is not None
    assert drawing["x"] >= 0
    assert drawing["x"] + drawing["width"] <= PHONE["width"]
    ends = found.locator("svg.marks .layer_4_marks text").all()
    assert len(ends) == 18
    boxes = [end.bounding_box() for end in ends]
    assert all(box is not None and box["x"] + box["width"] <= PHONE["width"] for box in boxes)
