"""`tablecam demo` and `tablecam play`: puts camera, pipeline, live loop and web server together, and lets them run."""

from __future__ import annotations

import math
import os
import signal
import tempfile
import threading
import time
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import dataclass, replace
from functools import partial, wraps
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import click

from tablecam.base.system import opens_windows, share_memory_between_threads
from tablecam.commands.dice_tray import dice_option, load_dice_counts, open_tray, running_tray
from tablecam.commands.drawn_table import drawing_options
from tablecam.commands.live_cameras import MOST_DRAWN, at_play
from tablecam.commands.options import (
    USUAL_DB,
    book_option,
    books,
    get_crops_folder,
    get_frames_folder,
    mqtt_option,
    tuio_options,
)
from webui.server.asgi.guest_limits import USUAL, GuestLimits

if TYPE_CHECKING:
    from tablecam.commands.drawn_table import Drawing
    from tablecam.commands.live_cameras import PlayedCameras
    from tablecam.commands.voice import Voice
    from tablecam.doors.hub.settings import DeskLink, HubLink
    from tablecam.doors.publishing.mqtt_door import MqttTarget
    from tablecam.doors.publishing.tuio import TuioTarget
    from tablecam.game.hosting.database_watch import Occasion
    from tablecam.game.hosting.game_host import GameHost
    from tablecam.game.replay.archive import Archive
    from tablecam.live.frame_recorder import FrameRecorder
    from tablecam.live.live_loop import LiveLoop
    from tablecam.live.pipeline import FrameResult
    from tablecam.sensing.camera.source import Source
    from tablecam.sensing.camera.synthetic.stage import Stage
    from tablecam.sensing.vision.frame import Frame
    from tablecam.storage.frame_ring import KeptFrame
    from tablecam.storage.line_store import LineStore
    from tablecam.storage.table_folder import TableFolder
    from webui.entrance.access import Access

# a signal is heard after this time at the latest
HEARS_S = 1.0

kept_games = click.option(
    "--db", metavar="URL", help="Where games are kept: a file of SQLite, or any URL that SQLAlchemy knows."
)


@dataclass(frozen=True)
class Serving:
    """The way the page is served.

    port: None for the usual one, or a free one. seconds: None for ever. address: where a proxy shows the page to other
    devices. new_codes: whether the stored codes are dropped. backups: whether the last ten are stored. guest_streams,
    guest_connections: from one address. tuio: the targets of TUIO frames. mqtt: the broker that gets the state of the
    table. hub: where games are sent. desk: the hall whose event is run here. voice: speaks the game at this machine.
    dice: the camera over a dice tray.
    """

    host: str
    port: int | None
    browser: bool
    seconds: float | None
    address: str | None = None
    new_codes: bool = False
    guest_streams: int = USUAL.streams
    guest_connections: int = USUAL.connections
    backups: bool = True
    tuio: tuple[TuioTarget, ...] = ()
    mqtt: MqttTarget | None = None
    hub: HubLink | None = None
    desk: DeskLink | None = None
    voice: Voice | None = None
    dice: str | None = None

    @property
    def limits(self) -> GuestLimits:
        """The limits on open streams and connections of guests."""
        return GuestLimits(self.guest_streams, self.guest_connections)

    def back_up(self, store: LineStore, *occasions: Occasion) -> AbstractContextManager[None]:
        """Backs a store's database up inside the block, on these occasions among others, if backups are wanted."""
        from tablecam.game.hosting.database_watch import RollingBackups

        return RollingBackups(store, occasions).running() if self.backups else nullcontext()

    def open_access(self, db: str) -> Access:
        """The access rules at the table of a database: its keys lie beside it."""
        from webui.entrance.keys import adopt_old_keys, find_key_file

        key_file = find_key_file(db)
        if key_file is not None and not self.new_codes and not self.access(None).alone:
            adopt_old_keys(db, key_file)
        return self.access(key_file)

    def access(self, kept: Path | None) -> Access:
        """The access rules. kept: the file of the keys; None for keys that end with the program."""
        from webui.entrance.access import Access
        from webui.entrance.devices import Devices
        from webui.entrance.keys import devices_beside, load_keys, new_keys

        seats = books().usual.seats
        rules = Access(new_keys(seats), self.host, self.address, seats)
        if rules.alone or kept is None:
            return rules
        device_file = devices_beside(kept)
        if self.new_codes:
            kept.unlink(missing_ok=True)
            device_file.unlink(missing_ok=True)
        return replace(rules, keys=load_keys(kept, seats), devices=Devices(device_file))


