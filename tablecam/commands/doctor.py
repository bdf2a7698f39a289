"""`tablecam doctor`: the state of this machine, one line a check, with advice where something is wrong."""

from __future__ import annotations

import importlib
import json
import platform
import random
import re
import shutil
import socket
import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from importlib.metadata import PackageNotFoundError, distributions, version
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablecam.base.errors import BadFile, BadPicture, CameraUnavailable, TablecamError
from tablecam.base.i18n import to_english
from tablecam.base.system import describe_system

if TYPE_CHECKING:
    from tablecam.sensing.camera.delay import BrightFields, Delay, Flash
    from tablecam.sensing.camera.source import Source

# The checks of `tablecam doctor`. Each check answers in one sentence, and none changes anything.
#
# A library that cannot be loaded must not hide the other answers, so each check imports its own libraries.

LIBRARIES = {
    "numpy": "numpy", "opencv-python": "cv2", "pupil-apriltags": "pupil_apriltags", "shapely": "shapely",
    "Flask": "flask", "SQLAlchemy": "sqlalchemy", "psutil": "psutil",
}  # fmt: skip
# all of these install into the same folder
OPENCVS = ("opencv-python", "opencv-python-headless", "opencv-contrib-python", "opencv-contrib-python-headless")
FULL_MB, LOW_MB = 100, 1000
SMALL_MEMORY_MB = 1500
# a time before the program was written means an unset clock: a small computer has no battery for it
WRITTEN = datetime(2026, 1, 1, tzinfo=UTC)
HOMES = re.compile(r"(?:/home|/Users|(?:/run)?/media|[A-Za-z]:\\Users)[/\\][^/\\\s:;,'\"]+")


class Health(StrEnum):
    """GOOD; LOOK: a game can be played, with a warning; STOPS: no game can be played before it is repaired."""

    GOOD = "good"
    LOOK = "look"
    STOPS = "stops"


@dataclass(frozen=True)
class Symptom:
    """One answer. about: the subject; says: its state, with advice where it is not good."""

    about: str
    state: Health
    says: str


@dataclass(frozen=True)
class CheckSubjects:
    """The subjects of the checks. port: None for the usual one. table: the table folder, if there is one yet."""

    db: str
    host: str = "127.0.0.1"
    port: int | None = None
    table: Path | None = None


def checks(wanted: CheckSubjects) -> Iterator[Symptom]:
    """Every check, ordered so that a fault explains later ones."""
    yield versions()
    yield from libraries()
    yield from cameras()
    yield page()
    yield from folders(wanted)
    yield disk(_database_folder(wanted.db))
    yield memory()
    yield database(wanted.db)
    yield port(wanted.host, wanted.port)
    yield clock(datetime.now(UTC))


def public(text: str) -> str:
    """The text without personal names: home folders become ~."""
    return HOMES.sub("~", text.replace(str(Path.home()), "~") if len(str(Path.home())) > 1 else text)


def versions() -> Symptom:
    """The versions of the program, Python and the system."""
    ours, python, where = _package_version("tablecam"), platform.python_version(), describe_system()
    return Symptom("versions", Health.GOOD, f"tablecam {ours}, Python {python}, {where}")


def libraries() -> Iterator[Symptom]:
    """Whether each library can be loaded, and whether there is only one OpenCV."""
    loaded = []
    for name, module in LIBRARIES.items():
        try:
            importlib.import_module(module)
        except (ImportError, OSError) as fault:
            yield Symptom("libraries", Health.STOPS, f"{name} cannot be loaded: {fault}{_suggest_remedy(str(fault))}")
        else:
            loaded.append(f"{name} {_package_version(name)}")
    opencvs = sorted({name for distribution in distributions() if (name := distribution.metadata["Name"]) in OPENCVS})
    if len(opencvs) > 1:
        keep = "pip uninstall " + " ".join(opencvs) + ", then install tablecam again"
        yield Symptom("libraries", Health.STOPS, f"{' and '.join(opencvs)} overwrite each other's files: {keep}")
    yield Symptom("libraries", Health.GOOD, ", ".join(loaded))


def _suggest_remedy(fault: str) -> str:
    """The advice for a missing library of the system."""
    if "libGL" in fault or "libgthread" in fault or "libglib" in fault or "libxcb" in fault:
        return "; on Debian, Ubuntu and Raspberry Pi OS: sudo apt-get install libgl1 libglib2.0-0 libxcb1"
    return "; install tablecam again"


