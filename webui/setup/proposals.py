"""Outlines of terrain, proposed from the camera's image, for the step "terrain"; no terrain is saved.

POST /api/setup/terrain/propose {"features", "top_in"}     features: those drawn already, not proposed again
       {"proposals": [{"ring": [[x, y], ...] (the ground), "seen": [[x, y], ...] (in the picture of the ground),
                       "top_in", "by_tag": whether a tag on top gives the height}]}
"""

from collections.abc import Sequence

import numpy as np
from flask import Blueprint, Response, jsonify, request
from shapely import Polygon

from tablecam.base.i18n import Message
from tablecam.live.live_loop import LiveLoop, PublishedFrame
from tablecam.setup.refusal import SetupRefusal
from tablecam.setup.table_setup import TableSetup
from tablecam.setup.terrain_proposals import ProposedGround, TagTop, outline_seen, propose, tops_by_tags
from tablecam.table.terrain import Feature
from webui.entrance.access import only
from webui.entrance.guard import larger
from webui.setup.as_json import Json
from webui.table.demo_control import ControlPayload

MOST_BYTES = 2 * 1024 * 1024
LOWEST_IN, TALLEST_IN = 0.1, 12.0
# a thousandth of an inch, as outlines are drawn
DECIMALS = 3


def blueprint(setup: TableSetup, live: LiveLoop) -> Blueprint:
    """Serves /api/setup/terrain/propose."""
    pages = Blueprint("setup proposals", __name__)  # no text

    @pages.post("/api/setup/terrain/propose")
    @larger(MOST_BYTES)
    def get_proposals() -> Response:
        only("table", "umpire")
        body = request.get_json()
        top_in = ControlPayload(body).number("top_in")
        if not LOWEST_IN <= top_in <= TALLEST_IN:
            raise SetupRefusal(
                Message("terrain is {least} to {most} in high: choose again", least=LOWEST_IN, most=f"{TALLEST_IN:g}")
            )
        drawn = setup.terrain.readable(body.get("features"))
        proposed = _propose_grounds(setup, live.view, top_in, drawn)
        setup.note_proposed()
        return jsonify({"proposals": [_ground_to_json(ground) for ground in proposed]})

    return pages


def _propose_grounds(
    setup: TableSetup, view: PublishedFrame, top_in: float, drawn: Sequence[Feature]
) -> list[ProposedGround]:
    if view.frame is None or view.camera is None or view.snapshot is None:
        raise SetupRefusal(Message("the camera’s place is not known yet: draw on the plain table"))
    snapshot = view.snapshot
    tags = setup.unassigned.detections(view.frame, view.camera, snapshot.unknown_tags)
    tops: list[TagTop] = tops_by_tags(view.frame, view.camera, tags)
    model_places = [np.array([standing.x_in, standing.y_in]) for standing in snapshot.models]
    drawn_outlines = [outline_seen(feature.polygon, view.camera, feature.z_top_in) for feature in drawn]
    return propose(
        view.frame, view.camera, (snapshot.width_in, snapshot.depth_in), top_in, drawn_outlines, tops, model_places
    )


def _ground_to_json(one: ProposedGround) -> Json:
    return {
        "ring": _ring_to_json(one.outline),
        "seen": _ring_to_json(one.seen),
        "top_in": one.top_in,
        "by_tag": one.by_tag,
    }


def _ring_to_json(polygon: Polygon) -> list[list[float]]:
    ring: list[list[float]] = np.round(np.array(polygon.exterior.coords)[:-1], DECIMALS).tolist()
    return ring
