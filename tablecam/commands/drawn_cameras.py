"""The drawn cameras of the demonstration: those over its table, and those that the set-up can add."""

from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from tablecam.base.i18n import Message
from tablecam.commands.live_cameras import DRAWN, PlayedCameras
from tablecam.sensing.camera.plugged_in import Offer
from tablecam.storage.cameras_toml import read_sources

if TYPE_CHECKING:
    from tablecam.sensing.camera.synthetic.camera import SyntheticCamera
    from tablecam.sensing.camera.synthetic.stage import Stage

MOST_DRAWN = 3


def cameras_drawn(folder: Path) -> int:
    """The number of cameras over the table in the folder, up to the most that can be drawn. Raises BadFile."""
    return min(max(1, len(read_sources(folder))), MOST_DRAWN)


def drawn_cameras(stage: "Stage", first: "SyntheticCamera", count: int, stack: ExitStack) -> PlayedCameras:
    """The first `count` drawn cameras over a stage; the stack closes all but the first."""
    from tablecam.sensing.camera.synthetic.camera import SyntheticCamera

    opened = [partial(SyntheticCamera, stage, number=number, beside=first) for number in range(MOST_DRAWN)]
    offered = tuple(
        (Offer(f"{DRAWN}{number + 1}", Message("drawn camera {n}", n=number + 1)), camera)
        for number, camera in enumerate(opened)
    )
    more = tuple(stack.enter_context(camera()) for camera in opened[1:count])
    return PlayedCameras(first, more, named=tuple(offer.source for offer, _opened in offered[:count]), offered=offered)
