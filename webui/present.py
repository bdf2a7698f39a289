"""What the page is told, as plain data for JSON: pure functions of a view and the roster.

Lengths in table inches, angles in radians anticlockwise, outlines in pixels of the picture as it is sent. Numbers are
rounded to what a player could ever see, so that a table at rest makes the same text again and nothing is sent.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from tablecam.geometry.projection import Camera
from tablecam.measure.ranges import Range
from tablecam.session.live import View
from tablecam.table.base import Base, Circle, Ellipse
from tablecam.table.miniature import Placed
from tablecam.table.roster import Roster
from tablecam.table.snapshot import Snapshot
from tablecam.table.terrain import Feature

WAITING = "Waiting for the first picture of the camera."
HELD_BACK = "The camera was moved. Readings are held back until it has found its place again."
# Seconds after which a model that was not seen again is drawn as remembered, not as seen.
STALE_AFTER_S = 1.0
# Corners of a base's outline on the picture: a circle of sixteen looks round at 30 px.
OUTLINE_CORNERS = 16
WIDEST_PICTURE_PX = 1280

Json = dict[str, Any]


def state(view: View, roster: Roster) -> dict[str, Json]:
    """Everything the page shows: "ground", which seldom changes, and "table", which follows the models."""
    return {"ground": ground(view.snapshot), "table": table(view, roster)}


def pulse(view: View) -> Json:
    """That the server lives, and how fast it reads."""
    return {"frames_per_s": round(view.frames_per_s, 1), "reading_ms": round(view.reading_s * 1000)}


def ground(snapshot: Snapshot | None) -> Json:
    """The playing area and its terrain, lowest tops first: the order in which they are drawn."""
    if snapshot is None:
        return {"width_in": 48.0, "depth_in": 48.0, "terrain": []}
    features = sorted(snapshot.terrain.features, key=lambda feature: feature.z_top_in)
    return {
        "width_in": snapshot.width_in,
        "depth_in": snapshot.depth_in,
        "terrain": [terrain_feature(feature) for feature in features],
    }


def terrain_feature(feature: Feature) -> Json:
    """One prism seen from above; the first ring is the outside, the others are holes."""
    inside = feature.polygon.representative_point()
    rings = [feature.polygon.exterior, *feature.polygon.interiors]
    return {
        "name": feature.name,
        "material": feature.material,
        "bottom_in": feature.z_bottom_in,
        "top_in": feature.z_top_in,
        "standable": feature.standable,
        "rings": [[[round(x, 2), round(y, 2)] for x, y, *_ in ring.coords[:-1]] for ring in rings],
        "label_in": [round(inside.x, 2), round(inside.y, 2)],
    }


def table(view: View, roster: Roster) -> Json:
    """The sides, the models, and what the players must know about the camera."""
    placed = view.snapshot.models if view.snapshot else ()
    there = {model.model.id for model in placed}
    outlines = picture_outlines(placed, view.camera)
    codes = codes_of(roster)
    return {
        "camera": camera_state(view),
        "picture": picture_size(view),
        "sides": sides_of(roster),
        "models": [model_at(one, codes, outline) for one, outline in zip(placed, outlines, strict=True)],
        "absent": [{"code": codes[model.id], "name": model.name} for model in roster.models if model.id not in there],
        "problems": list(view.snapshot.problems) if view.snapshot else [],
        "unknown_tags": list(view.snapshot.unknown_tags) if view.snapshot else [],
    }


def camera_state(view: View) -> Json:
    """good, waiting, trouble or held_back, with the sentence to show unless it is good."""
    if view.trouble:
        return {"state": "trouble", "says": view.trouble[0].upper() + view.trouble[1:]}
    if view.snapshot is None:
        return {"state": "waiting", "says": WAITING}
    if view.snapshot.held_back:
        return {"state": "held_back", "says": HELD_BACK}
    return {"state": "good", "says": ""}


def sides_of(roster: Roster) -> list[str]:
    """The sides in the order of the roster: the first is A, the second B."""
    return list(dict.fromkeys(model.side for model in roster.models))


def codes_of(roster: Roster) -> dict[str, str]:
    """A short name for each model id, fit for a base 20 px wide: A1, A2, B1 ..."""
    sides = sides_of(roster)
    counted = dict.fromkeys(sides, 0)
    codes = {}
    for model in roster.models:
        counted[model.side] += 1
        codes[model.id] = f"{chr(ord('A') + sides.index(model.side) % 26)}{counted[model.side]}"
    return codes


def model_at(placed: Placed, codes: dict[str, str], outline: list[list[int]]) -> Json:
    """A model and where it stands."""
    return {
        "id": placed.model.id,
        "code": codes.get(placed.model.id, placed.model.id),
        "name": placed.model.name,
        "side": placed.model.side,
        "base": base_shape(placed.model.base),
        "x_in": round(placed.x_in, 3),
        "y_in": round(placed.y_in, 3),
        "z_in": round(placed.z_in, 2),
        "heading_rad": round(placed.heading_rad, 3),
        "sigma_in": round(placed.sigma_in, 4),
        "stands_on": placed.stands_on,
        "state": placed.state,
        "stale": placed.seen_s > STALE_AFTER_S,
        "outline_px": outline,
    }


def base_shape(base: Base) -> Json:
    """round or square, with its size across and along its heading."""
    across, along = base.half_extents_in
    kind = "round" if isinstance(base, Circle | Ellipse) else "square"
    return {"shape": kind, "width_in": round(2 * across, 3), "length_in": round(2 * along, 3)}


def picture_size(view: View) -> Json | None:
    """The size of the picture as it is sent; None before the first."""
    if view.frame is None:
        return None
    width, height = shown_size(*view.frame.size)
    return {"width": width, "height": height}


def shown_size(width: int, height: int) -> tuple[int, int]:
    """Width and height of a camera picture as it is sent: a tablet shows no more than 1280 px."""
    if width <= WIDEST_PICTURE_PX:
        return width, height
    return WIDEST_PICTURE_PX, round(height * WIDEST_PICTURE_PX / width)


def picture_outlines(placed: Sequence[Placed], camera: Camera | None) -> list[list[list[int]]]:
    """For each model its base's outline on the sent picture, [[u, v], ...]; empty lists while the pose is not known."""
    if camera is None:
        return [[] for _ in placed]
    lens = camera.intrinsics
    scale = shown_size(lens.width, lens.height)[0] / lens.width
    return [picture_outline(model, camera, scale) for model in placed]


def picture_outline(placed: Placed, camera: Camera, scale: float) -> list[list[int]]:
    """One base's outline at the height it stands on, in pixels of the picture scaled by `scale`."""
    plan = np.array(placed.footprint.outline(OUTLINE_CORNERS).exterior.coords[:-1])
    seen = camera.project(np.column_stack([plan, np.full(len(plan), placed.z_in)])) * scale
    return np.rint(seen).astype(int).tolist() if np.isfinite(seen).all() else []


def ranges(found: Sequence[Range]) -> list[Json]:
    """Ranges from one model, nearest first, each with the line in plan that it was measured along."""
    return [
        {
            "id": one.b,
            "range_in": round(one.range_in, 3),
            "horizontal_in": round(one.horizontal_in, 3),
            "sigma_in": round(one.sigma_in, 4),
            "contact": one.contact,
            "line_in": [[round(x, 3), round(y, 3)] for x, y in one.nearest],
        }
        for one in sorted(found, key=lambda one: (not one.contact, one.range_in))
    ]
