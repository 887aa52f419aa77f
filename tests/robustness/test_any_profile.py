"""Any profile and any trajectory: whatever the rows hold, it is a profile or is refused, and what is a profile can be used and kept."""

import math
from fractions import Fraction

import numpy as np
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


@given(values=st.lists(st.one_of(st.floats(), st.integers()), min_size=1, max_size=6), points=st.integers(-1, 8), logarithmic=st.booleans())
def test_a_trajectory_is_thinned_or_refused(values, points, logarithmic):
    steps = np.arange(len(values))
    series = {"K": {"b": np.array(values, dtype=float)}}
    trajectory = kc.Trajectory(steps, series, series, series)
    try:
        thin = trajectory.thinned(points, logarithmic=logarithmic)
    except ValueError:
        assert points < 2 or logarithmic
        return
    assert len(thin.iterations) <= max(points, 2)
    assert thin.iterations[0] == steps[0]
    assert thin.iterations[-1] == steps[-1]


@given(answer=st.one_of(ANYTHING, ROWS))
def test_what_a_solver_answers_is_a_strategy_or_told(answer):
    try:
        rows = worker._rows(answer)
        found = answers.checked("one-bet", rows)
    except (worker.NoAnswer, answers.Failure):
        return
    assert np.all(found >= -1e-5)
    assert np.all(np.isfinite(found))
