"""Saved runs: a damaged file is named and refused, and a killed process leaves the complete old or new file."""

import hashlib
import os
import random
import subprocess
import sys
from fractions import Fraction
from io import BytesIO

import killed
import numpy as np
import pytest

import kuhncfr as kc
from kuhncfr._support.state_files import read_state, write_state
from kuhncfr.cfr.cfr import KIND as CFR
from kuhncfr.solver.run import KIND as RUN

GAME = kc.OneBetKuhn()


def solved():
    return kc.solve(GAME, 20, sampling="outcome", seed=1, record_every=5)


def learnt():
    return kc.CFR(GAME).run(5)


KINDS = {RUN: (solved, kc.Run), CFR: (learnt, kc.CFR)}
each_kind = pytest.mark.parametrize("kind", KINDS)


@pytest.fixture
def saved(kind, tmp_path):
    path = tmp_path / "run.npz"
    KINDS[kind][0]().save(path)
    return path


def assert_refused(kind, path, message, game=GAME):
    before = path.read_bytes()
    with pytest.raises(ValueError, match=message) as raised:
        KINDS[kind][1].load(path, game)
    assert str(path) in str(raised.value)
    assert path.read_bytes() == before


@each_kind
def test_any_bit_flipped_and_any_end_cut_off(kind, saved):
    whole, rng = saved.read_bytes(), random.Random(0)
    for _ in range(150):
        at = rng.randrange(len(whole))
        saved.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << rng.randrange(8)]) + whole[at + 1 :])
        assert_refused(kind, saved, "its checksum does not match")
    for length in (0, 1, 31, 32, 33, len(whole) // 2, len(whole) - 1):
        saved.write_bytes(whole[:length])
        assert_refused(kind, saved, "is damaged")
    saved.write_bytes(whole)
    assert KINDS[kind][1].load(saved, GAME).average_strategy == KINDS[kind][0]().average_strategy


def test_a_file_of_another_kind(tmp_path):
    solved().save(tmp_path / RUN)
    learnt().save(tmp_path / CFR)
    assert_refused(RUN, tmp_path / CFR, "is not a 'kuhncfr run 1' file")
    assert_refused(CFR, tmp_path / RUN, "is not a 'kuhncfr CFR 2' file")
    kc.StrategyProfile.uniform(GAME).save(tmp_path / "profile.json")
    assert_refused(RUN, tmp_path / "profile.json", "is damaged, or not a 'kuhncfr run 1' file")


@pytest.mark.parametrize("kind", [RUN])
def test_missing_or_wrong_entries_with_a_right_checksum(kind, saved):
    metadata, arrays = read_state(saved, kind)
    name = next(iter(arrays))
    array = arrays[name]
    tampered = [
        ({}, {name: None}),
        ({}, {name: array[:-1]}),
        ({}, {name: array[None]}),
        ({}, {name: array.astype(np.float32)}),
        ({}, {name: np.full_like(array, np.nan)}),
        *(({entry: None}, {}) for entry in metadata if entry not in ("game", "seed")),
        ({"iterations": -1}, {}),
        ({"iterations": "5"}, {}),
        ({"random": 3}, {}),
    ]
    for entries, parts in tampered:
        changed = {name: array for name, array in (arrays | parts).items() if array is not None}
        write_state(saved, kind, {name: entry for name, entry in (metadata | entries).items() if entry is not None}, changed)
        assert_refused(kind, saved, "cannot be used")


@each_kind
@pytest.mark.parametrize("content", [b"", b"no archive", b"PK\x03\x04"])
def test_a_right_checksum_of_other_content(kind, saved, content):
    saved.write_bytes(content + hashlib.sha256(content).digest())
    assert_refused(kind, saved, "cannot be used")


def test_a_pickle_is_not_loaded(tmp_path):
    archive = BytesIO()
    np.savez(archive, metadata=np.array([print], dtype=object))
    content = archive.getvalue()
    (tmp_path / "run.npz").write_bytes(content + hashlib.sha256(content).digest())
    assert_refused(RUN, tmp_path / "run.npz", "cannot be used: .*allow_pickle=False")


class Marked(kc.OneBetKuhn):
    """The Ace comes up first half of the time."""

    def chance(self, history):
        return {"A": Fraction(1, 2), "K": Fraction(1, 4), "Q": Fraction(1, 4)} if history == "" else super().chance(history)


class Misread(kc.OneBetKuhn):
    """The same names of information sets, but with Ace and King exchanged in what a player sees."""

    def infoset(self, history):
        return super().infoset(history).translate(str.maketrans("AK", "KA"))


class Mirrored(kc.OneBetKuhn):
    """The same names of actions in reverse order."""

    def actions(self, history):
        return ("b", "p")


@pytest.mark.parametrize("kind", [RUN])
@pytest.mark.parametrize("game", [kc.OneBetKuhn(ante=2), kc.KuhnPoker(), Marked(), Misread(), Mirrored()], ids=repr)
def test_another_game_is_refused(kind, saved, game):
    assert_refused(kind, saved, "it was saved for OneBetKuhn", game)


class Idle:
    """All utilities are 0, so that the sequence form does not depend on the probabilities of chance."""

    def utilities(self, history):
        return (0, 0)


def test_a_game_with_other_chances_is_another_game(tmp_path):
    fair, marked = type("Fair", (Idle, kc.OneBetKuhn), {}), type("Unfair", (Idle, Marked), {})
    kc.solve(fair(), 3, sampling="chance", seed=1).save(tmp_path / "run.npz")
    assert_refused(RUN, tmp_path / "run.npz", "it was saved for ", marked())


@each_kind
def test_a_missing_file_or_folder_is_an_os_error(kind, tmp_path):
    make, cls = KINDS[kind]
    with pytest.raises(FileNotFoundError):
        cls.load(tmp_path / "run.npz", GAME)
    asked = tmp_path / "missing" / "run.npz"
    with pytest.raises(FileNotFoundError) as raised:
        make().save(asked)
    assert raised.value.filename == str(asked)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows has no fork")
@pytest.mark.parametrize("kills", [15, pytest.param(1_000, marks=pytest.mark.long)])
def test_a_process_killed_at_any_moment_leaves_a_complete_file(tmp_path, kills):
    done = subprocess.run([sys.executable, killed.__file__, str(tmp_path), str(kills)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    exact, reached = map(int, done.stdout.split())
    assert exact == kills
    assert reached > 200 * len(killed.KINDS) + kills  # it got on between the kills
    for kind in killed.KINDS:  # and this process continues what the other one saved
        run = killed.loaded(tmp_path, kind)
        assert killed.learnt(run.resume(10)) == killed.learnt(killed.solved(kind, run.iterations + 10))
