"""Long loops run in pieces: all steps, none beyond the end, and none after the loop stops early."""

import pytest

from kuhncfr._support.progress import run_in_pieces


class Loop:
    """A loop that advances by at most `stride` at once, and stops at `enough`."""

    def __init__(self, stride=10**9, enough=10**9):
        self.done, self.stops, self.stride, self.enough = 0, [], stride, enough

    def advance(self, stop):
        self.stops.append(stop)
        self.done = min(stop, self.done + self.stride, self.enough)
        return self.done == self.enough

    def run(self, total):
        run_in_pieces(total, lambda: self.done, self.advance, first=4, unit="steps", progress=False)


def test_pieces_grow_up_to_the_end():
    loop = Loop()
    loop.run(1_000)
    assert loop.done == loop.stops[-1] == 1_000
    assert loop.stops[:3] == [4, 4 + 8 * 4, 4 + 8 * 4 + 8 * 32]


@pytest.mark.parametrize("total", [0, 1, 5])
def test_nothing_is_run_beyond_the_end(total):
    loop = Loop()
    loop.run(total)
    assert loop.done == total


def test_a_piece_may_be_partial_and_the_loop_may_stop_early():
    loop = Loop(stride=3, enough=8)
    loop.run(1_000)
    assert loop.done == 8
    assert len(loop.stops) == 3