def serving_options(command: Callable[..., None]) -> Callable[..., None]:
    """The options of every command that shows the page; they arrive as one argument, `serving`."""
    options = (
        click.option(
            "--host",
            default="127.0.0.1",
            show_default=True,
            help="Address to listen on; 0.0.0.0 lets tablets on the same network in.",
        ),
        click.option(
            "--port",
            type=click.IntRange(0, 65535),
            help="Port to listen on.  [default: 8000, or a free one]",
        ),
        click.option("--no-browser", is_flag=True, help="Do not open the page here."),
        click.option("--seconds", type=click.FloatRange(min=0, min_open=True), help="Stop after this time."),
        click.option(
            "--address",
            callback=address_of_a_proxy,
            help="The address at which a proxy in front of this server shows the page, such as https://table.local.",
        ),
        click.option(
            "--guest-streams",
            type=click.IntRange(1, USUAL.all_streams),
            default=USUAL.streams,
            show_default=True,
            help="The number of spectators that may watch from one address at a time; seats are never refused.",
        ),
        click.option(
            "--guest-connections",
            type=click.IntRange(1, USUAL.all_connections),
            default=USUAL.connections,
            show_default=True,
            help="The number of connections that spectators may have open from one address.",
        ),
        click.option("--new-codes", is_flag=True, help="Make new join codes; every device has to join again."),
        click.option(
            "--backups/--no-backups",
            default=True,
            help="Keep the last ten backups beside the database, made when games begin and end, when rounds are "
            "published, each ten minutes and at the end.  [default: on]",
        ),
    )

    @wraps(command)
    def served(no_browser: bool, host: str, port: int | None, seconds: float | None, **others: Any) -> None:
        names = ("address", "new_codes", "backups", "guest_streams", "guest_connections")
        proxied = {name: others.pop(name) for name in names}
        command(serving=Serving(host, port, not no_browser, seconds, **proxied), **others)

    for option in reversed(options):
        served = option(served)
    return served


def shows_table(command: Callable[..., None]) -> Callable[..., None]:
    """The options of a command that shows a table: targets of TUIO and MQTT, a dice tray; part of `serving`."""

    @dice_option
    @tuio_options
    @mqtt_option
    @wraps(command)
    def served(serving: Serving, dice: str | None, tuio: tuple[TuioTarget, ...], mqtt: MqttTarget | None,
               **others: Any) -> None:  # fmt: skip
        command(serving=replace(serving, dice=dice, tuio=tuio, mqtt=mqtt), **others)

    return served


def address_of_a_proxy(_context: click.Context, _option: click.Parameter, address: str | None) -> str | None:
    """The address without the slash at its end. BadParameter for one that is no page's."""
    if address is None:
        return None
    try:
        parts = urlsplit(address)
        is_page = parts.scheme in {"http", "https"} and parts.hostname and parts.path in {"", "/"} and parts.port != 0
    except ValueError:
        is_page = False
    if not is_page:
        raise click.BadParameter(f"{address} is no address of a page: write it like https://table.local")
    return f"{parts.scheme}://{parts.netloc}".lower()


@click.command()
@drawing_options
@click.option(
    "--from-scratch",
    is_flag=True,
    help="Begin with only a camera, to set up the lens, the table, its terrain and its models.",
)
@click.option(
    "--table",
    "kept",
    type=click.Path(path_type=Path, file_okay=False),
    help="Keep the table's files, games and keys in this folder, to continue later.",
)
@click.option(
    "--cameras",
    "count",
    type=click.IntRange(1, MOST_DRAWN),
    help="The number of cameras over the table.  [default: as many as cameras.toml in its folder names, else 1]",
)
@book_option
@kept_games
@serving_options
@shows_table
def demo(
    drawing: Drawing, from_scratch: bool, kept: Path | None, count: int | None, db: str | None, serving: Serving
) -> None:
    """A synthetic table, live on a web page; needs no camera.

    A simulated camera draws a table with terrain and models, and hands that move them. The same pipeline that
    reads a real camera reads its pictures.
    """
    from tablecam.commands.live_cameras import cameras_drawn, open_drawn_cameras
    from tablecam.sensing.camera.synthetic.camera import SyntheticCamera, write_table_folder

    share_memory_between_threads()
    stage = drawing.stage("boxed" if from_scratch else None)
    with demo_folder(kept) as folder, SyntheticCamera(stage) as camera, ExitStack() as stack:
        camera_count = count or cameras_drawn(folder)
        cameras = open_drawn_cameras(stage, camera, camera_count, stack)
        if not from_scratch:
            write_table_folder(camera.scene, folder, camera_count)
        db_url = db or f"{folder}/{USUAL_DB}"
        # a folder that ends with the program takes its games with it, and its keys
        show(
            cameras, folder, db_url, serving, serving.open_access(db_url) if kept or db else serving.access(None), stage
        )


