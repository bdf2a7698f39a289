"""The state of the table for the page, as plain data for JSON: pure functions of a view and the roster.

Lengths in table inches, angles in radians anticlockwise, outlines in pixels of the image as it is sent. Numbers are
rounded to what a player could ever see, so that a table at rest makes the same text again and nothing is sent.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import numpy as np

from tablecam.base.i18n import Message, ngettext
from tablecam.base.i18n import gettext as _
from tablecam.base.lengths import format_length
from tablecam.doors.publishing.live_message import base_shape
from tablecam.live.live_loop import PublishedFrame
from tablecam.rules.books.catalogue import Catalogue
from tablecam.rules.books.views import SightLimits, dump_view
from tablecam.sensing.tracking.changes import Appeared, CameraLocked, CameraMoved, TrackChange, TrackMoved, WentMissing
from tablecam.table.geometry.projection import Camera
from tablecam.table.measure.facts import Verdict
from tablecam.table.measure.ranges import Range
from tablecam.table.measure.sight_drawing import OPEN, PARTLY, SHUT, eye_svg, wedge
from tablecam.table.measure.sighting import Obstruction, Sighting
from tablecam.table.measure.why import Why
from tablecam.table.miniature import Placed, Roster
from tablecam.table.snapshot import Snapshot
from tablecam.table.terrain import Feature

WAITING = Message("Waiting for the first image from the camera.")
NOT_SET_UP = Message("This table is not set up yet, so nothing can be measured.")
HELD_BACK = Message("The camera was moved. Readings are held back until it has found its position again.")
STOOD_LAST = Message("This is the table as it was then.")
# Seconds without a sighting after which a model is drawn as remembered, not as seen.
STALE_AFTER_S = 1.0
# Corners of a base's outline on the image: a circle of sixteen looks round at 30 px.
OUTLINE_CORNERS = 16
# A tablet shows no more.
WIDEST_PICTURE_PX = 1280
# A path is drawn with no more points than this.
WAY_POINTS = 60
# The margin around the table in the image: it shows the reference tags, and hands as they come in.
RIM_IN = 5.0

Json = dict[str, Any]


@dataclass(frozen=True)
class Area:
    """A part of the camera's image, in its pixels."""

    left: int
    top: int
    width: int
    height: int

    @property
    def sent_size(self) -> tuple[int, int]:
        """Width and height of the image as it is sent, neither over 1280 px."""
        shrink = min(1.0, WIDEST_PICTURE_PX / max(self.width, self.height))
        return max(1, round(self.width * shrink)), max(1, round(self.height * shrink))


def state(view: PublishedFrame, roster: Roster, books: Catalogue) -> dict[str, Json]:
    """Everything the page shows: "ground", which seldom changes, "table", which follows the models, and "news"."""
    return {
        "ground": ground(view.snapshot, books),
        "table": table(view, roster),
        "news": {"list": news(view.changes, roster)},
    }


def pulse(view: PublishedFrame) -> Json:
    """A sign of life: how fast the server reads, and the time by which news are dated."""
    time_s = view.snapshot.time if view.snapshot else 0.0
    return {
        "frames_per_s": round(view.frames_per_s, 1),
        "reading_ms": round(view.reading_s * 1000),
        "time": round(time_s, 1),
    }


def ground(snapshot: Snapshot | None, books: Catalogue) -> Json:
    """The playing area and its terrain, lowest tops first: the order in which they are drawn."""
    if snapshot is None:
        return {"width_in": 48.0, "depth_in": 48.0, "terrain": []}
    features = sorted(enumerate(snapshot.terrain.features), key=lambda pair: pair[1].z_top_in)
    return {
        "width_in": snapshot.width_in,
        "depth_in": snapshot.depth_in,
        "terrain": [terrain_feature(feature, number, books) for number, feature in features],
        "rings": dump_view(books.usual.rings),
        **(
            {"grid": {"size_in": snapshot.grid.size_in, "origin_in": list(snapshot.grid.origin_in)}}
            if snapshot.grid
            else {}
        ),
    }


def terrain_feature(feature: Feature, number: int, books: Catalogue) -> Json:
    """One prism seen from above, the `number`-th of the terrain; the first ring is the outside, the rest are holes."""
    inside = feature.polygon.representative_point()
    rings = [feature.polygon.exterior, *feature.polygon.interiors]
    return {
        "number": number,
        "name": feature.name,
        "material": feature.material,
        "pattern": books.pattern(feature.material),
        "bottom_in": feature.z_bottom_in,
        "top_in": feature.z_top_in,
        "standable": feature.standable,
        "rings": [[[round(x, 2), round(y, 2)] for x, y, *_z in ring.coords[:-1]] for ring in rings],
        "label_in": [round(inside.x, 2), round(inside.y, 2)],
    }


