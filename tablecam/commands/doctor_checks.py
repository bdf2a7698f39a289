"""What `tablecam doctor` looks at. Each check answers in one sentence, and none changes anything.

A library that cannot be loaded must not take the others' answers with it, so each check loads what it needs itself.
"""

import importlib
import platform
import re
import shutil
import socket
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from importlib.metadata import PackageNotFoundError, distributions, version
from pathlib import Path

from tablecam.base.errors import BadFile, BadPicture, CameraUnavailable
from tablecam.base.system import in_words

LIBRARIES = {
    "numpy": "numpy", "opencv-python": "cv2", "pupil-apriltags": "pupil_apriltags", "shapely": "shapely",
    "Flask": "flask", "SQLAlchemy": "sqlalchemy", "psutil": "psutil",
}  # fmt: skip
# what these two install lies in the same folder
OPENCVS = ("opencv-python", "opencv-python-headless", "opencv-contrib-python", "opencv-contrib-python-headless")
FULL_MB, LOW_MB = 100, 1000
SMALL_MEMORY_MB = 1500
# a clock from before the program was written was never set: a small computer has no battery for its own
WRITTEN = datetime(2026, 1, 1, tzinfo=UTC)
HOMES = re.compile(r"(?:/home|/Users|(?:/run)?/media|[A-Za-z]:\\Users)[/\\][^/\\\s:;,'\"]+")


class Health(StrEnum):
    """GOOD; LOOK: worth knowing, but a game can be played; STOPS: no game can be played before it is mended."""

    GOOD = "good"
    LOOK = "look"
    STOPS = "stops"


@dataclass(frozen=True)
class Symptom:
    """One answer. about: what was looked at; says: how it is, and what to do where it is not good."""

    about: str
    state: Health
    says: str


@dataclass(frozen=True)
class Wanted:
    """What is to be looked at. port: None for the usual one. table: the table folder, if there is one yet."""

    db: str
    host: str = "127.0.0.1"
    port: int | None = None
    table: Path | None = None


def checks(wanted: Wanted) -> Iterator[Symptom]:
    """Every check, in the order in which a fault of one explains the next."""
    yield versions()
    yield from libraries()
    yield from cameras()
    yield page()
    yield from folders(wanted)
    yield disk(_folder_of(wanted.db))
    yield memory()
    yield database(wanted.db)
    yield port(wanted.host, wanted.port)
    yield clock(datetime.now(UTC))


def public(text: str) -> str:
    """The text without anybody's name: home folders are written as ~."""
    return HOMES.sub("~", text.replace(str(Path.home()), "~") if len(str(Path.home())) > 1 else text)


def versions() -> Symptom:
    """Program, Python and system."""
    ours, python, where = _version("tablecam"), platform.python_version(), in_words()
    return Symptom("versions", Health.GOOD, f"tablecam {ours}, Python {python}, {where}")


def libraries() -> Iterator[Symptom]:
    """Whether each library can be loaded, and that there is one OpenCV only."""
    found = []
    for name, module in LIBRARIES.items():
        try:
            importlib.import_module(module)
        except (ImportError, OSError) as fault:
            yield Symptom("libraries", Health.STOPS, f"{name} cannot be loaded: {fault}{_remedy(str(fault))}")
        else:
            found.append(f"{name} {_version(name)}")
    several = sorted({name for each in distributions() if (name := each.metadata["Name"]) in OPENCVS})
    if len(several) > 1:
        keep = "pip uninstall " + " ".join(several) + ", then install tablecam again"
        yield Symptom("libraries", Health.STOPS, f"{' and '.join(several)} overwrite each other's files: {keep}")
    yield Symptom("libraries", Health.GOOD, ", ".join(found))


def _remedy(fault: str) -> str:
    """What to install where a library of the system is missing."""
    if "libGL" in fault or "libgthread" in fault or "libglib" in fault or "libxcb" in fault:
        return "; on Debian, Ubuntu and Raspberry Pi OS: sudo apt-get install libgl1 libglib2.0-0 libxcb1"
    return "; install tablecam again"


Listed = Callable[[], tuple[tuple[str, str], ...]]
Modes = Callable[[str], Iterator[str]]


def cameras(listed: Listed | None = None, modes: Modes | None = None) -> Iterator[Symptom]:
    """Each camera with the modes that it agrees to. listed: sources and names; modes: of a source, in words."""
    try:
        offers = (listed or _listed)()
    except ImportError:
        yield Symptom("cameras", Health.STOPS, "cannot be asked without OpenCV, see above")
        return
    if not offers:
        yield Symptom("cameras", Health.LOOK, "none is plugged in: plug one in, name a stream, or try `tablecam demo`")
        return
    answers = [_camera(source, name, modes or _modes) for source, name in offers]
    usable = any(answer.state is Health.GOOD for answer in answers)
    for answer in answers:
        # another camera may belong to another program, and this one play
        yield answer if usable or answer.state is Health.GOOD else Symptom(answer.about, Health.STOPS, answer.says)


def _camera(source: str, name: str, modes: Modes) -> Symptom:
    try:
        found = list(dict.fromkeys(modes(source)))
    except CameraUnavailable as refused:
        return Symptom("cameras", Health.LOOK, f"{source} {name}: {refused}")
    return Symptom("cameras", Health.GOOD, f"{source} {name}: {'; '.join(found)}")


