"""The scene of the synthetic camera, as plain data: table, models, terrain, lens, and the events that change it."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

import numpy as np

from tablecam.base.units import to_inches
from tablecam.table.geometry.projection import Camera, Intrinsics, Pose
from tablecam.table.miniature import Base, Miniature, Rectangle, Roster
from tablecam.table.table import Table
from tablecam.table.terrain import Displacement, Terrain

# the white ring adds one cell to each side of the eight black ones
OVERALL = 10 / 8
# over a table of 48 x 48 in
USUAL_HEIGHT_IN = 58.5


@dataclass(frozen=True)
class Spot:
    """The place of one model: table inches, heading in radians.

    lean_rad: the tilt of base and tray together about their rim, in the direction `lean_to_rad` of the table.
    """

    x_in: float
    y_in: float
    z_in: float = 0.0
    heading_rad: float = 0.0
    lean_rad: float = 0.0
    lean_to_rad: float = 0.0


@dataclass(frozen=True)
class Glare:
    """A lamp mirrored in glossy print: grey levels added at the middle, falling off over `radius_in`."""

    x_in: float
    y_in: float
    radius_in: float = 3.0
    level: float = 90.0


@dataclass(frozen=True)
class Sensor:
    """The properties of the sensor behind the lens.

    blur_px: sigma of the point spread. noise: sigma in grey levels of the grey image. exposure: gain.
    gamma: 1 draws edges true; 2.2 blurs in linear light, which shrinks black squares as real cameras do.
    vignetting: share of light lost in the image's corners. gradient: share lost from the table's left to its right.
    jpeg: quality of a compression that every frame goes through, or None.
    """

    blur_px: float = 0.7
    noise: float = 3.0
    exposure: float = 1.0
    gamma: float = 1.0
    vignetting: float = 0.18
    gradient: float = 0.12
    jpeg: int | None = None
    glare: tuple[Glare, ...] = ()

    def lit(self, share: float) -> "Sensor":
        """Return the same sensor with this share of the light; its noise stays."""
        glare = tuple(replace(lamp, level=lamp.level * share) for lamp in self.glare)
        return replace(self, exposure=self.exposure * share, glare=glare)


@dataclass(frozen=True)
class Scene:
    """Everything visible. spots: model id -> its place. mat: a name of `mat.MATS`.

    paint: terrain piece -> a name of `terrain.PAINTS`. pushed: terrain feature -> its displacement from the map's
    place. tilts: model -> how its tray and base really lie, in place of its spot's lean. tags: number of a tag -> its
    real print and place, where the table's or the model's files do not give them.
    """

    table: Table
    roster: Roster
    terrain: Terrain
    spots: Mapping[str, Spot]
    camera: Camera
    mat: str = "street"
    paint: Mapping[str, str] = field(default_factory=dict)
    sensor: Sensor = Sensor()
    seed: int = 7
    pushed: Mapping[str, Displacement] = field(default_factory=dict)
    tilts: Mapping[str, "Tilt"] = field(default_factory=dict)
    tags: Mapping[int, "TagPlace"] = field(default_factory=dict)


def lens(width: int, height: int) -> Intrinsics:
    """Return a wide lens with mild barrel distortion, as on a webcam that sees a whole table from 58 in."""
    matrix = np.array([[2140.0, 0.0, 1926.3], [0.0, 2142.5, 1073.8], [0.0, 0.0, 1.0]])
    distortion = np.array([-0.105, 0.028, 0.0005, -0.0004, -0.002])
    full_lens = Intrinsics(3840, 2160, matrix, distortion, name="synthetic")
    return full_lens.rescale(width, height) if (width, height) != (3840, 2160) else full_lens


def compute_camera_height(size_in: tuple[float, float]) -> float:
    """Return the height for `lens` to see a table of that size and its surroundings; at least that for 48 x 48 in."""
    width, depth = size_in
    return USUAL_HEIGHT_IN * max(1.0, (width + 14.0) / 104.0, (depth + 8.0) / 56.0)


def overhead(
    height_in: float = USUAL_HEIGHT_IN, tilt_deg: float = 3.0, middle_in: tuple[float, float] = (24.0, 24.0)
) -> Pose:
    """Return a camera above the table that looks at its middle, tilted by `tilt_deg` towards far right."""
    tilt_rad = math.radians(tilt_deg)
    direction_rad = math.radians(35.0)
    axis = np.array(
        [
            math.sin(tilt_rad) * math.cos(direction_rad),
            math.sin(tilt_rad) * math.sin(direction_rad),
            -math.cos(tilt_rad),
        ]
    )
    right = np.array([1.0, 0.0, 0.0]) - axis[0] * axis
    right /= np.linalg.norm(right)
    rotation = np.stack([right, np.cross(axis, right), axis])
    eye = np.array([*middle_in, 0.0]) - axis * height_in / math.cos(tilt_rad)
    return Pose(rotation, -rotation @ eye)


def front(heading_rad: float) -> np.ndarray:
    """Return the unit vector along a heading, (2,)."""
    return np.array([math.cos(heading_rad), math.sin(heading_rad)])


def on_table(points_mm: np.ndarray, spot: Spot) -> np.ndarray:
    """Return table points (n, 2) of points (n, 2) in a model's own frame: millimetres, x right, y forward."""
    forward = front(spot.heading_rad)
    right = np.array([forward[1], -forward[0]])
    points = np.asarray(points_mm, float) / 25.4
    return np.array([spot.x_in, spot.y_in]) + points[..., :1] * right + points[..., 1:] * forward


