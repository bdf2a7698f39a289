"""Foresight: the ranges, sight and path of a model at another place, and the advice for it where it stands."""

import math
import re
import threading
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from flask import Blueprint, Response, abort, jsonify, request

from tablecam.base.i18n import current_style
from tablecam.base.i18n import gettext as _
from tablecam.game.hosting.game_host import GameHost
from tablecam.live.game_observer import put_back
from tablecam.live.live_loop import LiveLoop
from tablecam.rules.books.book import Book, ModelNames, StrayModel
from tablecam.rules.books.scenery_terrain import add_scenery
from tablecam.rules.books.views import AdviceRegion, AdviceView, dump_view
from tablecam.rules.steps import playing
from tablecam.table.measure.paths import (
    GOAL_BLOCKED,
    START_BLOCKED,
    Hindrance,
    ShortestPath,
    explain_blocked_place,
    find_path,
    models_in_the_way,
    terrain_in_the_way,
)
from tablecam.table.measure.ranges import measure_ranges
from tablecam.table.miniature import Placed
from tablecam.table.snapshot import Snapshot, rename_models
from webui.entrance.access import who
from webui.server import crowds
from webui.server.answer_cache import AnswerCache, Places, round_places
from webui.table import present
from webui.table.board_names import choose_hidden_names
from webui.table.sight_cache import SightCache, SightReadings, find_ground_numbers

WORD = re.compile(r"[\w-]+")
# the ghost counts as moving: its sight comes without an error, which would cost fifty times as much
GHOST = "moving"
# further out there is no table
FARTHEST_IN = 1000.0
# a drawn path turns at most this often
MOST_TURNS = 8
EXACT = ((0.0, 0.0, 0.0),) * 3

Turn = tuple[float, float]


class AdvisedGame(NamedTuple):
    """A game that gives advice. displaced: models that were moved out of turn."""

    book: Book
    state: Any
    names: ModelNames
    hidden: Mapping[str, str]
    displaced: tuple[StrayModel, ...] = ()


class AdviceCache:
    """The advice on models, computed once for all browsers that ask about the same position. Any thread may ask.

    It takes a tenth of a second to compute, and is the same for every role that knows the same models.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._state: Any = None
        self._places: Places = ()
        self._ground: Any = None
        # by language, model and what is hidden
        self._advice_views: dict[tuple[object, ...], AdviceView] = {}

    def advice(self, open_game: AdvisedGame, snapshot: Snapshot, model: str) -> AdviceView:
        """The advice that the game's book gives for a model; empty where it gives none."""
        book, state = open_game.book, open_game.state
        # advice would reveal which model it is
        if book.advice is None or model in open_game.hidden:
            return AdviceView(model)
        snapshot = add_scenery(put_back(snapshot, open_game.displaced), state)
        places = round_places(snapshot)
        with self._lock:
            # a state is replaced, never changed
            if state is not self._state or snapshot.terrain != self._ground or places != self._places:
                self._state, self._ground, self._places, self._advice_views = state, snapshot.terrain, places, {}
            key = (current_style(), model, *open_game.hidden.items())
            if key not in self._advice_views:
                with playing(book.system):
                    self._advice_views[key] = book.advice(snapshot, state, model, open_game.names)
            return self._advice_views[key]


def get_state(host: GameHost | None) -> Any:
    """The state of the game in progress; None where there is none. A state is replaced, never changed."""
    if host is None:
        return None
    with host.reading() as open_game:
        return open_game.game.state if open_game else None


def find_advised_game(host: GameHost | None, model: str) -> AdvisedGame | None:
    """The game in progress if it has the model; None otherwise."""
    if host is None:
        return None
    with host.reading() as open_game:
        if open_game is None or model not in open_game.phrases.people(open_game.game.state):
            return None
        seat = open_game.get_viewer(who())
        names, hidden = open_game.get_names(seat), open_game.get_hidden_names(seat)
        return AdvisedGame(open_game.book, open_game.game.state, names, hidden, open_game.displaced)


