"""A run that is saved and resumed equals one long run to the last bit."""

import signal
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

import kuhncfr as kc
from kuhncfr.cfr.algorithm import ALGORITHMS
from kuhncfr.solver.engine import Engine

TREES = [kc.compile_game(game) for game in (kc.OneBetKuhn(ante=0.3), kc.KuhnPoker(), kc.KuhnPoker(players=3, cards=4), kc.LeducPoker())]
KUHN = TREES[1]
PUBLIC = kc.vector.kuhn(cards=20)
VARIANTS = ["cfr", "lcfr", "pdcfr+", kc.Algorithm(alpha=0.3, beta=-np.inf, gamma=1.1)]
WAYS = [(None, True), (None, False), ("chance", True), ("chance", False), ("external", True), ("outcome", True)]


def solves():
    """Yield all valid combinations of the settings of a solve."""
    for algorithm, (sampling, alternating), every in product(VARIANTS, WAYS, (None, 7)):
        if sampling is None or algorithm != "pdcfr+":
            yield {"algorithm": algorithm, "sampling": sampling, "alternating": alternating, "record_every": every, "seed": 3}


def bits(run):
    """Return the state that determines later iterations, and the records."""
    begin, used = run._position or (None, 0)
    position = begin and np.random.PCG64(0)
    if position:
        position.state = begin
        position = position.advance(used).state
    return run.iterations, run.settings, position, {name: (array.shape, array.tobytes()) for name, array in run._arrays.items()}


def reloaded(run, game, path):
    run.save(path)
    return type(run).load(path, game)


@pytest.mark.parametrize("tree", TREES, ids=repr)
def test_every_kind_of_solve_continues_to_the_last_bit(tree, tmp_path):
    ends = (0, 1, 37, 100) if len(tree.infosets) < 100 else (0, 3, 10)
    for settings in solves():
        straight, run = kc.solve(tree, ends[-1], **settings), kc.solve(tree, 0, **settings)
        for further in np.diff(ends):
            run = reloaded(run, tree, tmp_path / "run.npz").resume(further)
            assert bits(run) == bits(kc.solve(tree, run.iterations, **settings))
        assert bits(run) == bits(straight)
        assert run.exploitability == straight.exploitability


@pytest.mark.parametrize("alternating", [True, False])
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_public_games_continue_too(algorithm, alternating, tmp_path):
    settings = {"algorithm": algorithm, "alternating": alternating, "record_every": 7}
    run, straight = kc.solve(PUBLIC, 10, **settings), kc.solve(PUBLIC, 30, **settings)
    again = reloaded(run, kc.vector.kuhn(cards=20), tmp_path / "run.npz").resume(20)
    assert bits(again) == bits(straight)
    assert (again.exploitability, again.values) == (straight.exploitability, straight.values)
    assert again.trajectory.exploitability.tolist() == straight.trajectory.exploitability.tolist()
    with pytest.raises(ValueError, match=r"run.npz cannot be used: it was saved for PublicGame\(20 .*, not for PublicGame\(21 "):
        kc.Run.load(tmp_path / "run.npz", kc.vector.kuhn(cards=21))


@pytest.mark.parametrize("sampling", ["chance", "external", "outcome"])
def test_no_number_is_lost_or_drawn_twice_between_blocks(sampling, tmp_path):
    run = kc.solve(KUHN, 0, sampling=sampling, seed=1)
    for end in (1, 999, 12_345, 12_346, 40_000):
        run = reloaded(run, KUHN, tmp_path / "run.npz").resume(end - run.iterations)
    assert bits(run) == bits(kc.solve(KUHN, 40_000, sampling=sampling, seed=1))


@pytest.mark.parametrize(("game", "sampling"), [(KUHN, None), (KUHN, "external"), (PUBLIC, None)])
def test_a_resumed_run_checks_the_target_at_the_same_iterations(game, sampling):
    options = {"sampling": sampling, "seed": 4}
    straight = kc.solve(game, 100_000, target=0.02, **options)
    end = straight.iterations
    assert 20 < end < 100_000
    for stop in (0, 5, end - 1, end):
        assert bits(kc.solve(game, stop, **options).resume(100_000, target=0.02)) == bits(straight)
    assert bits(straight.resume(1_000, target=0.02)) == bits(straight)
    assert straight.resume(1_000).iterations == end + 1_000


def test_resume_does_not_change_the_original_run():
    run = kc.solve(KUHN, 10, sampling="external", seed=1, record_every=2)
    before = bits(run)
    assert bits(run.resume(20)) == bits(run.resume(20))
    assert bits(run.resume(0)) == bits(run) == before


