"""`tablecam doctor --delay SOURCE`: the delay of a camera's images, measured by flashing this terminal before it."""

import random
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import click

from tablecam.base.errors import TablecamError
from tablecam.base.i18n import in_english
from tablecam.sensing.camera.delay import BrightFields, Delay, Flash, bright_fields, delay_of
from tablecam.sensing.camera.latest_frame import LatestFrame
from tablecam.sensing.camera.source import Source, open_source
from tablecam.storage.delays_toml import DELAYS, CameraDelay, keep_delay

FLASHES = 16
# odd intervals, so that no other flicker passes for the screen
BETWEEN_S = (0.35, 0.9)
# the wait for late images
AFTERWARDS_S = 3.0
WHITE, BLACK, USUAL = "\x1b[48;5;231m\x1b[2J\x1b[H", "\x1b[48;5;16m\x1b[2J\x1b[H", "\x1b[0m\x1b[2J\x1b[H"


def paint(white: bool | None) -> None:
    """Fill the terminal with white or black; None restores it."""
    click.echo(USUAL if white is None else WHITE if white else BLACK, nl=False, color=True)


def measured_delay(
    source: Source,
    show: Callable[[bool | None], None] = paint,
    between_s: tuple[float, float] = BETWEEN_S,
    afterwards_s: float = AFTERWARDS_S,
) -> Delay | None:
    """The delay of a live camera that watches the surface that `show` lights. Owns and closes the source."""
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
    return delay_of(flashes, looks)


def say_delay(text: str, folder: Path | None = None) -> None:
    """Measure and print the delay of the camera that `text` names, and save it in the table folder.

    Raises TablecamError.
    """
    source = open_source(text)
    if not source.live:
        source.close()
        raise TablecamError(f"{text} is a recording, which has no delay: name a camera or a stream")
    name = in_english(source.name)
    click.echo(f"this terminal flashes for {FLASHES * sum(BETWEEN_S) / 2:.0f} s: hold its screen before {name}")
    time.sleep(2.0)
    delay = measured_delay(source)
    if delay is None:
        raise TablecamError(
            f"nothing in the pictures of {name} follows this screen: hold it closer, make the window larger, and "
            "dim the lights"
        )
    click.echo(f"{name}: its pictures are {delay.seconds:.2f} s late, give or take {delay.sigma_s:.2f} s")
    keep_measured(name, delay, folder)


def keep_measured(name: str, found: Delay, folder: Path | None) -> None:
    """Save a camera's delay in the table folder, and print where; without a folder, print how to save it."""
    if folder is None:
        click.echo("give --table DIR too, and it is kept there, to align the cameras of that table in time")
        return
    keep_delay(folder, CameraDelay(name, found.seconds, found.sigma_s, datetime.now(UTC).date().isoformat()))
    click.echo(f"kept in {folder / DELAYS}")