def table(view: PublishedFrame, roster: Roster) -> Json:
    """The sides, the models, and the state of the camera."""
    models_on_table = view.snapshot.models if view.snapshot else ()
    ids_on_table = {model.model.id for model in models_on_table}
    outlines = picture_outlines(view)
    codes = assign_codes(roster)
    return {
        "camera": camera_state(view),
        "picture": picture_size(view),
        "sides": list_sides(roster),
        "models": [
            present_model(standing, codes, outline) | {"way_in": way(view.paths.get(standing.model.id, ()))}
            for standing, outline in zip(models_on_table, outlines, strict=True)
        ],
        "absent": [
            {"code": codes[model.id], "name": model.name} for model in roster.models if model.id not in ids_on_table
        ],
        "problems": [sentence(problem) for problem in view.snapshot.problems] if view.snapshot else [],
        "unknown_tags": list(view.snapshot.unknown_tags) if view.snapshot else [],
    }


def camera_state(view: PublishedFrame) -> Json:
    """good, waiting, trouble, held_back or ended, with the sentence to show unless it is good.

    to_set_up: there is an image, but no table to measure on it. away: why some of several cameras see nothing, beyond
    what `says` says.
    """
    if view.trouble:
        return {"state": "trouble", "says": sentence(view.trouble)}
    if view.over:
        return {"state": "ended", "says": f"{sentence(view.over)}. {STOOD_LAST}"}
    if view.snapshot is None and view.missing:
        return {"state": "waiting", "says": str(NOT_SET_UP), "to_set_up": True}
    if view.snapshot is None:
        return {"state": "waiting", "says": str(WAITING)}
    if view.snapshot.pose_untrusted:
        says, *more = view.away or (*view.snapshot.problems, HELD_BACK)[:1]
        return {"state": "held_back", "says": sentence(says)} | _make_blind_list(more)
    return {"state": "good", "says": ""} | _make_blind_list(view.away)


def _make_blind_list(why: Sequence[str | Message]) -> Json:
    return {"away": [sentence(reason) for reason in why]} if why else {}


def sentence(says: object) -> str:
    """The text as a sentence of its own: messages begin small, because the command line puts its name before them."""
    text = str(says)
    return text[:1].upper() + text[1:]


def list_sides(roster: Roster) -> list[str]:
    """The sides in the order of the roster: the first is A, the second B."""
    return list(dict.fromkeys(model.side for model in roster.models))


def assign_codes(roster: Roster) -> dict[str, str]:
    """A short name for each model id, fit for a base 20 px wide: A1, A2, B1 ..."""
    sides = list_sides(roster)
    counted = dict.fromkeys(sides, 0)
    codes = {}
    for model in roster.models:
        counted[model.side] += 1
        codes[model.id] = f"{chr(ord('A') + sides.index(model.side) % 26)}{counted[model.side]}"
    return codes


def present_model(placed: Placed, codes: dict[str, str], outline: list[list[int]]) -> Json:
    """A model and its position: for drawing, a hundredth of an inch is less than a pixel."""
    return {
        "id": placed.model.id,
        "code": codes.get(placed.model.id, placed.model.id),
        "name": placed.model.name,
        "side": placed.model.side,
        "base": base_shape(placed.model.base),
        "x_in": round(placed.x_in, 2),
        "y_in": round(placed.y_in, 2),
        "z_in": round(placed.z_in, 2),
        "heading_rad": round(placed.heading_rad, 2),
        "sigma_in": round(placed.sigma_in, 4),
        "stands_on": placed.stands_on,
        "state": placed.state,
        "stale": placed.seen_s > STALE_AFTER_S,
        "outline_px": outline,
    }


def is_remembered(placed: Placed) -> bool:
    """Whether a model is drawn at its last known place because the camera does not see it now."""
    return placed.state in ("occluded", "lost") or placed.seen_s > STALE_AFTER_S


