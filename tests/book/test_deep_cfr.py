"""The runs recorded for the chapter on Deep CFR: complete, and still what its program computes."""

import json

import pytest

from tools.record_deep_cfr import LEDUC, LEDUC_STOPS, RECORD, SETTINGS, TABLES, kuhn


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
