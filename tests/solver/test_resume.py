"""A solve that was saved and resumed is the solve that never stopped, to the last bit."""

import json
import signal
import warnings
from datetime import timedelta
from fractions import Fraction

import numpy as np
import pytest

import kuhncfr as kc
from kuhncfr.cfr.algorithm import ALGORITHMS
from kuhncfr.solver import saving
from kuhncfr.solver.engine import Engine

VARIANTS = ALGORITHMS | {"odd exponents": kc.Algorithm(alpha=0.3, beta=-np.inf, gamma=1.1)}
WAYS = [(None, True), (None, False), ("chance", True), ("chance", False), ("external", True), ("outcome", True)]
VARIANTS_AND_WAYS = [
    pytest.param(algorithm, *way, id=f"{name} {way}")
    for name, algorithm in VARIANTS.items()
    for way in WAYS
    if not (way[0] and (algorithm.floor or algorithm.predictive))
]
GENERATORS = ["PCG64", "PCG64DXSM", "MT19937", "Philox", "SFC64"]
TREES = [kc.compile_game(game) for game in (kc.OneBetKuhn(ante=0.3), kc.KuhnPoker(), kc.KuhnPoker(players=3, cards=4))]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "run.npz"


def arrays(path):
    """What a file holds, by name, as bytes; of the random numbers those to come, however many were drawn ahead."""
    with np.load(path, allow_pickle=False) as held:
        found = {name: held[name] for name in held.files}
    about = json.loads(found.pop("about").tobytes())
    drawn = found.pop("drawn")
    if about["random"] is not None:
        state = {key: np.array(value) if isinstance(value, list) else value for key, value in about.pop("random").items()}
        state["state"] = {key: np.array(value) if isinstance(value, list) else value for key, value in state["state"].items()}
        bits = getattr(np.random, state["bit_generator"])()
        bits.state = state
        found["to come"] = np.concatenate([drawn, np.random.Generator(bits).random(70_000 - len(drawn))])
        about.pop("drawn")
    return about, {name: (array.shape, array.tobytes()) for name, array in found.items()}


def assert_same(run, other):
    assert (run.iterations, run.exploitability, run.interrupted) == (other.iterations, other.exploitability, other.interrupted)
    assert run.average_strategy == other.average_strategy
    assert run.current_strategy == other.current_strategy
    if run.trajectory is not None:
        assert run.trajectory.iterations.tolist() == other.trajectory.iterations.tolist()
        assert run.trajectory.exploitability.tolist() == other.trajectory.exploitability.tolist()


@pytest.mark.parametrize(("algorithm", "sampling", "alternating"), VARIANTS_AND_WAYS)
@pytest.mark.parametrize("tree", TREES, ids=repr)
def test_a_resumed_solve_is_the_same_solve(tree, algorithm, sampling, alternating, tmp_path):
    """Stopped twice; all that is left of it, its records and its next random numbers are compared bit for bit."""
    options = {"algorithm": algorithm, "sampling": sampling, "alternating": alternating, "seed": 1, "record_every": 7, "target": 1e-9}
    straight = kc.solve(tree, 300, **options, save_to=tmp_path / "straight.npz")
    kc.solve(tree, 101, **options, save_to=tmp_path / "parts.npz")
    kc.resume(tmp_path / "parts.npz", tree, 102, save_to=tmp_path / "parts.npz")
    resumed = kc.resume(tmp_path / "parts.npz", tree, 300, save_to=tmp_path / "parts.npz")
    assert_same(resumed, straight)
    assert arrays(tmp_path / "parts.npz") == arrays(tmp_path / "straight.npz")


@pytest.mark.parametrize("generator", GENERATORS)
@pytest.mark.parametrize("sampling", ["chance", "outcome"])
def test_every_generator_goes_on_where_it_was(generator, sampling, tmp_path):
    """Over several blocks of numbers drawn ahead."""
    parts, straight = ({"sampling": sampling, "seed": np.random.Generator(getattr(np.random, generator)(3))} for _ in range(2))
    kc.solve(TREES[1], 1_777, **parts, save_to=tmp_path / "parts.npz")
    resumed = kc.resume(tmp_path / "parts.npz", TREES[1], 12_000)
    assert_same(resumed, kc.solve(TREES[1], 12_000, **straight))


@pytest.mark.parametrize("seed", [2**63, 2**128 - 1])
def test_a_seed_may_be_larger_than_the_loops_count_to(seed, path):
    """NumPy proposes seeds of 128 bits."""
    kc.solve(TREES[1], 10, sampling="external", seed=seed, save_to=path)
    assert_same(kc.resume(path, TREES[1], 30), kc.solve(TREES[1], 30, sampling="external", seed=seed))


def test_a_seed_that_no_file_can_hold_is_refused_before_anything_is_solved(path):
    with pytest.raises(ValueError, match=r"seed must have at most 1,000 digits, got something of type int"):
        kc.solve(TREES[1], 10, sampling="external", seed=10**5_000, save_to=path)
    assert not path.exists()


