"""Ranges from one model to all others, nearest base edge to nearest base edge."""

from flask import Blueprint, Response, abort, jsonify, request

from tablecam.measure.ranges import ranges_from
from tablecam.session.live import Live
from webui import present


def blueprint(live: Live) -> Blueprint:
    """Serves /api/ranges?model=ID: the ranges from that model in the newest view, nearest first."""
    pages = Blueprint("ranges", __name__)

    @pages.get("/api/ranges")
    def ranges() -> Response:
        model = request.args.get("model") or abort(400, "Say from which model: /api/ranges?model=ID.")
        snapshot = live.view.snapshot or abort(503, present.WAITING)
        if model not in {placed.model.id for placed in snapshot.models}:
            abort(404, f"{model} does not stand on the table.")
        return jsonify(model=model, ranges=present.ranges(ranges_from(snapshot, model)))

    return pages
