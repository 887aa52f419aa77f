"""Strategy profiles: valid rows, exact numbers, and the errors of wrong rows."""

import json
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kuhncfr as kc
from kuhncfr import StrategyProfile

HALF = Fraction(1, 2)


@pytest.fixture
def honest():
    return StrategyProfile.from_bet_probabilities({"A": 1, "K": 0, "Q": 0, "Ab": 1, "Kb": HALF, "Qb": 0})


@pytest.fixture
def path(tmp_path):
    return tmp_path / "profile.json"


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"p": 0.5, "b": 0.4}, r"the probabilities at 'Kb' must sum to 1, got 0\.9"),
        ({"p": HALF, "b": Fraction(1, 3)}, "the probabilities at 'Kb' must sum to 1, got 5/6"),
        ({"p": 1 + Fraction(1, 10**9), "b": 0}, "'Kb' must sum to 1"),  # exact numbers have no rounding to hide in
        ({"p": 1.5, "b": -0.5}, r"the probability of 'b' at 'Kb' must be at least 0, got -0\.5"),
    ],
)
def test_a_wrong_row_is_named(row, message):
    with pytest.raises(ValueError, match=message):
        StrategyProfile({"K": {"p": 1, "b": 0}, "Kb": row})


def test_whole_numbers_and_fractions_stay_exact_unless_a_row_has_a_float():
    exact, mixed = {"p": np.int64(0), "b": Fraction(1)}, {"p": 0.5, "b": HALF}
    single = dict(zip("pb", np.array([0.25, 0.75], dtype=np.float32), strict=True))
    profile = StrategyProfile({"K": {"p": 1, "b": 0}, "Q": exact, "Kb": mixed, "Qb": single})
    assert [{*map(type, row.values())} for row in profile.values()] == [{Fraction}, {Fraction}, {float}, {float}]
    assert profile["Qb"]["b"] == 0.75
    assert not profile.exact
    assert StrategyProfile({"Q": exact}).exact


def test_printed_digits_are_scaled_to_sum_to_1():
    row = StrategyProfile({"K": {"a": 0.333333, "b": 0.333333, "c": 0.333333}})["K"]
    assert sum(row.values()) == pytest.approx(1, abs=1e-15)
    assert row["a"] == pytest.approx(1 / 3, abs=1e-15)
    with pytest.raises(ValueError, match="must sum to 1"):
        StrategyProfile({"K": {"a": 0.3333, "b": 0.3333, "c": 0.3333}})


@given(st.lists(st.floats(min_value=1e-6, max_value=1), min_size=1, max_size=6))
def test_rows_of_floats_are_scaled_once(weights):
    total = sum(weights)
    profile = StrategyProfile({"K": {chr(97 + k): weight / total for k, weight in enumerate(weights)}})
    assert sum(profile["K"].values()) == pytest.approx(1, abs=1e-15)
    assert StrategyProfile(profile) == profile


def test_a_profile_is_immutable(honest):
    source = {"K": {"p": 1, "b": 0}}
    profile = StrategyProfile(source)
    source["K"]["p"] = 0
    assert profile["K"]["p"] == 1
    with pytest.raises(TypeError):
        profile["K"]["p"] = 0
    with pytest.raises(TypeError):
        profile["K"] = {"p": 0, "b": 1}


@pytest.mark.parametrize("game", [kc.OneBetKuhn(), kc.KuhnPoker(players=3, cards=4), kc.MatrixGame(np.zeros((3, 2)))], ids=repr)
def test_uniform(game):
    profile = StrategyProfile.uniform(game)
    assert profile.exact
    assert list(profile) == list(kc.information_sets(game))
    assert all(len(set(row.values())) == 1 for row in profile.values())
    profile.check(game)