def test_it_ends_where_it_was_to_end(path):
    kc.solve(TREES[1], 1_000, save_to=path, save_every=400, record_every=500, callback=stop_at(500))
    assert kc.resume(path, TREES[1]).iterations == 1_000


def stop_at(iterations):
    """A callback that presses Ctrl-C."""

    def callback(run):
        if run.iterations == iterations:
            raise KeyboardInterrupt

    return callback


@pytest.mark.parametrize("sampling", [None, "external"])
@pytest.mark.parametrize("stop", [1, 50, 333])
def test_a_target_is_looked_at_on_the_same_schedule(path, sampling, stop):
    options = {"sampling": sampling, "seed": 4, "target": 0.02}
    straight = kc.solve(TREES[1], 100_000, **options)
    kc.solve(TREES[1], stop, **options, save_to=path)
    assert_same(kc.resume(path, TREES[1], 100_000), straight)


def test_where_a_solve_is_resumed_the_target_is_not_looked_at(path):
    """It is met there, but the solve that never stopped did not look before some iterations later."""
    options = {"algorithm": "cfr+", "target": kc.solve(TREES[1], 100, algorithm="cfr+").exploitability}
    straight = kc.solve(TREES[1], 1_000, **options)
    assert straight.iterations > 100
    kc.solve(TREES[1], 100, **options, save_to=path)
    assert_same(kc.resume(path, TREES[1], 1_000), straight)


def test_a_target_that_was_reached_stays_reached(path):
    reached = kc.solve(TREES[1], 100_000, algorithm="pcfr+", target=1e-6, save_to=path)
    assert_same(kc.resume(path, TREES[1], 200_000), reached)


@pytest.mark.parametrize("first", [None, 1e-3])
def test_another_target_is_looked_at_as_if_it_had_been_the_first(path, first):
    kc.solve(TREES[1], 40, algorithm="pcfr+", target=first, save_to=path)
    resumed = kc.resume(path, TREES[1], 100_000, target=1e-6)
    assert_same(resumed, kc.solve(TREES[1], 100_000, algorithm="pcfr+", target=1e-6))


@pytest.mark.parametrize("sampling", [None, "chance"])
def test_another_target_is_looked_at_at_once_where_a_look_is_due(path, sampling):
    """As in iteration 41."""
    options = {"sampling": sampling, "seed": 1}
    target = kc.solve(TREES[1], 41, **options, save_to=path).exploitability
    straight = kc.solve(TREES[1], 1_000, **options, target=target)
    assert straight.iterations == 41
    assert_same(kc.resume(path, TREES[1], 1_000, target=target), straight)


def test_the_same_game_under_another_name_is_accepted(path):
    kc.solve(kc.KuhnPoker(ante=0.5), 10, save_to=path)
    assert kc.resume(path, kc.KuhnPoker(players=2, cards=3, ante=Fraction(1, 2)), 20).iterations == 20


def test_the_file_tells_what_made_it(path):
    kc.solve(TREES[1], 10, sampling="outcome", seed=np.int64(7), save_to=path)
    about, _ = arrays(path)
    assert set(about["made_with"]) == {"kuhncfr", "python", "numpy", "numba"}
    assert about["made_with"]["numpy"] == np.__version__
    assert about["settings"]["seed"] == 7
    assert about["settings"]["exploration"] == 0.6


