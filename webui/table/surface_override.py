"""The surface under a model, set by a player who knows better than the camera; it holds until the model moves."""

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, abort, jsonify, request

from tablecam.base.i18n import gettext as _
from tablecam.base.i18n import join_items
from tablecam.live.live_loop import LiveLoop
from tablecam.table.elevation import TABLE
from tablecam.table.miniature import Placed
from tablecam.table.snapshot import Snapshot
from webui.entrance.access import SEAT, only
from webui.table import present

# A model on the wrong floor appears beside its true place, and the further off the higher that floor is.
ASIDE_IN = 2.0
SAME_IN = 0.01


def blueprint(live: LiveLoop, stand_on: Callable[[str, str | None], None]) -> Blueprint:
    """Serves GET /api/model/floors?model=ID and POST /api/model/floor {"model", "z_in": height or null}."""
    pages = Blueprint("floors", __name__)

    @pages.get("/api/model/floors")
    def list_floors() -> Response:
        placed_model, snapshot = _require_placed_model(live, request.args.get("model"))
        floors = [{"name": name, "z_in": z_in} for name, z_in in floors_about(snapshot, placed_model)]
        return jsonify(
            model=placed_model.model.id, stands_on=placed_model.stands_on, z_in=placed_model.z_in, floors=floors
        )

    @pages.post("/api/model/floor")
    def set_floor() -> Response:
        only("table", SEAT, "umpire")
        body: dict[str, Any] = request.get_json()
        placed_model, snapshot = _require_placed_model(live, body.get("model"))
        name = _find_floor_name(floors_about(snapshot, placed_model), body.get("z_in"))
        try:
            stand_on(placed_model.model.id, name)
        except ValueError as refusal:
            abort(409, present.sentence(str(refusal)) + ".")
        return jsonify(model=placed_model.model.id, stands_on=name)

    return pages


def floors_about(snapshot: Snapshot, placed: Placed) -> list[tuple[str, float]]:
    """The floors that a model may really stand on, by name and height in inches, the table first."""
    radius = placed.footprint.reach_in + ASIDE_IN
    near = snapshot.terrain.find_touched_features(placed.x_in, placed.y_in, radius)
    tops = {(feature.name, feature.z_top_in) for feature in near if feature.standable}
    return [(TABLE, 0.0), *sorted(tops, key=lambda floor: floor[1])]


def _require_placed_model(live: LiveLoop, model: object) -> tuple[Placed, Snapshot]:
    snapshot = live.view.snapshot or abort(503, str(present.WAITING))
    if not isinstance(model, str) or not model:
        abort(400, _("Name a model by its id."))
    matches = [standing for standing in snapshot.models if standing.model.id == model]
    if not matches:
        abort(404, _("{model} does not stand on the table.", model=model))
    return matches[0], snapshot


def _find_floor_name(floors: list[tuple[str, float]], z_in: object) -> str | None:
    if z_in is None:
        return None
    if isinstance(z_in, bool) or not isinstance(z_in, int | float):
        abort(400, _("Give the height of the floor in inches, or null for the camera's own reading."))
    names = [name for name, height in floors if abs(height - z_in) < SAME_IN]
    if not names:
        heights = join_items(f"{height:g}" for _name, height in floors)
        height = f"{z_in:g}"
        abort(
            409,
            _(
                "There is no floor {height} inches up where the model stands: choose one of {heights}.",
                height=height,
                heights=heights,
            ),
        )
    return names[0]
