"""Ctrl-C waits until what must not be cut in two is done."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def held_back() -> Iterator[None]:
    """Hold signals back until the end of the block; whoever handles them otherwise gets them then. The block should be short."""
    if threading.current_thread() is not threading.main_thread():  # others never get signals
        yield
        return
    came: list[int] = []

    def remember(number: int, _: Any) -> None:
        came.append(number)

    before = {int(number): handler for number in _SIGNALS if callable(handler := signal.getsignal(number))}
    try:
        for number in before:
            signal.signal(number, remember)
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        for number in sorted(set(came)):
            signal.raise_signal(number)
