"""A browser test that passes on its second try alone fails the run in CI, and only there."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from sources import ROOT

LUCKY = """
from pathlib import Path
import pytest

@pytest.mark.browser
def test_lucky():
    flag = Path(__file__).with_name("tried")
    if not flag.exists():
        flag.touch()
        raise AssertionError("the first try")
"""


@pytest.mark.slow
@pytest.mark.parametrize(("ci", "status"), [(True, 1), (False, 0)])
def test_a_second_try_counts_as_failed_in_ci(tmp_path: Path, ci: bool, status: int) -> None:
    shutil.copyfile(ROOT / "tests" / "conftest.py", tmp_path / "conftest.py")
    (tmp_path / "test_lucky.py").write_text(LUCKY, encoding="utf-8")
    environment = {name: value for name, value in os.environ.items() if name != "CI" and "PYTEST" not in name}
    environment |= {"CI": "true"} if ci else {}
    command = [sys.executable, "-m", "pytest", "-c", str(ROOT / "pyproject.toml"), str(tmp_path)]
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == status, run.stdout + run.stderr
    assert "1 passed, 1 rerun" in run.stdout
    assert ("no reason is listed" in run.stdout) == ci
