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


@pytest.mark.parametrize(("name", "value"), [("ante", 1 / 3), ("ante", 5.25), ("algorithm", "dcfr"), ("sampling", "external")])
def test_what_the_stepper_does_not_offer_is_refused(name: str, value: object) -> None:
    with pytest.raises(traitlets.TraitError, match=f"'{name}' trait of a Stepper instance expected any of"):
        setattr(widgets.stepper(), name, value)


def test_other_games_are_refused() -> None:
    with pytest.raises(ValueError, match="game must be OneBetKuhn"):
        widgets.stepper(kc.KuhnPoker())  # type: ignore[arg-type]


def test_a_page_gets_the_state() -> None:
    shown = widgets.Stepper(ante=2.0, alternating=False, sampling="chance", seed=5)
    state = re.search(r'data-widget="stepper">\n<script type="application/json">(.*)</script>', shown.static())
    assert state
    assert json.loads(state[1]) == {"ante": 2.0, "algorithm": "cfr", "alternating": False, "sampling": "chance", "seed": 5}
