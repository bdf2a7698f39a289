"""The table in sentences, for a player who does not see it: places, ranges, sight and terrain."""

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, abort, jsonify, request

from tablecam.base.i18n import current_style
from tablecam.base.i18n import gettext as _
from tablecam.game.hosting.game_host import GameHost
from tablecam.game.hosting.game_view import view_board
from tablecam.live.live_loop import LiveLoop
from tablecam.rules.books.book import Book
from tablecam.table.measure.sentences import TableEdge, TableSentences
from tablecam.table.snapshot import Snapshot, rename_models
from webui.entrance.access import who
from webui.server import crowds
from webui.server.answer_cache import AnswerCache
from webui.table import present
from webui.table.board_names import choose_hidden_names
from webui.table.sight_cache import SightReadings

SEATS = {seat.name.lower(): seat for seat in TableEdge}

Rows = list[dict[str, str]]


def blueprint(live: LiveLoop, host: GameHost | None, usual: Book) -> Blueprint:
    """Serves /api/sentences, /api/sentences/model?model=ID and /api/sentences/pair?viewer=ID&target=ID.

    Each takes seat=near, right, far or left: the edge of the drawn board at which the listener sits.
    """
    pages = Blueprint("sentences", __name__)
    readings, hidden, answers = SightReadings(host, usual), choose_hidden_names(host), AnswerCache()

    def answer(*asked: str, describe: Callable[[TableSentences], object]) -> Response:
        ground = live.view.snapshot or abort(503, str(present.WAITING))
        snapshot, names, seat = readings.add_terrain(ground), hidden(who()), _read_seat()
        _require_models(snapshot, asked)

        def describe_newest() -> object:
            crowds.count_costly()
            named = rename_models(snapshot, names)
            return describe(TableSentences(named, seat, readings.blocking(snapshot), find_others(host, snapshot)))

        key = (current_style(), seat, request.path, *asked, *sorted(names.items()))
        return jsonify(answers.answer(snapshot, _get_version(host), key, describe_newest))

    @pages.get("/api/sentences")
    @crowds.costly
    def describe_table() -> Response:
        return answer(describe=present_table)

    @pages.get("/api/sentences/model")
    @crowds.costly
    def describe_model() -> Response:
        model = request.args.get("model", "")
        return answer(model, describe=lambda table: present_model(table, model))

    @pages.get("/api/sentences/pair")
    @crowds.costly
    def describe_pair() -> Response:
        viewer, target = request.args.get("viewer", ""), request.args.get("target", "")
        if viewer == target:
            abort(400, _("Name two models: no model sees itself."))
        return answer(viewer, target, describe=lambda table: present_pair(table, viewer, target))

    return pages


def present_table(table: TableSentences) -> dict[str, Any]:
    """The table as a whole, and the place of each model."""
    models = [{"id": placed.model.id, "text": table.describe_place(placed.model.id)} for placed in table.listed]
    return {"text": table.describe_table(), "models": models}


def present_model(table: TableSentences, model: str) -> dict[str, Any]:
    """The surroundings of a model: its enemies, who sees it, where it is out of sight, its friends and the terrain."""
    return {
        "model": model,
        "text": table.describe_place(model),
        "nearest": table.describe_nearest_enemy(model),
        "enemies": _make_rows(table.list_enemies(model)),
        "watchers": table.describe_watchers(model),
        "shelter": table.describe_shelter(model),
        "friends": _make_rows(table.list_friends(model)),
        "terrain": table.list_terrain(model),
    }


def present_pair(table: TableSentences, viewer: str, target: str) -> dict[str, Any]:
    """The details of a pair of models."""
    return {"viewer": viewer, "target": target, "rows": table.list_details(viewer, target)}


def find_others(host: GameHost | None, snapshot: Snapshot) -> frozenset[str]:
    """The models on the table that are not, or no longer, in the game in progress; none where there is no game."""
    if host is None:
        return frozenset()
    with host.reading() as open_game:
        if open_game is None:
            return frozenset()
        models = view_board(open_game, open_game.get_viewer(who())).models
        playing = {model for model, board_model in models.items() if board_model.alive}
    return frozenset({placed.model.id for placed in snapshot.models} - playing)


def _get_version(host: GameHost | None) -> object:
    """The state of the game in progress, which is replaced and never changed; None without a game."""
    if host is None:
        return None
    with host.reading() as open_game:
        return open_game.game.state if open_game else None


def _make_rows(rows: list[tuple[str, str]]) -> Rows:
    return [{"id": id, "text": text} for id, text in rows]


def _read_seat() -> TableEdge:
    name = request.args.get("seat", TableEdge.NEAR.name.lower())
    return SEATS.get(name) or abort(400, _("A seat is one of {seats}.", seats=", ".join(SEATS)))


def _require_models(snapshot: Snapshot, asked: tuple[str, ...]) -> None:
    standing = {placed.model.id for placed in snapshot.models}
    for model in asked:
        if not model:
            abort(400, _("Name a model: {example}.", example=f"{request.path}?model=ID"))
        if model not in standing:
            abort(404, _("{model} does not stand on the table.", model=model))
