"""Stop and continue: exactly, from a file that survives whatever goes wrong."""

import math
import os
import sys
from pathlib import Path

import numpy as np
import pytest
from small_games import Poisoned

import kuhncfr as kc
from kuhncfr.cfr.algorithm import ALGORITHMS

GENERATORS = ["PCG64", "PCG64DXSM", "MT19937", "Philox", "SFC64"]


def new_run(sampling="chance", alternating=True, generator="PCG64"):
    rng = np.random.Generator(getattr(np.random, generator)(11))
    return kc.CFR(kc.OneBetKuhn(), sampling=sampling, alternating=alternating, seed=rng)


def sums(cfr):
    return {key: (found.cumulative_regret.tolist(), found.cumulative_strategy.tolist()) for key, found in cfr.infosets.items()}


@pytest.fixture
def path(tmp_path):
    return tmp_path / "run.json"


@pytest.fixture
def saved(path):
    cfr = new_run()
    cfr.run(20)
    cfr.save(path)
    return path


@pytest.mark.parametrize("generator", GENERATORS)
@pytest.mark.parametrize("alternating", [False, True])
def test_a_continued_run_is_the_same_run(path, alternating, generator):
    straight, first = new_run(alternating=alternating, generator=generator), new_run(alternating=alternating, generator=generator)
    straight.run(60)
    first.run(25)
    first.save(path)
    second = kc.CFR.load(path, kc.OneBetKuhn())
    assert (second.iterations, second.sampling, second.alternating) == (25, "chance", alternating)
    assert sums(second) == sums(first)
    second.run(35)
    assert sums(second) == sums(straight)  # to the last bit
    assert second.average_strategy == straight.average_strategy
    assert second.rng.random() == straight.rng.random()


@pytest.mark.parametrize("alternating", [False, True])
def test_without_sampling_too(path, alternating):
    straight, first = new_run(None, alternating), new_run(None, alternating)
    straight.run(30)
    first.run(7, save_to=path)
    second = kc.CFR.load(str(path), kc.OneBetKuhn())
    second.run(23)
    assert sums(second) == sums(straight)
    assert second.sampling is None


@pytest.mark.parametrize("algorithm", [*ALGORITHMS, kc.Algorithm(alpha=2, beta=-math.inf, floor=True, gamma=0.5)])
def test_every_algorithm_continues_exactly(path, algorithm):
    straight, first = kc.CFR(kc.KuhnPoker(), algorithm=algorithm), kc.CFR(kc.KuhnPoker(), algorithm=algorithm)
    straight.run(12)
    first.run(5, save_to=path)
    second = kc.CFR.load(path, kc.KuhnPoker())
    second.run(7)
    assert second.algorithm == straight.algorithm
    assert second.current_strategy == straight.current_strategy
    assert second.average_strategy == straight.average_strategy


class Hurried(kc.CFR):
    """A CFR of one's own, whose steps count two iterations each."""

    def step(self):
        super().step()
        super().step()


def test_a_subclass_is_loaded_as_itself(path):
    first = Hurried(kc.OneBetKuhn(), sampling="chance", seed=3)
    first.run(5, save_to=path)
    second = Hurried.load(path, kc.OneBetKuhn())
    assert type(second) is Hurried
    second.run(5)
    assert second.iterations == 20
    assert type(kc.CFR.load(path, kc.OneBetKuhn())) is kc.CFR


RATE = 0.25


class Hedge(kc.InfoSet):
    """Multiplicative weights."""

    def learn(self, regret, reach, t):
        self.cumulative_strategy = self.cumulative_strategy + reach * self.current_strategy
        self.cumulative_regret = self.cumulative_regret + regret
        weights = self.current_strategy * np.exp(RATE * self.step(regret))
        self.current_strategy = weights / weights.sum()

    def step(self, regret):
        return regret


class OptimisticHedge(Hedge):
    """Expects the last regrets once more, and takes back what it expected before."""

    state = (*kc.InfoSet.state, "expected")

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.expected = np.zeros(len(self.actions))

    def step(self, regret):
        change = regret + regret - self.expected
        self.expected = regret
        return change


