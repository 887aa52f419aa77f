"""The limits of a variant's numbers, and variants in files."""

import math
from dataclasses import asdict

import pytest

import kuhncfr as kc
from kuhncfr.cfr.algorithm import from_plain, to_plain
from kuhncfr.cfr.infoset import InfoSet


def test_an_infinite_exponent_keeps_all_regrets():
    assert kc.Algorithm(alpha=math.inf, beta=math.inf).discounts(1) == (1.0, 1.0)


def test_weights_add_up_to_at_most_ten_to_the_300():
    steep = kc.Algorithm(gamma=99)
    steep.check_weights(1_000)  # 1,000 to the power of 100, and no more
    with pytest.raises(ValueError, match=r"gamma=99 gives weights too large for a float by iteration 1,001"):
        steep.check_weights(1_001)
    for few in (0, 1):
        kc.Algorithm(gamma=1_000_000).check_weights(few)


def test_the_iterations_already_done_count():
    cfr = kc.CFR(kc.OneBetKuhn(), algorithm=kc.Algorithm(gamma=300))
    cfr.run(5)
    with pytest.raises(ValueError, match="by iteration 10"):
        cfr.run(5)
    assert cfr.iterations == 5


def test_json_holds_every_variant():
    plain = {"alpha": "inf", "beta": "-inf", "gamma": 2.5, "regret_matching_plus": False, "predictive": True}
    algorithm = kc.Algorithm(alpha=math.inf, beta=-math.inf, gamma=2.5, predictive=True)
    assert to_plain(algorithm) == plain
    assert from_plain(plain) == algorithm
    assert from_plain(asdict(kc.Algorithm())) == kc.Algorithm()


WHOLE = asdict(kc.Algorithm())


@pytest.mark.parametrize("entry", [WHOLE | {"more": 1}, {"alpha": 1}, {"more": 1} | dict(list(WHOLE.items())[1:]), list(WHOLE)])
def test_a_variant_in_a_file_has_all_its_entries_and_no_others(entry):
    with pytest.raises(ValueError, match=r"its algorithm must have the entries alpha, beta, .*, gamma and no others"):
        from_plain(entry)


def test_a_tie_is_between_0_and_ten_to_the_99():
    assert InfoSet("I", 1, ("a", "b"), tie=10**99).tie == 1e99
    for tie in (-0.5, 2 * 10**99):
        with pytest.raises(ValueError, match="tie"):
            InfoSet("I", 1, ("a", "b"), tie=tie)
