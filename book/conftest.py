"""How chapters are tested: no picture is drawn or compared."""

from collections.abc import Iterator

import pytest
from nbval.plugin import IPyNbFile


def pytest_collectstart(collector: pytest.Collector) -> None:
    """Specifications and numbers are compared; how wide a word of a picture is depends on the fonts of the machine."""
    if isinstance(collector, IPyNbFile):
        collector.skip_compare += ("image/svg+xml",)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup() -> Iterator[None]:
    """A chapter's kernel starts before its first cell. To draw takes a second for each chapter."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KUHNBOOK_PICTURES", "no")
        yield
