"""A table of two models without camera, tags or roster, and the table of the examples."""

from pathlib import Path

import pytest

import tablecam

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
POSITION = """\
model ann red 30mm at 10,10
model bob blue 30mm at 20,10
model cat blue 30mm at 11.19,10
"""


@pytest.fixture
def bare(tmp_path: Path) -> tablecam.OpenedTable:
    """A folder that has nothing but `table.toml`, and a position.txt for it."""
    (tmp_path / "table.toml").write_text("[table]\nwidth_in = 48.0\ndepth_in = 36.0\n")
    (tmp_path / "position.txt").write_text(POSITION)
    return tablecam.open_table(tmp_path)
