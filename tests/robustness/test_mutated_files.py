"""Spoilt files without a checksum: each reader reads them, or raises what it is documented to raise. They stay as they were."""

import os
import random
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from mutated import spoilt, twisted_json

import kuhncfr as kc
from kuhncfr.cli import solutions
from kuhncfr.cli.registry import choose

QUICK, LONG = 300, 100_000  # files of each kind
SECONDS = 2.0  # of computing, for one file

GAME, PROFILE = choose("one-bet", {}), kc.nash.one_bet().profile


class Reader(NamedTuple):
    """How a kind of file is written and read, and what reading it may raise."""

    write: Callable[[Path], None]
    read: Callable[[Path], Any]
    raises: type[Exception]


def shown(profile):
    return str(profile), repr(profile), profile._repr_html_()


READERS = {
    "profile": Reader(PROFILE.save, lambda path: shown(kc.StrategyProfile.load(path)), ValueError),
    "strategy of the command line": Reader(
        lambda path: solutions.Solution(GAME, PROFILE, {"algorithm": "cfr", "iterations": 10, "seed": 1}).save(path),
        lambda path: str(solutions.load(path)),
        ValueError,
    ),
}


def failures(reader: Reader, number: int) -> list[str]:
    """Spoil a file so often, and tell what went wrong."""
    whole, path = Path("whole"), Path("spoilt")
    reader.write(whole)
    reader.read(whole)
    data, found = whole.read_bytes(), []
    for seed in range(number):
        rng = random.Random(seed)
        content = rng.choice((spoilt, twisted_json, twisted_json))(data, rng)
        path.unlink(missing_ok=True)  # a file that is cut off first and then written again is waited for
        path.write_bytes(content)
        begin = time.process_time()
        try:
            reader.read(path)
        except reader.raises as error:
            if str(path) not in str(error):
                found.append(f"{seed}: the message does not name the file: {error}"[:300])
        except Exception as error:
            found.append(f"{seed}: {type(error).__name__}: {error}"[:300])
        if time.process_time() - begin > SECONDS:
            found.append(f"{seed}: takes longer than {SECONDS} seconds")
        if path.read_bytes() != content:
            found.append(f"{seed}: the file has changed")
    return found


@pytest.fixture(autouse=True)
def quick_disk(tmp_path, monkeypatch):
    """Nothing here is worth waiting for until it is on the disk."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)


@pytest.mark.parametrize("kind", READERS)
@pytest.mark.parametrize("number", [QUICK, pytest.param(LONG, marks=pytest.mark.long)])
def test_spoilt_files_are_read_or_refused(kind, number, tmp_path):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = failures(READERS[kind], number)
    assert not found, "\n".join([f"{len(found)} failures", *found[:30]])
    assert {path.name for path in tmp_path.iterdir()} == {"whole", "spoilt"}