Listed = Callable[[], tuple[tuple[str, str], ...]]
Modes = Callable[[str], Iterator[str]]


def cameras(listed: Listed | None = None, modes: Modes | None = None) -> Iterator[Symptom]:
    """Each camera with the modes that it accepts. listed: lists sources and names; modes: of a source, in words."""
    try:
        offers = (listed or _list_cameras)()
    except ImportError:
        yield Symptom("cameras", Health.STOPS, "cannot be asked without OpenCV, see above")
        return
    if not offers:
        yield Symptom("cameras", Health.LOOK, "none is plugged in: plug one in, name a stream, or try `tablecam demo`")
        return
    answers = [_check_camera(source, name, modes or _list_modes) for source, name in offers]
    usable = any(answer.state is Health.GOOD for answer in answers)
    for answer in answers:
        # a camera may be busy in another program while another one can play
        yield answer if usable or answer.state is Health.GOOD else Symptom(answer.about, Health.STOPS, answer.says)


def _check_camera(source: str, name: str, modes: Modes) -> Symptom:
    try:
        mode_texts = list(dict.fromkeys(modes(source)))
    except CameraUnavailable as error:
        return Symptom("cameras", Health.LOOK, f"{source} {name}: {error}")
    return Symptom("cameras", Health.GOOD, f"{source} {name}: {'; '.join(mode_texts)}")


def _list_cameras() -> tuple[tuple[str, str], ...]:
    from tablecam.sensing.camera.camera_list import list_cameras

    return tuple((offer.source, str(offer.name)) for offer in list_cameras())


def _list_modes(source: str) -> Iterator[str]:
    from tablecam.base.system import camera_driver
    from tablecam.sensing.camera.device import device
    from tablecam.sensing.camera.source import SIZES

    named = camera_driver().device(source)
    if named is None:
        return
    for size in SIZES.values():
        with device(named, size) as camera:
            text = camera.obtained
            try:
                camera.read()
            except BadPicture:
                text += " (its first picture was damaged)"
            yield "; ".join([text, *map(str, camera.controls)])


def page() -> Symptom:
    """Whether the tablet page was built."""
    from webui.server.page import BUILT, NOT_BUILT

    if (BUILT / "index.html").is_file():
        return Symptom("page", Health.GOOD, "built")
    return Symptom("page", Health.STOPS, NOT_BUILT)


def folders(wanted: CheckSubjects) -> Iterator[Symptom]:
    """Whether games can be written, and the table folder be read."""
    games_folder = _database_folder(wanted.db)
    if games_folder is not None:
        yield _check_writable("games", games_folder)
    if wanted.table is not None:
        yield _check_writable("table", wanted.table)
        yield from delays(wanted.table)


def delays(folder: Path) -> Iterator[Symptom]:
    """The measured delays of the table's cameras."""
    from tablecam.storage.table_toml import read_delays

    try:
        camera_delays = read_delays(folder).values()
    except BadFile as fault:
        yield Symptom("delays", Health.STOPS, str(fault))
        return
    for delay in camera_delays:
        text = f"{delay.camera}: its images are {delay.seconds:.2f} s late (± {delay.sigma_s:.2f} s)"
        yield Symptom("delays", Health.GOOD, f"{text} (measured {delay.measured})" if delay.measured else text)


def _check_writable(about: str, folder: Path) -> Symptom:
    import tempfile

    try:
        with tempfile.TemporaryFile(dir=folder):
            return Symptom(about, Health.GOOD, f"{folder.resolve()} can be written to")
    except OSError as fault:
        why = (fault.strerror or str(fault)).lower()
        return Symptom(about, Health.STOPS, f"{folder.resolve()} cannot be written to ({why}): choose another folder")


def disk(folder: Path | None) -> Symptom:
    """The free space where games are kept."""
    try:
        free_mb = shutil.disk_usage(folder or Path()).free // 1_000_000
    except OSError as fault:
        return Symptom("disk", Health.STOPS, f"cannot be asked: {(fault.strerror or str(fault)).lower()}")
    if free_mb < FULL_MB:
        return Symptom("disk", Health.STOPS, f"{free_mb} MB free: make room, an evening takes more")
    if free_mb < LOW_MB:
        return Symptom("disk", Health.LOOK, f"{free_mb} MB free: enough for this evening, make room for the next")
    return Symptom("disk", Health.GOOD, f"{free_mb / 1000:.0f} GB free")


