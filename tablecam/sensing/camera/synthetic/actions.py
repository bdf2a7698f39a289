"""What can happen on the synthetic table, as data: each thing with the second at which it begins."""

import math
from dataclasses import dataclass

from tablecam.sensing.camera.synthetic.scene import Spot


@dataclass(frozen=True)
class ChartHold:
    """How the chart is held before the lens.

    x, y: where its middle shows, as shares of the picture. width: how wide it is there, as a share of the picture's.
    lean_x_deg, lean_y_deg, turn_deg: how it leans about its own x and y, and how it is turned.
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

    route: table points after the one where it stands; the last is where it ends, at height z_in.
    covered: the fingers hide the tag all the way; else they draw back so that it shows while it travels.
    haste: how many times as fast as a calm hand.
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
    """A hand lies over a model's tag for a while and goes, without moving anything."""

    model: str
    start: float
    seconds: float = 2.0
    edge: str = "near"


@dataclass(frozen=True)
class Put:
    """A model stands elsewhere from one moment to the next, without a hand; without a spot it is off the table."""

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
    """What there is to see from now on besides the table.

    chart: the ways in which the chart is held before the lens, one after the other and again, each for `each_s`.
    gauge: where the middle of the gauge card lies; it reaches to both sides of its heading's left and right.
    card: where the middle of a bank card lies.
    """

    start: float
    chart: tuple[ChartHold, ...] = ()
    gauge: Spot | None = None
    card: Spot | None = None
    each_s: float = 2.0

    def hold(self, time: float) -> ChartHold | None:
        """How the chart is held at a time, None where it is not."""
        return self.chart[int((time - self.start) / self.each_s) % len(self.chart)] if self.chart else None


THE_TABLE = Show(-math.inf)


@dataclass(frozen=True)
class Signal:
    """From now on the camera gives no pictures, as if its plug were out, or gives them again."""

    start: float
    on: bool


@dataclass(frozen=True)
class Lamp:
    """From now on the lamps give this share of their light: 0 is a dark room, 1 the light of the scene."""

    start: float
    share: float


Action = Carry | HandRest | Put | Nudge | Show | Signal | Lamp


def landing(action: Carry) -> Spot:
    """Where the model ends."""
    return Spot(*action.route[-1], action.z_in, action.heading_rad)
