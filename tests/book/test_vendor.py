"""The JavaScript that the book and its tests carry is what the manifests say, and what Altair asks for."""

import hashlib
import json
from pathlib import Path
from typing import Any

import altair as alt
import pytest

from tools.vendor import PACKAGES, PAGES, TESTS


def recorded(home: Path) -> dict[str, Any]:
    return json.loads((home / "manifest.json").read_text(encoding="utf-8"))


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.mark.parametrize("home", [PAGES, TESTS], ids=["pages", "tests"])
def test_a_folder_holds_what_the_script_would_fetch_as_its_manifest_says(home: Path) -> None:
    manifest = recorded(home)
    assert {name: package["version"] for name, package in manifest.items()} == {p.name: p.version for p in PACKAGES if p.home == home}
    sums = {name: digest for package in manifest.values() for name, digest in package["files"].items()}
    present = {path.relative_to(home).as_posix(): sha256(path) for path in home.rglob("*") if path.is_file()}
    del present["manifest.json"]
    assert present == sums


@pytest.mark.parametrize(
    ("library", "wanted"), [("vega", alt.VEGA_VERSION), ("vega-lite", alt.VEGALITE_VERSION), ("vega-embed", alt.VEGAEMBED_VERSION)]
)
def test_versions_are_those_that_altair_asks_for(library: str, wanted: str) -> None:
    """Altair may ask for a major version only; then any version under it is right."""
    assert f"{recorded(PAGES)[library]['version']}.".startswith(f"{wanted}.")
