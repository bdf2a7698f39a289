"""A position made by hand and a live loop that shows what it is told to; run as a script, it serves the page."""

import math
import sys

import numpy as np
from shapely import Polygon, box

from tablecam.live.live_loop import LiveLoop, PublishedFrame
from tablecam.sensing.vision.frame import Frame
from tablecam.table.geometry.projection import Camera, Intrinsics, Pose
from tablecam.table.miniature import Base, Circle, Ellipse, Miniature, Placed, Rectangle, Roster
from tablecam.table.snapshot import Snapshot
from tablecam.table.terrain import Feature, Terrain


class ShownLive(LiveLoop):
    """Publishes the views it is given."""

    def __init__(self) -> None:
        super().__init__(capture=None, reader=None)  # type: ignore[arg-type]

    def show(self, view: PublishedFrame) -> None:
        self._publish(view)


def miniature(id: str, name: str, side: str, tag: int, base: Base) -> Miniature:
    return Miniature(id, name, side, tag, 16.0, (0.0, -26.5), 1.2, base, 1.25)


def roster() -> Roster:
    round_base = Circle(32.0)
    return Roster(
        (
            miniature("ann", "Sergeant Ann", "red", 1, round_base),
            miniature("bea", "Gunner Bea", "red", 2, round_base),
            miniature("cal", "Scout Cal", "red", 3, Circle(25.0)),
            miniature("dot", "Rider Dot", "red", 4, Ellipse(75.0, 42.0)),
            miniature("eve", "Captain Eve", "blue", 5, Circle(40.0)),
            miniature("fox", "Trooper Fox", "blue", 6, round_base),
            miniature("gus", "Trooper Gus", "blue", 7, round_base),
            miniature("hal", "Walker Hal", "blue", 8, Rectangle(60.0, 50.0)),
            miniature("ida", "Medic Ida", "blue", 9, round_base),
        )
    )


def terrain() -> Terrain:
    courtyard = Polygon([(30, 8), (42, 8), (42, 18), (30, 18)], holes=[[(32, 10), (40, 10), (40, 16), (32, 16)]])
    return Terrain(
        (
            Feature("house", "solid", 0.0, 3.0, True, box(6, 27, 15, 34)),
            Feature("tower roof", "solid", 4.5, 5.0, True, box(31, 30, 37, 37)),
            Feature("courtyard wall", "solid", 0.0, 1.5, False, courtyard),
            Feature("hedge", "flimsy", 0.0, 1.0, False, box(18, 20, 27, 21)),
        )
    )


def placed(
    id: str, x: float, y: float, turn_deg: float, *, z: float = 0.0, on: str = "table", state: str = "settled"
) -> Placed:
    variance = 0.004**2
    return Placed(
        roster().by_id[id], x, y, z, math.radians(turn_deg),
        ((variance, 0.0, 0.0), (0.0, variance, 0.0), (0.0, 0.0, 1e-5)),
        0.02 if z else 0.0, on, state, 3.0 if state in {"occluded", "lost"} else 0.0,
    )  # fmt: skip


def position(pose_untrusted: bool = False) -> Snapshot:
    """Eight of the nine models, in each state; Fox and Gus in contact."""
    models = (
        placed("ann", 10.0, 10.0, 0.0),
        placed("bea", 10.5, 30.5, 90.0, z=3.0, on="house"),
        placed("cal", 21.0, 16.0, 45.0, state="moving"),
        placed("dot", 24.0, 6.0, 30.0, state="occluded"),
        placed("eve", 34.0, 33.5, -90.0, z=5.0, on="undecided"),
        placed("fox", 36.0, 12.0, 180.0),
        placed("gus", 37.26, 12.0, 180.0, state="tentative"),
        placed("hal", 24.0, 38.0, -60.0, state="lost"),
    )
    problems = ("Tag 5 was seen in two places; the one that was there first is kept.",)
    return Snapshot(
        12.5, models, terrain(), scale_sigma=2e-4, pose_untrusted=pose_untrusted, unknown_tags=(77,), problems=problems
    )


def camera() -> Camera:
    """60 in above the middle, looking straight down, 1920 x 1080."""
    lens = Intrinsics(1920, 1080, np.array([[1200.0, 0, 959.5], [0, 1200.0, 539.5], [0, 0, 1]]), np.zeros(5))
    down = np.diag([1.0, -1.0, -1.0])
    return Camera(lens, Pose(down, -down @ np.array([24.0, 24.0, 60.0])))


def picture() -> Frame:
    return Frame(np.full((1080, 1920, 3), 60, np.uint8), time=12.5, number=3)


def main(port: int) -> None:
    from webui import create_app
    from webui.server.dependencies import Dependencies
    from webui.server.server import bind

    live = ShownLive()
    live.show(PublishedFrame(1, position(), camera(), picture(), frames_per_s=24.0, reading_s=0.031))
    bind(create_app(Dependencies(live, roster)), "127.0.0.1", port).run()


if __name__ == "__main__":
    main(int(sys.argv[1]))