class Forgetful(OptimisticHedge):
    """Does not say what it needs."""

    state = kc.InfoSet.state


def learning_by(rule):
    """Return CFR with another class of information sets."""

    class Learning(kc.CFR):
        def __init__(self, *arguments, **options):
            super().__init__(*arguments, **options)
            self.infosets = {key: rule(key, found.player, found.actions) for key, found in self.infosets.items()}

    return Learning


def test_optimistic_hedge_is_softmax_of_regrets_and_what_is_expected():
    cfr = learning_by(OptimisticHedge)(kc.KuhnPoker())
    cfr.run(50)
    for infoset in cfr.infosets.values():
        weights = np.exp(RATE * (infoset.cumulative_regret + infoset.expected))
        assert infoset.current_strategy == pytest.approx(weights / weights.sum(), abs=1e-12)


@pytest.mark.parametrize("rule", [Hedge, OptimisticHedge])
def test_a_rule_of_one_s_own_continues_exactly(path, rule):
    learning = learning_by(rule)
    straight, first = learning(kc.KuhnPoker()), learning(kc.KuhnPoker())
    straight.run(20)
    first.run(20, save_to=path)
    second = learning.load(path, kc.KuhnPoker())
    for _ in range(20):
        assert (second.current_strategy, second.average_strategy) == (straight.current_strategy, straight.average_strategy)
        straight.step()
        second.step()


def test_a_rule_that_does_not_name_all_its_arrays_is_not_saved(path):
    with pytest.raises(ValueError, match=r"Forgetful.state must name every array .* lacks \['expected'\]"):
        learning_by(Forgetful)(kc.KuhnPoker()).save(path)
    assert not path.exists()


@pytest.mark.parametrize("rule", [Hedge, OptimisticHedge])
def test_another_rule_does_not_continue(path, rule):
    learning_by(rule)(kc.KuhnPoker()).save(path)
    with pytest.raises(ValueError, match=rf"cannot be continued: its information sets are of the class {rule.__name__}, not InfoSet"):
        kc.CFR.load(path, kc.KuhnPoker())


@pytest.mark.parametrize("seed", [5, 2**128 - 1, None])
def test_the_seed_is_remembered(path, seed):
    kc.CFR(kc.OneBetKuhn(), sampling="chance", seed=seed).save(path)
    assert kc.CFR.load(path, kc.OneBetKuhn()).seed == seed


def test_a_half_used_random_number_is_kept(path):
    # MT19937 hands out 32 bits at a time; what is left over belongs to the state.
    cfr = new_run(generator="MT19937")
    cfr.rng.integers(2**32, dtype=np.uint32)
    cfr.save(path)
    assert kc.CFR.load(path, kc.OneBetKuhn()).rng.integers(2**32, dtype=np.uint32) == cfr.rng.integers(2**32, dtype=np.uint32)


def test_saving_changes_nothing(path):
    saving, quiet = new_run(), new_run()
    saving.run(30, save_to=path, save_every=1)
    quiet.run(30)
    assert sums(saving) == sums(quiet)


def test_a_run_saves_when_it_should(path, monkeypatch):
    at = []
    monkeypatch.setattr(kc.CFR, "save", lambda cfr, to: at.append((cfr.iterations, to)))
    cfr = new_run()
    cfr.run(25, save_to=path, save_every=10)
    assert at == [(10, path), (20, path), (25, path)]
    at.clear()
    cfr.run(10, save_to=path, save_every=10)  # iteration numbers go on: 26 to 35
    assert at == [(30, path), (35, path)]
    at.clear()
    cfr.run(5)
    assert at == []


class Own(np.random.PCG64):
    """A generator of one's own kind."""


def test_a_generator_that_cannot_be_saved_is_told_before_the_first_iteration(path):
    cfr = kc.CFR(kc.OneBetKuhn(), sampling="chance", seed=np.random.Generator(Own(1)))
    with pytest.raises(ValueError, match="of kind Own cannot be saved"):
        cfr.run(10, save_to=path)
    assert cfr.iterations == 0


