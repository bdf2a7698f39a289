"""Sight, its reasons and reach as the page is told them: plain data for JSON, pure functions.

Facts only: how much shows, what hides how much, how far that is from the viewer. Places in table inches.
"""

import shapely

from tablecam.measure.eye_drawing import eye_svg
from tablecam.measure.facts import Verdict
from tablecam.measure.sight_drawing import OPEN, PARTLY, SHUT, wedge
from tablecam.measure.sighting import Obstruction, Sighting
from tablecam.measure.why import NEAR_IN, Why
from tablecam.rulebooks.urban_war.table.cover import SightSwitches, in_sight
from tablecam.table.snapshot import Snapshot
from webui.present import Json, sentence

# What hides less is a hair's breadth: it is in the reasons, not in the list.
WORTH_TELLING = 0.005

# A region is drawn no finer than this: a fifth of a pixel of a whole table on a tablet.
FINENESS_IN = 0.01
# The view from the eye is drawn for about so wide a space: its lines are then as thick as the page's.
EYE_PX = 420.0

ANSWERS = {Verdict.YES: "seen", Verdict.NO: "hidden", Verdict.TOO_CLOSE: "too_close"}
SHOWS = {OPEN: "all", PARTLY: "some", SHUT: "none"}


def sight(found: Sighting, snapshot: Snapshot, reading: SightSwitches) -> Json:
    """How much of the target shows, whether that is enough, and what hides some of it, the most first."""
    least, most = found.spread
    return {
        "share": round(found.visible, 4),
        "spread": [round(least, 4), round(most, 4)],
        "answer": ANSWERS[in_sight(found, reading)],
        "leans": "seen" if found.at_least(reading.visible) else "hidden",
        "enough": reading.visible,
        "hiding": [hiding(each, snapshot) for each in found.obstructions if each.hidden > WORTH_TELLING],
    }


def hiding(each: Obstruction, snapshot: Snapshot) -> Json:
    """A thing that hides some of the target; number: its row among the terrain features or models."""
    name = snapshot.models[each.number].model.name if each.kind == "model" else each.name
    return {
        "kind": each.kind,
        "number": each.number,
        "name": name,
        "material": each.material,
        "share": round(each.hidden, 4),
        "distance_in": round(each.distance_in, 2),
        "near": each.distance_in <= NEAR_IN,
    }


def why(found: Why, snapshot: Snapshot, reading: SightSwitches) -> Json:
    """The reasons of one sighting: sentences, the wedge from above, and the view from the eye as SVG without a key."""
    return {
        "viewer": found.sighting.viewer,
        "target": found.sighting.target,
        "sight": sight(found.sighting, snapshot, reading),
        "sentences": [sentence(each) for each in found.sentences],
        "wedge": [
            {"shows": SHOWS[each.shows], "corners": [[round(x, 3), round(y, 3)] for x, y in each.corners]}
            for each in wedge(found)
        ],
        "near_in": NEAR_IN,
        "eye_svg": eye_svg(snapshot, found, EYE_PX, key=False),
    }


def region(shape: shapely.Geometry) -> list[list[list[float]]]:
    """Every ring of a region to draw, outer ones and holes alike: filled by the even-odd rule."""
    drawn = shapely.simplify(shape, FINENESS_IN)
    polygons = [part for part in getattr(drawn, "geoms", [drawn]) if part.geom_type == "Polygon"]
    rings = [ring for polygon in polygons for ring in (polygon.exterior, *polygon.interiors)]
    return [[[round(x, 2), round(y, 2)] for x, y in ring.coords[:-1]] for ring in rings if not ring.is_empty]