def way(points: Sequence[tuple[float, float]]) -> list[list[float]]:
    """The path of a moving model, thinned for drawing; empty for one that rests."""
    step = -(-len(points) // WAY_POINTS) or 1
    return [[round(x, 2), round(y, 2)] for x, y in (*points[:-1:step], *points[-1:])]


def picture_size(view: PublishedFrame) -> Json | None:
    """The size of the image as it is sent; None before the first."""
    area = picture_area(view)
    if area is None:
        return None
    width, height = area.sent_size
    return {"width": width, "height": height}


def picture_area(view: PublishedFrame) -> Area | None:
    """The part of the camera's image that shows the table, or all of it while the camera's pose is not known."""
    if view.frame is None:
        return None
    width, height = view.frame.size
    full_area = Area(0, 0, width, height)
    if view.camera is None or view.snapshot is None:
        return full_area
    corners = view.camera.project(surroundings(view.snapshot)) * (width / view.camera.intrinsics.width)
    if not np.isfinite(corners).all():
        return full_area
    left, top = np.clip(corners.min(axis=0).astype(int), 0, (width - 1, height - 1)).tolist()
    right, bottom = np.clip(corners.max(axis=0).astype(int), 1, (width, height)).tolist()
    return Area(left, top, right - left, bottom - top) if right > left and bottom > top else full_area


def surroundings(snapshot: Snapshot) -> np.ndarray:
    """Points (8, 3) around the table with its rim: corners and the middles between them, where a wide lens bulges."""
    low, across, deep = -RIM_IN, snapshot.width_in + RIM_IN, snapshot.depth_in + RIM_IN
    middle_x, middle_y = snapshot.width_in / 2, snapshot.depth_in / 2
    plan = [(x, y) for x in (low, middle_x, across) for y in (low, middle_y, deep) if (x, y) != (middle_x, middle_y)]
    return np.array([(x, y, 0.0) for x, y in plan])


def picture_outlines(view: PublishedFrame) -> list[list[list[int]]]:
    """The outline of each model's base on the sent image, [[u, v], ...]; empty lists while the pose is not known."""
    models = view.snapshot.models if view.snapshot else ()
    area = picture_area(view)
    if view.camera is None or view.frame is None or area is None:
        return [[] for _model in models]
    to_frame = view.frame.size[0] / view.camera.intrinsics.width
    return [picture_outline(model, view.camera, to_frame, area) for model in models]


def picture_outline(placed: Placed, camera: Camera, to_frame: float, area: Area) -> list[list[int]]:
    """One base's outline at the height it stands on; to_frame: the frame's pixels for each of the calibration's."""
    plan = np.array(placed.footprint.outline(OUTLINE_CORNERS).exterior.coords[:-1])
    in_frame = (camera.project(np.column_stack([plan, np.full(len(plan), placed.z_in)])) + 0.5) * to_frame
    sent = (in_frame - (area.left, area.top)) * (area.sent_size[0] / area.width)
    return np.rint(sent).astype(int).tolist() if np.isfinite(sent).all() else []


def ranges(found: Sequence[Range]) -> list[Json]:
    """Ranges from one model, nearest first, each with the line in plan that it was measured along."""
    return [
        {
            "id": measured.b,
            "range_in": round(measured.range_in, 3),
            "horizontal_in": round(measured.horizontal_in, 3),
            "sigma_in": round(measured.sigma_in, 4),
            "contact": measured.is_touching,
            "line_in": [[round(x, 3), round(y, 3)] for x, y in measured.nearest],
        }
        for measured in sorted(found, key=lambda one: (not one.is_touching, one.range_in))
    ]


# A longer list is not read.
MOST = 12
# A model that moved less was turned on the spot.
TURNED_IN = 0.05
# At the start all models appear within a second of one another: one sentence will do.
TOGETHER = 3


def news(changes: Sequence[object], roster: Roster) -> list[dict[str, Any]]:
    """The latest, oldest first, each with its time in the source's seconds.

    Flickers are left out: hands over models, models that set off, and models seen again where they stood.
    """
    worth = [change for change in changes if isinstance(change, TrackChange) and _is_newsworthy(change)]
    items: list[dict[str, Any]] = []
    moved_before = False
    for kind, run in groupby(worth, type):
        changes_in_run = list(run)
        if kind is Appeared and len(changes_in_run) > TOGETHER:
            text = ngettext(
                "{n} model was found on the table", "{n} models were found on the table", len(changes_in_run)
            )
            items.append(_news_to_json(changes_in_run[-1], text))
        elif kind is not CameraLocked or moved_before:
            items += [_news_to_json(change, _describe_change(change, roster)) for change in changes_in_run]
        moved_before = kind is CameraMoved or (moved_before and kind is not CameraLocked)
    return items[-MOST:]


def _is_newsworthy(change: TrackChange) -> bool:
    if isinstance(change, Appeared):
        return change.start is None
    return isinstance(change, TrackMoved | WentMissing | CameraMoved | CameraLocked)


def _news_to_json(change: TrackChange, says: str) -> dict[str, Any]:
    return {"time": round(change.time, 1), "says": says}


def _describe_change(change: TrackChange, roster: Roster) -> str:
    if isinstance(change, CameraMoved):
        return _("The camera was moved: readings are held back")
    if isinstance(change, CameraLocked):
        return _("The camera has found its position again")
    name = roster.by_id[change.model].name if change.model in roster.by_id else str(change.model)
    if isinstance(change, TrackMoved):
        return _describe_move(name, change)
    if isinstance(change, WentMissing):
        return _("{model} is out of sight and keeps its last position", model=name)
    return _("{model} was put on the table", model=name)


def _describe_move(name: str, change: TrackMoved) -> str:
    if change.straight_in < TURNED_IN and (change.path_in or 0.0) < TURNED_IN:
        return _("{model} was turned", model=name)
    if change.path_in is None:
        return _(
            "{model} stands {length} from its earlier position", model=name, length=format_length(change.straight_in)
        )
    return _("{model} moved {length}", model=name, length=format_length(change.path_in))


# Sight, its reasons and reach for the page: plain data for JSON, pure functions.
#
# Facts only: how much shows, what hides how much, how far that is from the viewer. Places in table inches.

# An obstruction that hides less is a hair's breadth: it is in the reasons, not in the list.
WORTH_TELLING = 0.005

# The view from the eye is drawn for a space about this wide: its lines are then as thick as the page's.
EYE_PX = 420.0

ANSWERS = {Verdict.YES: "seen", Verdict.NO: "hidden", Verdict.TOO_CLOSE: "too_close"}
SHOWS = {OPEN: "all", PARTLY: "some", SHUT: "none"}


def sight(
    found: Sighting, snapshot: Snapshot, limits: SightLimits | None, numbers: Sequence[int] | None = None
) -> Json:
    """The visible share of the target, whether that is enough, and what hides some of it, the most first.

    limits: None where no rulebook says how much is enough. numbers: of the terrain as the page draws it, where a game
    has changed it.
    """
    least_visible, most_visible = found.spread
    return {
        "share": round(found.visible, 4),
        "spread": [round(least_visible, 4), round(most_visible, 4)],
        "answer": ANSWERS[found.verdict(limits.enough)] if limits else None,
        "leans": ("seen" if found.at_least(limits.enough) else "hidden") if limits else None,
        "enough": limits.enough if limits else None,
        "loose": _name_loose_hiders(found, snapshot, limits) if limits else [],
        "hiding": [
            hiding(obstruction, snapshot, limits, numbers)
            for obstruction in found.obstructions
            if obstruction.hidden > WORTH_TELLING
        ],
    }


def _name_loose_hiders(found: Sighting, snapshot: Snapshot, limits: SightLimits) -> list[str]:
    """The pieces and models in the way whose exact places decide the answer, where viewer and target do not."""
    names = {placed.model.id: placed.model.name for placed in snapshot.models}
    hiders = found.find_loose_hiders(lambda sighting: sighting.at_least(limits.enough))
    return [names.get(hider, hider) for hider in hiders]


def reading(limits: SightLimits | None) -> Json | None:
    """The rule by which sight is read, for the page: None where plain geometry is shown."""
    return {"enough": limits.enough, "near_in": limits.near_in, "text": str(limits.text)} if limits else None


def hiding(
    obstruction: Obstruction, snapshot: Snapshot, limits: SightLimits | None, numbers: Sequence[int] | None = None
) -> Json:
    """An obstruction that hides some of the target; number: its row among the terrain features or models."""
    is_model = obstruction.kind == "model"
    name = snapshot.models[obstruction.number].model.name if is_model else obstruction.name
    number = obstruction.number if is_model or numbers is None else numbers[obstruction.number]
    return {
        "kind": obstruction.kind,
        "number": number,
        "name": name,
        "material": obstruction.material,
        "share": round(obstruction.hidden, 4),
        "distance_in": round(obstruction.distance_in, 2),
        "near": limits is not None and obstruction.distance_in <= limits.near_in,
    }


def why(found: Why, snapshot: Snapshot, limits: SightLimits | None, numbers: Sequence[int] | None = None) -> Json:
    """The reasons of one sighting: sentences, the wedge from above, and the view from the eye as SVG without a key."""
    return {
        "viewer": found.sighting.viewer,
        "target": found.sighting.target,
        "sight": sight(found.sighting, snapshot, limits, numbers),
        "sentences": [sentence(reason) for reason in found.sentences],
        "wedge": [
            {"shows": SHOWS[zone.shows], "corners": [[round(x, 3), round(y, 3)] for x, y in zone.corners]}
            for zone in wedge(found)
        ],
        "near_in": limits.near_in if limits else None,
        "eye_svg": eye_svg(snapshot, found, EYE_PX),
    }