def test_a_callback_and_a_progress_bar_continue(capsys):
    seen = []
    run = kc.solve(KUHN, 10, record_every=4).resume(10, callback=seen.append, progress=True)
    assert [each.iterations for each in seen] == [12, 16, 20]
    assert bits(seen[-1]) == bits(run)
    assert "20.0/20.0" in capsys.readouterr().err


def test_what_was_saved_before_a_parameter_existed_continues(tmp_path, monkeypatch):
    cfr, run = kc.CFR(KUHN, "lcfr").run(5), kc.solve(KUHN, 5, "lcfr")  # of a compiled game
    with monkeypatch.context() as patched:
        for place in ("kuhncfr.cfr.cfr.to_plain", "kuhncfr.solver.settings.to_plain"):
            patched.setattr(place, lambda algorithm: {"alpha": algorithm.alpha, "beta": algorithm.beta, "gamma": algorithm.gamma})
        cfr.save(tmp_path / "cfr.npz")
        run.save(tmp_path / "run.npz")
    assert kc.CFR.load(tmp_path / "cfr.npz", KUHN, "lcfr").run(5).average_strategy == cfr.run(5).average_strategy
    assert bits(kc.Run.load(tmp_path / "run.npz", KUHN).resume(5)) == bits(run.resume(5))


def test_no_iteration_draws_no_number():
    generator = np.random.default_rng(1)
    kc.solve(KUHN, 0, sampling="external", seed=generator)
    assert generator.random() == np.random.default_rng(1).random()


def test_the_same_game_under_another_name_is_accepted(tmp_path):
    again = reloaded(kc.solve(kc.KuhnPoker(ante=0.5), 10), kc.KuhnPoker(players=2, cards=3, ante=Fraction(1, 2)), tmp_path / "run.npz")
    assert again.iterations == 10


@pytest.fixture
def ctrl_c(interruptible):
    """Press Ctrl-C."""
    return lambda: signal.raise_signal(signal.SIGINT)


class Interrupting:
    """A random generator that is interrupted by Ctrl-C during a draw."""

    def __init__(self, ctrl_c, draws):
        self._rng, self._ctrl_c, self._draws = np.random.default_rng(1), ctrl_c, draws
        self.bit_generator = self._rng.bit_generator

    def random(self, size):
        numbers = self._rng.random(size)
        self._draws -= 1
        if self._draws == 0:
            self._ctrl_c()
        return numbers


@pytest.mark.parametrize("draws", [2, 3, 5])
def test_ctrl_c_during_a_draw_loses_no_random_number(monkeypatch, ctrl_c, draws):
    with monkeypatch.context() as patched:
        patched.setattr("kuhncfr.solver.run.arrays.generator", lambda *_: Interrupting(ctrl_c, draws))
        run = kc.solve(KUHN, 100_000, sampling="external", seed=1)
    assert run.interrupted
    resumed = run.resume(100_000 - run.iterations)
    assert not resumed.interrupted
    assert bits(resumed) == bits(kc.solve(KUHN, 100_000, sampling="external", seed=1))


@pytest.mark.parametrize("game", [KUHN, PUBLIC], ids=["Kuhn poker", "public"])
def test_ctrl_c_between_pieces_loses_no_record(game, monkeypatch, ctrl_c):
    """Ctrl-C may come right after the compiled loop, before the Python code that follows."""
    run = kc.solve(game, 0)
    engine = run._begin(run._solved, run.settings, None, 0)
    compiled = "advance" if isinstance(engine, Engine) else "_iterate"
    advance = getattr(type(engine), compiled)

    def interrupted(engine, end, *arguments):
        result = advance(engine, end, *arguments)
        if engine.done >= 70:
            ctrl_c()
        return result

    with monkeypatch.context() as patched:
        patched.setattr(type(engine), compiled, interrupted)
        run = kc.solve(game, 10_000, record_every=7)
    assert run.interrupted
    assert bits(run.resume(100)) == bits(kc.solve(game, run.iterations + 100, record_every=7))


@pytest.mark.parametrize("kind", ["MT19937", "Philox", "SFC64"])
def test_other_generators_solve_but_cannot_be_continued(kind, tmp_path):
    run = kc.solve(KUHN, 10, sampling="chance", seed=np.random.Generator(getattr(np.random, kind)(1)))
    for continued in (lambda: run.save(tmp_path / "run.npz"), lambda: run.resume(10)):
        with pytest.raises(ValueError, match=f"a random generator must be PCG64, NumPy's default, to be saved or continued, got {kind}"):
            continued()
    assert list(tmp_path.iterdir()) == []