def test_an_interrupted_run_leaves_a_file_to_continue_from(path):
    straight, interrupted = new_run(), new_run()
    straight.run(30)
    # 3 terminal histories a walk, so 6 an iteration; 18 for each of two saves. The 15th iteration breaks off in player 2's walk.
    interrupted.game = Poisoned(kc.OneBetKuhn(), after=14 * 6 + 2 * 18 + 4, error=KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        interrupted.run(30, save_to=path, save_every=5)
    assert interrupted.iterations == 14
    continued = kc.CFR.load(path, kc.OneBetKuhn())
    assert continued.iterations == 10
    continued.run(20)
    assert sums(continued) == sums(straight)


def fail(*arguments, **options):
    raise OSError(28, "No space left on device")


def write_half(path, text, **options):
    with path.open("w", encoding="utf-8") as file:
        file.write(text[: len(text) // 2])
    fail()


def interrupt(*arguments):
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("where", "what", "failure", "error"),
    [
        (Path, "write_text", write_half, OSError),
        (os, "replace", fail, OSError),
        (os, "replace", interrupt, KeyboardInterrupt),
    ],
    ids=["the disk is full", "renaming fails", "interrupted"],
)
def test_a_failing_write_leaves_the_old_file_whole(saved, monkeypatch, where, what, failure, error):
    before = saved.read_bytes()
    cfr = kc.CFR.load(saved, kc.OneBetKuhn())
    cfr.run(5)
    with monkeypatch.context() as patched:
        patched.setattr(where, what, failure)
        with pytest.raises(error):
            cfr.save(saved)
    assert saved.read_bytes() == before
    assert list(saved.parent.iterdir()) == [saved]  # no litter
    cfr.save(saved)
    assert kc.CFR.load(saved, kc.OneBetKuhn()).iterations == 25


def test_a_state_that_json_cannot_hold_is_not_written(saved):
    before = saved.read_bytes()
    cfr = kc.CFR.load(saved, kc.OneBetKuhn())
    cfr.infosets["K"].cumulative_regret[0] = float("nan")
    with pytest.raises(ValueError, match="Out of range float"):
        cfr.save(saved)
    assert saved.read_bytes() == before


def test_missing_folders_and_files_are_os_errors(tmp_path):
    with pytest.raises(FileNotFoundError):
        new_run().save(tmp_path / "nowhere" / "run.json")
    with pytest.raises(FileNotFoundError):
        kc.CFR.load(tmp_path / "run.json", kc.OneBetKuhn())


@pytest.mark.parametrize("save", [new_run().save, kc.nash.one_bet().profile.save])
def test_a_missing_folder_is_told_by_the_path_that_was_asked_for(save, tmp_path):
    asked = tmp_path / "missing" / "run.json"
    with pytest.raises(FileNotFoundError) as caught:
        save(asked)
    assert caught.value.filename == str(asked)
    assert ".part" not in str(caught.value)
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match=r"file.run\.json") as caught:
        save(tmp_path / "file" / "run.json")
    assert ".part" not in str(caught.value)


def interrupted_at(cfr, line):
    """Run an iteration that Ctrl-C stops at the given line of those that Python executes in this package; False if it has fewer."""
    lines = 0

    def trace(frame, event, _):
        nonlocal lines
        if "kuhncfr" not in frame.f_code.co_filename or frame.f_code.co_name == "wholly_or_not_at_all":
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
def test_an_iteration_that_ctrl_c_stops_anywhere_is_none(options):
    """What is saved then is the state before it, and going on gives what was never interrupted."""
    cfr, whole = (kc.CFR(kc.KuhnPoker(), **options) for _ in range(2))
    for run in (cfr, whole):
        run.run(5)
    line = 1
    while interrupted_at(cfr, line):
        assert (cfr.iterations, cfr.current_strategy, cfr.average_strategy) == (5, whole.current_strategy, whole.average_strategy)
        line += 37  # a prime, so that all places in the loops are hit sooner or later
    assert line > 200
    cfr.run(5)  # one more was not interrupted
    whole.run(6)
    assert (cfr.iterations, cfr.average_strategy) == (11, whole.average_strategy)
