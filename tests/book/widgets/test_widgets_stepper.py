"""The stepper from Python: what it accepts, and what a page gets."""

import json
import re
from fractions import Fraction

import pytest
import traitlets

import kuhncfr as kc
from kuhnbook import widgets


@pytest.mark.parametrize("ante", [Fraction(1, 4), Fraction(1, 2), Fraction(5)], ids=str)
def test_antes_of_the_slider(ante: Fraction) -> None:
    assert widgets.stepper(kc.OneBetKuhn(ante=ante)).ante == ante


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("ante", 1 / 3, r"ante must be one of 0\.25, 0\.5, \.\.\. 5, got"),
        ("ante", 5.25, "ante must be one of"),
        ("algorithm", "dcfr", "dcfr"),
        ("sampling", "external", "external"),
        ("algorithm", "cfr+", "bias"),  # CFR+ with drawn deals, as in the package
    ],
)
def test_what_the_stepper_does_not_offer_is_refused(name: str, value: object, message: str) -> None:
    shown = widgets.stepper(sampling="chance")
    with pytest.raises(traitlets.TraitError, match=message):
        setattr(shown, name, value)


def test_other_games_are_refused() -> None:
    with pytest.raises(ValueError, match="game must be OneBetKuhn"):
        widgets.stepper(kc.KuhnPoker())  # type: ignore[arg-type]


def test_a_page_gets_the_state_and_the_same_bytes_each_time() -> None:
    def html() -> str:
        return widgets.stepper(kc.OneBetKuhn(ante=2), alternating=False, sampling="chance", seed=5).static()

    state = re.search(r'data-widget="stepper">\n<script type="application/json">(.*)</script>', html())
    assert state
    assert json.loads(state[1]) == {"ante": 2.0, "algorithm": "cfr", "alternating": False, "sampling": "chance", "seed": 5}
    assert html() == html()