def memory() -> Symptom:
    """The machine's memory."""
    try:
        import psutil
    except ImportError:
        return Symptom("memory", Health.LOOK, "cannot be asked without psutil, see above")
    usage = psutil.virtual_memory()
    total_mb, free_mb = usage.total // 1_000_000, usage.available // 1_000_000
    if total_mb < SMALL_MEMORY_MB:
        return Symptom("memory", Health.LOOK, f"{total_mb} MB: use a camera of 1080p, 4K needs 2 GB")
    return Symptom("memory", Health.GOOD, f"{total_mb / 1000:.1f} GB, {free_mb / 1000:.1f} GB free")


def database(db: str) -> Symptom:
    """Whether the saved games can be read. The first game creates a missing database."""
    path = _database_file(db)
    if path is None:
        return _check_server(db)
    if not path.exists():
        return Symptom("database", Health.GOOD, f"{path.name} is not there yet; the first game makes it")
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
            games = connection.execute("SELECT count(*) FROM games").fetchone()[0]
    except sqlite3.Error as fault:
        verdict, games = str(fault), 0
    if verdict != "ok":
        return Symptom("database", Health.STOPS, f"{path.name} is damaged or none ({verdict}): see `tablecam salvage`")
    return Symptom("database", Health.GOOD, f"{path.name} is sound and has {games} game{'s' * (games != 1)}")


def _check_server(url: str) -> Symptom:
    """Whether a database server answers; the text contains neither its address nor its user."""
    try:
        from sqlalchemy import create_engine, make_url
        from sqlalchemy.exc import SQLAlchemyError

        kind = "the database"
        try:
            kind = make_url(url).get_backend_name()
            with create_engine(url).connect():
                return Symptom("database", Health.GOOD, f"{kind} answers")
        except SQLAlchemyError as fault:
            why = type(getattr(fault, "orig", None) or fault).__name__
            return Symptom(
                "database", Health.STOPS, f"{kind} cannot be opened ({why}): check its URL, and that it runs"
            )
    except ImportError as missing:
        return Symptom("database", Health.STOPS, f"{missing.name} is missing: install 'tablecam[postgresql]'")


def port(host: str, number: int | None) -> Symptom:
    """Whether the page can be served. number: None for the usual port, which another free port may replace."""
    try:
        from webui.server.server import USUAL_PORT
    except ImportError:
        return Symptom("port", Health.STOPS, "the web server cannot be loaded, see above")
    port_number = USUAL_PORT if number is None else number
    try:
        socket.create_server((host, port_number), family=socket.AF_INET6 if ":" in host else socket.AF_INET).close()
    except OSError as fault:
        if number is None:
            return Symptom(
                "port", Health.LOOK, f"{port_number} is taken by another program, so `play` takes a free one"
            )
        why = (fault.strerror or str(fault)).lower().partition(" (")[0]
        return Symptom("port", Health.STOPS, f"{port_number} cannot be had ({why}): give another --port")
    return Symptom("port", Health.GOOD, f"{port_number} is free")


def clock(now: datetime) -> Symptom:
    """Whether the time is plausible, since games record it."""
    if now < WRITTEN:
        return Symptom("time", Health.LOOK, f"{now:%Y-%m-%d %H:%M} UTC was before tablecam was written: set the clock")
    return Symptom("time", Health.GOOD, f"{now:%Y-%m-%d %H:%M} UTC")


def _database_file(db: str) -> Path | None:
    """The file of a SQLite database; None for a server."""
    if "://" not in db:
        return Path(db)
    kind, _, path = db.partition("://")
    return Path(path.removeprefix("/")) if kind.partition("+")[0] == "sqlite" else None


def _database_folder(db: str) -> Path | None:
    path = _database_file(db)
    return path.parent if path is not None else None


def _package_version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "without a version"


# do not import the games' commands here: they load every rulebook, and one fault would hide all answers
USUAL_DB = "games.db"
SIGN = {Health.GOOD: "good  ", Health.LOOK: "look  ", Health.STOPS: "STOPS "}


