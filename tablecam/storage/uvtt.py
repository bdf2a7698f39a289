"""Universal VTT maps (.uvtt, .dd2vtt, .df2vtt): walls drawn for a virtual table, as terrain for a real one and back.

The file is JSON. Its units are grid squares, x right and y down from the map's upper left corner, less `map_origin`.
`line_of_sight` holds polylines of walls, `objects_line_of_sight` outlines of things, `portals` the doors and windows by
their two `bounds`; a list that some program writes as null is empty. The image is ignored. The map is flat, so the
caller gives the heights.
"""

import base64
import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import shapely
from shapely import LineString, Polygon

from tablecam.base.errors import BadFile
from tablecam.storage.record import Record
from tablecam.storage.text_file import parse_json, read_text, write_text
from tablecam.table.terrain import SOLID, Feature, Terrain

FORMAT = 0.3
PORTALS = ("drawn", "closed", "open")
LISTS = ("line_of_sight", "objects_line_of_sight", "portals")
# the name of a door, alone or with a number; `uvtt_text` writes it as a door again
DOOR = "door"

# A wall much shorter than it is thick is a slip of the mouse.
SHORTEST_IN = 0.01

Point = tuple[float, float]


@dataclass(frozen=True)
class Walls:
    """Properties of walls that a flat map lacks. portals: the doors that are walls: "drawn" closed, all, or none."""

    height_in: float
    grid_in: float = 1.0
    thickness_in: float = 0.1
    material: str = SOLID
    portals: str = "drawn"


@dataclass(frozen=True)
class _Map:
    """The map's frame: squares to inches, and y turned up."""

    origin: Point
    rows: float
    grid_in: float

    def place(self, point: Record) -> Point:
        """A point of the file in table inches."""
        x, y = point.number("x") - self.origin[0], point.number("y") - self.origin[1]
        return x * self.grid_in, (self.rows - y) * self.grid_in


def read_uvtt(path: Path, walls: Walls) -> Terrain:
    """The map's walls as thin prisms, its closed objects as whole ones, its doors by `walls.portals`.

    The map's lower left corner becomes the table's origin. BadFile with the key of the first fault.
    """
    value = parse_json(path, read_text(path, "a Universal VTT map"))
    if not isinstance(value, dict) or "resolution" not in value:
        raise BadFile(f"{path}: the key resolution is missing; is this a Universal VTT map?")
    file = Record({key: member for key, member in value.items() if member is not None or key not in LISTS}, str(path))
    frame = _read_frame(file.record("resolution"), walls.grid_in)
    features = [*_read_walls(file, frame, walls), *_read_objects(file, frame, walls), *_read_doors(file, frame, walls)]
    return Terrain(tuple(features))


def write_uvtt(
    path: Path, terrain: Terrain, size_in: Point, grid_in: float = 1.0, pixels_per_grid: int = 70, at_in: float = 1.0
) -> None:
    """Writes terrain as a map; arguments and content as for `uvtt_text`."""
    write_text(path, uvtt_text(terrain, size_in, grid_in, pixels_per_grid, at_in))


def uvtt_text(
    terrain: Terrain, size_in: Point, grid_in: float = 1.0, pixels_per_grid: int = 70, at_in: float = 1.0
) -> str:
    """The outlines of everything at a height (`at_in`: an eye's) as a map with a plain white image.

    Whole prisms become objects, which `read_uvtt` reads back; prisms with holes become walls, because an object has no
    hole. A rectangular feature named door, or door and a number, becomes a closed portal along its middle.
    """
    rows = size_in[1] / grid_in
    cut = [feature for feature in terrain.features if feature.z_bottom_in <= at_in < feature.z_top_in]
    doors = [_find_middle_line(feature.polygon) for feature in cut if _is_door(feature)]
    standing = [feature.polygon for feature in cut if not _is_door(feature)]
    rings = [polygon.exterior for polygon in standing if not polygon.interiors]
    hollow = [ring for polygon in standing if polygon.interiors for ring in (polygon.exterior, *polygon.interiors)]
    size = (size_in[0] / grid_in, rows)
    content = {
        "format": FORMAT,
        "resolution": {
            "map_origin": {"x": 0, "y": 0},
            "map_size": {"x": size[0], "y": size[1]},
            "pixels_per_grid": pixels_per_grid,
        },
        "line_of_sight": [_points_to_json(ring, rows, grid_in) for ring in hollow],
        "objects_line_of_sight": [_points_to_json(ring, rows, grid_in) for ring in rings],
        "portals": [_portal_to_json(_points_to_json(door, rows, grid_in)) for door in doors],
        "environment": {"baked_lighting": True, "ambient_light": "ffffffff"},
        "lights": [],
        "image": _encode_blank(*(math.ceil(squares * pixels_per_grid) for squares in size)),
    }
    return json.dumps(content) + "\n"


