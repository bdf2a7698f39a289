"""The table of a book's demonstration, as plain data that a camera can be simulated over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tablecam.table.miniature import Base
    from tablecam.table.table import HexGrid
    from tablecam.table.terrain import Terrain


def make_empty_terrain() -> Terrain:
    """The terrain of a table without any."""
    from tablecam.table.terrain import Terrain

    return Terrain()


@dataclass(frozen=True)
class DemoModel:
    """A model at its first position. seat: its side; heading_deg: 0 looks right, 90 away from the near edge.

    on: the feature that it stands on, empty for the ground.
    """

    id: str
    name: str
    seat: str
    base: Base
    height_in: float
    x_in: float
    y_in: float
    heading_deg: float = 90.0
    on: str = ""
    profile: str = ""


@dataclass(frozen=True)
class DemoTable:
    """A table of 48 x 48 in with its terrain. paint: the look of a piece: brick, concrete, grass, wood or metal.

    mat: the look of the ground. grid: the hexes of a game that is played on some.
    """

    models: tuple[DemoModel, ...]
    terrain: Terrain = field(default_factory=make_empty_terrain)
    paint: Mapping[str, str] = field(default_factory=dict)
    mat: str = "plain"
    grid: HexGrid | None = None
