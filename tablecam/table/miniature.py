"""Miniatures: the shapes of their bases, the roster, and a miniature at a place on the table."""

import math
from dataclasses import dataclass
from functools import cached_property

from shapely import Polygon

from tablecam.base.units import to_inches
from tablecam.table.geojson import make_feature, make_polygon
from tablecam.table.geometry.footprint import Footprint


@dataclass(frozen=True)
class Circle:
    """A round base."""

    diameter_mm: float

    @cached_property
    def half_extents_in(self) -> tuple[float, float]:
        """Half the size along the base's own x and y."""
        return to_inches(self.diameter_mm) / 2, to_inches(self.diameter_mm) / 2


@dataclass(frozen=True)
class Ellipse:
    """An oval base: its length runs forward (the tray's +y), its width sideways (+x)."""

    length_mm: float
    width_mm: float

    @cached_property
    def half_extents_in(self) -> tuple[float, float]:
        """Half the size along the base's own x and y."""
        return to_inches(self.width_mm) / 2, to_inches(self.length_mm) / 2


@dataclass(frozen=True)
class Rectangle:
    """A square or oblong base: its length runs forward (the tray's +y), its width sideways (+x)."""

    length_mm: float
    width_mm: float

    @cached_property
    def half_extents_in(self) -> tuple[float, float]:
        """Half the size along the base's own x and y."""
        return to_inches(self.width_mm) / 2, to_inches(self.length_mm) / 2


Base = Circle | Ellipse | Rectangle


@dataclass(frozen=True)
class Miniature:
    """A model as `models.toml` describes it. The tag's place is in the tray's own frame (x right, y forward).

    second_tag: a second tag of the same size and height, its top pointing the same way. second_offset_mm: its place,
    None for the opposite side of the base. assembly_sigma_mm: one sigma of the tag's place on the tray, where it was
    measured; None for the value that all models share.
    """

    id: str
    name: str
    side: str
    tag: int
    tag_size_mm: float
    tag_offset_mm: tuple[float, float]
    tag_height_mm: float
    base: Base
    height_in: float
    profile: str | None = None
    second_tag: int | None = None
    second_offset_mm: tuple[float, float] | None = None
    assembly_sigma_mm: float | None = None

    @property
    def tags(self) -> tuple[int, ...]:
        """The numbers of its tags: one, or two."""
        return (self.tag,) if self.second_tag is None else (self.tag, self.second_tag)

    @property
    def offsets_mm(self) -> tuple[tuple[float, float], ...]:
        """The centres of its tags, in the order of `tags`."""
        if self.second_tag is None:
            return (self.tag_offset_mm,)
        x, y = self.tag_offset_mm
        return self.tag_offset_mm, self.second_offset_mm or (0.0 - x, 0.0 - y)


@dataclass(frozen=True)
class Placed:
    """A model standing on the table.

    x_in, y_in: the centre of its base; z_in: the height of the surface under it. heading_rad: the direction of its
    front. covariance: of (x, y, heading) in in2, in*rad, rad2, row by row, detection and height included; the error
    that all models share (registration, calibration) is the snapshot's. sigma_z_in: 0 where the surface is certain.
    stands_on: "table", the name of the terrain feature, "undecided", or "air" while it is carried. state: the track's
    state, lower case ("settled", "moving", ...); seen_s: seconds since the camera last saw it.
    """

    model: Miniature
    x_in: float
    y_in: float
    z_in: float
    heading_rad: float
    covariance: tuple[tuple[float, float, float], ...] = ((0.0, 0.0, 0.0),) * 3
    sigma_z_in: float = 0.0
    stands_on: str = "table"
    state: str = "settled"
    seen_s: float = 0.0

    def __repr__(self) -> str:
        """The model's id, its place with its sigma, and its state."""
        place = f"{self.x_in:.4f}, {self.y_in:.4f}, {self.z_in:.4f}"
        return f"<Placed {self.model.id}: {self.state} at {place}, sigma {self.sigma_in:.4f} in>"

    @property
    def sigma_in(self) -> float:
        """One sigma of the base centre's position in the plane, the worse of x and y combined into one circle."""
        return math.sqrt((self.covariance[0][0] + self.covariance[1][1]) / 2)

    @cached_property
    def footprint(self) -> Footprint:
        """The outline of its base in plan."""
        half_x_in, half_y_in = self.model.base.half_extents_in
        cornered = isinstance(self.model.base, Rectangle)
        return Footprint(self.x_in, self.y_in, self.heading_rad, half_x_in, half_y_in, cornered)

    @cached_property
    def polygon(self) -> Polygon:
        """The outline of its base in plan as a shapely polygon, in table inches; an ellipse by 64 points on it."""
        return self.footprint.outline()

    @property
    def __geo_interface__(self) -> dict[str, object]:
        """The outline of its base as a GeoJSON feature in table inches."""
        properties = {
            "kind": "model",
            "id": self.model.id,
            "name": self.model.name,
            "side": self.model.side,
            "z_bottom_in": self.z_in,
            "z_top_in": self.z_in + self.model.height_in,
            "heading_rad": self.heading_rad,
            "sigma_in": self.sigma_in,
            "stands_on": self.stands_on,
        }
        return make_feature(properties, make_polygon(self.polygon))


@dataclass(frozen=True)
class Roster:
    """The models of `models.toml`; ids and tags are unique."""

    models: tuple[Miniature, ...]

    @cached_property
    def by_tag(self) -> dict[int, Miniature]:
        """The model that wears each tag."""
        return {tag: model for model in self.models for tag in model.tags}

    @cached_property
    def by_id(self) -> dict[str, Miniature]:
        """Each model under its id."""
        return {model.id: model for model in self.models}
