"""The King's two weights in their page: sliders change the widths, and the title says what calling gains."""

from fractions import Fraction

import pytest
from charts import Figure, slide, tables
from playwright.sync_api import expect


def test_weights_and_gain_follow_the_sliders(figure: Figure) -> None:
    """Chance deals either pair one time in six; a call wins one less than a fold against the Ace, three more against the Queen."""
    found = figure("book/cfr.html", "fig-cfr-king")
    for ace, queen in ((6, 6), (12, 4), (12, 0), (3, 11)):
        slide(found, ace=ace, queen=queen)
        weights = [Fraction(times, 12) * Fraction(1, 6) for times in (ace, queen)]
        gain = float(3 * weights[1] - weights[0])
        title = found.locator("svg.marks .role-title text")
        expect(title).to_have_text(f"Calling instead of folding: {gain:+.3f} chips".replace("-", "−"))
        (rows,) = tables(found)
        column = rows[0].index("weight (probability)")
        assert [float(row[column]) for row in rows[1:]] == pytest.approx([float(weight) for weight in weights], abs=1e-3)
