"""Any profile: whatever the rows hold, it is a profile or is refused, and what is a profile can be used and kept."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kuhncfr as kc
from kuhncfr.diagnosis import answers, worker

ANYTHING = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=5),
    st.fractions(),
    st.complex_numbers(),
    st.decimals(),
    st.binary(max_size=3),
    st.just([0.5]),
    st.sampled_from([np.float64(0.5), np.int64(1), np.bool_(True), np.array([1.0]), 10**400]),
)
NAMES = st.one_of(st.sampled_from(["A", "K", "Q", "Ab", "Kb", "Qb"]), st.text(max_size=4))
SHARES = st.lists(st.integers(0, 10**6), min_size=1, max_size=4).filter(any)
ROWS = st.dictionaries(NAMES, st.one_of(ANYTHING, st.dictionaries(NAMES, ANYTHING, max_size=3)), max_size=4)


@st.composite
def profiles(draw):
    """Any profile, of fractions and of floats."""
    rows = {}
    for name in draw(st.lists(st.text(max_size=4), unique=True, max_size=4)):
        shares, exact = draw(SHARES), draw(st.booleans())
        actions = draw(st.lists(st.text(max_size=2), unique=True, min_size=len(shares), max_size=len(shares)))
        rows[name] = {a: Fraction(n, sum(shares)) if exact else n / sum(shares) for a, n in zip(actions, shares, strict=True)}
    return kc.StrategyProfile(rows)


@settings(max_examples=60)
@given(rows=ROWS)
def test_rows_are_a_profile_or_are_refused(rows):
    try:
        profile = kc.StrategyProfile(rows)
    except (ValueError, TypeError):
        return
    assert all(math.isclose(sum(row.values()), 1) and min(row.values()) >= 0 for row in profile.values())


@settings(max_examples=40)
@given(profile=profiles())
def test_a_profile_is_kept_as_it_is(profile, tmp_path_factory):
    path = tmp_path_factory.getbasetemp() / "profile.json"
    profile.save(path)
    again = kc.StrategyProfile.load(path)
    assert again == profile
    assert repr(again) == repr(profile)


def test_a_trajectory_from_the_start_has_no_logarithmic_grid():
    with pytest.raises(ValueError, match="logarithmic must be False for a trajectory that begins at iteration 0"):
        kc.Trajectory(np.arange(5), {}, {}, {}).subsample(3, logarithmic=True)


@given(answer=st.one_of(ANYTHING, ROWS))
def test_the_answer_of_a_solver_is_a_strategy_or_refused(answer):
    try:
        rows = worker._rows(answer)
        found = answers.checked_probabilities("one-bet", rows)
    except (worker.InvalidAnswer, answers.Failure):
        return
    assert np.all(found >= -1e-5)
    assert np.all(np.isfinite(found))
