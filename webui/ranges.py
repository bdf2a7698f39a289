"""Ranges and sight from one model to all others, the reasons of a sighting, and where a model can get to."""

from flask import Blueprint, Response, abort, jsonify, request

from tablecam.measure.paths import models_in_the_way, reach_of, terrain_in_the_way
from tablecam.measure.ranges import ranges_from
from tablecam.measure.why import why as reasons
from tablecam.session.live import Live
from tablecam.session.urban_war_sight import Reading, blocking
from tablecam.table.snapshot import Snapshot
from webui import present, present_sight
from webui.sights import Sights

# Further than a model ever goes in a turn; a region of the whole table takes half a second.
FARTHEST_IN = 24.0


def blueprint(live: Live) -> Blueprint:
    """Serves /api/ranges?model=ID, /api/why?viewer=ID&target=ID, /api/reach?model=ID&inches=N off the newest view."""
    pages = Blueprint("ranges", __name__)
    sights, reading = Sights(blocking), Reading()

    @pages.get("/api/ranges")
    def ranges() -> Response:
        snapshot = _position(live)
        model = _model(snapshot, "model")
        seen = sights.of(snapshot, model)
        told = present.ranges(ranges_from(snapshot, model))
        for one in told:
            one["sight"] = present_sight.sight(seen[one["id"]], snapshot, reading)
        return jsonify(model=model, ranges=told)

    @pages.get("/api/why")
    def why() -> Response:
        snapshot = _position(live)
        viewer, target = _model(snapshot, "viewer"), _model(snapshot, "target")
        if viewer == target:
            abort(400, "Name two models: none sees itself.")
        found = reasons(snapshot, viewer, target, sights.blocking(snapshot))
        return jsonify(present_sight.why(found, snapshot, reading))

    @pages.get("/api/reach")
    def reach() -> Response:
        snapshot = _position(live)
        model = _model(snapshot, "model")
        inches = request.args.get("inches", type=float)
        if inches is None or not 0 < inches <= FARTHEST_IN:
            abort(400, f"Say how far, up to {FARTHEST_IN:.0f} inches: /api/reach?model=ID&inches=4.")
        hindrances = [*terrain_in_the_way(snapshot, model), *models_in_the_way(snapshot, model)]
        region = reach_of(snapshot, model, inches, hindrances)
        return jsonify(model=model, inches=inches, rings=present_sight.region(region))

    return pages


def _position(live: Live) -> Snapshot:
    return live.view.snapshot or abort(503, present.WAITING)


def _model(snapshot: Snapshot, argument: str) -> str:
    """The id of a model that stands there, as the request names it."""
    model = request.args.get(argument) or abort(400, f"Name a model: {request.path}?{argument}=ID.")
    if model not in {placed.model.id for placed in snapshot.models}:
        abort(404, f"{model} does not stand on the table.")
    return model
