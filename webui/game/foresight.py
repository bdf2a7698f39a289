"""What could be: what a model of the game could do from where it stands, and how things would lie if it stood there."""

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
from tablecam.game.hosting.roles import seat_of
from tablecam.live.game_observer import put_back
from tablecam.live.live_loop import LiveLoop
from tablecam.rules.books.book import Book, ModelNames, StrayModel
from tablecam.rules.books.views import AdviceRegion, AdviceView, dump_view
from tablecam.table.measure.paths import (
    GOAL_BLOCKED,
    START_BLOCKED,
    Hindrance,
    ShortestPath,
    blocked_at,
    models_in_the_way,
    path_to,
    terrain_in_the_way,
)
from tablecam.table.measure.ranges import ranges_from
from tablecam.table.miniature import Placed
from tablecam.table.renamed import renamed
from tablecam.table.snapshot import Snapshot
from webui.entrance.access import who
from webui.server import crowds
from webui.server.answer_cache import AnswerCache, Places, places_of
from webui.table import present, present_sight
from webui.table.board_names import hidden_by
from webui.table.sight_cache import SightCache
from webui.table.sight_readings import SightReadings

WORD = re.compile(r"[\w-]+")
# the ghost is on its way: what it sees is told without its error, which would cost fifty times as much
GHOST = "moving"
# further out there is no table
FARTHEST_IN = 1000.0
# a path that somebody draws turns at no more places than these
MOST_TURNS = 8
EXACT = ((0.0, 0.0, 0.0),) * 3

Turn = tuple[float, float]


class Advised(NamedTuple):
    """A game that is advised on. displaced: models that were moved out of turn."""

    book: Book
    state: Any
    names: ModelNames
    hidden: Mapping[str, str]
    displaced: tuple[StrayModel, ...] = ()