@contextmanager
def demo_folder(kept: Path | None) -> Iterator[Path]:
    """The demo's folder: the given one, made if it is missing, or one that ends with the program."""
    if kept is None:
        with tempfile.TemporaryDirectory(prefix="tablecam-") as folder:
            yield Path(folder)
        return
    kept.mkdir(parents=True, exist_ok=True)
    yield kept


@click.command()
@click.option(
    "--table",
    "folder",
    required=True,
    type=click.Path(path_type=Path),
    help="The table folder: camera.yaml, table.toml, models.toml, terrain.geojson, pieces.toml.",
)
@at_play
@book_option
@click.option(
    "--hub",
    "hub_url",
    metavar="URL",
    help="The hub to send games to, as `tablecam hub add-table` prints it.  [default: as hub.toml in the folder says]",
)
@click.option(
    "--speak",
    "speech",
    is_flag=False,
    flag_value="",
    metavar="[LANGUAGE]",
    help="Speak the game aloud at this machine by espeak-ng.  [default language: the system's]",
)
@kept_games
@serving_options
@shows_table
def play(
    folder: Path, sources: tuple[str, ...], hub_url: str | None, db: str | None, speech: str | None, serving: Serving
) -> None:
    """A real table, live on a web page."""
    from tablecam.commands.live_cameras import open_table_cameras
    from tablecam.doors.hub.settings import desk_link, hub_link
    from tablecam.live.pipeline import TableReader

    share_memory_between_threads()
    serving = replace(serving, hub=hub_link(folder, hub_url), desk=desk_link(folder, None), voice=_open_voice(speech))
    reader = TableReader(folder, materials=books().materials)
    cameras = open_table_cameras(folder, sources, reader.folder.lenses if reader.folder else ())
    show(cameras, folder, db or USUAL_DB, serving, serving.open_access(db or USUAL_DB))


def _open_voice(language: str | None) -> Voice | None:
    """The voice of this machine in a language, the system's for an empty one; None if nobody wants it."""
    if language is None:
        return None
    from tablecam.commands.voice import find_system_language, open_voice

    return open_voice(language or find_system_language())


def show(
    cameras: PlayedCameras, folder: Path, db: str, serving: Serving, access: Access, stage: Stage | None = None
) -> None:
    """Reads the cameras and serves the page until it is stopped; closes the cameras.

    db: where games are stored. access: the rules by which browsers get in. stage: the scene that the cameras draw, if
    it can be directed.
    """
    from tablecam.club.event.hall_event import filling
    from tablecam.commands.club_events import event_registry, organises
    from tablecam.commands.voice import spoken_aloud
    from tablecam.doors.hub.courier import to_hub
    from tablecam.doors.publishing.tuio import sending
    from tablecam.game.hosting.database_watch import Custody, game_status
    from tablecam.game.replay.archive import Archive
    from tablecam.live.lifecycle import hosting
    from tablecam.live.live_loop import LiveLoop, find_resting_table
    from tablecam.live.orthophoto import TablePhotographer
    from tablecam.live.pipeline import Pipeline, TableReader
    from tablecam.live.portraits import PortraitKeeper
    from tablecam.live.projector import FrameDemand, ProjectorKeeper
    from tablecam.sensing.camera.hot_swap import HotSwap
    from tablecam.setup.table_books import TableBooks
    from tablecam.setup.table_setup import TableSetup
    from tablecam.storage.crops import Crops
    from tablecam.storage.portraits import PortraitFolder
    from webui import create_app
    from webui.server import server
    from webui.server.dependencies import Dependencies
    from webui.wall.hub_show import make_hub_show, publish_by_mqtt

    club, table_books = event_registry(db), TableBooks(folder, books())
    rulebooks = table_books.catalogue
    for broken in table_books.broken:
        print_sentence(f"note: the rulebook {broken.name} cannot be used: {broken.reason}")
    # the drawn models wear their tags already
    glued = {model.id: model.tag for model in stage.scene.roster.models} if stage is not None else {}
    one_picture = is_one_picture(cameras.first) and not cameras.more
    reader, demand = TableReader(folder, OnePicture if one_picture else Pipeline, rulebooks.materials), FrameDemand()
    dice = open_tray(folder, serving.dice, is_demo=stage is not None)
    choice = (lambda _frames: cameras.choice(None)) if one_picture else cameras.choice
    with (
        HotSwap(cameras.first) as capture,
        cameras.running(capture) as frames,
        running(
            LiveLoop(frames, reader, told=lambda reading: frames.calm(_is_calm(reading) and not demand.is_on))
        ) as live,
        sending(live, serving.tuio),
        TableSetup(folder, capture, reader.reload, rulebooks.usual, choice(frames), glued) as setup,
        setup.terrain_watch(lambda: find_resting_table(live.view)),
        Crops(get_crops_folder(db), photograph=TablePhotographer().photograph) as crops,
        hosting(db, live, lambda: reader.roster, rulebooks, folder, crops.keep) as host,
        filling(host, club),
        running_tray(dice, host, folder, crops) as tray,
        Custody((host, club), print_sentence).watching() as custody,
        serving.back_up(host.store, lambda: game_status(host), club.list_rounds),
        publish_by_mqtt(serving.mqtt, live, host, lambda: reader.roster),
        nullcontext(PortraitKeeper(live, PortraitFolder(folder))) as portraits,
        to_hub(
            serving.hub,
            host.store,
            rulebooks.rulebook,
            print_sentence,
            make_hub_show(serving.hub, live, lambda: reader.roster, host, club, portraits),
        ) as courier,
        organises(serving.desk, club, print_sentence),
        ExitStack() as stack,
        spoken_aloud(serving.voice, host),
    ):
        archive = Archive(
            host.store, rulebooks, lambda: {model.id: model.name for model in reader.roster.models}, crops
        )
        recorder = stack.enter_context(recording_frames(live, host, archive, get_frames_folder(db)))
        parts = Dependencies(
            live, lambda: reader.roster, access=access, stand_on=reader.stand_on, host=host, stage=stage, setup=setup,
            archive=archive, club=club, books=rulebooks, table_books=table_books, custody=custody, courier=courier,
            projector=ProjectorKeeper(live, folder, stage.project if stage else lambda _image: None, demand=demand),
            desk=serving.desk, portraits=portraits, recorder=recorder, tray=tray, tray_camera=dice,
            throw=lambda: dice.throw, dice_counts=partial(load_dice_counts, folder),
        )  # fmt: skip
        listener = server.bind(create_app(parts), serving.host, serving.port, serving.limits)
        announce(listener, serving, access)
        with listener.serving():
            wait_for_the_end(serving.seconds)


