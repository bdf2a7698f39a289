"""Opening the cameras of a table: the program waits for an absent one, and reads several as one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablecam.base.errors import BadFile, CameraUnavailable, TablecamError
from tablecam.base.i18n import Message

if TYPE_CHECKING:
    from tablecam.sensing.camera.camera_list import Offer
    from tablecam.sensing.camera.hot_swap import HotSwap
    from tablecam.sensing.camera.several import SeveralCameras
    from tablecam.sensing.camera.source import Source
    from tablecam.sensing.camera.synthetic.camera import SyntheticCamera
    from tablecam.sensing.camera.synthetic.stage import Stage
    from tablecam.setup.table_cameras import Cameras
    from tablecam.storage.table_toml import CameraDelay
    from tablecam.table.geometry.projection import Intrinsics

# the prefix of drawn cameras of a demonstration in cameras.toml
DRAWN = "drawn:"

at_play = click.option(
    "--camera",
    "sources",
    multiple=True,
    help="A camera's number or path, a video, a folder of pictures, one picture, or a stream's URL. Give it again for "
    "each further camera over the same table, in the order of camera.yaml, camera-2.yaml and so on.  [default: the "
    "live cameras that the table was last played with]",
)


@dataclass(frozen=True)
class PlayedCameras:
    """The sources of a table's frames. more: of all cameras after the first. delays: by cameras' names.

    named: the text that opens each of them. offered: cameras that need no plug, each with its opener.
    """

    first: Source
    more: tuple[Source, ...] = ()
    delays: Mapping[str, CameraDelay] = field(default_factory=dict)
    named: tuple[str, ...] = ()
    offered: tuple[tuple[Offer, Callable[[], Source]], ...] = ()

    def running(self, swap: HotSwap) -> SeveralCameras[HotSwap]:
        """The running cameras as one; `swap` reads the first. The caller closes it."""
        from tablecam.sensing.camera.delay import get_delay_s
        from tablecam.sensing.camera.hot_swap import HotSwap
        from tablecam.sensing.camera.latest_frame import LatestFrame
        from tablecam.sensing.camera.several import SeveralCameras

        swaps = [swap, *(HotSwap(source, LatestFrame) for source in self.more)]
        # the set-up may exchange any camera while it runs
        return SeveralCameras(swaps, late_s=lambda camera: get_delay_s(self.delays, camera.name))

    def choice(self, running: SeveralCameras[HotSwap] | None) -> Cameras:
        """The choice for the set-up. running: the cameras that it may add to, if any."""
        from tablecam.setup.table_cameras import Cameras

        return Cameras(more=self.offered, running=running, named=self.named)


def open_cameras(
    sources: Sequence[str], lenses: Sequence[Intrinsics], delays: Mapping[str, CameraDelay] | None = None
) -> PlayedCameras:
    """The opened sources. lenses: of the cameras in order, as many as the folder has. delays: by the cameras' names.

    Raises TablecamError where there are more cameras than lenses.
    """
    from tablecam.storage.table_folder import refuse_lensless

    refuse_lensless(len(sources), len(lenses))
    sizes = [(lens.width, lens.height) for lens in lenses[: len(sources)]]
    opened: list[Source] = []
    try:
        for number, source in enumerate(sources):
            opened.append(open_or_await(source, sizes[number] if number < len(sizes) else None))
    except TablecamError:
        for source_before in opened:
            source_before.close()
        raise
    return PlayedCameras(opened[0], tuple(opened[1:]), delays or {}, tuple(sources))


def open_table_cameras(folder: Path, sources: Sequence[str], lenses: Sequence[Intrinsics]) -> PlayedCameras:
    """The cameras of a table: the named ones, which the folder saves if they are live, otherwise the saved ones.

    Raises TablecamError, and click.UsageError where none are named and none are saved.
    """
    from tablecam.storage.table_toml import keep_sources, read_delays, read_sources

    chosen = tuple(sources) or read_sources(folder)
    if not chosen:
        raise click.UsageError(
            f"no camera is known of {folder} yet: name it, as in --camera 0 (`tablecam doctor` lists what is there)"
        )
    if drawn := [source for source in chosen if source.startswith(DRAWN)]:
        raise click.UsageError(
            f"{drawn[0]} is a drawn camera of `tablecam demo --table {folder}`: name a real one, as in --camera 0"
        )
    cameras = open_cameras(chosen, lenses, read_delays(folder))
    if sources and folder.is_dir() and all(camera.live for camera in (cameras.first, *cameras.more)):
        try:
            keep_sources(folder, chosen)
        except BadFile as fault:
            click.echo(f"tablecam: {fault}", err=True)
    return cameras


def open_or_await(
    source: str, size: tuple[int, int] | None, say: Callable[[str], None] = lambda text: click.echo(text, err=True)
) -> Source:
    """The source; an absent one, as when the machine starts, is tried again while the page is served."""
    from tablecam.sensing.camera.source import open_source

    try:
        return open_source(source, size)
    except CameraUnavailable as absent:
        say(f"tablecam: {absent}; the page is served, and waits for it")
        return open_source(source, size, later=True)


MOST_DRAWN = 3


def cameras_drawn(folder: Path) -> int:
    """The number of cameras over the table in the folder, up to the most that can be drawn. Raises BadFile."""
    from tablecam.storage.table_toml import read_sources

    return min(max(1, len(read_sources(folder))), MOST_DRAWN)


def open_drawn_cameras(stage: Stage, first: SyntheticCamera, count: int, stack: ExitStack) -> PlayedCameras:
    """The first `count` drawn cameras over a stage; the stack closes all but the first."""
    from tablecam.sensing.camera.camera_list import Offer
    from tablecam.sensing.camera.synthetic.camera import SyntheticCamera

    opened = [partial(SyntheticCamera, stage, number=number, beside=first) for number in range(MOST_DRAWN)]
    offered = tuple(
        (Offer(f"{DRAWN}{number + 1}", Message("drawn camera {n}", n=number + 1)), camera)
        for number, camera in enumerate(opened)
    )
    more = tuple(stack.enter_context(camera()) for camera in opened[1:count])
    return PlayedCameras(first, more, named=tuple(offer.source for offer, _opened in offered[:count]), offered=offered)
