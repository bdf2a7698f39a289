"""A lens that was calibrated by touch once, for all journeys that begin with a camera and nothing else."""

import fcntl
import shutil
from functools import partial
from pathlib import Path

import pytest
from fingers import keep
from playwright.sync_api import Browser
from setting_up import calibrated
from table_evening import evening

FOLDER, DONE = "lens-by-touch", "done"


@pytest.fixture
def pictures(pytestconfig: pytest.Config) -> Path | None:
    """Where pictures of the pages are kept, if somebody wants them."""
    wanted = pytestconfig.getoption("--pictures")
    return Path(wanted) if wanted else None


@pytest.fixture
def filmed(pytestconfig: pytest.Config) -> str:
    """The size of the camera's picture, as the demo calls it."""
    return str(pytestconfig.getoption("--filmed"))


@pytest.fixture
def begun(
    chromium: Browser, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, pictures: Path | None, filmed: str
) -> Path:
    """A table's folder of this test's own, set up as far as the lens: by touch, from an empty folder.

    It is done once a run, whichever worker comes first, and copied: the drawn camera has the same lens every evening.
    """
    # of a run with several workers, the folder above those of each
    shared = tmp_path_factory.getbasetemp()
    shared = (shared.parent if shared.name.startswith("popen-") else shared) / FOLDER
    shared.mkdir(exist_ok=True)
    with (shared / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (shared / DONE).exists():
            with evening(chromium, shared, 0, "--from-scratch", "--picture", filmed, roles=("table",)) as here:
                calibrated(here.join("table"), here.hands, partial(keep, here.pages["table"], pictures))
            (shared / DONE).touch()
    return Path(shutil.copytree(shared / "table", tmp_path / "table"))
