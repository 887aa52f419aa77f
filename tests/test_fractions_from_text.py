"""Numbers in text are parsed exactly, and numbers that take long to build are refused everywhere."""

import json
from fractions import Fraction

import pytest
from command_line import refused
from hypothesis import given
from hypothesis import strategies as st

import kuhncfr as kc
from kuhncfr._support.fractions_from_text import fraction_in

ENDLESS = ["1e999999999", "1e-999999999", "0.1E+999999999", "1" * 100_000, "1/" + "3" * 100_000, "." * 100_000]


@pytest.mark.parametrize("text", ENDLESS)
def test_numbers_that_take_long_to_build_are_refused_at_once(text, tmp_path):
    with pytest.raises(ValueError, match=r"a number is written as in 2, 0\.5, 1/2 or 1e-9, got '") as caught:
        fraction_in(text)
    assert len(str(caught.value)) < 120
    kc.nash.one_bet().profile.save(tmp_path / "nash.json", notes={"game": {"name": "one-bet", "ante": text}})
    assert "nash.json: --ante must be a number" in refused("evaluate", tmp_path / "nash.json")
    content = json.loads((tmp_path / "nash.json").read_text())
    content["strategy"]["K"]["p"] = text
    (tmp_path / "nash.json").write_text(json.dumps(content))
    assert "is damaged: a number is written as in" in refused("evaluate", tmp_path / "nash.json")
    assert "--alpha must be a number" in refused("nash", "kuhn", "--alpha", text)
    assert "--sizes must be" in refused("solve", "bet-size", "--sizes", text)


NO_NUMBERS = ["", " ", "nan", "inf", "1/0", "0/00", "1/-2", "1 2", "1_000", "0x1", "½", "١", "1/2e1", "--1", ".", "e1", "1e", "1\n2"]


@pytest.mark.parametrize("text", NO_NUMBERS)
def test_text_that_is_not_a_number_is_refused(text):
    with pytest.raises(ValueError, match="a number is written as in"):
        fraction_in(text)


@given(st.fractions())
def test_fractions_are_read_as_they_are_written(number):
    assert fraction_in(str(number)) == number
    assert fraction_in(f" {number}\n") == number


@given(st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**30), max_value=10**30, places=9))
def test_decimals_are_exact(number):
    assert fraction_in(f"{number:f}") == Fraction(number)
    assert fraction_in(f"{number:f}e-12") == Fraction(number) / 10**12
