"""The readable CFR is saved and continued exactly, also after Ctrl-C at any line."""

import math
import os
import sys
from pathlib import Path

import numpy as np
import pytest

import kuhncfr as kc
from kuhncfr.cfr.algorithm import ALGORITHMS

ALL = [*ALGORITHMS, kc.Algorithm(alpha=2, beta=-math.inf, regret_matching_plus=True, gamma=0.5)]
SETTINGS = [{"algorithm": algorithm, "alternating": alternating} for algorithm in ALL for alternating in (True, False)]
SETTINGS += [{"sampling": "chance", "alternating": alternating, "seed": 11} for alternating in (True, False)]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "cfr.npz"


def learnt(cfr):
    """The state that one iteration passes to the next."""
    arrays = {key: {name: array.tolist() for name, array in infoset.arrays().items()} for key, infoset in cfr.infosets.items()}
    return cfr.iterations, arrays, cfr.rng.bit_generator.state if cfr.sampling else None


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_a_saved_run_is_the_same_run(path, settings):
    straight, first = kc.CFR(kc.KuhnPoker(), **settings), kc.CFR(kc.KuhnPoker(), **settings)
    straight.run(12)
    first.run(5)
    first.save(path)
    second = kc.CFR.load(str(path), kc.KuhnPoker())
    assert learnt(second) == learnt(first)
    assert (second.algorithm, second.sampling, second.alternating) == (straight.algorithm, straight.sampling, straight.alternating)
    second.run(7)
    assert learnt(second) == learnt(straight)


class Forgetful(kc.InfoSet):
    """Has an array that its `state` does not name."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.expected = np.zeros(len(self.actions))


def test_a_rule_that_does_not_name_all_its_arrays_is_not_saved(path):
    with pytest.raises(ValueError, match=r"Forgetful.state must name every array, but lacks \['expected'\]"):
        kc.CFR(kc.KuhnPoker(), Forgetful).save(path)
    assert not path.exists()


@pytest.mark.parametrize("seed", [5, 2**128 - 1, None])
def test_the_seed_is_remembered(path, seed):
    kc.CFR(kc.OneBetKuhn(), sampling="chance", seed=seed).save(path)
    assert kc.CFR.load(path, kc.OneBetKuhn()).seed == seed


def test_other_generators_solve_but_are_not_saved(path):
    cfr = kc.CFR(kc.OneBetKuhn(), sampling="chance", seed=np.random.Generator(np.random.MT19937(1)))
    cfr.run(5)
    with pytest.raises(ValueError, match="a random generator must be PCG64, NumPy's default, to be saved or continued, got MT19937"):
        cfr.save(path)
    assert not path.exists()


def test_a_number_that_is_not_finite_is_not_saved(path):
    cfr = kc.CFR(kc.OneBetKuhn())
    cfr.infosets["K"].cumulative_regret[0] = float("nan")
    with pytest.raises(ValueError, match="cumulative_regret must be finite at every information set"):
        cfr.save(path)
    assert not path.exists()


def write_half(path, content):
    with path.open("wb") as file:
        file.write(content[: len(content) // 2])
    raise OSError(28, "No space left on device")


def interrupt(*_):
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("where", "what", "failure", "error"),
    [
        (Path, "write_bytes", write_half, OSError),
        (os, "fsync", interrupt, KeyboardInterrupt),
        (Path, "replace", interrupt, KeyboardInterrupt),
    ],
    ids=["the disk is full", "interrupted while written", "interrupted while renamed"],
)
def test_a_failed_write_does_not_change_the_old_file(path, monkeypatch, where, what, failure, error):
    cfr = kc.CFR(kc.OneBetKuhn())
    cfr.save(path)
    before = path.read_bytes()
    cfr.run(5)
    with monkeypatch.context() as patched:
        patched.setattr(where, what, failure)
        with pytest.raises(error):
            cfr.save(path)
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]  # no litter
    cfr.save(path)
    assert kc.CFR.load(path, kc.OneBetKuhn()).iterations == 5


def interrupted_at(cfr, line):
    """Run an iteration that Ctrl-C stops at the given line of those that Python executes in this package; False if it has fewer."""
    lines = 0

    def trace(frame, event, _):
        nonlocal lines
        if "kuhncfr" not in frame.f_code.co_filename:
            return None
        lines += event == "line"
        if lines == line:
            sys.settrace(None)
            raise KeyboardInterrupt
        return trace

    sys.settrace(trace)
    try:
        cfr.step()
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(None)
    return False


@pytest.mark.parametrize("options", [{"algorithm": "pcfr+"}, {"sampling": "chance", "seed": 1}], ids=str)
def test_an_iteration_interrupted_at_any_line_is_undone(options, path):
    """Then the saved state is the one before the iteration, and continuing gives the same as a run without interruption."""
    cfr, before, after = (kc.CFR(kc.OneBetKuhn(), **options) for _ in range(3))
    for run, iterations in ((cfr, 5), (before, 5), (after, 6)):
        run.run(iterations)
    held, line = cfr.infosets["K"], 1
    while interrupted_at(cfr, line) and cfr.iterations == 5:
        assert learnt(cfr)[:2] == learnt(before)[:2]
        if line % 50 == 0:
            cfr.save(path)
            assert learnt(kc.CFR.load(path, kc.OneBetKuhn())) == learnt(before)
        line += 1
    assert line > 200
    assert learnt(cfr) == learnt(after)
    assert cfr.infosets["K"] is held
