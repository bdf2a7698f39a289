"""Fixtures every test may use."""

import gc
import itertools
import os
import shutil
import sys
import zlib
from collections.abc import Callable, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from sqlalchemy import Engine
    from xdist.scheduler import LoadFileScheduling

# No test may depend on how busy the machine is. Everybody draws the same examples, so that a suite is not green by
# luck; `pytest --hypothesis-profile=long` draws new ones and prints how to repeat a failure.
settings.register_profile("tablecam", deadline=None, derandomize=True, max_examples=50)
settings.register_profile("long", deadline=None, derandomize=False, print_blob=True)
settings.load_profile("tablecam")

# By their names, whole files, for `make test` and `make test-long`: journeys, between files that calculate meanwhile,
# for two at once would wait for each other's cameras and browsers; then what takes long.
BEGINNING = (
    "test_evening.py", "test_uo_random_games.py", "test_crowded_table.py", "test_whole_game.py",
    "test_urban_war_properties.py", "test_gallery.py", "test_uo_properties.py", "test_setup_browser.py",
    "test_urr_properties.py", "test_every_post.py", "test_umpire.py", "test_evening_of_24.py",
    "test_terrain_browser.py", "test_installed.py", "test_no_phantoms.py", "test_tablet_part.py", "test_soak_part.py",
    "test_killed_game.py", "test_demo_from_scratch.py", "test_parts.py", "test_crowd_part.py", "test_make_hub.py",
    "test_install_doc.py", "test_replay_page.py", "test_simulated_evenings.py", "test_several_cameras.py",
    "test_desk_browser.py", "test_measure.py", "test_public_browser.py", "test_photo.py", "test_lock.py",
    "test_game_played.py", "test_pipeline.py", "test_data_book_properties.py", "test_over_time.py", "test_wall.py",
)  # fmt: skip

# Tests of a browser that may pass at their second try in one run of CI, of some six hundred: where a computer does
# other work too some five do, others in each run. More are no accident.
MOST_SECOND_TRIES = 8

SHARED_DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
HERE = Path(__file__).resolve().parent
# how many letters of a failure are printed at once
MOST_SAID = 1000
GOLDEN = HERE / "golden"
ARCHITECTURE = "tests/architecture/"


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of photographs and rendered tables kept beside the project; the test skips where it is absent."""
    if not SHARED_DATA.is_dir():
        pytest.skip(f"no pictures at {SHARED_DATA}: this test reads the larger data kept beside the project")
    return SHARED_DATA


@pytest.fixture(scope="session", autouse=True)
def own_state_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What the program remembers of cameras is no business of the one who runs the tests."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        yield


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--golden", action="store_true", help="rewrite tests/golden from what the code says now")
    parser.addoption("--pictures", metavar="FOLDER", help="keep pictures of the pages that tests go through there")
    parser.addoption("--filmed", choices=["1080p", "4k"], default="1080p", help="the camera at the evening played")


class SaysAtOnce:
    """Tells of a failure in a line as it happens: a long run that is cut off has then said what went wrong.

    Of a test that is tried again too, or nobody would ever look at it.
    """

    def __init__(self, screen: pytest.TerminalReporter) -> None:
        self._screen = screen
        self._second_tries: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.outcome == "rerun":
            self._second_tries.append(report.nodeid)
        if report.outcome in ("failed", "rerun"):
            lines = report.longreprtext.splitlines()
            # the browser says below the first line which part it waited for, and why it could not be tapped
            why = " ".join(line[2:].strip() for line in lines if line.startswith("E "))[:MOST_SAID]
            where = " ".join(line.split()[0] for line in lines if line.startswith("tests/"))
            self._screen.write_line(f"\n{report.outcome.upper()} {report.nodeid} ({report.when}) {why} {where}")

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Fail a run of CI in which too many tests passed by luck."""
        too_many = len(self._second_tries) > MOST_SECOND_TRIES
        if too_many and "CI" in os.environ and session.exitstatus == pytest.ExitCode.OK:
            self._screen.write_line(f"\n{len(self._second_tries)} tests failed once: {', '.join(self._second_tries)}")
            session.exitstatus = pytest.ExitCode.TESTS_FAILED


