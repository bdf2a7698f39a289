"""Terrain that stands elsewhere than it was mapped, by its tag or by what the picture shows.

GET  /api/setup/drift             {"drifts": [{"piece", "says"}]}
POST /api/setup/drift {"piece"}   the map has that piece where it stands now; answers like GET
"""

from flask import Blueprint, Response, jsonify, request

from tablecam.live.live_loop import LiveLoop
from tablecam.setup.table_setup import TableSetup
from tablecam.setup.terrain_drift import MappedPieces
from tablecam.table.terrain import Terrain
from webui.entrance.access import only
from webui.setup.as_json import Json
from webui.table.demo_control import ControlPayload
from webui.table.present import sentence


def blueprint(setup: TableSetup, live: LiveLoop) -> Blueprint:
    """Serves /api/setup/drift."""
    pages = Blueprint("terrain drift", __name__)  # no text
    mapped = MappedPieces(setup.state)

    @pages.get("/api/setup/drift")
    def told() -> Response:
        only("table", "umpire")
        return jsonify(state())

    @pages.post("/api/setup/drift")
    def move() -> Response:
        only("table", "umpire")
        piece = ControlPayload(request.get_json()).text("piece")
        if any(drift.piece == piece for drift in setup.pushed.drifts):
            part, now = setup.pushed.moved(piece)
            setup.terrain.put(part.features, now)
            setup.pushed.forget(part)
        else:
            mapped.accept(_standing(live), piece)
        return jsonify(state())

    def state() -> Json:
        drifts = [*mapped.drifts(_standing(live)), *setup.pushed.drifts]
        return {"drifts": [{"piece": one.piece, "says": sentence(one.says)} for one in drifts]}

    return pages


def _standing(live: LiveLoop) -> Terrain:
    """The terrain as it stands; none while the camera's place is not known."""
    snapshot = live.view.snapshot
    return Terrain() if snapshot is None or snapshot.pose_untrusted else snapshot.terrain
