"""Ranges and sight from one model to all others, reasons of a sighting, where a model can get to, and a tape."""

from flask import Blueprint, Response, abort, jsonify, request

from tablecam.base.i18n import gettext as _
from tablecam.game.hosting.game_host import GameHost
from tablecam.live.live_loop import LiveLoop
from tablecam.rules.books.book import Book
from tablecam.table.measure.paths import models_in_the_way, reach_of, terrain_in_the_way
from tablecam.table.measure.ranges import ranges_from
from tablecam.table.measure.regions import rings
from tablecam.table.measure.tape import End, taped
from tablecam.table.measure.why import why as reasons
from tablecam.table.renamed import renamed
from tablecam.table.snapshot import Snapshot
from webui.entrance.access import who
from webui.server import crowds
from webui.server.answer_cache import AnswerCache
from webui.table import present, present_sight
from webui.table.board_names import hidden_by
from webui.table.sight_cache import SightCache
from webui.table.sight_readings import SightReadings

# Further than a model ever goes in a turn; a region of the whole table takes half a second.
FARTHEST_IN = 24.0
# A tape may reach as far beyond the table's edge.
MARGIN_IN = 12.0


def blueprint(live: LiveLoop, host: GameHost | None, usual: Book) -> Blueprint:
    """Serves, off the newest view:

    /api/ranges?model=ID, /api/why?viewer=ID&target=ID, /api/reach?model=ID&inches=N, and
    /api/tape?from=END&to=END, where an end is a model's id or a place "x,y".
    """
    pages = Blueprint("ranges", __name__)
    readings, hidden = SightReadings(host, usual), hidden_by(host)
    sights, answers = SightCache(readings.blocking), AnswerCache()

    @pages.get("/api/ranges")
    def ranges() -> Response:
        snapshot = _position(live)
        model = _model(snapshot, "model")
        seen = sights.sightings(snapshot, model)
        ranges_shown, limits = present.ranges(ranges_from(snapshot, model)), readings.limits()
        named = renamed(snapshot, hidden(who()))
        for one in ranges_shown:
            one["sight"] = present_sight.sight(seen[one["id"]], named, limits)
        return jsonify(model=model, ranges=ranges_shown, sight_reading=present_sight.reading(limits))

    @pages.get("/api/why")
    def why() -> Response:
        snapshot = renamed(_position(live), hidden(who()))
        viewer, target = _model(snapshot, "viewer"), _model(snapshot, "target")
        if viewer == target:
            abort(400, _("Name two models: no model sees itself."))
        limits = readings.limits()
        near_in = limits.near_in if limits else None
        found = reasons(snapshot, viewer, target, sights.blocking(snapshot), near_in=near_in)
        return jsonify(present_sight.why(found, snapshot, limits))

    @pages.get("/api/reach")
    @crowds.costly
    def reach() -> Response:
        snapshot = _position(live)
        model = _model(snapshot, "model")
        inches = request.args.get("inches", type=float)
        if inches is None or not 0 < inches <= FARTHEST_IN:
            example, most = f"{request.path}?model=ID&inches=4", f"{FARTHEST_IN:.0f}"
            abort(400, _("Say how far, up to {most} inches: {example}.", most=most, example=example))

        def work_out() -> dict[str, object]:
            crowds.count_costly()
            hindrances = [*terrain_in_the_way(snapshot, model), *models_in_the_way(snapshot, model)]
            region = reach_of(snapshot, model, inches, hindrances)
            return {"model": model, "inches": inches, "rings": rings(region)}

        return jsonify(answers.answer(snapshot, None, (model, inches), work_out))

    @pages.get("/api/tape")
    def tape() -> Response:
        snapshot = _position(live)
        ends = [_end(snapshot, argument) for argument in ("from", "to")]
        if ends[0] == ends[1]:
            abort(400, _("A tape needs two ends: name two models or places."))
        (range_shown,) = present.ranges([taped(snapshot, *ends)])
        return jsonify(range_shown | {"from": request.args["from"], "to": request.args["to"]})

    return pages


def _end(snapshot: Snapshot, argument: str) -> End:
    """A model's id, or a place "x,y" in inches, as the request names it."""
    end = request.args.get(argument, "")
    if not end:
        example, other = f"{request.path}?{argument}=ID", f"{request.path}?{argument}=12,24"
        abort(400, _("Name a model or a place: {example} or {other}.", example=example, other=other))
    if "," not in end:
        return _model(snapshot, argument)
    try:
        x_in, y_in = (float(part) for part in end.split(","))
    except ValueError:
        abort(400, _("{place} is no place on the table: write its x and y in inches, as in 12,24.", place=end))
    sizes = (snapshot.width_in, snapshot.depth_in)
    if not all(-MARGIN_IN <= at <= size + MARGIN_IN for at, size in zip((x_in, y_in), sizes, strict=True)):
        abort(400, _("{place} lies off the table.", place=end))
    return x_in, y_in


def _position(live: LiveLoop) -> Snapshot:
    return live.view.snapshot or abort(503, str(present.WAITING))


def _model(snapshot: Snapshot, argument: str) -> str:
    """The id of a model that stands there, as the request names it."""
    model = request.args.get(argument, "")
    if not model:
        abort(400, _("Name a model: {example}.", example=f"{request.path}?{argument}=ID"))
    if model not in {placed.model.id for placed in snapshot.models}:
        abort(404, _("{model} does not stand on the table.", model=model))
    return model
