"""Signals wait until a block is done, and are then handled by whom they were meant for."""

import signal
import threading

import pytest

from kuhncfr._support.interrupts import held_back

NUMBERS = [signal.SIGINT, signal.SIGTERM]


@pytest.fixture
def handled(monkeypatch):
    """The signals that were handled, in order."""
    before = {number: signal.getsignal(number) for number in NUMBERS}
    found = []
    for number in NUMBERS:
        signal.signal(number, lambda number, _: found.append(number))
    yield found
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.parametrize("number", NUMBERS)
def test_a_signal_waits_for_the_end_of_the_block(number, handled):
    with held_back():
        signal.raise_signal(number)
        assert handled == []
    assert handled == [number]
    signal.raise_signal(number)
    assert handled == [number, number]


def test_each_is_handled_once(handled):
    with held_back():
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGINT):
            signal.raise_signal(number)
        assert handled == []
    assert sorted(handled) == NUMBERS


def test_blocks_in_blocks(handled):
    with held_back():
        with held_back():
            signal.raise_signal(signal.SIGINT)
        assert handled == []
    assert handled == [signal.SIGINT]


def test_an_error_comes_before_the_signal(handled):
    with pytest.raises(ZeroDivisionError), held_back():
        print(signal.raise_signal(signal.SIGINT), 1 / 0)
    assert handled == [signal.SIGINT]


def test_what_is_ignored_stays_so(handled):
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with held_back():
        signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN


def test_other_threads_hold_nothing_back(handled):
    during = []

    def block():
        with held_back():
            during.append(signal.getsignal(signal.SIGINT))

    before = signal.getsignal(signal.SIGINT)
    thread = threading.Thread(target=block)
    thread.start()
    thread.join()
    assert during == [before]
