"""Spoilt files without a checksum: each reader reads them, or raises a ValueError that names them. They stay as they were."""

import os
import random
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from mutated import shuffled, spoilt, twisted_json

import kuhncfr as kc
from kuhncfr.cli import solutions
from kuhncfr.cli.registry import choose

QUICK, LONG = 300, 100_000  # files of each kind
SECONDS = 2.0  # of computing, for one file

GAME, PROFILE = choose("one-bet", {}), kc.nash.one_bet().profile
PENNIES = kc.MatrixGame([[1, -1], [-1, 1]])


class Reader(NamedTuple):
    """How a kind of file is written, spoilt and read."""

    write: Callable[[Path], None]
    read: Callable[[Path], Any]
    spoil: tuple[Callable[[bytes, random.Random], bytes], ...] = (spoilt, twisted_json, twisted_json)


def shown(profile):
    return str(profile), repr(profile), profile._repr_html_()


READERS = {
    "profile": Reader(PROFILE.save, lambda path: shown(kc.StrategyProfile.load(path))),
    "strategy of the command line": Reader(
        lambda path: solutions.Solution(GAME, PROFILE, {"algorithm": "cfr", "iterations": 10, "seed": 1}).save(path),
        lambda path: str(solutions.load(path)),
    ),
    "game": Reader(partial(kc.write_efg, PENNIES), lambda path: kc.validate(kc.read_efg(path)), (spoilt, shuffled, shuffled)),
}


@pytest.fixture(autouse=True)
def quick_disk(tmp_path, monkeypatch):
    """Nothing here is worth waiting for until it is on the disk."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)


@pytest.mark.parametrize("kind", READERS)
@pytest.mark.parametrize("number", [QUICK, pytest.param(LONG, marks=pytest.mark.long)])
def test_spoilt_files_are_read_or_refused(kind, number, tmp_path):
    reader, whole, path, refused = READERS[kind], Path("whole"), Path("spoilt"), []
    reader.write(whole)
    reader.read(whole)
    for seed in range(number):
        rng = random.Random(seed)
        content = rng.choice(reader.spoil)(whole.read_bytes(), rng)
        path.unlink(missing_ok=True)  # a file that is cut off first and then written again is waited for
        path.write_bytes(content)
        begin = time.process_time()
        try:
            reader.read(path)
        except ValueError as error:
            refused.append(str(error))
        assert time.process_time() - begin < SECONDS
        assert path.read_bytes() == content
    assert all(str(path) in reason for reason in refused)
    assert number / 2 < len(refused) < number * 0.99
    assert {path.name for path in tmp_path.iterdir()} == {"whole", "spoilt"}
