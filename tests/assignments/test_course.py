"""What is taken from a student's folder, and the notebooks that are given out."""

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import nbformat
import pytest
from built import ROOT
from handed_in import NAMES, SOURCES, hand_in, reference
from nbformat.v4 import new_notebook


@pytest.fixture
def course(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    monkeypatch.syspath_prepend(str(ROOT / "assignments"))
    import course

    yield course
    del sys.modules["course"]


@pytest.mark.parametrize("name", NAMES)
def test_an_assignment_is_what_nbgrader_takes_for_one(name: str) -> None:
    notebook = nbformat.read(SOURCES / f"{name}.ipynb", as_version=4)
    nbformat.validate(notebook)
    about = [cell.metadata.nbgrader for cell in notebook.cells if "nbgrader" in cell.metadata]
    assert len({each.grade_id for each in about}) == len(about)
    for cell in notebook.cells:
        role = cell.metadata.get("nbgrader", {})
        assert ("### BEGIN SOLUTION" in cell.source) == bool(role.get("solution")), cell.id
        assert cell.source.count("### BEGIN SOLUTION") == cell.source.count("### END SOLUTION")
        assert cell.source.startswith("checks.show(") == bool(role.get("grade")), cell.id


def test_names_of_folders_become_different_identifiers(course: ModuleType) -> None:
    names = ("Ada Lovelace", "Ada_Lovelace", "Ada+Lovelace", "Ada/Lovelace", "ada@example.org", "Ærø [2]")
    found = [course.identifier(name) for name in names]
    assert found[0] == "Ada_20_Lovelace"
    assert len(set(found)) == len(names)
    assert not set("".join(found)) & set(" +/[]*?")


def test_only_the_notebook_is_taken_wherever_it_is(course: ModuleType, tmp_path: Path) -> None:
    hand_in(reference("cfr"), tmp_path / "week 2" / "mine", "cfr")
    hand_in(new_notebook(), tmp_path / "week 2" / "mine" / ".ipynb_checkpoints", "cfr")
    found = course.submission(tmp_path, "cfr")
    assert [cell.source for cell in found.cells] == [cell.source for cell in reference("cfr").cells]
    assert found.metadata.kernelspec.name == "python3"


def test_what_cannot_be_graded_is_told(course: ModuleType, tmp_path: Path) -> None:
    with pytest.raises(course.Failed, match="not handed in"):
        course.submission(tmp_path, "cfr")
    (tmp_path / "cfr.ipynb").write_text("[]", encoding="utf-8")
    with pytest.raises(course.Failed, match="this is no notebook"):
        course.submission(tmp_path, "cfr")
    hand_in(reference("cfr"), tmp_path / "again", "cfr")
    with pytest.raises(course.Failed, match=r"handed in 2 times: again/cfr\.ipynb, cfr\.ipynb"):
        course.submission(tmp_path, "cfr")
