"""The checks on the forge: every action is one commit, and no job may do more than it must."""

import re
from typing import Any

import pytest
import yaml
from built import ROOT

TEXTS = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / ".github" / "workflows").glob("*.yml")}
WORKFLOWS: dict[str, dict[str, Any]] = {name: yaml.safe_load(text) for name, text in TEXTS.items()}
STEPS = [step for workflow in WORKFLOWS.values() for job in workflow["jobs"].values() for step in job["steps"]]
MAY_WRITE = {"book.yml: publish": {"pages": "write", "id-token": "write"}, "release.yml: publish": {"id-token": "write"}}


def test_every_action_is_one_commit_with_its_version_beside_it() -> None:
    lines = [line for text in TEXTS.values() for line in re.findall(r"uses: (.*)", text)]
    assert len(lines) == sum("uses" in step for step in STEPS)
    assert [line for line in lines if not re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}  # v\d+\.\d+\.\d+", line)] == []


@pytest.mark.parametrize("name", sorted(WORKFLOWS))
def test_jobs_may_read_and_those_that_publish_may_write_but_run_nothing_of_ours(name: str) -> None:
    """They take what another job built; they check out no code and run no command. What others write starts no job with rights."""
    workflow = WORKFLOWS[name]
    assert workflow["permissions"] == {"contents": "read"}
    assert set(workflow[True]) <= {"push", "pull_request", "schedule", "workflow_dispatch"}  # YAML takes the key "on" for a truth value
    for title, job in workflow["jobs"].items():
        assert job.get("permissions", {}) == MAY_WRITE.get(f"{name}: {title}", {})
        if "permissions" in job:
            assert all("uses" in step and "actions/checkout" not in step["uses"] for step in job["steps"])
            assert job["environment"]
            assert job["if"].startswith("github.ref")
            assert job["needs"]


def test_no_checkout_keeps_a_token_and_no_command_takes_in_what_others_write() -> None:
    assert all(step["with"]["persist-credentials"] is False for step in STEPS if "actions/checkout" in step.get("uses", ""))
    assert not any("${{" in step.get("run", "") for step in STEPS)


def test_only_a_tag_publishes_the_package_and_what_is_published_was_tested() -> None:
    release = WORKFLOWS["release.yml"]
    assert release[True] == {"push": {"tags": ["v*"]}}
    assert release["jobs"]["publish"]["needs"] == ["build", "others"]
    commands = {step.get("run") for job in ("build", "others") for step in release["jobs"][job]["steps"]}
    assert {"make test", "make test-dist", "make test-pages", "make test-oracle", "make test-assignments"} <= commands