def test_the_same_state_is_the_same_file(tmp_path):
    for name in ("one", "two"):
        kc.solve(TREES[1], 100, sampling="chance", seed=1, save_to=tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


@pytest.fixture
def saves(monkeypatch):
    """After how many iterations the state was saved."""
    found = []
    write = kc.solver.state.write
    monkeypatch.setattr(kc.solver.state, "write", lambda path, settings, engine: (found.append(engine.done), write(path, settings, engine)))
    return found


def test_it_saves_when_it_should(path, saves):
    kc.solve(TREES[0], 25, save_to=path, save_every=10)
    assert saves == [10, 20, 25]
    saves.clear()
    kc.resume(path, TREES[0], 40, save_to=path, save_every=10)  # iteration numbers go on
    assert saves == [30, 40]
    saves.clear()
    kc.solve(TREES[0], 5)
    kc.solve(TREES[0], 5, save_to=path)
    assert saves == [5]


def test_it_saves_by_the_clock(path, saves, monkeypatch):
    hours = iter(range(10**6))
    monkeypatch.setattr(saving.time, "monotonic", lambda: 3_600.0 * next(hours))
    kc.solve(TREES[0], 8, save_to=path, save_every=timedelta(hours=2), record_every=1, callback=lambda run: None)
    assert saves[-1] == 8
    assert 2 <= len(saves) <= 5


def test_saving_changes_nothing(path):
    options = {"sampling": "external", "seed": 1, "record_every": 10}
    assert_same(kc.solve(TREES[1], 100, **options, save_to=path, save_every=1), kc.solve(TREES[1], 100, **options))


@pytest.mark.parametrize("sampling", [None, "chance", "outcome"])
def test_ctrl_c_saves_what_was_reached(path, sampling):
    options = {"sampling": sampling, "seed": 1, "record_every": 100}
    run = kc.solve(TREES[1], 10**6, **options, callback=stop_at(300), save_to=path)
    assert (run.iterations, run.interrupted) == (300, True)
    assert_same(kc.resume(path, TREES[1], 500), kc.solve(TREES[1], 500, **options))


@pytest.fixture
def ctrl_c():
    """Let Ctrl-C interrupt: where tests are started in the background, the shell has it ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield lambda: signal.raise_signal(signal.SIGINT)
    signal.signal(signal.SIGINT, before)


class Interrupting:
    """Random numbers during whose drawing Ctrl-C comes."""

    def __init__(self, rng, ctrl_c, draws):
        self.bit_generator = rng.bit_generator
        self._rng, self._ctrl_c, self._draws = rng, ctrl_c, draws

    def random(self, out):
        self._rng.random(out=out)
        self._draws -= 1
        if self._draws == 0:
            self._ctrl_c()


@pytest.mark.parametrize("draws", [1, 2, 5])
def test_ctrl_c_while_numbers_are_drawn_loses_none(path, monkeypatch, ctrl_c, draws):
    """Numbers that were drawn and forgotten would make another run."""
    monkeypatch.setattr(kc.solver.run.arguments, "generator", lambda _, seed: Interrupting(np.random.default_rng(seed), ctrl_c, draws))
    run = kc.solve(TREES[1], 100_000, sampling="external", seed=1, save_to=path)
    assert run.interrupted
    monkeypatch.undo()
    assert_same(kc.resume(path, TREES[1], 100_000), kc.solve(TREES[1], 100_000, sampling="external", seed=1))


def test_ctrl_c_when_the_target_is_reached_does_not_forget_it(path, monkeypatch, ctrl_c):
    advance = Engine._advance

    def interrupted(engine, end, target):
        reached = advance(engine, end, target)
        if reached:
            ctrl_c()
        return reached

    monkeypatch.setattr(Engine, "_advance", interrupted)
    run = kc.solve(TREES[1], 10**6, target=0.01, save_to=path)
    assert run.interrupted
    monkeypatch.undo()
    assert kc.resume(path, TREES[1]).iterations == run.iterations == kc.solve(TREES[1], 10**6, target=0.01).iterations


def full(*_):
    raise OSError(28, "No space left on device", "run.npz")


def test_a_save_that_fails_on_the_way_is_warned_of_and_tried_again(path, monkeypatch):
    write, failing = kc.solver.state.write, [True, False, True, False]

    def sometimes(*arguments):
        return full() if failing.pop(0) else write(*arguments)

    monkeypatch.setattr(kc.solver.state, "write", sometimes)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        run = kc.solve(TREES[1], 40, save_to=path, save_every=10)
    assert [str(warning.message).partition("; ")[2] for warning in told] == [
        "nothing was saved so far, and the solve goes on",
        "what 20 iterations reached is kept, and the solve goes on",
    ]
    assert_same(kc.resume(path, TREES[1]), run)


def test_if_the_last_save_fails_the_run_is_in_the_error_and_the_old_file_stays(path, monkeypatch):
    kc.solve(TREES[1], 20, save_to=path)
    before = path.read_bytes()
    monkeypatch.setattr(kc.solver.state, "write", full)
    with pytest.raises(kc.solver.NotSaved, match="No space left on device") as raised:
        kc.resume(path, TREES[1], 50, save_to=path)
    assert_same(raised.value.run, kc.solve(TREES[1], 50))
    assert path.read_bytes() == before


class Own(np.random.PCG64):
    """A generator of one's own kind."""


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"save_every": 10}, ValueError, "save_every tells how often save_to is written: give save_to as well"),
        ({"save_to": "x", "save_every": 0}, ValueError, "save_every must be at least 1, got 0"),
        ({"save_to": "x", "save_every": 1.5}, TypeError, "save_every must be a whole number, got 1.5"),
        ({"save_to": "x", "save_every": timedelta(0)}, ValueError, "save_every must be longer than no time"),
        ({"save_to": "x", "sampling": "chance", "seed": np.random.Generator(Own(1))}, ValueError, "of kind Own cannot be saved"),
    ],
)
def test_bad_arguments_are_named(arguments, error, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(error, match=message):
        kc.solve(kc.OneBetKuhn(), **arguments)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"iterations": 19}, ValueError, "iterations counts those that are done, too: it must be at least 20, got 19"),
        ({"iterations": 2.5}, TypeError, "iterations must be a whole number, got 2.5"),
        ({"target": 0}, ValueError, "target must be greater than 0, got 0"),
        ({"callback": print}, ValueError, "give record_every as well"),
        ({"save_every": 3}, ValueError, "give save_to as well"),
    ],
)
def test_what_a_resumed_solve_cannot_do_is_named(arguments, error, message, path):
    kc.solve(TREES[0], 20, save_to=path)
    with pytest.raises(error, match=message):
        kc.resume(path, TREES[0], **arguments)
