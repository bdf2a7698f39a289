"""The Makefile installs for the demo what a user gets, so that a missing dependency shows there, and all for tests."""

import subprocess
from shutil import which

import pytest
from sources import ROOT


def would_run(target: str) -> str:
    """Every line that `make` would run for the target in a fresh clone."""
    if which("make") is None:
        pytest.skip("there is no make")
    done = subprocess.run(
        ["make", "--dry-run", "--always-make", target], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return done.stdout


def test_the_demo_installs_no_extras_and_leaves_the_page_to_the_build_hook() -> None:
    lines = would_run("demo")
    assert "--editable .\n" in lines
    assert "[dev]" not in lines
    assert "TABLECAM_FRONTEND" not in lines


@pytest.mark.parametrize("target", ["test", "test-long", "check", "bench", "golden", "page", "hub", "release-check"])
def test_everything_else_installs_the_extras(target: str) -> None:
    assert "--editable '.[dev]'" in would_run(target)


def test_the_hub_builds_the_page_that_its_wall_is_made_of() -> None:
    lines = would_run("hub")
    assert 0 < lines.find("webui/frontend/build.py") < lines.find("tools/hub.sh")


def test_home_assistant_is_installed_for_the_long_tests_alone() -> None:
    assert "home-assistant" not in would_run("test")
    assert "home-assistant" in would_run("test-long")


def test_test_and_test_long_run_every_test_between_them() -> None:
    assert '-m "not long"' in would_run("test")
    assert "-m long\n" in would_run("test-long")
