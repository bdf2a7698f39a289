"""The API for other programs, /api/v1: the live stream, ranges and sight on request, and the contract of both.

Every client gets what a spectator gets, so pages of other sites may read it too. The answer of each address is in
openapi.json and asyncapi.json (`tablecam/doors/publishing/contract`), which are served beside it.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from flask import Blueprint, Response, abort, jsonify, request, send_from_directory

from tablecam.base.i18n import gettext as _
from tablecam.doors.publishing import live_message
from tablecam.doors.publishing.live_message import CONTRACT, FOLDER, Json
from tablecam.game.hosting.game_host import GameHost
from tablecam.game.hosting.log_view import SPECTATOR
from tablecam.live.live_loop import LiveLoop, PublishedFrame
from tablecam.rules.books.book import Book
from tablecam.storage.uvtt import uvtt_text
from tablecam.table.measure.ranges import all_ranges, measure_range
from tablecam.table.measure.sight import all_sight, sighting
from tablecam.table.snapshot import Snapshot, rename_models
from webui.game.feed import one_line
from webui.server import crowds
from webui.server.answer_cache import AnswerCache
from webui.server.stream import ONLOOKERS_GAP_S, PULSE_S, Bell, Pace, Share, StreamEvent, make_response
from webui.table import present
from webui.table.board_names import Hidden, choose_hidden_names
from webui.table.sight_cache import SightReadings

# a grid square, and the height at which terrain is cut, in inches: the least, the most and the usual
GRID_IN, AT_IN = (0.5, 12.0, 1.0), (0.0, 24.0, 1.0)


def blueprint(live: LiveLoop, host: GameHost | None, usual: Book) -> Blueprint:
    """Serves /api/v1/live, /position, /range?a=ID&b=ID, /sight?viewer=ID&target=ID, /ranges and /sights of all pairs,
    the terrain and the contract.
    """
    door = Blueprint("live_api", __name__)
    hidden, readings, answers = choose_hidden_names(host), SightReadings(host, usual), AnswerCache()

    @door.get("/api/v1/live")
    def stream_position() -> Response:
        return make_response(LiveFollower(live, hidden))

    @door.get("/api/v1/position")
    def get_position() -> Response:
        return jsonify(present_position(live.view, hidden))

    @door.get("/api/v1/range")
    def get_range() -> Response:
        snapshot = _require_snapshot(live)
        return jsonify(live_message.range_message(measure_range(snapshot, *_read_pair(snapshot, "a", "b")), snapshot))

    @door.get("/api/v1/sight")
    @crowds.costly
    def get_sight() -> Response:
        snapshot = _require_snapshot(live)
        pair = _read_pair(snapshot, "viewer", "target")

        def compute_sight() -> Json:
            crowds.count_costly()
            pair_sighting = sighting(snapshot, *pair, readings.blocking(snapshot))
            return live_message.sight_message(pair_sighting, rename_models(snapshot, hidden(SPECTATOR)))

        # the positions decide, and the names that are hidden
        return jsonify(answers.answer(snapshot, None, (pair, host.number if host else 0), compute_sight))

    @door.get("/api/v1/terrain.dd2vtt")
    @crowds.costly
    def get_terrain() -> Response:
        snapshot = _require_snapshot(live)
        grid_in, at_in = _read_inches("grid_in", *GRID_IN), _read_inches("at_in", *AT_IN)

        def compute_map() -> str:
            crowds.count_costly()
            return uvtt_text(snapshot.terrain, (snapshot.width_in, snapshot.depth_in), grid_in, at_in=at_in)

        text = answers.answer(snapshot, None, ("terrain", grid_in, at_in), compute_map)
        return Response(text, mimetype="application/json")

    @door.get(f"/api/v1/<any({', '.join(repr(name) for name in CONTRACT)}):name>")
    def get_contract(name: str) -> Response:
        return send_from_directory(FOLDER, name, mimetype="application/json")

    _add_all_pairs(door, live, host, readings, hidden)

    @door.after_request
    def open_to_other_sites(response: Response) -> Response:
        response.headers["Access-Control-Allow-Origin"] = "*"
        return response

    return door


def _add_all_pairs(
    door: Blueprint, live: LiveLoop, host: GameHost | None, readings: SightReadings, hidden: Hidden
) -> None:
    """Serves /api/v1/ranges and /api/v1/sights."""
    answers = AnswerCache()

    @door.get("/api/v1/ranges")
    def get_ranges() -> Response:
        snapshot = _require_snapshot(live)
        return jsonify(live_message.ranges_message(all_ranges(snapshot), snapshot))

    @door.get("/api/v1/sights")
    @crowds.costly
    def get_sights() -> Response:
        snapshot, friends = _require_snapshot(live), _read_flag("friends")

        def compute_sights() -> Json:
            crowds.count_costly()
            sights = all_sight(snapshot, readings.blocking(snapshot), friends)
            return live_message.sights_message(sights, rename_models(snapshot, hidden(SPECTATOR)))

        return jsonify(answers.answer(snapshot, None, ("sights", friends, host.number if host else 0), compute_sights))


def present_position(view: PublishedFrame, hidden: Hidden) -> Json:
    """The position as a spectator may know it."""
    snapshot = rename_models(view.snapshot, hidden(SPECTATOR)) if view.snapshot else None
    return live_message.position_message(snapshot, present.camera_state(view)["state"])


class LiveFollower:
    """A program that follows the table: it gets each new position, at its own pace, and a pulse."""

    bell: Bell | None = None

    def __init__(self, live: LiveLoop, hidden: Hidden) -> None:
        self._live, self._hidden = live, hidden
        self._pace = Pace(ONLOOKERS_GAP_S)
        self._number = -1
        self._names: Mapping[str, str] = {}
        self._last_content = ""
        self._pulse_due = time.monotonic()

    @property
    def over(self) -> bool:
        """Whether the table has stopped."""
        return not self._live.running

    def rest(self, now: float) -> float:
        """The seconds until it looks again."""
        return self._pace.rest(now)

    def wait(self, now: float) -> None:
        """Rests in this thread."""
        self._live.rest(self.rest(now))

    def needs(self, now: float) -> Sequence[Share]:
        """The newest position, where it is newer than the last one it looked at, or a game hides different names."""
        view, names = self._live.view, self._hidden(SPECTATOR)
        if view.number <= self._number and names == self._names:
            return ()
        self._number, self._names = view.number, names
        key = ("live", id(self._live), view.number, *sorted(names.items()))
        return (Share(key, partial(_make_position_texts, view, names)),)

    def events(self, now: float, made: Sequence[Any]) -> Iterator[StreamEvent]:
        """The position, if more than its time has changed; a pulse each second."""
        for content, text in made:
            if content != self._last_content:
                self._last_content = content
                yield self._make_event("position", text)  # no text: the kind of the message
        if now >= self._pulse_due:
            self._pulse_due = now + PULSE_S
            yield self._make_event("pulse", one_line(live_message.pulse_message(self._live.view.snapshot)))

    def _make_event(self, kind: str, text: str) -> StreamEvent:
        return StreamEvent(kind, text, str(self._number))


def _make_position_texts(view: PublishedFrame, names: Mapping[str, str]) -> tuple[str, str]:
    """The position as text, without its time and with it: made once for all followers."""
    position = present_position(view, lambda _role: names)
    return one_line(position | {"time_s": None}), one_line(position)


def _require_snapshot(live: LiveLoop) -> Snapshot:
    return live.view.snapshot or abort(503, str(present.WAITING))


def _read_inches(name: str, least: float, most: float, usual: float) -> float:
    inches = request.args.get(name, usual, type=float)
    if not least <= inches <= most:
        abort(400, _("{name} must be from {least} to {most}.", name=name, least=f"{least:g}", most=f"{most:g}"))
    return inches


def _read_flag(name: str) -> bool:
    text = request.args.get(name, "false")
    if text not in ("true", "false"):
        abort(400, _("{name} must be true or false.", name=name))
    return text == "true"


def _read_pair(snapshot: Snapshot, *arguments: str) -> tuple[str, str]:
    """Two different models on the table, as the request names them."""
    first_id, second_id = (request.args.get(argument, "") for argument in arguments)
    ids_on_table = {standing.model.id for standing in snapshot.models}
    if not first_id or not second_id or first_id == second_id:
        example = f"{request.path}?{arguments[0]}=ID&{arguments[1]}=ID"
        abort(400, _("Name two different models: {example}.", example=example))
    for model in (first_id, second_id):
        if model not in ids_on_table:
            abort(404, _("{model} does not stand on the table.", model=model))
    return first_id, second_id