def _listed() -> tuple[tuple[str, str], ...]:
    from tablecam.sensing.camera.plugged_in import plugged_in

    return tuple((offer.source, str(offer.name)) for offer in plugged_in())


def _modes(source: str) -> Iterator[str]:
    from tablecam.base.system import camera_driver
    from tablecam.sensing.camera.device import device
    from tablecam.sensing.camera.source import SIZES

    named = camera_driver().device(source)
    if named is None:
        return
    for size in SIZES.values():
        with device(named, size) as camera:
            said = camera.obtained
            try:
                camera.read()
            except BadPicture:
                said += " (its first picture was damaged)"
            yield "; ".join([said, *map(str, camera.controls)])


def page() -> Symptom:
    """Whether the tablet page was built."""
    from webui.server.page import BUILT, NOT_BUILT

    if (BUILT / "index.html").is_file():
        return Symptom("page", Health.GOOD, "built")
    return Symptom("page", Health.STOPS, NOT_BUILT)


def folders(wanted: Wanted) -> Iterator[Symptom]:
    """Whether games can be written, and the table folder be read."""
    beside = _folder_of(wanted.db)
    if beside is not None:
        yield _may_write("games", beside)
    if wanted.table is not None:
        yield _may_write("table", wanted.table)
        yield from delays(wanted.table)


def delays(folder: Path) -> Iterator[Symptom]:
    """How late the pictures of the table's cameras were found to be."""
    from tablecam.storage.delays_toml import read_delays

    try:
        known = read_delays(folder).values()
    except BadFile as fault:
        yield Symptom("delays", Health.STOPS, str(fault))
        return
    for one in known:
        found = f"{one.camera}: its pictures are {one.seconds:.2f} s late, give or take {one.sigma_s:.2f} s"
        yield Symptom("delays", Health.GOOD, f"{found} (measured {one.measured})" if one.measured else found)


def _may_write(about: str, folder: Path) -> Symptom:
    import tempfile

    try:
        with tempfile.TemporaryFile(dir=folder):
            return Symptom(about, Health.GOOD, f"{folder.resolve()} can be written to")
    except OSError as fault:
        why = (fault.strerror or str(fault)).lower()
        return Symptom(about, Health.STOPS, f"{folder.resolve()} cannot be written to ({why}): choose another folder")


def disk(folder: Path | None) -> Symptom:
    """The space that is left where games are kept."""
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
    has = psutil.virtual_memory()
    total_mb, free_mb = has.total // 1_000_000, has.available // 1_000_000
    if total_mb < SMALL_MEMORY_MB:
        return Symptom("memory", Health.LOOK, f"{total_mb} MB: use a camera of 1080p, 4K needs 2 GB")
    return Symptom("memory", Health.GOOD, f"{total_mb / 1000:.1f} GB, {free_mb / 1000:.1f} GB free")


def database(db: str) -> Symptom:
    """Whether the games that are kept can be read. A database that is not there yet is made by the first game."""
    path = _file_of(db)
    if path is None:
        return _server(db)
    if not path.exists():
        return Symptom("database", Health.GOOD, f"{path.name} is not there yet; the first game makes it")
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
            games = connection.execute("SELECT count(*) FROM games").fetchone()[0]
    except sqlite3.Error as fault:
        found, games = str(fault), 0
    if found != "ok":
        return Symptom("database", Health.STOPS, f"{path.name} is damaged or none ({found}): see `tablecam salvage`")
    return Symptom("database", Health.GOOD, f"{path.name} is sound and has {games} game{'s' * (games != 1)}")


def _server(url: str) -> Symptom:
    """A database server, of which neither the address nor the user is told."""
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
    """Whether the page can be served. number: None for the usual port, instead of which another may be taken."""
    try:
        from webui.server.server import USUAL_PORT
    except ImportError:
        return Symptom("port", Health.STOPS, "the web server cannot be loaded, see above")
    asked = USUAL_PORT if number is None else number
    try:
        socket.create_server((host, asked), family=socket.AF_INET6 if ":" in host else socket.AF_INET).close()
    except OSError as fault:
        if number is None:
            return Symptom("port", Health.LOOK, f"{asked} is taken by another program, so `play` takes a free one")
        why = (fault.strerror or str(fault)).lower().partition(" (")[0]
        return Symptom("port", Health.STOPS, f"{asked} cannot be had ({why}): give another --port")
    return Symptom("port", Health.GOOD, f"{asked} is free")


def clock(now: datetime) -> Symptom:
    """Whether the time can be right: games are kept with it."""
    if now < WRITTEN:
        return Symptom("time", Health.LOOK, f"{now:%Y-%m-%d %H:%M} UTC was before tablecam was written: set the clock")
    return Symptom("time", Health.GOOD, f"{now:%Y-%m-%d %H:%M} UTC")


def _file_of(db: str) -> Path | None:
    """The file of a SQLite database; None for a server."""
    if "://" not in db:
        return Path(db)
    kind, _, rest = db.partition("://")
    return Path(rest.removeprefix("/")) if kind.partition("+")[0] == "sqlite" else None


def _folder_of(db: str) -> Path | None:
    path = _file_of(db)
    return path.parent if path is not None else None


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "without a version"