def test_replace(honest):
    bluffing = honest.replace({"Q": {"p": 0, "b": 1}})
    assert bluffing["Q"]["b"] == 1
    assert honest["Q"]["b"] == 0
    assert list(bluffing) == list(honest)
    assert {key for key in honest if bluffing[key] != honest[key]} == {"Q"}
    with pytest.raises(ValueError, match="'Q' must sum to 1"):
        honest.replace({"Q": {"p": 0, "b": 0}})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda rows: rows.pop("Kb"), r"misses information set 'Kb'; OneBetKuhn\(.*\) has 'A', 'K', 'Q', 'Ab', 'Kb', 'Qb'"),
        (lambda rows: rows.update(Kp={"p": 1, "b": 0}), r"has an unknown information set 'Kp'; OneBetKuhn\(.*\) has 'A', 'K'"),
        (lambda rows: rows.update(K={"p": 1}), r"has actions \('p',\) at 'K'; OneBetKuhn\(.*\) allows \('p', 'b'\)"),
        (lambda rows: rows.update(K={"p": 1, "b": 0, "r": 0}), r"has actions \('p', 'b', 'r'\) at 'K'"),
    ],
)
def test_check_says_what_does_not_fit(honest, change, message):
    rows = {key: dict(row) for key, row in honest.items()}
    change(rows)
    with pytest.raises(ValueError, match=message):
        StrategyProfile(rows).check(kc.OneBetKuhn())


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "is damaged, or not a '.*' file: it is not JSON"),
        ("[1, 2]", "is not a 'kuhncfr strategy profile' file"),
        ({}, "is damaged"),
        ({"strategy": {"K": {"p": "1/0"}}}, "is damaged"),
        ({"strategy": {"K": {"p": "1e999999999"}}}, "is damaged: a number is written as in 2, 0.5, 1/2 or 1e-9, got '1e999999999'"),
        ({"strategy": {"K": {"p": 10**400}}}, "is damaged"),
        ({"strategy": {"K": {"p": "1/2"}}}, "is damaged: the probabilities at 'K' must sum to 1, got 1/2"),
    ],
    ids=str,
)
def test_damaged_files_are_refused_and_not_changed(path, content, message):
    text = content if isinstance(content, str) else json.dumps({"format": "kuhncfr strategy profile", **content})
    path.write_text(text)
    with pytest.raises(ValueError, match=message) as raised:
        StrategyProfile.load(path)
    assert str(path) in str(raised.value)
    assert path.read_text() == text


def test_printed(honest):
    profile = honest.replace({"Q": {"p": 2 / 3, "b": 1 / 3}})
    assert str(profile).splitlines() == [
        "A   p 0         b 1",
        "K   p 1         b 0",
        "Q   p 0.666667  b 0.333333",
        "Ab  p 0         b 1",
        "Kb  p 1/2       b 1/2",
        "Qb  p 1         b 0",
    ]
    assert str(StrategyProfile({})) == ""


def test_repr_builds_the_same_profile(honest):
    assert eval(repr(honest)) == honest
    assert honest.to_frame().loc["Kb", "b"] == HALF


def test_html_table_has_a_row_for_every_information_set_and_a_column_for_every_action():
    table = StrategyProfile({"K": {"p": 1, "b": 0}, "Kr": {"p": HALF, "r": HALF}})._repr_html_()
    assert '<th scope="col">information set</th><th scope="col">p</th><th scope="col">b</th><th scope="col">r</th>' in table
    assert '<tr><th scope="row">K</th><td>1</td><td>0</td><td></td></tr>' in table
    assert '<tr><th scope="row">Kr</th><td>1/2</td><td></td><td>1/2</td></tr>' in table


def test_names_in_the_html_table_are_text_and_no_markup():
    table = StrategyProfile({"<script>": {"a&b": 1}})._repr_html_()
    assert "<script>" not in table
    assert '<th scope="row">&lt;script&gt;</th>' in table
    assert '<th scope="col">a&amp;b</th>' in table


def test_notes_are_read_back_beside_the_profile(tmp_path):
    profile = StrategyProfile.from_bet_probabilities({"K": Fraction(1, 3)})
    profile.save(tmp_path / "a.json", notes={"game": {"name": "kuhn"}})
    assert StrategyProfile.load_with_notes(tmp_path / "a.json") == (profile, {"game": {"name": "kuhn"}})
    profile.save(tmp_path / "b.json")
    assert StrategyProfile.load_with_notes(tmp_path / "b.json") == (profile, {})


SHARES = st.lists(st.integers(0, 10**6), min_size=1, max_size=4).filter(any)


@st.composite
def profiles(draw):
    """Any profile, of fractions and of floats."""
    rows = {}
    for name in draw(st.lists(st.text(max_size=4), unique=True, max_size=4)):
        shares, exact = draw(SHARES), draw(st.booleans())
        actions = draw(st.lists(st.text(max_size=2), unique=True, min_size=len(shares), max_size=len(shares)))
        rows[name] = {a: Fraction(n, sum(shares)) if exact else n / sum(shares) for a, n in zip(actions, shares, strict=True)}
    return StrategyProfile(rows)


@settings(max_examples=20)
@given(profile=profiles())
def test_a_profile_is_saved_as_it_is(profile, tmp_path_factory):
    path = tmp_path_factory.getbasetemp() / "profile.json"
    profile.save(path)
    again = StrategyProfile.load(path)
    assert again == profile
    assert repr(again) == repr(profile)
