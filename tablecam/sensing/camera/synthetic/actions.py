"""The possible events on the synthetic table, as data: each with the second at which it begins."""

import math
from dataclasses import dataclass

from tablecam.sensing.camera.synthetic.scene import Spot


@dataclass(frozen=True)
class ChartHold:
    """A way of holding the chart before the lens.

    x, y: the place of its middle, as shares of the image. width: its width there, as a share of the image's.
    lean_x_deg, lean_y_deg, turn_deg: its tilt about its own x and y, and its turn.
    """

    x: float
    y: float
    width: float
    lean_x_deg: float = 0.0
    lean_y_deg: float = 0.0
    turn_deg: float = 0.0


@dataclass(frozen=True)
class Carry:
    """A hand takes a model, lifts it, carries it along and puts it down.

    route: table points after the starting point; the last is the end, at height z_in. covered: the fingers hide the tag
    all the way; else they draw back so that it shows while it travels. haste: the speed as a multiple of a calm hand's.
    """

    model: str
    start: float
    route: tuple[tuple[float, float], ...]
    heading_rad: float
    z_in: float = 0.0
    lift_in: float = 2.0
    covered: bool = True
    edge: str = "near"
    haste: float = 1.0


@dataclass(frozen=True)
class HandRest:
    """A hand lies over a model's tag for a while and leaves without moving anything."""

    model: str
    start: float
    seconds: float = 2.0
    edge: str = "near"


@dataclass(frozen=True)
class Put:
    """A model changes its place from one moment to the next, without a hand; without a spot it is off the table."""

    model: str
    start: float
    spot: Spot | None


@dataclass(frozen=True)
class Nudge:
    """Somebody bumps into the camera: it turns (degrees about its own x, y, z) and shifts (inches), once."""

    start: float
    turn_deg: tuple[float, float, float] = (0.25, -0.2, 0.4)
    shift_in: tuple[float, float, float] = (0.15, -0.1, 0.0)


@dataclass(frozen=True)
class Show:
    """The things besides the table that are visible from now on.

    chart: the ways of holding the chart before the lens, one after another and again, each for `each_s`. gauge: the
    middle of the gauge card; it reaches to both sides of its heading's left and right. card: the middle of a bank card.
    """

    start: float
    chart: tuple[ChartHold, ...] = ()
    gauge: Spot | None = None
    card: Spot | None = None
    each_s: float = 2.0

    def hold(self, time: float) -> ChartHold | None:
        """Return the way of holding the chart at a time, None without a chart."""
        return self.chart[int((time - self.start) / self.each_s) % len(self.chart)] if self.chart else None


THE_TABLE = Show(-math.inf)


@dataclass(frozen=True)
class Signal:
    """From now on the camera delivers no images, as if its plug were out, or delivers them again."""

    start: float
    on: bool


@dataclass(frozen=True)
class Lamp:
    """From now on the lamps give this share of their light: 0 is a dark room, 1 the light of the scene."""

    start: float
    share: float


Action = Carry | HandRest | Put | Nudge | Show | Signal | Lamp


def landing(action: Carry) -> Spot:
    """Return the final spot of the model."""
    return Spot(*action.route[-1], action.z_in, action.heading_rad)
