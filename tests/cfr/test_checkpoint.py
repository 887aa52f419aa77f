"""The readable CFR is saved and continued; no file is damaged by a write that fails."""

import numpy as np
import pytest

import kuhncfr as kc
from kuhncfr.cfr.algorithm import ALGORITHMS


class Counting(kc.InfoSet):
    """Has an array of its own, and writes into arrays."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.visits = np.zeros(len(self.actions))

    def learn(self, regret, reach, t):
        super().learn(regret, reach, t)
        self.visits += 1
        self.cumulative_regret *= 0.5


@pytest.fixture
def path(tmp_path):
    return tmp_path / "cfr.npz"


def learnt(cfr):
    """The state that one iteration passes to the next."""
    return cfr.iterations, {key: {name: a.tolist() for name, a in infoset.arrays().items()} for key, infoset in cfr.infosets.items()}


@pytest.mark.parametrize("alternating", [True, False])
@pytest.mark.parametrize("algorithm", [*ALGORITHMS, Counting], ids=str)
def test_a_saved_run_goes_on_as_the_same_run(path, algorithm, alternating):
    straight, first = (kc.CFR(kc.KuhnPoker(), algorithm, alternating=alternating) for _ in range(2))
    straight.run(12)
    first.run(5).save(path)
    second = kc.CFR.load(str(path), kc.KuhnPoker(), algorithm, alternating=alternating)
    assert learnt(second) == learnt(first)
    assert learnt(second.run(7)) == learnt(straight)


def test_a_game_with_other_information_sets_is_refused(path):
    for saved, other in ((kc.KuhnPoker(), kc.OneBetKuhn()), (kc.OneBetKuhn(), kc.KuhnPoker())):
        kc.CFR(saved).save(path)
        with pytest.raises(ValueError, match=r"cfr.npz cannot be used: it was saved for a game with other information sets than "):
            kc.CFR.load(path, other)


@pytest.mark.parametrize("other", [{"algorithm": "cfr+"}, {"algorithm": Counting}, {"alternating": False}, {"sampling": "chance"}])
def test_a_run_is_not_continued_under_another_rule(path, other):
    kc.CFR(kc.KuhnPoker()).run(2).save(path)
    with pytest.raises(ValueError, match=r"cfr.npz cannot be used: it was saved with .*, not with "):
        kc.CFR.load(path, kc.KuhnPoker(), **other)


@pytest.mark.parametrize("size", [1, 3])
def test_an_array_without_a_number_for_each_action_is_refused(path, size):
    cfr = kc.CFR(kc.KuhnPoker())
    cfr.infosets["J"].count = np.zeros(size)
    with pytest.raises(ValueError, match=rf"count at 'J' must have a number for each action, got shape \({size},\)"):
        cfr.save(path)
    assert not path.exists()
