"""The same seed gives the same run on every processor: equal bit for bit, whatever instructions there are."""

import json
import os
import subprocess
import sys

import digests


def test_a_processor_without_further_instructions_computes_the_same_bits():
    """A fused multiply-add, or a sum in another order, would show: it rounds otherwise.

    Numba keeps what it compiles for each processor side by side, so that only the first time takes long.
    """
    plain = {**os.environ, "NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}
    done = subprocess.run([sys.executable, digests.__file__], env=plain, capture_output=True, text=True, check=True)
    here, there = digests.digests(), json.loads(done.stdout)
    assert len(here) == 4 * (6 * 2 + 4 * 4 + 1)  # games; variants, whole tree; variants, sampled; hands
    assert there == here
