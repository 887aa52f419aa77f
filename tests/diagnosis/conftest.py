"""What the tests of the diagnosis share."""

from collections.abc import Iterator
from functools import cache

import pytest

from kuhncfr.diagnosis.games import ALL

METHODS = "is_terminal", "utilities", "is_chance", "chance", "player", "actions", "infoset"


@pytest.fixture(scope="module")
def asked_once() -> Iterator[None]:
    """The games of the diagnosis are asked about each history only once, and remember the answer: the same numbers, sooner."""
    with pytest.MonkeyPatch.context() as patch:
        for game in ALL.values():
            for name in METHODS:
                patch.setitem(vars(game), name, cache(getattr(game, name)))
        yield
