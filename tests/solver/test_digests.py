"""The same seed gives the same run, bit for bit: on every processor, with every Python, in threads, with any cache of compiled loops.

What it is equal to is committed, ``digests.json``; kuhncfr/README.md tells when and how to write it anew.
"""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import digests
import pytest
import written

COMMITTED = json.loads(Path(__file__).with_name("digests.json").read_text(encoding="utf-8"))
HASH_SEEDS = ("0", "12345")


def elsewhere(**variables: str) -> dict[str, str]:
    """The digests of a process with these environment variables."""
    command = [sys.executable, digests.__file__]
    done = subprocess.run(command, env={**os.environ, **variables}, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def test_concurrent_solves_compute_the_stored_digests():
    assert len(COMMITTED) == 4 * (8 * 2 + 4 * 4 + 1) + 3 * 8 * 2  # games; variants, whole tree; sampled; hands; public games, variants
    with ThreadPoolExecutor(4) as threads:
        assert digests.digests(threads) == COMMITTED


def test_a_processor_without_further_instructions_computes_the_same_bits():
    """A fused multiply-add, or a sum in another order, would show: it rounds otherwise.

    Numba keeps what it compiles for each processor side by side, so that only the first time takes long.
    """
    assert elsewhere(NUMBA_CPU_NAME="generic", NUMBA_CPU_FEATURES="", PYTHONHASHSEED="12345") == COMMITTED


@pytest.mark.long
def test_results_do_not_depend_on_the_cache_of_compiled_loops(tmp_path):
    for seed in HASH_SEEDS:  # the first finds an empty folder
        assert elsewhere(NUMBA_CACHE_DIR=str(tmp_path), PYTHONHASHSEED=seed) == COMMITTED


def test_files_tables_and_printed_text_do_not_depend_on_the_order_of_sets(tmp_path):
    """By default, Python orders sets of strings differently in each process: in this one, too."""
    (tmp_path / "here").mkdir()
    here = written.write(tmp_path / "here")
    assert len(here) == 9
    for seed in HASH_SEEDS:
        (tmp_path / seed).mkdir()
        command = [sys.executable, written.__file__, str(tmp_path / seed)]
        done = subprocess.run(command, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True)
        assert json.loads(done.stdout) == here
