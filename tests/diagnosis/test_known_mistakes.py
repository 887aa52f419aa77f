"""Known mistakes: each runs, names a chapter, and has an effect on one of the games; and what is stored of them is what they compute."""

import numpy as np
import pytest
import yaml

import kuhncfr as kc
from kuhncfr.cfr.algorithm import ALGORITHMS
from kuhncfr.diagnosis import GAMES, MISTAKES, table
from kuhncfr.diagnosis.answers import TOLERANCE
from kuhncfr.diagnosis.games import DESCRIPTIONS, PLAIN
from kuhncfr.diagnosis.known_mistakes import EXPLORES, LEFT_OUT, SAMPLED, SIZE, STATE
from kuhncfr.diagnosis.table import ITERATES
from tools.diagnosis_table import __main__ as tool
from tools.diagnosis_table.candidates import FORMS, RIGHT, VARIANTS, wrong
from tools.diagnosis_table.other_rules import RULES

pytestmark = pytest.mark.usefixtures("asked_once")

FAR = 100 * TOLERANCE


def test_each_can_be_read_about(root):
    chapters = {entry["file"] for part in yaml.safe_load((root / "_toc.yml").read_text())["parts"] for entry in part["chapters"]}
    for name, mistake in MISTAKES.items():
        assert mistake.name == name
        assert f"book/{mistake.chapter}" in chapters
        assert (name in (*FORMS, *RULES, EXPLORES, LEFT_OUT)) != bool(mistake.function)


def test_the_games_are_valid_and_described():
    assert set(DESCRIPTIONS) == {*GAMES, PLAIN}
    for game in GAMES.values():
        kc.validate(game)


@pytest.mark.parametrize("game", GAMES)
def test_rounding_decides_nothing_in_the_games(game):
    """A cumulative regret is clearly not 0, or exactly 0: all its terms were floored or multiplied by 0."""
    for algorithm in ALGORITHMS:
        for alternating in (True, False):
            cfr = kc.CFR(GAMES[game], algorithm=algorithm, alternating=alternating)
            for _ in cfr.iterate(max(ITERATES)):
                regrets = np.concatenate([infoset.cumulative_regret + infoset.prediction for infoset in cfr.infosets.values()])
                assert np.all((regrets == 0) | (np.abs(regrets) > 1e-4))


# -- what is stored --


@pytest.mark.parametrize(
    ("variant", "names"),
    [
        ("CFR", [SIZE]),  # test_solver_diagnosis.py compares programs with the rows of all others
        *(pytest.param(name, list(MISTAKES), marks=pytest.mark.long) for name in VARIANTS),
    ],
)
def test_the_table_is_what_the_package_computes(variant, names, monkeypatch):
    monkeypatch.setattr(tool, "wrong", lambda: tuple(one for one in wrong() if one.mistake in names))
    stored, again = table.stored(), tool.computed([variant])
    own = {number for number, one in enumerate(RIGHT) if one.variant == variant}
    right = [row for number, row in enumerate(stored["right"]) if number in own]
    assert alike([row[:3] for row in right], [row[:3] for row in again["right"]], 2)
    assert alike([row[3] for row in right], [row[3] for row in again["right"]], 50)  # to which rounding adds up
    rows = [row for row in stored["wrong"] if row[0] in own and stored["mistakes"][row[1]] in names]
    assert alike([row[:3] for row in rows], [row[:3] for row in again["wrong"]], 20)
    assert alike([row[3:] for row in rows], [row[3:] for row in again["wrong"]], 50)
    assert alike([row for row in stored["sizes"] if row[0] in own], again["sizes"], 20)
    assert all(any(alike(row, known, 20) for known in stored["samples"]) for row in again["samples"])
    assert alike(stored["alone"][variant], again["alone"][variant], 2)
    assert alike([[*row, [known for known in sums if known[0] in own]] for *row, sums in stored["rules"]], again["rules"], 20)
    assert alike(stored["measures"], again["measures"], 1e-6)


def alike(one, other, units):
    """Whether two parts of the table are the same but for rounding."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(alike(one[key], other[key], units) for key in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(alike(a, b, units) for a, b in zip(one, other, strict=True))
    return one == other if isinstance(one, str) else abs(one - other) <= units


def test_the_table_is_small_and_has_every_program():
    assert table.FILE.stat().st_size < 200_000
    assert [(one.variant, one.turns) for one in table.right()] == [(one.variant, one.turns) for one in RIGHT]
    named = {one.mistake for one in table.wrong()}
    assert named == {*FORMS} - {*SAMPLED, STATE, SIZE}


def test_no_program_looks_like_another():
    """Every mistake, in every variant, and every correct variant, against all others: in the first averages, or a little later."""
    known = [*table.right(), *table.wrong()]
    sums = np.array([[one.sums[game] for game in GAMES] for one in known])
    later = np.array([one.later["twice"] if one.mistake else np.nan for one in known])
    for k, one in enumerate(known):
        same = (np.abs(sums - sums[k]).max(axis=1) < FAR) & ~(np.abs(later - later[k]) > 0.1)
        assert {known[other].mistake for other in np.flatnonzero(same)} == {one.mistake}, one
        assert one.mistake or same.sum() == 1, one
