"""Terrain that no longer stands where it was mapped, by its tag or by the camera's image.

GET  /api/setup/drift             {"drifts": [{"piece", "says"}]}
POST /api/setup/drift {"piece"}   maps that piece where it stands now; answers like GET
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
    def get_drifts() -> Response:
        only("table", "umpire")
        return jsonify(make_state())

    @pages.post("/api/setup/drift")
    def accept_drift() -> Response:
        only("table", "umpire")
        piece = ControlPayload(request.get_json()).text("piece")
        if any(drift.piece == piece for drift in setup.pushed.drifts):
            mapped_piece, new_place = setup.pushed.moved(piece)
            setup.terrain.put(mapped_piece.features, new_place)
            setup.pushed.forget(mapped_piece)
        else:
            mapped.accept(_get_standing_terrain(live), piece)
        return jsonify(make_state())

    def make_state() -> Json:
        drifts = [*mapped.drifts(_get_standing_terrain(live)), *setup.pushed.drifts]
        return {"drifts": [{"piece": piece_drift.piece, "says": sentence(piece_drift.says)} for piece_drift in drifts]}

    return pages


def _get_standing_terrain(live: LiveLoop) -> Terrain:
    """The terrain as it stands; none while the camera's place is not known."""
    snapshot = live.view.snapshot
    return Terrain() if snapshot is None or snapshot.pose_untrusted else snapshot.terrain
