"""The lock files: one version of each library, and all that ``pyproject.toml`` asks for."""

import re
import tomllib
from typing import Any

import pytest
from built import ROOT
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools.lock import GROUPS, PACKAGE

FILES = [PACKAGE[0], *(file for file, _ in GROUPS.values())]
PIN = re.compile(r"^([\w.-]+)==([\w.]+)(?: ; [^\\]+)?((?: \\\n    --hash=sha256:[0-9a-f]{64})+)\n", re.MULTILINE)


def read(file: str) -> str:
    return (ROOT / file).read_text(encoding="utf-8")


def pins(file: str) -> dict[str, str]:
    return {name: version for name, version, _ in PIN.findall(read(file))}


@pytest.fixture(scope="module")
def project() -> dict[str, Any]:
    return tomllib.loads(read("pyproject.toml"))


def test_every_lock_is_made_from_a_group_and_no_two_disagree(project: dict[str, Any]) -> None:
    assert set(GROUPS) == set(project["dependency-groups"])
    found = {
        path.relative_to(ROOT).as_posix()
        for path in (*ROOT.glob("requirements*.txt"), *ROOT.glob("requirements/*"), *ROOT.glob("benchmarks/requirements*.txt"))
    }
    assert found == set(FILES)
    everywhere = {(name, version) for file in FILES for name, version in pins(file).items()}
    names = [name for name, _ in everywhere]
    assert sorted(name for name in set(names) if names.count(name) > 1) == []


def test_the_locks_fit_what_the_project_asks_for(project: dict[str, Any]) -> None:
    asked = [*project["project"]["dependencies"], *project["build-system"]["requires"]]
    asked += [line for lines in project["project"]["optional-dependencies"].values() for line in lines]
    groups = {GROUPS[group][0]: lines for group, lines in project["dependency-groups"].items()}
    for file, lines in {PACKAGE[0]: asked, **groups}.items():
        locked = pins(file) | (pins(GROUPS["oracle"][0]) if file == PACKAGE[0] else {})  # no test but that target's needs OpenSpiel
        for requirement in map(Requirement, lines):
            fits = requirement.name == "kuhncfr" or requirement.specifier.contains(locked[canonicalize_name(requirement.name)])
            assert fits, (file, requirement)
