"""The stepper from Python: what it accepts, and what a page gets."""

import json
import re
from fractions import Fraction

import pytest
import traitlets

import kuhncfr as kc
from kuhnbook import widgets

QUARTERS = [Fraction(n, 4) for n in range(1, 21)]


@pytest.mark.parametrize("ante", QUARTERS, ids=str)
def test_all_antes_of_the_slider(ante: Fraction) -> None:
    assert widgets.stepper(kc.OneBetKuhn(ante=ante)).ante == ante


@pytest.mark.parametrize("ante", [Fraction(1, 3), Fraction(21, 4), Fraction(1, 8)], ids=str)
def test_other_antes_are_refused(ante: Fraction) -> None:
    with pytest.raises(traitlets.TraitError, match=r"ante must be one of 0\.25, 0\.5, \.\.\. 5, got"):
        widgets.stepper(kc.OneBetKuhn(ante=ante))


def test_other_games_and_algorithms_are_refused() -> None:
    with pytest.raises(ValueError, match="game must be OneBetKuhn"):
        widgets.stepper(kc.KuhnPoker())  # type: ignore[arg-type]
    with pytest.raises(traitlets.TraitError, match="dcfr"):
        widgets.stepper(algorithm="dcfr")
    with pytest.raises(traitlets.TraitError, match="external"):
        widgets.stepper(sampling="external")


def test_cfr_plus_does_not_go_with_drawn_deals_as_in_the_package() -> None:
    with pytest.raises(traitlets.TraitError, match="bias"):
        widgets.stepper(algorithm="cfr+", sampling="chance")
    with pytest.raises(ValueError, match="bias"):
        kc.CFR(kc.OneBetKuhn(), algorithm="cfr+", sampling="chance")
    shown = widgets.stepper(sampling="chance")
    with pytest.raises(traitlets.TraitError, match="bias"):
        shown.algorithm = "cfr+"


def test_a_page_gets_the_state_and_the_same_bytes_each_time() -> None:
    def html() -> str:
        return widgets.stepper(kc.OneBetKuhn(ante=2), alternating=False, sampling="chance", seed=5).static().html

    state = re.search(r'data-widget="stepper">\n<script type="application/json">(.*)</script>', html())
    assert state
    assert json.loads(state[1]) == {"ante": 2.0, "algorithm": "cfr", "alternating": False, "sampling": "chance", "seed": 5}
    assert html() == html()
