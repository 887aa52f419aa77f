"""What Numba keeps is never older than the loops."""

import os

import pytest

from kuhncfr.solver.loops.compiled import forget_outdated


@pytest.mark.parametrize(("kept_at", "stays"), [(5, False), (15, False), (25, False), (35, True)])
def test_a_change_of_any_file_makes_numba_compile_again(tmp_path, kept_at, stays):
    kept = tmp_path / "__pycache__" / "loops.iterate-1.py311.nbi"
    elsewhere = tmp_path / "elsewhere" / "powers.py"
    kept.parent.mkdir()
    elsewhere.parent.mkdir()
    for path, time in [(tmp_path / "loops.py", 10), (tmp_path / "others.py", 20), (elsewhere, 30), (kept, kept_at)]:
        path.touch()
        os.utime(path, (time, time))
    forget_outdated(tmp_path, elsewhere)
    assert kept.exists() == stays
