"""What a model stands on, where a person knows better than the readings: two taps, until the model moves."""

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, abort, jsonify, request

from tablecam.observing.live_loop import LiveLoop
from tablecam.table.elevation import TABLE
from tablecam.table.miniature import Placed
from tablecam.table.snapshot import Snapshot
from webui import present
from webui.access import only

# A model read on the wrong floor is shown beside its true place, the further the higher that floor is.
ASIDE_IN = 2.0
SAME_IN = 0.01


def blueprint(live: LiveLoop, stand_on: Callable[[str, str | None], None]) -> Blueprint:
    """Serves GET /api/model/floors?model=ID and POST /api/model/floor {"model", "z_in": height or null}."""
    pages = Blueprint("floors", __name__)

    @pages.get("/api/model/floors")
    def floors() -> Response:
        placed, snapshot = _standing(live, request.args.get("model"))
        told = [{"name": name, "z_in": z_in} for name, z_in in floors_about(snapshot, placed)]
        return jsonify(model=placed.model.id, stands_on=placed.stands_on, z_in=placed.z_in, floors=told)

    @pages.post("/api/model/floor")
    def floor() -> Response:
        only("table", "red", "blue", "umpire")
        asked: dict[str, Any] = request.get_json()
        placed, snapshot = _standing(live, asked.get("model"))
        name = _named(floors_about(snapshot, placed), asked.get("z_in"))
        try:
            stand_on(placed.model.id, name)
        except ValueError as refused:
            abort(409, present.sentence(str(refused)) + ".")
        return jsonify(model=placed.model.id, stands_on=name)

    return pages


def floors_about(snapshot: Snapshot, placed: Placed) -> list[tuple[str, float]]:
    """The floors that a model may truly stand on, by name and height in inches, the table first."""
    radius = placed.footprint.reach_in + ASIDE_IN
    near = snapshot.terrain.reached_by(placed.x_in, placed.y_in, radius)
    tops = {(feature.name, feature.z_top_in) for feature in near if feature.standable}
    return [(TABLE, 0.0), *sorted(tops, key=lambda floor: floor[1])]


def _standing(live: LiveLoop, model: object) -> tuple[Placed, Snapshot]:
    snapshot = live.view.snapshot or abort(503, present.WAITING)
    if not isinstance(model, str) or not model:
        abort(400, "Name a model by its id.")
    found = [each for each in snapshot.models if each.model.id == model]
    if not found:
        abort(404, f"{model} does not stand on the table.")
    return found[0], snapshot


def _named(floors: list[tuple[str, float]], z_in: object) -> str | None:
    if z_in is None:
        return None
    if isinstance(z_in, bool) or not isinstance(z_in, int | float):
        abort(400, "Say how high the floor is in inches, or null for what the camera reads.")
    meant = [name for name, height in floors if abs(height - z_in) < SAME_IN]
    if not meant:
        heights = ", ".join(f"{height:g}" for _, height in floors)
        abort(409, f"There is no floor {z_in:g} inches up where the model stands: choose one of {heights}.")
    return meant[0]