def blueprint(live: LiveLoop, host: GameHost | None, usual: Book) -> Blueprint:
    """Serves /api/advice?model=ID for a model of the game, and /api/whatif?model=ID&x_in=..&y_in=.. for any model.

    The second also takes via=X,Y;X,Y: places that the path passes, in order. With drawn=1 a hand drew them, and the
    path skips those where the model has no room.
    """
    pages = Blueprint("foresight", __name__)
    readings, cache, hidden = SightReadings(host, usual), AdviceCache(), choose_hidden_names(host)
    sights, answers = SightCache(readings.blocking), AnswerCache()

    def read_advice() -> AdviceView:
        names = hidden(who())
        snapshot = rename_models(_require_snapshot(live), names)
        placed_model = _require_placed_model(snapshot)
        open_game = find_advised_game(host, placed_model.model.id)
        if open_game is None:
            abort(404, _("{model} is not in a game in progress.", model=placed_model.model.name))

        def compute_advice() -> AdviceView:
            crowds.count_costly()
            return cache.advice(open_game, snapshot, placed_model.model.id)

        knowledge = (*names.items(), *open_game.hidden.items(), *open_game.displaced)
        question = ("advice", current_style(), placed_model.model.id, *knowledge)
        return answers.answer(snapshot, get_state(host), question, compute_advice)

    @pages.get("/api/advice")
    @crowds.costly
    def get_advice() -> Response:
        return jsonify(dump_view(read_advice()))

    @pages.get("/api/whatif")
    @crowds.costly
    def get_what_if() -> Response:
        names = hidden(who())
        snapshot = rename_models(_require_snapshot(live), names)
        placed_model = _require_placed_model(snapshot)
        ghost = _read_ghost(placed_model)
        turns = (
            _keep_turns_with_room(snapshot, placed_model, _read_turns()) if "drawn" in request.args else _read_turns()
        )

        def compute_what_if() -> dict[str, Any]:
            crowds.count_costly()
            return what_if(readings.add_terrain(snapshot), snapshot, placed_model, ghost, turns)

        ghost_pose = (ghost.x_in, ghost.y_in, ghost.z_in, ghost.heading_rad)
        question = ("whatif", current_style(), who(), placed_model.model.id, ghost_pose, turns, *names.items())
        return jsonify(answers.answer(snapshot, get_state(host), question, compute_what_if))

    def what_if(
        snapshot: Snapshot, ground: Snapshot, placed: Placed, ghost: Placed, turns: Sequence[Turn]
    ) -> dict[str, Any]:
        moved = replace(
            snapshot, models=tuple(ghost if standing is placed else standing for standing in snapshot.models)
        )
        sightings = sights.sightings(moved, placed.model.id)
        ranges_shown, limits = present.ranges(measure_ranges(moved, placed.model.id)), readings.limits()
        numbers = find_ground_numbers(ground.terrain, snapshot.terrain)
        for range_row in ranges_shown:
            range_row["sight"] = present.sight(sightings[range_row["id"]], moved, limits, numbers)
        path, open_game = (
            _describe_path(snapshot, moved, placed, ghost, turns),
            find_advised_game(host, placed.model.id),
        )
        regions = cache.advice(open_game, ground, placed.model.id).regions if open_game else ()
        return {
            "model": placed.model.id,
            "ranges": ranges_shown,
            **path,
            "within": find_covering_reach(path["way"], regions),
        }

    return pages


def find_covering_reach(way: Any, regions: Sequence[AdviceRegion]) -> dict[str, object] | None:
    """The smallest reach of the model that covers the path; ok: if there is one. None without a path or a reach."""
    if not way or not regions:
        return None
    far = sorted(regions, key=lambda region: region.inches)
    nearest = next((region for region in far if way["length_in"] <= region.inches), None)
    if nearest is None:
        return {"text": _("Further than {reach}", reach=far[-1].label), "ok": False}
    return {"text": _("Within {reach}", reach=nearest.label), "ok": True}


def _describe_path(
    snapshot: Snapshot, there: Snapshot, placed: Placed, ghost: Placed, turns: Sequence[Turn] = ()
) -> dict[str, Any]:
    """The path to the ghost's place by way of some places, and whether the model fits there; it stays on one level."""
    model = placed.model.id
    if ghost.z_in != placed.z_in:
        fault = str(next(iter(there.find_faults(model)), ""))
        return {"way": None, "fits": not fault, "why_not": present.sentence(_insert_names(fault, snapshot))}
    ways = (*terrain_in_the_way(snapshot, model), *models_in_the_way(snapshot, model))
    goal = (ghost.x_in, ghost.y_in)
    if turns:
        return _describe_path_by_turns(snapshot, placed, (*turns, goal), ways)
    path = find_path(snapshot, model, goal, ways)
    # a model that is stuck at its start says nothing about its goal
    blocked = explain_blocked_place(snapshot, model, goal, ways) if path.code == START_BLOCKED else ""
    return {
        "way": _path_to_json(path),
        "fits": path.code != GOAL_BLOCKED and not blocked,
        "why_not": present.sentence(_insert_names(blocked or path.reason or "", snapshot)),
    }


