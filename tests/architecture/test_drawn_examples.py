"""Which examples property tests draw: few and the same for everybody, more and new ones in the long round."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parents[2]
DRAWS = """\
from hypothesis import given
from hypothesis import strategies as st

@given(st.integers())
def test_draws(number):
    with open("drawn.txt", "a") as file:
        print(number, file=file)
    assert len(str(number)) < {digits}
"""


def draw_examples(folder: Path, *options: str, digits: int = 99) -> tuple[str, str]:
    """What a property test draws in a fresh pytest with our conftest, outside CI, and what pytest prints."""
    (folder / "drawn.txt").unlink(missing_ok=True)
    (folder / "test_draws.py").write_text(DRAWS.format(digits=digits))
    outside = {name: value for name, value in os.environ.items() if name != "CI"}
    command = [sys.executable, "-m", "pytest", "-p", "tests.conftest", "-p", "no:cacheprovider", *options]
    printed = subprocess.run(
        [*command, "test_draws.py"],
        cwd=folder,
        env={**outside, "PYTHONPATH": str(HERE)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    return (folder / "drawn.txt").read_text(), printed.stdout


@pytest.mark.long
def test_every_run_draws_the_same_examples(tmp_path: Path) -> None:
    first, _ = draw_examples(tmp_path)
    again, _ = draw_examples(tmp_path)
    assert len(first.splitlines()) >= 45
    assert first == again


@pytest.mark.long
def test_the_long_round_draws_new_examples_and_prints_how_to_repeat_a_failure(tmp_path: Path) -> None:
    first, _ = draw_examples(tmp_path, "--hypothesis-profile=long")
    again, _ = draw_examples(tmp_path, "--hypothesis-profile=long")
    assert len(first.splitlines()) >= 90
    assert first != again
    _, printed = draw_examples(tmp_path, "--hypothesis-profile=long", digits=3)
    assert "@reproduce_failure(" in printed
