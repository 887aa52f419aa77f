"""The checks on the forge: every action is one commit, no job may do more than it must, and only a tag publishes the package."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from built import ROOT

FILES = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
MAY_WRITE = {
    "book.yml: publish": {"pages": "write", "id-token": "write"},
    "release.yml: publish": {"id-token": "write"},
}


def read(path: Path) -> dict[str, Any]:
    """Return a workflow; YAML takes the key ``on`` for a truth value."""
    workflow = yaml.safe_load(path.read_text(encoding="utf-8"))
    workflow["on"] = workflow.pop(True)
    return workflow


@pytest.fixture(params=FILES, ids=[path.name for path in FILES])
def path(request: pytest.FixtureRequest) -> Path:
    return request.param


@pytest.fixture
def release() -> dict[str, Any]:
    return read(ROOT / ".github" / "workflows" / "release.yml")


def steps(workflow: dict[str, Any]) -> list[dict[str, Any]]:
    return [step for job in workflow["jobs"].values() for step in job["steps"]]


def test_every_action_is_one_commit_with_its_version_beside_it(path: Path) -> None:
    lines = re.findall(r"uses: (.*)", path.read_text(encoding="utf-8"))
    assert len(lines) == sum("uses" in step for step in steps(read(path)))
    for line in lines:
        assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}  # v\d+\.\d+\.\d+", line), line


def test_jobs_may_read_and_only_those_that_publish_may_write(path: Path) -> None:
    workflow = read(path)
    assert workflow["permissions"] == {"contents": "read"}
    for name, job in workflow["jobs"].items():
        assert job.get("permissions", {}) == MAY_WRITE.get(f"{path.name}: {name}", {})


def test_who_may_write_runs_nothing_of_ours(path: Path) -> None:
    """A job with rights to publish takes what another built; it checks out no code and runs no command."""
    for job in read(path)["jobs"].values():
        if "permissions" in job:
            assert all("uses" in step and "actions/checkout" not in step["uses"] for step in job["steps"])
            assert job["environment"]
            assert job["if"].startswith("github.ref")
            assert job["needs"]


def test_no_checkout_keeps_a_token_and_no_command_takes_in_what_others_write(path: Path) -> None:
    workflow = read(path)
    assert set(workflow["on"]) <= {"push", "pull_request", "schedule", "workflow_dispatch"}
    for step in steps(workflow):
        if "actions/checkout" in step.get("uses", ""):
            assert step["with"]["persist-credentials"] is False
        assert "${{" not in step.get("run", "")


def test_only_a_tag_publishes_the_package_and_what_is_published_was_tested(release: dict[str, Any]) -> None:
    assert release["on"] == {"push": {"tags": ["v*"]}}
    build, publish = release["jobs"]["build"], release["jobs"]["publish"]
    assert publish["needs"] == ["build", "others"]
    commands = [step["run"] for step in build["steps"] if "run" in step]
    assert commands[-2:] == ["make test", "make test-dist"]  # which makes dist
    assert "upload-artifact" in build["steps"][-1]["uses"]
    others = [step["run"] for step in release["jobs"]["others"]["steps"] if step.get("run", "").startswith("make")]
    assert others == ["make test-pages", "make test-oracle", "make test-scale", "make test-assignments"]
    for other in FILES:
        assert other.name == "release.yml" or "pypi-publish" not in other.read_text(encoding="utf-8")
