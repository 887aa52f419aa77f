"""The workflows: no job may do more than it must. zizmor, in `make lint`, looks for slips that any workflow may have."""

from typing import Any

import pytest
import yaml
from built import ROOT

PATHS = (ROOT / ".github" / "workflows").glob("*.yml")
WORKFLOWS: dict[str, dict[str, Any]] = {path.name: yaml.safe_load(path.read_text(encoding="utf-8")) for path in PATHS}
MAY_WRITE = {"book.yml: publish": {"pages": "write", "id-token": "write"}, "release.yml: publish": {"id-token": "write"}}


@pytest.mark.parametrize("name", sorted(WORKFLOWS))
def test_jobs_may_read_and_those_that_publish_may_write_but_run_nothing_of_ours(name: str) -> None:
    """They take what another job built; they check out no code and run no command."""
    workflow = WORKFLOWS[name]
    assert workflow["permissions"] == {"contents": "read"}
    for title, job in workflow["jobs"].items():
        assert job.get("permissions", {}) == MAY_WRITE.get(f"{name}: {title}", {})
        if "permissions" in job:
            assert all("uses" in step and "actions/checkout" not in step["uses"] for step in job["steps"])
            assert job["environment"]
            assert job["if"].startswith("github.ref")
            assert job["needs"]


def test_only_a_tag_publishes_the_package_and_what_is_published_was_tested() -> None:
    release = WORKFLOWS["release.yml"]
    assert release[True] == {"push": {"tags": ["v*"]}}  # YAML takes the key "on" for a truth value
    assert release["jobs"]["publish"]["needs"] == ["build", "others"]
    commands = {step.get("run") for job in ("build", "others") for step in release["jobs"][job]["steps"]}
    assert {"make test", "make test-dist", "make test-pages", "make test-oracle", "make test-assignments"} <= commands
