"""The table at rest, for readers that need it while nothing moves."""

from dataclasses import dataclass

from tablecam.live.live_loop import PublishedFrame
from tablecam.sensing.vision.frame import Frame
from tablecam.table.geometry.projection import Camera
from tablecam.table.miniature import Placed

RESTING = ("settled", "occluded", "lost")


@dataclass(frozen=True)
class RestingTable:
    """An image, the camera in its place, and the models' positions on that image."""

    frame: Frame
    camera: Camera
    models: tuple[Placed, ...]


def find_resting_table(view: PublishedFrame) -> RestingTable | None:
    """The table of a view; None while something moves, or while the camera or its pose is not known."""
    snapshot = view.snapshot
    if snapshot is None or view.frame is None or view.camera is None or view.trouble or snapshot.pose_untrusted:
        return None
    if any(placed.state not in RESTING for placed in snapshot.models):
        return None
    return RestingTable(view.frame, view.camera, snapshot.models)
