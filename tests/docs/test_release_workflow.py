"""What CONTRIBUTING.md promises of a release: the workflow of a signed tag, and the check of version and tag."""

import re

import pytest
import yaml

from tests.docs.conftest import ROOT
from tests.docs.test_install_doc import PROJECT, checked, tool
from tools import release_check

WORKFLOW = ROOT / ".github" / "workflows" / "release.yml"
JOBS = yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))["jobs"]
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_workflow_is_one_by_its_schema() -> None:
    checked(tool("check-jsonschema"), "--builtin-schema", "vendor.github-workflows", WORKFLOW)


def test_only_the_job_that_publishes_may_prove_who_it_is_and_there_is_no_password() -> None:
    rights = {name: job["permissions"] for name, job in JOBS.items()}
    assert rights == {"build": {"contents": "read"}, "index": {"id-token": "write"}, "page": {"contents": "write"}}
    assert JOBS["index"]["environment"] == "pypi"
    assert "secrets." not in WORKFLOW.read_text(encoding="utf-8")


def test_nothing_is_published_before_the_tag_and_the_wheel_are_checked() -> None:
    assert {name: job.get("needs") for name, job in JOBS.items()} == {"build": None, "index": "build", "page": "build"}
    steps = JOBS["build"]["steps"]
    assert ".verification.verified" in steps[0]["run"]
    assert any("make release-check OUT=dist" in step.get("run", "") for step in steps)


def test_a_release_has_the_version_of_its_tag_and_of_the_changelog() -> None:
    assert release_check.find_release(f"v{PROJECT['version']}") == PROJECT["version"]
    with pytest.raises(SystemExit, match="the tag is v9"):
        release_check.find_release("v9.0.0")


def test_contributing_names_the_workflow_the_environment_and_the_signed_tag() -> None:
    assert str(WORKFLOW.relative_to(ROOT)) in CONTRIBUTING
    assert "environment `pypi`" in CONTRIBUTING
    assert re.search(r"git tag --sign v\d", CONTRIBUTING)
