"""Many browser tests that pass on their second try alone fail the run in CI, and only there."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from sources import ROOT

MOST = 8  # of tests/conftest.py
LUCKY = """
from pathlib import Path
import pytest

@pytest.mark.browser
@pytest.mark.parametrize("number", range({tests}))
def test_lucky(number):
    flag = Path(__file__).with_name(f"tried {{number}}")
    if not flag.exists():
        flag.touch()
        raise AssertionError("the first try")
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ci", "tests", "status"),
    [(True, MOST + 1, 1), (True, MOST, 0), (False, MOST + 1, 0)],
)
def test_more_second_tries_than_accidents_fail_in_ci(tmp_path: Path, ci: bool, tests: int, status: int) -> None:
    shutil.copyfile(ROOT / "tests" / "conftest.py", tmp_path / "conftest.py")
    (tmp_path / "test_lucky.py").write_text(LUCKY.format(tests=tests), encoding="utf-8")
    environment = {name: value for name, value in os.environ.items() if name != "CI" and "PYTEST" not in name}
    environment |= {"CI": "true"} if ci else {}
    command = [sys.executable, "-m", "pytest", "-c", str(ROOT / "pyproject.toml"), str(tmp_path)]
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == status, run.stdout + run.stderr
    assert f"{tests} passed, {tests} rerun" in run.stdout
    assert (f"{tests} tests failed once: " in run.stdout) == bool(status)
