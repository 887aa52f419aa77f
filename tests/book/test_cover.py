"""The pictures of the first page, and of links to the book, show what the package computes today."""

import runpy

import pytest
from built import ROOT

ASSETS = ROOT / "book" / "assets"
COVER = runpy.run_path(str(ROOT / "tools" / "cover.py"))
PICTURES = COVER["pictures"]()


@pytest.mark.parametrize("name", sorted(PICTURES))
def test_the_committed_picture_is_the_computed_one(name):
    assert (ASSETS / name).read_text(encoding="utf-8") == PICTURES[name]
