"""The terrain of the table: prisms on footprints, and the surfaces a model can stand on."""

from dataclasses import dataclass

from shapely import Polygon


@dataclass(frozen=True)
class Feature:
    """One obstruction of `terrain.geojson`: an upright prism. polygon in table inches, holes allowed."""

    name: str
    material: str
    z_bottom_in: float
    z_top_in: float
    standable: bool
    polygon: Polygon
    piece: str | None = None


@dataclass(frozen=True)
class Terrain:
    """All features of the table; may be empty."""

    features: tuple[Feature, ...] = ()
