"""What would take more memory than there is is refused before it is begun."""

import pytest

import kuhncfr as kc
from kuhncfr._support import memory


@pytest.mark.parametrize("iterations", [10**12, 10**8])
def test_records_that_do_not_fit_are_refused(iterations, monkeypatch):
    monkeypatch.setattr(memory, "memory", lambda: 10**10)
    size = 3 * 8 * 26 * iterations / 1e9
    expected = rf"{iterations:,} records would take {size:,.1f} GB, and this computer has 10.0 GB of memory: record less often"
    with pytest.raises(ValueError, match=expected):
        kc.solve(kc.KuhnPoker(), iterations, record_every=1)


def test_what_just_fits_is_not_refused(monkeypatch):
    monkeypatch.setattr(memory, "memory", lambda: 10**10)
    memory.check_room("anything", 10**10, "take less")
    with pytest.raises(ValueError, match=r"^anything would take 10.0 GB, and this computer has 10.0 GB of memory: take less$"):
        memory.check_room("anything", 10**10 + 1, "take less")


def test_where_nobody_tells_how_much_memory_there_is_nothing_is_refused(monkeypatch):
    monkeypatch.delattr("os.sysconf", raising=False)
    assert memory.memory() is None
    memory.check_room("anything", 10**30, "")


def test_this_computer_has_some_memory_or_does_not_tell():
    assert memory.memory() is None or memory.memory() > 10**8
