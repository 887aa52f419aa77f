"""CFR on the reduced game against the package's CFR on the tree. A million of its steps, the chapter on flows compares with the theory."""

from fractions import Fraction

import numpy as np
import pytest

import kuhncfr as kc
from kuhnbook import dynamics


@pytest.mark.parametrize("alternating", [False, True])
@pytest.mark.parametrize("ante", [Fraction(3, 4), 1])
def test_it_continues_cfr_on_the_whole_tree_once_the_other_choices_are_pure(ante, alternating):
    cfr = kc.CFR(kc.OneBetKuhn(ante), alternating=alternating)
    cfr.run(3)
    assert [cfr.current_strategy[key]["b"] for key in ("A", "K", "Ab", "Qb")] == [1, 0, 1, 0]
    regret = [cfr.infosets[key].cumulative_regret for key in ("Q", "Kb")]
    path = dynamics.steps.iterate(dynamics.ReducedGame(ante), 401, alternating=alternating, regret=regret)
    trajectory = kc.record(cfr, 400)
    assert path[1:] == pytest.approx(np.stack([trajectory.current_strategy[key]["b"] for key in ("Q", "Kb")], axis=-1), abs=1e-9)
