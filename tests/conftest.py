"""Fixtures every test may use."""

from pathlib import Path

import pytest

SHARED_DATA = Path(__file__).resolve().parents[2] / "shared" / "data"


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of photographs and rendered tables kept beside the project; the test skips where it is absent."""
    if not SHARED_DATA.is_dir():
        pytest.skip(f"no pictures at {SHARED_DATA}: this test reads the larger data kept beside the project")
    return SHARED_DATA