@click.command()
@click.option("--db", default=USUAL_DB, show_default=True, metavar="URL", help="Where games are kept.")
@click.option("--table", type=click.Path(path_type=Path), help="The table folder, to check it too.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to serve the page at.")
@click.option("--port", type=click.IntRange(1, 65535), help="Port to serve the page at.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for a bug report, without your names.")
@click.option(
    "--delay", metavar="SOURCE", help="Only measure the delay of this camera's pictures; with --table, keep it."
)
def doctor(db: str, table: Path | None, host: str, port: int | None, as_json: bool, delay: str | None) -> None:
    """Checks everything that a game needs: libraries, cameras, page, disk, database, port, time.

    Opens each camera for a moment, and changes nothing. Exit status 1 where something stops a game. With --delay the
    terminal flashes before a camera, which tells how late its pictures are; the table's folder keeps it.
    """
    if delay is not None:
        from tablecam.commands.doctor import say_delay

        say_delay(delay, table)
        return
    reports = []
    for check in checks(CheckSubjects(db, host, port, table)):
        reports.append({"about": check.about, "state": check.state.value, "says": public(check.says)})
        if not as_json:
            click.echo(f"{SIGN[check.state]}{check.about:<10} {reports[-1]['says']}")
    stopped = any(check["state"] == Health.STOPS for check in reports)
    if as_json:
        click.echo(json.dumps({"good": not stopped, "checks": reports}, indent=1))
    sys.exit(1 if stopped else 0)


FLASHES = 16
# odd intervals, so that no other flicker passes for the screen
BETWEEN_S = (0.35, 0.9)
# the wait for late images
AFTERWARDS_S = 3.0
WHITE, BLACK, USUAL = "\x1b[48;5;231m\x1b[2J\x1b[H", "\x1b[48;5;16m\x1b[2J\x1b[H", "\x1b[0m\x1b[2J\x1b[H"


def paint(white: bool | None) -> None:
    """Fill the terminal with white or black; None restores it."""
    click.echo(USUAL if white is None else WHITE if white else BLACK, nl=False, color=True)


def measure_delay(
    source: Source,
    show: Callable[[bool | None], None] = paint,
    between_s: tuple[float, float] = BETWEEN_S,
    afterwards_s: float = AFTERWARDS_S,
) -> Delay | None:
    """The delay of a live camera that watches the surface that `show` lights. Owns and closes the source."""
    from tablecam.sensing.camera.delay import Flash, bright_fields, find_delay
    from tablecam.sensing.camera.latest_frame import LatestFrame

    flashes: list[Flash] = []
    pause = random.Random(7)
    done = threading.Event()

    def flash() -> None:
        for number in range(FLASHES):
            show(number % 2 == 0)
            flashes.append(Flash(time.monotonic(), number % 2 == 0))
            done.wait(pause.uniform(*between_s))
        show(None)
        done.wait(afterwards_s)
        done.set()

    looks: list[BrightFields] = []
    with LatestFrame(source) as newest:
        # the first images may have waited in the stream
        frame = newest.wait(-1, 10.0)
        screen = threading.Thread(target=flash, daemon=True)
        screen.start()
        while not done.is_set():
            frame = newest.wait(frame.number if frame is not None else -1, 0.5) or frame
            if frame is not None and (not looks or frame.time > looks[-1].time):
                looks.append(bright_fields(frame.grey, frame.time))
        screen.join()
    return find_delay(flashes, looks)


def say_delay(text: str, folder: Path | None = None) -> None:
    """Measure and print the delay of the camera that `text` names, and save it in the table folder.

    Raises TablecamError.
    """
    from tablecam.sensing.camera.source import open_source

    source = open_source(text)
    if not source.live:
        source.close()
        raise TablecamError(f"{text} is a recording, which has no delay: name a camera or a stream")
    name = to_english(source.name)
    click.echo(f"this terminal flashes for {FLASHES * sum(BETWEEN_S) / 2:.0f} s: hold its screen before {name}")
    time.sleep(2.0)
    delay = measure_delay(source)
    if delay is None:
        raise TablecamError(
            f"nothing in the pictures of {name} follows this screen: hold it closer, make the window larger, and "
            "dim the lights"
        )
    click.echo(f"{name}: its images are {delay.seconds:.2f} s late (± {delay.sigma_s:.2f} s)")
    keep_measured(name, delay, folder)


def keep_measured(name: str, found: Delay, folder: Path | None) -> None:
    """Save a camera's delay in the table folder, and print where; without a folder, print how to save it."""
    from tablecam.storage.table_toml import DELAYS, CameraDelay, keep_delay

    if folder is None:
        click.echo("give --table DIR too, and it is kept there, to align the cameras of that table in time")
        return
    keep_delay(folder, CameraDelay(name, found.seconds, found.sigma_s, datetime.now(UTC).date().isoformat()))
    click.echo(f"kept in {folder / DELAYS}")
