"""Ranges and sight from one model to all others, the reasons of a sighting, the reach of a model, and a tape."""

from flask import Blueprint, Response, abort, jsonify, request

from tablecam.base.i18n import gettext as _
from tablecam.game.hosting.game_host import GameHost
from tablecam.live.live_loop import LiveLoop
from tablecam.rules.books.book import Book
from tablecam.table.measure.paths import compute_reach_region, models_in_the_way, rings, terrain_in_the_way
from tablecam.table.measure.ranges import End, measure_ranges, measure_tape_range
from tablecam.table.measure.why import why as reasons
from tablecam.table.snapshot import Snapshot, rename_models
from webui.entrance.access import who
from webui.server import crowds
from webui.server.answer_cache import AnswerCache
from webui.table import present
from webui.table.board_names import choose_hidden_names
from webui.table.sight_cache import SightCache, SightReadings, find_ground_numbers

# Further than a model ever goes in a turn; a region of the whole table takes half a second.
FARTHEST_IN = 24.0
# A tape may reach as far beyond the table's edge.
MARGIN_IN = 12.0


def blueprint(live: LiveLoop, host: GameHost | None, usual: Book) -> Blueprint:
    """Serves, off the newest view and with the terrain that the game has made or removed:

    /api/ranges?model=ID, /api/why?viewer=ID&target=ID, /api/reach?model=ID&inches=N, and
    /api/tape?from=END&to=END, where an end is a model's id or a place "x,y".
    """
    pages = Blueprint("ranges", __name__)
    readings, hidden = SightReadings(host, usual), choose_hidden_names(host)
    sights, answers = SightCache(readings.blocking), AnswerCache()

    @pages.get("/api/ranges")
    def list_ranges() -> Response:
        ground = _require_snapshot(live)
        snapshot = readings.add_terrain(ground)
        model, numbers = _read_model_id(snapshot, "model"), find_ground_numbers(ground.terrain, snapshot.terrain)
        sightings = sights.sightings(snapshot, model)
        ranges_shown, limits = present.ranges(measure_ranges(snapshot, model)), readings.limits()
        named_snapshot = rename_models(snapshot, hidden(who()))
        for range_row in ranges_shown:
            range_row["sight"] = present.sight(sightings[range_row["id"]], named_snapshot, limits, numbers)
        return jsonify(model=model, ranges=ranges_shown, sight_reading=present.reading(limits))

    @pages.get("/api/why")
    def explain_sight() -> Response:
        ground = rename_models(_require_snapshot(live), hidden(who()))
        snapshot = readings.add_terrain(ground)
        viewer, target = _read_model_id(snapshot, "viewer"), _read_model_id(snapshot, "target")
        if viewer == target:
            abort(400, _("Name two models: no model sees itself."))
        limits = readings.limits()
        near_in = limits.near_in if limits else None
        sight_reasons = reasons(snapshot, viewer, target, sights.blocking(snapshot), near_in=near_in)
        numbers = find_ground_numbers(ground.terrain, snapshot.terrain)
        return jsonify(present.why(sight_reasons, snapshot, limits, numbers))

    @pages.get("/api/reach")
    @crowds.costly
    def get_reach() -> Response:
        snapshot = readings.add_terrain(_require_snapshot(live))
        model = _read_model_id(snapshot, "model")
        inches = request.args.get("inches", type=float)
        if inches is None or not 0 < inches <= FARTHEST_IN:
            example, most_in = f"{request.path}?model=ID&inches=4", f"{FARTHEST_IN:.0f}"
            abort(400, _("Give the distance, up to {most} inches: {example}.", most=most_in, example=example))

        def compute_reach() -> dict[str, object]:
            crowds.count_costly()
            hindrances = [*terrain_in_the_way(snapshot, model), *models_in_the_way(snapshot, model)]
            region = compute_reach_region(snapshot, model, inches, hindrances)
            return {"model": model, "inches": inches, "rings": rings(region)}

        return jsonify(answers.answer(snapshot, None, (model, inches), compute_reach))

    @pages.get("/api/tape")
    def measure_tape() -> Response:
        snapshot = readings.add_terrain(_require_snapshot(live))
        ends = [_read_tape_end(snapshot, argument) for argument in ("from", "to")]
        if ends[0] == ends[1]:
            abort(400, _("A tape measure needs two ends: name two models or places."))
        (range_shown,) = present.ranges([measure_tape_range(snapshot, *ends)])
        return jsonify(range_shown | {"from": request.args["from"], "to": request.args["to"]})

    return pages


def _read_tape_end(snapshot: Snapshot, argument: str) -> End:
    """A model's id, or a place "x,y" in inches, as the request names it."""
    text = request.args.get(argument, "")
    if not text:
        example, place_example = f"{request.path}?{argument}=ID", f"{request.path}?{argument}=12,24"
        abort(400, _("Name a model or a place: {example} or {other}.", example=example, other=place_example))
    if "," not in text:
        return _read_model_id(snapshot, argument)
    try:
        x_in, y_in = (float(number) for number in text.split(","))
    except ValueError:
        abort(400, _("{place} is not a position on the table: write its x and y in inches, as in 12,24.", place=text))
    sizes = (snapshot.width_in, snapshot.depth_in)
    if not all(
        -MARGIN_IN <= coordinate <= size + MARGIN_IN for coordinate, size in zip((x_in, y_in), sizes, strict=True)
    ):
        abort(400, _("{place} lies off the table.", place=text))
    return x_in, y_in


def _require_snapshot(live: LiveLoop) -> Snapshot:
    return live.view.snapshot or abort(503, str(present.WAITING))


def _read_model_id(snapshot: Snapshot, argument: str) -> str:
    """The id of a model on the table, as the request names it."""
    model = request.args.get(argument, "")
    if not model:
        abort(400, _("Name a model: {example}.", example=f"{request.path}?{argument}=ID"))
    if model not in {standing.model.id for standing in snapshot.models}:
        abort(404, _("{model} does not stand on the table.", model=model))
    return model
