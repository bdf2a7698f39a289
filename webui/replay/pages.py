"""Stored games, read back line by line, as far as the browser that asks may know them.

GET /api/games                               {"games": [{"id", "begun", "game", "title", "seats", "players", "open",
                                              "over", "turn", "turn_title", "result": {"winner"}}]}
GET /api/games/<id>                          {"id", "begun", "seats", "players", "over", "closed", "whole", "number",
                                              "names", "turns": [{"turn", "from"}], "opens", "result", "luck": [..]}
GET /api/games/<id>/log?from=N               {"game", "from", "lines": [..]} as in the stream's `log`
GET /api/games/<id>/at?line=N&target=ID      {"line", "turn", "turn_title", "phase", "heading", "ground", "table",
                                              "state", "sight", "targets", "crops"}: the board as it was then
GET /api/games/<id>/crops/<line>-<model>.jpg
GET /api/games/<id>/board.svg?line=N, /api/games/<id>/board.png?line=N    the same board as an image
GET /api/games/<id>/report.html, /api/games/<id>/log.jsonl     &download=1 saves instead of showing

Lines have the role's own numbers. `?whole=1` asks for all of a game that is closed, in the log's own numbers; the
report and the file of such a game always have all of it. Until then everybody has their own share, and no number, sum
or statistic is made from more: with two of them, some dozens of tries reveal an order that lies face down.
"""

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, abort, jsonify, request

from tablecam.base.i18n import gettext as _
from tablecam.game.hosting.game_host import GameHost
from tablecam.game.replay.archive import Archive, file_of
from tablecam.game.replay.battle_report import day, report
from tablecam.game.replay.board_svg import moment_of
from tablecam.game.replay.recorded_game import WHOLE
from tablecam.game.replay.report_html import POLICY
from tablecam.game.replay.seat_history import SeatHistory
from tablecam.rules.books.catalogue import Catalogue
from tablecam.table.roster import Roster
from webui.replay import films, present_recorded, statistics
from webui.replay.making_queue import MakingQueue
from webui.replay.shelf import Shelf
from webui.server.query import integer
from webui.table import board_picture

# a file cannot say for itself who may frame it
FRAMED_NOWHERE = "frame-ancestors 'none'"  # no text


def blueprint(archive: Archive, host: GameHost | None, roster: Callable[[], Roster]) -> Blueprint:
    """Serves /api/games and what lies under it."""
    pages = Blueprint("replay", __name__)
    shelf = Shelf(archive, host, roster)
    pages.register_blueprint(films.blueprint(shelf, MakingQueue()))
    pages.register_blueprint(statistics.blueprint(shelf))
    _add_list_pages(pages, shelf, archive)
    _add_line_pages(pages, shelf)
    _add_board_pages(pages, shelf)
    _add_export_pages(pages, shelf)
    return pages


def _add_list_pages(pages: Blueprint, shelf: Shelf, archive: Archive) -> None:
    @pages.get("/api/games")
    def list_games() -> Response:
        open_game = shelf.host.view_for("spectator")["game"] if shelf.host else None
        running = open_game["id"] if open_game else None
        return jsonify(
            games=[_game_to_json(archive.books, listed, running, summary) for listed, summary in archive.summaries()]
        )

    @pages.get("/api/games/<int:game>")
    def get_game(game: int) -> Response:
        with shelf.reading(game) as (recorded, history):
            return jsonify(
                id=game,
                begun=shelf.archive.begun(game),
                whole=history.log_view.seat == WHOLE,
                closed=shelf.closed(game, recorded),
                **present_recorded.game(recorded, history),
                names=shelf.names(recorded, history),
            )


def _game_to_json(books: Catalogue, listed: Any, now: int | None, summary: dict[str, Any]) -> dict[str, Any]:
    header = present_recorded.header(listed.header)
    book = books.books.get(header["game"], books.usual)
    titles = {"title": str(book.title), "turn_title": book.turn_title(summary["turn"])}
    return {"id": listed.id, "begun": listed.begun, **header, **titles, "open": listed.id == now, **summary}


def _add_line_pages(pages: Blueprint, shelf: Shelf) -> None:
    @pages.get("/api/games/<int:game>/log")
    def get_log(game: int) -> Response:
        first_line = max(1, integer("from", 1))
        with shelf.reading(game) as (_past, history):
            return jsonify({"game": game, "from": first_line, "lines": present_recorded.lines(history, first_line)})

    @pages.get("/api/games/<int:game>/at")
    def get_moment(game: int) -> Response:
        with shelf.reading(game) as (recorded, history):
            number = integer("line", len(history.lines))
            moment = history.moment(number)
            moment_shown = present_recorded.moment(
                recorded, moment, shelf.names(recorded, history), request.args.get("target")
            )
            return jsonify(moment_shown | {"crops": _list_crops(shelf, game, history, moment.pictured)})

    @pages.get("/api/games/<int:game>/crops/<int:line>-<path:model>.jpg")
    def get_crop(game: int, line: int, model: str) -> Response:
        with shelf.reading(game) as (_past, history):
            true_line = history.true(line) if 1 <= line <= len(history.lines) else 0
        jpeg = shelf.archive.picture(game, true_line, model)
        return Response(jpeg or abort(404, _("That picture is no longer kept.")), mimetype="image/jpeg")


def _add_board_pages(pages: Blueprint, shelf: Shelf) -> None:
    @pages.get("/api/games/<int:game>/board.svg", defaults={"kind": "svg"})  # no text
    @pages.get("/api/games/<int:game>/board.png", defaults={"kind": "png"})  # no text
    def get_board(game: int, kind: str) -> Response:
        with shelf.reading(game) as (recorded, history):
            number = integer("line", len(history.lines))
            moment = moment_of(history, number, shelf.codes(recorded, history))
        return board_picture.answered(moment, kind, f"game-{game}-line-{number}")  # no text: the name of a file


def _list_crops(shelf: Shelf, game: int, known: SeatHistory, answers: tuple[int, ...]) -> list[dict[str, str]]:
    """The latest images, of the line or of measurements before it in the same procedure."""
    for answer in answers:
        if models := shelf.archive.pictured(game, answer):
            own_line = known.log_view.view.own(answer)
            query = "?whole=1" if known.log_view.seat == WHOLE else ""
            return [
                {
                    "model": model,
                    "url": f"/api/games/{game}/crops/{own_line}-{present_recorded.in_address(model)}.jpg{query}",
                }
                for model in models
            ]
    return []


def _add_export_pages(pages: Blueprint, shelf: Shelf) -> None:
    @pages.get("/api/games/<int:game>/report.html")
    def get_report(game: int) -> Response:
        with shelf.handed_out(game) as (recorded, history):
            text = report(history, day(shelf.archive.begun(game)), shelf.codes(recorded, history))
        response = Response(text, mimetype="text/html")
        response.headers["Content-Security-Policy"] = f"{POLICY}; {FRAMED_NOWHERE}"  # no text
        return _set_file_name(response, f"game-{game}.html")

    @pages.get("/api/games/<int:game>/log.jsonl")
    def get_log_file(game: int) -> Response:
        with shelf.handed_out(game) as (_past, history):
            text = file_of(history)
        return _set_file_name(Response(text, mimetype="application/jsonl"), f"game-{game}.jsonl")


def _set_file_name(response: Response, name: str) -> Response:
    if request.args.get("download") == "1":
        response.headers["Content-Disposition"] = f'attachment; filename="{name}"'  # no text
    return response
