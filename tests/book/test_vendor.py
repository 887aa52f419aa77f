"""The JavaScript that the book and its tests carry is what the manifests say, and what Altair asks for."""

import hashlib
import json
from pathlib import Path
from typing import Any

import altair as alt
import pytest

from tools.vendor import PACKAGES, PAGES, TESTS


@pytest.fixture(params=[PAGES, TESTS], ids=["pages", "tests"])
def home(request: pytest.FixtureRequest) -> Path:
    return request.param


@pytest.fixture
def manifest(home: Path) -> dict[str, Any]:
    return recorded(home)


def recorded(home: Path) -> dict[str, Any]:
    return json.loads((home / "manifest.json").read_text(encoding="utf-8"))


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_folder_holds_the_files_of_the_manifest_and_no_others(home: Path, manifest: dict[str, Any]) -> None:
    sums = {name: digest for package in manifest.values() for name, digest in package["files"].items()}
    present = {path.relative_to(home).as_posix(): sha256(path) for path in home.rglob("*") if path.is_file()}
    del present["manifest.json"]
    assert present == sums


def test_manifest_is_what_the_script_would_fetch(home: Path, manifest: dict[str, Any]) -> None:
    pinned = {package.name: package.version for package in PACKAGES if package.home == home}
    assert {name: package["version"] for name, package in manifest.items()} == pinned


@pytest.mark.parametrize(
    ("library", "wanted"), [("vega", alt.VEGA_VERSION), ("vega-lite", alt.VEGALITE_VERSION), ("vega-embed", alt.VEGAEMBED_VERSION)]
)
def test_versions_are_those_that_altair_asks_for(library: str, wanted: str) -> None:
    """Altair may ask for a major version only; then any version under it is right."""
    assert f"{recorded(PAGES)[library]['version']}.".startswith(f"{wanted}.")