def build_kernel(tools: Path) -> None:
    """Compile the kernel of sight if its sources have changed, as `make` does: pytest alone would test the old one."""
    if not tools.is_dir():
        # a copy of this file in a test of the tests
        return
    sys.path.append(str(tools))
    import kernel

    if kernel.is_stale() and find_spec("ziglang"):
        kernel.build()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> "LoadFileScheduling | None":
    """A file's tests run on one worker; those of the architecture all on one, which reads the sources once."""
    if config.getoption("dist") != "loadfile":
        return None
    from xdist.scheduler import LoadFileScheduling

    class Scheduling(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            file: str = super()._split_scope(nodeid)
            return ARCHITECTURE if file.startswith(ARCHITECTURE) else file

    return Scheduling(config, log)


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    # all that is imported and collected stays
    gc.disable()
    if config.args_source is config.ArgsSource.TESTPATHS and (worker := getattr(config, "workerinput", None)):
        config.args = _order_folders(int(worker["workerid"].removeprefix("gw")), worker["workercount"])
    if screen := config.pluginmanager.get_plugin("terminalreporter"):
        config.pluginmanager.register(SaysAtOnce(screen))
    if not hasattr(config, "workerinput"):
        build_kernel(HERE.parent / "tools")


def _order_folders(worker: int, workers: int) -> list[str]:
    """The folders of tests; each worker begins at another place, so that all compile a part and read the others'."""
    folders = sorted(path for path in HERE.iterdir() if path.is_dir() and not path.name.startswith(("_", ".")))
    sizes = [sum(path.stat().st_size for path in folder.rglob("*.py")) for folder in folders]
    before = itertools.accumulate(sizes, initial=0)
    begin = next(place for place, size in enumerate(before) if size * workers >= worker * sum(sizes))
    return [str(folder) for folder in (*folders[begin:], *folders[:begin])]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--golden"):
        items[:] = [item for item in items if "golden" in getattr(item, "fixturenames", ())]
    # a browser, a camera and a server on two busy processors may lose a race: the second try tells a race from a fault
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.flaky(reruns=1))
    items.sort(key=_begins)


def _begins(item: pytest.Item) -> tuple[int, bool, int, str]:
    """What takes longest comes first: at the end one worker would wait for it.

    The other files are mixed, so that those that wait for a browser run beside those that calculate.
    """
    name, file = item.path.name, item.nodeid.partition("::")[0]
    place = BEGINNING.index(name) if name in BEGINNING else len(BEGINNING)
    return place, item.get_closest_marker("timeout") is None, zlib.crc32(file.encode()), file


@pytest.hookimpl(trylast=True)
def pytest_collection_finish(session: pytest.Session) -> None:
    """What is imported and collected stays to the end, so that nobody needs to look for garbage in it."""
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Callable[..., None]], Path]:
    """Makes, when first asked, a file of SQLite with all tables and nothing in them."""

    @cache
    def made(upgrade: Callable[..., None]) -> Path:
        from tablecam.storage.database import connect_engine

        path = tmp_path_factory.mktemp("empty") / "games.db"
        engine = connect_engine(str(path))
        upgrade(engine)
        engine.dispose()
        return path

    return made


@pytest.fixture(scope="module", autouse=True)
def new_databases_are_copies(
    request: pytest.FixtureRequest, empty_database: Callable[[Callable[..., None]], Path]
) -> Iterator[None]:
    """A new file of SQLite begins as a copy of one with tables: to make them each time takes ten times as long.

    The tests of the storage make their own, and what no test module has imported is left alone.
    """
    schema = sys.modules.get("tablecam.storage.database")
    if schema is None or HERE / "storage" in request.path.parents:
        yield
        return

    upgrade = schema.upgrade

    def copied(engine: "Engine", *versions: object) -> None:
        file = Path(engine.url.database or "")
        if engine.dialect.name == "sqlite" and file.is_absolute() and file.parent.is_dir() and not file.exists():
            shutil.copyfile(empty_database(upgrade), file)
        upgrade(engine, *versions)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(schema, "upgrade", copied)
        yield


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """`golden("name.json", text)` compares with tests/golden/name.json; `make golden` rewrites it."""
    rewrite = request.config.getoption("--golden")

    def check(name: str, text: str) -> None:
        path = GOLDEN / name
        if rewrite:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert path.is_file(), f"{path} is missing: `make golden` writes it"
        assert text == path.read_text(encoding="utf-8"), f"{path} differs: `make golden` rewrites it; read the diff"

    return check