def _is_door(feature: Feature) -> bool:
    called, _, number = feature.name.partition(" ")
    corners = len(feature.polygon.exterior.coords) - 1
    rectangle = corners == 4 and feature.polygon.equals_exact(
        feature.polygon.minimum_rotated_rectangle, 1e-6, normalize=True
    )
    return called == DOOR and (not number or number.isdigit()) and rectangle


def _find_middle_line(rectangle: Polygon) -> LineString:
    """The line between the middles of the two short sides."""
    a, b, c, d = rectangle.exterior.coords[:-1]
    if math.dist(a, b) > math.dist(b, c):
        a, b, c, d = b, c, d, a
    return LineString([LineString([a, b]).centroid, LineString([c, d]).centroid])


def _portal_to_json(bounds: list[dict[str, float]]) -> dict[str, object]:
    start, finish = bounds
    across, down = finish["x"] - start["x"], finish["y"] - start["y"]
    return {
        "position": {"x": start["x"] + across / 2, "y": start["y"] + down / 2},
        "bounds": bounds,
        "rotation": math.atan2(down, across),
        "closed": True,
        "freestanding": False,
    }


def _read_frame(resolution: Record, grid_in: float) -> _Map:
    size = resolution.record("map_size")
    size.number("x", above=0)
    if "map_origin" not in resolution.values:
        return _Map((0.0, 0.0), size.number("y", above=0), grid_in)
    origin = resolution.record("map_origin")
    return _Map((origin.number("x"), origin.number("y")), size.number("y", above=0), grid_in)


def _read_walls(file: Record, frame: _Map, walls: Walls) -> Iterator[Feature]:
    for number, line in _read_lines(file, "line_of_sight", frame):
        if LineString(line).length >= SHORTEST_IN:
            yield _build_feature(f"wall {number}", _thicken_line(line, walls), walls)


def _read_objects(file: Record, frame: _Map, walls: Walls) -> Iterator[Feature]:
    for number, line in _read_lines(file, "objects_line_of_sight", frame):
        outline = Polygon(line) if len(set(line)) > 2 and math.dist(line[0], line[-1]) < SHORTEST_IN else Polygon()
        if outline.area > 0 and outline.is_valid:
            yield _build_feature(f"object {number}", outline, walls)
        elif LineString(line).length >= SHORTEST_IN:
            yield _build_feature(f"object {number}", _thicken_line(line, walls), walls)


def _read_doors(file: Record, frame: _Map, walls: Walls) -> Iterator[Feature]:
    for number, portal in enumerate(file.records("portals", default=[]), 1):
        closed = portal.flag("closed") if "closed" in portal.values else True
        bounds = [frame.place(point) for point in portal.records("bounds")]
        if len(bounds) != 2:
            raise portal.fault("bounds", "must be two points", len(bounds))
        shut = closed if walls.portals == "drawn" else walls.portals == "closed"
        if shut and math.dist(*bounds) >= SHORTEST_IN:
            yield _build_feature(f"{DOOR} {number}", _thicken_line(bounds, walls), walls)


def _read_lines(file: Record, key: str, frame: _Map) -> Iterator[tuple[int, list[Point]]]:
    """The polylines under a key, numbered as in the file, in inches; one of a single point is no line."""
    lines = file.values.get(key, [])
    if not isinstance(lines, list) or not all(isinstance(line, list) for line in lines):
        raise file.fault(key, "must be a list of lists of points", lines)
    for number, line in enumerate(lines, 1):
        points = Record({"points": line}, f"{file.where}, {key} {number}").records("points")
        if len(points) > 1:
            yield number, [frame.place(point) for point in points]


def _thicken_line(line: list[Point], walls: Walls) -> Polygon:
    """A wall of some thickness along a polyline, its corners square and its ends where the line ends."""
    path = shapely.LinearRing(line) if line[0] == line[-1] and len(set(line)) > 2 else LineString(line)
    wall = path.buffer(walls.thickness_in / 2, cap_style="flat", join_style="mitre", mitre_limit=2.0)
    return max(shapely.get_parts(wall), key=lambda part: float(part.area))


def _build_feature(name: str, polygon: Polygon, walls: Walls) -> Feature:
    return Feature(name, walls.material, 0.0, walls.height_in, False, polygon)


def _points_to_json(line: LineString, rows: float, grid_in: float) -> list[dict[str, float]]:
    return [{"x": x / grid_in, "y": rows - y / grid_in} for x, y, *_ in line.coords]


def _encode_blank(width_px: int, height_px: int) -> str:
    """A white image in base64: readers take the map's size from it."""
    import cv2
    import numpy as np

    _, png = cv2.imencode(".png", np.full((height_px, width_px), 255, np.uint8))
    return base64.b64encode(png.tobytes()).decode("ascii")