@contextmanager
def recording_frames(live: LiveLoop, host: GameHost, archive: Archive, folder: Path) -> Iterator[FrameRecorder]:
    """A recorder that runs inside the block: it keeps frames of games in which that is switched on."""
    from tablecam.game.replay.camera_film import choose_spared_frames
    from tablecam.game.replay.recorded_game import WHOLE
    from tablecam.live.frame_recorder import FrameRecorder
    from tablecam.storage.frame_ring import FrameRing

    ring = FrameRing(folder)

    def choose_spared(game: int) -> frozenset[KeptFrame]:
        with archive.reading(game) as recorded:
            return choose_spared_frames(recorded.view_as(WHOLE), ring.list_frames(game))

    recorder = FrameRecorder(live, host, ring, choose_spared)
    recorder.start()
    try:
        yield recorder
    finally:
        recorder.stop()


def _is_calm(reading: object) -> bool:
    from tablecam.live.pipeline import FrameResult

    return isinstance(reading, FrameResult) and reading.calm


def print_sentence(text: str) -> None:
    """Prints a sentence at the terminal."""
    click.echo(f"tablecam: {text}", err=True)


def is_one_picture(source: Source) -> bool:
    """Whether there is a single photograph, and nothing after it."""
    from tablecam.sensing.camera.recording import Photos

    return isinstance(source, Photos) and len(source.paths) == 1


@dataclass(frozen=True)
class OnePicture:
    """Reads a photograph as thoroughly as possible; a pipeline would wait for more frames to believe it."""

    folder: TableFolder

    def process(self, frame: Frame) -> FrameResult:
        """The snapshot that the image shows. Raises BadPicture."""
        from tablecam.live.pipeline import measure_photo

        return measure_photo(self.folder, frame)


@contextmanager
def running(live: LiveLoop) -> Iterator[LiveLoop]:
    """The live loop, running inside the block."""
    live.start()
    try:
        yield live
    finally:
        live.stop()


def announce(listener: Any, serving: Serving, access: Access) -> None:
    """Prints where the page is and how to join, and opens it where there is a screen to open it on."""
    from webui.server import server

    port = int(listener.effective_port)
    for line in server.lines(access, port, serving.port):
        click.echo(line)
    click.echo(server.picture(access, port), nl=False)
    if serving.browser and opens_windows(dict(os.environ)):
        webbrowser.open(server.owners_address(access, port))


def wait_for_the_end(seconds: float | None) -> None:
    """Returns at Ctrl-C, at a signal to terminate, or after `seconds`."""
    stop = threading.Event()

    def stop_at_signal(_number: int, _frame: FrameType | None) -> None:
        stop.set()

    signal.signal(signal.SIGINT, stop_at_signal)
    signal.signal(signal.SIGTERM, stop_at_signal)
    until = math.inf if seconds is None else time.monotonic() + seconds
    # on Windows a wait without an end does not hear Ctrl-C
    while not stop.is_set() and (remaining_s := until - time.monotonic()) > 0:
        stop.wait(min(remaining_s, HEARS_S))