class AdviceCache:
    """What models could do, worked out once for all who ask about the same position. Any thread may ask.

    It costs a tenth of a second, and says the same to every role that knows the same models.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._state: Any = None
        self._places: Places = ()
        self._ground: Any = None
        # by language, model and what is hidden
        self._told: dict[tuple[object, ...], AdviceView] = {}

    def advice(self, open_game: Advised, snapshot: Snapshot, model: str) -> AdviceView:
        """What the book of the game advises for a model; nothing where it gives no advice."""
        book, state = open_game.book, open_game.state
        # what a model could do says who it is
        if book.advice is None or model in open_game.hidden:
            return AdviceView(model)
        snapshot = put_back(snapshot, open_game.displaced)
        places = places_of(snapshot)
        with self._lock:
            # a state is never changed but replaced
            if state is not self._state or snapshot.terrain != self._ground or places != self._places:
                self._state, self._ground, self._places, self._told = state, snapshot.terrain, places, {}
            key = (current_style(), model, *open_game.hidden.items())
            if key not in self._told:
                self._told[key] = book.advice(snapshot, state, model, open_game.names)
            return self._told[key]


def state_of(host: GameHost | None) -> Any:
    """The state of the game in progress; None where there is none. It is never changed but replaced."""
    if host is None:
        return None
    with host.reading() as open_game:
        return open_game.game.state if open_game else None


def advised(host: GameHost | None, model: str) -> Advised | None:
    """The game in progress if a model is of it; None elsewhere."""
    if host is None:
        return None
    with host.reading() as open_game:
        if open_game is None or model not in open_game.phrases.people(open_game.game.state):
            return None
        seat = seat_of(who(), open_game.game.seats)
        names, hidden = open_game.names_of(seat), open_game.hidden_names(seat)
        return Advised(open_game.book, open_game.game.state, names, hidden, open_game.displaced)


def blueprint(live: LiveLoop, host: GameHost | None, usual: Book) -> Blueprint:
    """Serves /api/advice?model=ID for a model of the game, and /api/whatif?model=ID&x_in=..&y_in=.. for any.

    The second takes via=X,Y;X,Y too: places that the path goes by, in their order. With drawn=1 a hand drew them, and
    one where the model has no room is passed by.
    """
    pages = Blueprint("foresight", __name__)
    readings, cache, hidden = SightReadings(host, usual), AdviceCache(), hidden_by(host)
    sights, answers = SightCache(readings.blocking), AnswerCache()

    def read_advice() -> AdviceView:
        names = hidden(who())
        snapshot = renamed(_position(live), names)
        placed = _placed(snapshot)
        open_game = advised(host, placed.model.id)
        if open_game is None:
            abort(404, _("{model} is in no game that is in progress.", model=placed.model.name))

        def work_out() -> AdviceView:
            crowds.count_costly()
            return cache.advice(open_game, snapshot, placed.model.id)

        known = (*names.items(), *open_game.hidden.items(), *open_game.displaced)
        question = ("advice", current_style(), placed.model.id, *known)
        return answers.answer(snapshot, state_of(host), question, work_out)

    @pages.get("/api/advice")
    @crowds.costly
    def advice() -> Response:
        return jsonify(dump_view(read_advice()))

    @pages.get("/api/whatif")
    @crowds.costly
    def whatif() -> Response:
        names = hidden(who())
        snapshot = renamed(_position(live), names)
        placed = _placed(snapshot)
        ghost = _ghost(placed)
        turns = _with_room(snapshot, placed, _turns()) if "drawn" in request.args else _turns()

        def work_out() -> dict[str, Any]:
            crowds.count_costly()
            return what_if(snapshot, placed, ghost, turns)

        there = (ghost.x_in, ghost.y_in, ghost.z_in, ghost.heading_rad)
        question = ("whatif", current_style(), who(), placed.model.id, there, turns, *names.items())
        return jsonify(answers.answer(snapshot, state_of(host), question, work_out))

    def what_if(snapshot: Snapshot, placed: Placed, ghost: Placed, turns: Sequence[Turn]) -> dict[str, Any]:
        there = replace(
            snapshot, models=tuple(ghost if standing is placed else standing for standing in snapshot.models)
        )
        seen = sights.sightings(there, placed.model.id)
        ranges_shown, limits = present.ranges(ranges_from(there, placed.model.id)), readings.limits()
        for one in ranges_shown:
            one["sight"] = present_sight.sight(seen[one["id"]], there, limits)
        found, open_game = _way(snapshot, there, placed, ghost, turns), advised(host, placed.model.id)
        regions = cache.advice(open_game, snapshot, placed.model.id).regions if open_game else ()
        return {"model": placed.model.id, "ranges": ranges_shown, **found, "within": within(found["way"], regions)}

    return pages


def within(way: Any, regions: Sequence[AdviceRegion]) -> dict[str, object] | None:
    """The least reach of the model that the way lies in; ok: whether there is one. None without a way or a reach."""
    if not way or not regions:
        return None
    far = sorted(regions, key=lambda region: region.inches)
    found = next((region for region in far if way["length_in"] <= region.inches), None)
    if found is None:
        return {"text": _("Further than {reach}", reach=far[-1].label), "ok": False}
    return {"text": _("Within {reach}", reach=found.label), "ok": True}


def _way(
    snapshot: Snapshot, there: Snapshot, placed: Placed, ghost: Placed, turns: Sequence[Turn] = ()
) -> dict[str, Any]:
    """How a model would get there, by way of some places, and whether it could stand there: ways stay on one level."""
    model = placed.model.id
    if ghost.z_in != placed.z_in:
        fault = str(next(iter(there.faults_of(model)), ""))
        return {"way": None, "fits": not fault, "why_not": present.sentence(_named(fault, snapshot))}
    ways = (*terrain_in_the_way(snapshot, model), *models_in_the_way(snapshot, model))
    goal = (ghost.x_in, ghost.y_in)
    if turns:
        return _by_turns(snapshot, placed, (*turns, goal), ways)
    found = path_to(snapshot, model, goal, ways)
    # where it is stuck already, nothing has been said of where it goes
    blocked = blocked_at(snapshot, model, goal, ways) if found.code == START_BLOCKED else ""
    return {
        "way": _drawn(found),
        "fits": found.code != GOAL_BLOCKED and not blocked,
        "why_not": present.sentence(_named(blocked or found.reason or "", snapshot)),
    }


def _by_turns(snapshot: Snapshot, placed: Placed, places: Sequence[Turn], ways: Sequence[Hindrance]) -> dict[str, Any]:
    """The path that goes from each of several places to the next by the shortest path; none if one cannot be had."""
    legs: list[dict[str, Any]] = []
    for x, y in places:
        found = path_to(snapshot, placed.model.id, (x, y), ways)
        leg = _drawn(found)
        if leg is None:
            return {"way": None, "fits": False, "why_not": present.sentence(_named(found.reason or "", snapshot))}
        legs.append(leg)
        # the place that somebody named counts as exact
        at = replace(placed, x_in=x, y_in=y, covariance=EXACT)
        snapshot = replace(
            snapshot, models=tuple(at if one.model.id == placed.model.id else one for one in snapshot.models)
        )
    points = [*legs[0]["points"], *(point for leg in legs[1:] for point in leg["points"][1:])]
    far, sigma = (round(sum(leg[key] for leg in legs), 3) for key in ("length_in", "sigma_in"))
    return {"way": {"length_in": far, "sigma_in": sigma, "points": points}, "fits": True, "why_not": ""}


def _with_room(snapshot: Snapshot, placed: Placed, turns: Sequence[Turn]) -> tuple[Turn, ...]:
    """Those of the places where the model could stand: a finger is wider than the gap to a wall."""
    model = placed.model.id
    ways = (*terrain_in_the_way(snapshot, model), *models_in_the_way(snapshot, model))
    return tuple(place for place in turns if not blocked_at(snapshot, model, place, ways))


def _named(text: str, snapshot: Snapshot) -> str:
    """A sentence with names in the place of models' ids."""
    names = {placed.model.id: placed.model.name for placed in snapshot.models}
    return WORD.sub(lambda found: names.get(found[0], found[0]), text)