class Tilt(Protocol):
    """Anything that moves points of a level thing to where they really are."""

    def lean_points(self, points_in: np.ndarray) -> np.ndarray:
        """Return the real places of points (n, 3) of the level thing, (n, 3)."""


@dataclass(frozen=True)
class Lean:
    """A turn of base and tray about a point of their rim.

    pivot_in: (x, y, z) of that point. to: the unit vector of the lean's direction.
    """

    pivot_in: tuple[float, float, float]
    to: tuple[float, float]
    by_rad: float

    def lean_points(self, points_in: np.ndarray) -> np.ndarray:
        """Return the points (n, 3) of the level model after it leans, (n, 3)."""
        offset = points_in - np.array(self.pivot_in)
        distance = offset[..., :2] @ np.array(self.to)
        cos, sin = math.cos(self.by_rad), math.sin(self.by_rad)
        turned_distance = distance * cos + offset[..., 2] * sin
        points = np.array(points_in, float)
        points[..., :2] += (turned_distance - distance)[..., None] * np.array(self.to)
        points[..., 2] = self.pivot_in[2] - distance * sin + offset[..., 2] * cos
        return points


@dataclass(frozen=True)
class TagPlace:
    """The place of a tag: number, black edge, centre and direction of its top, all as if its model stood level.

    stretch: its real width and height as multiples of what they should be.
    """

    tag: int
    size_in: float
    x_in: float
    y_in: float
    z_in: float
    heading_rad: float
    lean: Tilt | None = None
    stretch: tuple[float, float] = (1.0, 1.0)

    def square(self, cells: float = 8.0) -> np.ndarray:
        """Return table points (4, 3) of a square of `cells` cells around the centre, in a detection's order of
        corners.
        """
        half_in = self.size_in / 8 * cells / 2
        return self.point(
            np.array([[-half_in, -half_in], [half_in, -half_in], [half_in, half_in], [-half_in, half_in]])
        )

    def point(self, offsets_in: np.ndarray) -> np.ndarray:
        """Return table points (n, 3) of points (n, 2) of the tag's own frame: inches from its centre, y to its top."""
        top = front(self.heading_rad)
        right = np.array([top[1], -top[0]])
        printed_in = offsets_in * np.array(self.stretch)
        plane = np.array([self.x_in, self.y_in]) + printed_in[..., :1] * right + printed_in[..., 1:] * top
        points = np.concatenate([plane, np.full_like(plane[..., :1], self.z_in)], axis=-1)
        return points if self.lean is None else self.lean.lean_points(points)


def model_tag(model: Miniature, spot: Spot) -> TagPlace:
    """Return the place of a model's tag while the model stands on that spot; of its first, if it wears two."""
    return model_tags(model, spot)[0]


def model_tags(model: Miniature, spot: Spot) -> tuple[TagPlace, ...]:
    """Return the places of a model's tags while it stands on that spot."""
    size, lean = to_inches(model.tag_size_mm), find_lean(model, spot)
    z_in = spot.z_in + to_inches(model.tag_height_mm)
    places = on_table(np.array(model.offsets_mm), spot)
    return tuple(
        TagPlace(tag, size, float(x), float(y), z_in, spot.heading_rad, lean)
        for tag, (x, y) in zip(model.tags, places, strict=True)
    )


def find_lean(model: Miniature, spot: Spot) -> Lean | None:
    """Return the lean of a model on its spot; None for one that stands level."""
    if not spot.lean_rad:
        return None
    direction = front(spot.lean_to_rad)
    half_tag = model.tag_size_mm * OVERALL / 2
    corners = np.array(
        [
            (x + x_offset, y + y_offset)
            for x, y in model.offsets_mm
            for x_offset in (-half_tag, half_tag)
            for y_offset in (-half_tag, half_tag)
        ]
    )
    middle = np.array([spot.x_in, spot.y_in])
    reach_in = max(float(((on_table(corners, spot) - middle) @ direction).max()), _compute_reach(model.base, spot))
    pivot = middle + reach_in * direction
    return Lean(
        (float(pivot[0]), float(pivot[1]), spot.z_in), (float(direction[0]), float(direction[1])), spot.lean_rad
    )


def _compute_reach(base: Base, spot: Spot) -> float:
    """Return the distance of a base's edge from its centre in the direction of the lean."""
    across, along = base.half_extents_in
    turn = spot.lean_to_rad - spot.heading_rad
    if isinstance(base, Rectangle):
        return across * abs(math.sin(turn)) + along * abs(math.cos(turn))
    return math.hypot(across * math.sin(turn), along * math.cos(turn))


def reference_tags(table: Table) -> tuple[TagPlace, ...]:
    """Return the table's own tags; at rotation 0 their top points to +y."""
    return tuple(
        TagPlace(tag.id, tag.size_in, *tag.center_in, 0.0, math.pi / 2 + math.radians(tag.rotation_deg))
        for tag in table.reference_tags
    )


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