def _describe_path_by_turns(
    snapshot: Snapshot, placed: Placed, places: Sequence[Turn], ways: Sequence[Hindrance]
) -> dict[str, Any]:
    """The path that joins the shortest paths from each place to the next; none if one of them is blocked."""
    legs: list[dict[str, Any]] = []
    for x, y in places:
        path = find_path(snapshot, placed.model.id, (x, y), ways)
        leg = _path_to_json(path)
        if leg is None:
            return {"way": None, "fits": False, "why_not": present.sentence(_insert_names(path.reason or "", snapshot))}
        legs.append(leg)
        # a place that the request names counts as exact
        stop = replace(placed, x_in=x, y_in=y, covariance=EXACT)
        snapshot = replace(
            snapshot,
            models=tuple(stop if standing.model.id == placed.model.id else standing for standing in snapshot.models),
        )
    points = [*legs[0]["points"], *(point for leg in legs[1:] for point in leg["points"][1:])]
    far, sigma = (round(sum(leg[key] for leg in legs), 3) for key in ("length_in", "sigma_in"))
    return {"way": {"length_in": far, "sigma_in": sigma, "points": points}, "fits": True, "why_not": ""}


def _keep_turns_with_room(snapshot: Snapshot, placed: Placed, turns: Sequence[Turn]) -> tuple[Turn, ...]:
    """The places where the model has room to stand: a finger is wider than the gap to a wall."""
    model = placed.model.id
    ways = (*terrain_in_the_way(snapshot, model), *models_in_the_way(snapshot, model))
    return tuple(place for place in turns if not explain_blocked_place(snapshot, model, place, ways))


def _insert_names(text: str, snapshot: Snapshot) -> str:
    """A sentence with names in place of models' ids."""
    names = {standing.model.id: standing.model.name for standing in snapshot.models}
    return WORD.sub(lambda found: names.get(found[0], found[0]), text)


def _path_to_json(way: ShortestPath) -> dict[str, object] | None:
    if way.length is None:
        return None
    points = [[round(x, 2), round(y, 2)] for x, y in way.points]
    return {"length_in": round(way.length.value, 2), "sigma_in": round(way.length.sigma, 3), "points": points}


def _read_ghost(placed: Placed) -> Placed:
    x, y = _read_number("x_in", None), _read_number("y_in", None)
    turn = math.remainder(_read_number("heading_rad", placed.heading_rad), 2 * math.pi)
    return replace(placed, x_in=x, y_in=y, z_in=_read_number("z_in", placed.z_in), heading_rad=turn, state=GHOST)


def _read_turns() -> tuple[Turn, ...]:
    """The places that the path passes, in order."""
    text = request.args.get("via", "")
    if not text:
        return ()
    turns = tuple(tuple(map(_parse_inches, place.split(","))) for place in text.split(";"))
    if len(turns) > MOST_TURNS or any(len(place) != 2 or None in place for place in turns):
        example = f"{request.path}?model=ID&x_in=10&y_in=12&via=10,8;12,8"
        abort(400, _("Give the places to pass through, at most {most}: {example}.", most=MOST_TURNS, example=example))
    return turns  # type: ignore[return-value]


def _parse_inches(text: str) -> float | None:
    """A coordinate of the table; None for any other text."""
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) and abs(value) <= FARTHEST_IN else None


def _read_number(name: str, usual: float | None) -> float:
    text = request.args.get(name)
    value = usual if text is None else request.args.get(name, type=float)
    if value is None or not math.isfinite(value) or abs(value) > FARTHEST_IN:
        example = f"{request.path}?model=ID&x_in=10&y_in=12"
        abort(400, _("Give a place in inches: {example} ({name} is not a place).", example=example, name=name))
    return value


def _require_snapshot(live: LiveLoop) -> Snapshot:
    return live.view.snapshot or abort(503, str(present.WAITING))


def _require_placed_model(snapshot: Snapshot) -> Placed:
    model = request.args.get("model", "")
    if not model:
        abort(400, _("Name a model: {example}.", example=f"{request.path}?model=ID"))
    match = next((standing for standing in snapshot.models if standing.model.id == model), None)
    return match or abort(404, _("{model} does not stand on the table.", model=model))