def _drawn(way: ShortestPath) -> dict[str, object] | None:
    if way.length is None:
        return None
    points = [[round(x, 2), round(y, 2)] for x, y in way.points]
    return {"length_in": round(way.length.value, 2), "sigma_in": round(way.length.sigma, 3), "points": points}


def _ghost(placed: Placed) -> Placed:
    x, y = _number("x_in", None), _number("y_in", None)
    turn = math.remainder(_number("heading_rad", placed.heading_rad), 2 * math.pi)
    return replace(placed, x_in=x, y_in=y, z_in=_number("z_in", placed.z_in), heading_rad=turn, state=GHOST)


def _turns() -> tuple[Turn, ...]:
    """The places that the path is to go by, in their order."""
    text = request.args.get("via", "")
    if not text:
        return ()
    found = tuple(tuple(map(_inches, place.split(","))) for place in text.split(";"))
    if len(found) > MOST_TURNS or any(len(place) != 2 or None in place for place in found):
        example = f"{request.path}?model=ID&x_in=10&y_in=12&via=10,8;12,8"
        abort(400, _("Say by way of where, at most {most} places: {example}.", most=MOST_TURNS, example=example))
    return found  # type: ignore[return-value]


def _inches(text: str) -> float | None:
    """A coordinate of the table; None for anything else."""
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) and abs(value) <= FARTHEST_IN else None


def _number(name: str, usual: float | None) -> float:
    text = request.args.get(name)
    value = usual if text is None else request.args.get(name, type=float)
    if value is None or not math.isfinite(value) or abs(value) > FARTHEST_IN:
        example = f"{request.path}?model=ID&x_in=10&y_in=12"
        abort(400, _("Say where, in inches: {example} ({name} is not a place).", example=example, name=name))
    return value


def _position(live: LiveLoop) -> Snapshot:
    return live.view.snapshot or abort(503, str(present.WAITING))


def _placed(snapshot: Snapshot) -> Placed:
    model = request.args.get("model", "")
    if not model:
        abort(400, _("Name a model: {example}.", example=f"{request.path}?model=ID"))
    found = next((placed for placed in snapshot.models if placed.model.id == model), None)
    return found or abort(404, _("{model} does not stand on the table.", model=model))
