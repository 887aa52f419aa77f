"""The chapter on Deep CFR: what its walks sample, and that the recorded runs are complete and still what its program computes."""

import json

import numpy as np
import pytest

import kuhncfr as kc
from tools.record_deep_cfr import LEDUC, LEDUC_STOPS, RECORD, SETTINGS, TABLES, kuhn, program


@pytest.fixture(scope="module")
def record():
    return json.loads(RECORD.read_text(encoding="utf-8"))


def test_every_setting_is_recorded(record):
    assert {name: len(runs) for name, runs in record["kuhn"].items()} == dict.fromkeys(SETTINGS, 4) | {TABLES: 10}
    assert {name: [[*map(int, run)] for run in runs.values()] for name, runs in record["leduc"].items()} == dict.fromkeys(
        LEDUC, [[*LEDUC_STOPS]] * 2
    )


def test_a_run_with_tables_is_what_the_program_computes(record):
    """With networks rounding could differ on another processor."""
    found = {str(stop): {fit: round(gap, 4) for fit, gap in gaps.items()} for stop, gaps in kuhn(TABLES, 0).items()}
    assert found == record["kuhn"][TABLES]["0"]


def test_walks_sample_the_counterfactual_regrets_and_the_reach_of_strategies():
    """On average: the regrets of an iteration of CFR; and each strategy as often as chance and its own player play there."""
    game, walks = kc.KuhnPoker(), 5_000
    exact = kc.CFR(game, alternating=False)
    exact.step()
    cfr = program()["DeepCFR"](game, [None, None], seed=1)
    for player in (0, 1):
        for _ in range(walks):
            program()["walk"](cfr, "", player)
    for key, infoset in exact.infosets.items():
        sampled = [[*row.values()] for samples in cfr.regrets for name, _, row in samples if name == key]
        assert np.sum(sampled, axis=0) / walks == pytest.approx(infoset.cumulative_regret, abs=0.05)
        own_reach = 1 / 2 if key.endswith("pb") else 1
        assert sum(name == key for name, *_ in cfr.played) / walks == pytest.approx(own_reach / 3, abs=0.03)
