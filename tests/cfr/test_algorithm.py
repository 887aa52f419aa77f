"""The limits of a variant's numbers, and variants in files."""

import math
from dataclasses import asdict

import pytest

import kuhncfr as kc
from kuhncfr._support.arguments import LARGEST
from kuhncfr.cfr.algorithm import from_plain, to_plain
from kuhncfr.cfr.infoset import InfoSet

WHOLE = asdict(kc.Algorithm())


def test_an_infinite_exponent_keeps_all_regrets():
    assert kc.Algorithm(alpha=math.inf, beta=math.inf).discounts(1) == (1.0, 1.0)


def test_the_weights_of_all_iterations_that_can_be_counted_add_up_to_a_float():
    assert math.isfinite(LARGEST * kc.Algorithm(gamma=15).weight(LARGEST))
    for gamma in (math.nextafter(15, 16), math.inf):
        with pytest.raises(ValueError, match=f"gamma must lie between 0 and 15, got {gamma}"):
            kc.Algorithm(gamma=gamma)


def test_json_holds_every_variant():
    plain = WHOLE | {"alpha": "inf", "beta": "-inf", "gamma": 2.5, "regret_matching_plus": False, "predictive": True}
    algorithm = kc.Algorithm(alpha=math.inf, beta=-math.inf, gamma=2.5, predictive=True)
    assert to_plain(algorithm) == plain
    assert from_plain(plain) == algorithm
    assert from_plain(WHOLE) == from_plain({}) == kc.Algorithm()


def test_a_variant_in_a_file_has_no_entry_that_is_unknown():
    for entry, wrong in ((WHOLE | {"more": 1}, "'more'"), (list(WHOLE), "its algorithm must be a mapping")):
        with pytest.raises(TypeError, match=wrong):
            from_plain(entry)


def test_a_tie_is_between_0_and_ten_to_the_99():
    assert InfoSet("I", 1, ("a", "b"), tie=10**99).tie == 1e99
    for tie in (-0.5, 2 * 10**99):
        with pytest.raises(ValueError, match="tie"):
            InfoSet("I", 1, ("a", "b"), tie=tie)
