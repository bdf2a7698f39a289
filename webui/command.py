"""`tablecam demo` and `tablecam play`: puts camera, pipeline, live loop and web server together, and lets them run."""

import ctypes
import os
import signal
import sys
import tempfile
import threading
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

import click

from tablecam.camera.in_turn import InTurn
from tablecam.camera.newest import Newest
from tablecam.camera.recorded import Photos
from tablecam.camera.source import SIZES, Source, open_source
from tablecam.pipeline import Pipeline, Reading, read_photo
from tablecam.session.live import Live
from tablecam.storage.table_folder import TableFolder, read_folder
from tablecam.vision.frame import Frame
from webui import create_app, server
from webui.parts import Parts

# glibc's malloc.h
M_ARENA_MAX = -8


@dataclass(frozen=True)
class Serving:
    """How the page is served. port: None for the usual one, or a free one. seconds: None for ever."""

    host: str
    port: int | None
    browser: bool
    seconds: float | None


def serving_options(command: Callable[..., None]) -> Callable[..., None]:
    """The options of every command that shows the page; they arrive as host, port, no_browser and seconds."""
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
            help=f"Port to listen on.  [default: {server.USUAL_PORT}, or a free one]",
        ),
        click.option("--no-browser", is_flag=True, help="Do not open the page here."),
        click.option("--seconds", type=click.FloatRange(min=0, min_open=True), help="Stop by itself after so long."),
    )
    for option in reversed(options):
        command = option(command)
    return command


@click.command()
@click.option(
    "--size",
    type=click.Choice(["4k", "1080p"]),
    default="1080p",
    show_default=True,
    help="Size of the camera's picture.",
)
@serving_options
def demo(size: str, host: str, port: int | None, no_browser: bool, seconds: float | None) -> None:
    """A synthetic table, live on a web page; needs no camera.

    A camera is simulated: it draws a table with terrain and models, and hands that move them. The same pipeline that
    reads a real camera reads its pictures.
    """
    from tablecam.camera.synthetic.camera import SyntheticCamera, write_table_folder

    share_memory_between_threads()
    serving = Serving(host, port, not no_browser, seconds)
    with tempfile.TemporaryDirectory(prefix="tablecam-") as folder, SyntheticCamera(size=SIZES[size]) as camera:
        write_table_folder(camera.scene, folder)
        show(camera, read_folder(folder), serving)


@click.command()
@click.option(
    "--table",
    "folder",
    required=True,
    type=click.Path(path_type=Path),
    help="The table folder: camera.yaml, table.toml, models.toml, terrain.geojson, pieces.toml.",
)
@click.option(
    "--camera",
    "source",
    required=True,
    help="A camera's number or path, a video, a folder of pictures, one picture, or a stream's URL.",
)
@serving_options
def play(folder: Path, source: str, host: str, port: int | None, no_browser: bool, seconds: float | None) -> None:
    """A real table, live on a web page."""
    share_memory_between_threads()
    table = read_folder(folder)
    wanted = (table.intrinsics.width, table.intrinsics.height) if table.intrinsics else None
    show(open_source(source, wanted), table, Serving(host, port, not no_browser, seconds))


def show(source: Source, folder: TableFolder, serving: Serving) -> None:
    """Reads the source and serves the page until it is told to stop; closes the source."""
    capture = Newest(source) if source.live else InTurn(source)
    reader = OnePicture(folder) if is_one_picture(source) else Pipeline(folder)
    with capture, running(Live(capture, reader)) as live:
        listener = server.bind(create_app(Parts(live, lambda: folder.roster)), serving.host, serving.port)
        announce(listener, serving)
        threading.Thread(target=listener.run, name="web", daemon=True).start()
        wait_for_the_end(serving.seconds)


def is_one_picture(source: Source) -> bool:
    """Whether there is a single photograph to see, and nothing after it."""
    return isinstance(source, Photos) and len(source.paths) == 1


@dataclass(frozen=True)
class OnePicture:
    """Reads a photograph as thoroughly as can be; a pipeline would wait for more frames to believe it."""

    folder: TableFolder

    def process(self, frame: Frame) -> Reading:
        """The snapshot that the picture shows. Raises BadPicture."""
        return read_photo(self.folder, frame)


def share_memory_between_threads() -> None:
    """Lets all threads take memory from two pools.

    glibc gives each of many threads a pool of its own. Pictures of 25 MB that one thread makes and another lets go
    leave holes in all of them: the demo grew by 4 MB a minute. To be called before any thread is started.
    """
    with suppress(OSError, AttributeError):  # not glibc: nothing to mend
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 2)


@contextmanager
def running(live: Live) -> Iterator[Live]:
    """The live loop, running inside the block."""
    live.start()
    try:
        yield live
    finally:
        live.stop()


def announce(listener: Any, serving: Serving) -> None:
    """Says where the page is, and opens it where there is a screen to open it on."""
    here, *elsewhere = server.addresses(listener, serving.host)
    if serving.port is None and int(listener.effective_port) != server.USUAL_PORT:
        click.echo(f"Port {server.USUAL_PORT} is taken by another program, so another one is used.")
    click.echo(f"The table is at {here}  (Ctrl-C ends it)")
    for address in elsewhere:
        click.echo(f"On a tablet in the same network: {address}")
    if serving.browser and has_screen():
        webbrowser.open(here)


def has_screen() -> bool:
    """Whether a browser could open a window; without one, webbrowser would take over the terminal."""
    return sys.platform == "darwin" or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def wait_for_the_end(seconds: float | None) -> None:
    """Returns at Ctrl-C, when asked to terminate, or after `seconds`."""
    over = threading.Event()

    def end(_number: int, _frame: FrameType | None) -> None:
        over.set()

    signal.signal(signal.SIGINT, end)
    signal.signal(signal.SIGTERM, end)
    over.wait(seconds)
