"""Stored games, read back line by line, as far as the browser that asks may know them.

GET /api/games                               {"games": [{"id", "begun", "game", "title", "seats", "players", "open",
                                              "over", "turn", "turn_title", "result": {"winner"}}]}
GET /api/games/<id>                          {"id", "begun", "seats", "players", "over", "closed", "whole", "number",
                                              "names", "turns": [{"turn", "from"}], "opens", "result", "luck": [..]}
GET /api/games/<id>/log?from=N               {"game", "from", "lines": [..]} as in the stream's `log`
GET /api/games/<id>/at?line=N&target=ID      {"line", "turn", "turn_title", "phase", "heading", "ground", "table",
                                              "state", "sight", "targets", "crops"}: the board as it was then
GET /api/games/<id>/crops/<line>-<model>.jpg
GET /api/games/<id>/rolls/<line>.jpg         the dice of an answer as they lay in the tray; `roll` in a moment's answer
GET /api/games/<id>/photographs/<line>.jpg   the table from above at a line; `photograph` in the answer for a moment
GET /api/games/<id>/highlights               {"highlights": [{"title", "line", "turn", "text", "chance"}], "photograph"}
GET /api/games/<id>/board.svg?line=N, /api/games/<id>/board.png?line=N    the same board as an image
GET /api/games/<id>/report.html, /api/games/<id>/log.jsonl     &download=1 saves instead of showing

Lines have the role's own numbers. `?whole=1` asks for all of a game that is closed, in the log's own numbers; the
report and the file of such a game always have all of it. Until then everybody has their own share, and no number, sum
or statistic is made from more: with two of them, some dozens of tries reveal an order that lies face down.
"""

import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from flask import Blueprint, Response, abort, jsonify, request

from tablecam.base.errors import TablecamError
from tablecam.base.i18n import gettext as _
from tablecam.game.hosting.game_host import GameHost
from tablecam.game.replay.archive import Archive, write_visible_log
from tablecam.game.replay.battle_report import day, describe_highlights, report
from tablecam.game.replay.board_svg import find_moment
from tablecam.game.replay.dice_fairness import make_dice_chart
from tablecam.game.replay.game_statistics import Statistics, count, together
from tablecam.game.replay.highlights import find_highlights
from tablecam.game.replay.recorded_game import WHOLE
from tablecam.game.replay.report_theme import POLICY
from tablecam.game.replay.seat_history import SeatHistory
from tablecam.game.replay.statistics_charts import StatisticsChart, charts, make_titler
from tablecam.live.frame_recorder import FrameRecorder
from tablecam.rules.books.catalogue import Catalogue
from tablecam.table.miniature import Roster
from webui.replay import present_recorded
from webui.replay.films import build_camera_films_blueprint, build_films_blueprint
from webui.replay.game_shelf import Shelf
from webui.replay.making_queue import MakingQueue
from webui.server.crowds import costly, count_costly
from webui.server.request_values import integer
from webui.table import picture

# a file cannot say for itself who may frame it
FRAMED_NOWHERE = "frame-ancestors 'none'"  # no text


# how often each face of the table's dice came up in the tray, by their colour and kind
DiceCounts = Callable[[], Mapping[tuple[str, str], Sequence[int]]]


def blueprint(
    archive: Archive,
    host: GameHost | None,
    roster: Callable[[], Roster],
    recorder: FrameRecorder | None = None,
    dice_counts: DiceCounts = dict,
) -> Blueprint:
    """Serves /api/games and what lies under it. recorder: keeps the frames for films of highlights."""
    pages = Blueprint("replay", __name__)
    shelf, queue = Shelf(archive, host, roster), MakingQueue()
    pages.register_blueprint(build_films_blueprint(shelf, queue))
    if recorder:
        pages.register_blueprint(build_camera_films_blueprint(shelf, queue, recorder))
    pages.register_blueprint(build_statistics_blueprint(shelf, dice_counts))
    _add_list_pages(pages, shelf, archive)
    _add_line_pages(pages, shelf)
    _add_photograph_pages(pages, shelf)
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
                closed=shelf.is_closed(game, recorded),
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
            photograph = _find_photograph(shelf, game, history, number)
            crops = _list_crops(shelf, game, history, moment.pictured)
            roll = _find_roll_picture(shelf, game, history, number)
            return jsonify(moment_shown | {"crops": crops, "photograph": photograph, "roll": roll})

    @pages.get("/api/games/<int:game>/crops/<int:line>-<path:model>.jpg")
    def get_crop(game: int, line: int, model: str) -> Response:
        with shelf.reading(game) as (_past, history):
            true_line = history.true(line) if 1 <= line <= len(history.lines) else 0
        jpeg = shelf.archive.picture(game, true_line, model)
        return Response(jpeg or abort(404, _("That image is no longer kept.")), mimetype="image/jpeg")

    @pages.get("/api/games/<int:game>/rolls/<int:line>.jpg")
    def get_roll_picture(game: int, line: int) -> Response:
        with shelf.reading(game) as (_past, history):
            true_line = history.true(line) if 1 <= line <= len(history.lines) else 0
        jpeg = shelf.archive.roll_picture(game, true_line)
        return Response(jpeg or abort(404, _("That image is no longer kept.")), mimetype="image/jpeg")


def _find_roll_picture(shelf: Shelf, game: int, known: SeatHistory, number: int) -> str | None:
    """The address of the picture of the roll at a line, if the line is the answer to it."""
    if not 1 <= number <= len(known.lines) or shelf.archive.roll_picture(game, known.true(number)) is None:
        return None
    query = "?whole=1" if known.log_view.seat == WHOLE else ""
    return f"/api/games/{game}/rolls/{number}.jpg{query}"


def _add_photograph_pages(pages: Blueprint, shelf: Shelf) -> None:
    @pages.get("/api/games/<int:game>/photographs/<int:line>.jpg")
    def get_photograph(game: int, line: int) -> Response:
        with shelf.reading(game) as (_past, history):
            opened = shelf.photographs(game, history).open_at(line) if 1 <= line <= len(history.lines) else None
        jpeg = opened.jpeg if opened else abort(404, _("That image is no longer kept."))
        return Response(jpeg, mimetype="image/jpeg")

    @pages.get("/api/games/<int:game>/highlights")
    def get_highlights(game: int) -> Response:
        with shelf.reading(game) as (_past, history):
            return jsonify(
                highlights=describe_highlights(history, find_highlights(history)),
                photograph=_find_photograph(shelf, game, history, len(history.lines)),
            )


def _find_photograph(shelf: Shelf, game: int, known: SeatHistory, number: int) -> str | None:
    """The address of the table's photograph as of a line; None if the reader has none."""
    line = shelf.photographs(game, known).find(number)
    query = "?whole=1" if known.log_view.seat == WHOLE else ""
    return f"/api/games/{game}/photographs/{known.log_view.view.own(line)}.jpg{query}" if line else None


def _add_board_pages(pages: Blueprint, shelf: Shelf) -> None:
    @pages.get("/api/games/<int:game>/board.svg", defaults={"kind": "svg"})  # no text
    @pages.get("/api/games/<int:game>/board.png", defaults={"kind": "png"})  # no text
    def get_board(game: int, kind: str) -> Response:
        with shelf.reading(game) as (recorded, history):
            number = integer("line", len(history.lines))
            moment = find_moment(history, number, shelf.codes(recorded, history))
        return picture.make_image_response(moment, kind, f"game-{game}-line-{number}")  # no text: the name of a file


def _list_crops(shelf: Shelf, game: int, known: SeatHistory, answers: tuple[int, ...]) -> list[dict[str, str]]:
    """The latest images, of the line or of measurements before it in the same procedure."""
    for answer in answers:
        if models := shelf.archive.list_pictured_models(game, answer):
            own_line = known.log_view.view.own(answer)
            query = "?whole=1" if known.log_view.seat == WHOLE else ""
            return [
                {
                    "model": model,
                    "url": f"/api/games/{game}/crops/{own_line}-{present_recorded.quote_model(model)}.jpg{query}",
                }
                for model in models
            ]
    return []


def _add_export_pages(pages: Blueprint, shelf: Shelf) -> None:
    @pages.get("/api/games/<int:game>/report.html")
    def get_report(game: int) -> Response:
        with shelf.read_to_hand_out(game) as (recorded, history):
            codes, photographs = shelf.codes(recorded, history), shelf.photographs(game, history)
            text = report(history, day(shelf.archive.begun(game)), codes, photographs)
        response = Response(text, mimetype="text/html")
        response.headers["Content-Security-Policy"] = f"{POLICY}; {FRAMED_NOWHERE}"  # no text
        return _set_file_name(response, f"game-{game}.html")

    @pages.get("/api/games/<int:game>/log.jsonl")
    def get_log_file(game: int) -> Response:
        with shelf.read_to_hand_out(game) as (_past, history):
            text = write_visible_log(history)
        return _set_file_name(Response(text, mimetype="application/jsonl"), f"game-{game}.jsonl")


def _set_file_name(response: Response, name: str) -> Response:
    if request.args.get("download") == "1":
        response.headers["Content-Disposition"] = f'attachment; filename="{name}"'  # no text
    return response


# Statistics of games.
#
# GET /api/games/<id>/statistics      {"charts": [{"key", "title", "text", "svg", "columns": [..], "rows": [[..]]}]}
# GET /api/statistics                 {"counted", "of", "charts"}: of all games that are closed
#
# A game is counted as far as the browser that asks may know it; `?whole=1` asks for all of a game that is closed. An
# open game does not count among all games. A page that gets fewer counted games than there are asks again.

# this many games are counted for one request; each takes a second or so
AT_ONCE = 2


def build_statistics_blueprint(shelf: Shelf, dice_counts: DiceCounts = dict) -> Blueprint:
    """Serves the statistics of one game and of all."""
    pages = Blueprint("statistics", __name__)
    counts = GameCounts(shelf)
    get_title = make_titler(shelf.archive.books)

    @pages.get("/api/games/<int:game>/statistics")
    @costly
    def get_game_statistics(game: int) -> Response:
        count_costly()
        with shelf.reading(game) as (recorded, history):
            return jsonify(
                charts=[_chart_to_json(chart) for chart in charts(count(history), get_title, recorded.sides)]
            )

    @pages.get("/api/statistics")
    @costly
    def get_all_statistics() -> Response:
        count_costly()
        counted, of = counts.count_closed_games()
        dice = make_dice_chart(dice_counts())
        shown = [*charts(together(counted), get_title), *([dice] if dice else [])]
        return jsonify(counted=len(counted), of=of, charts=[_chart_to_json(chart) for chart in shown])

    return pages


class GameCounts:
    """The counts of each closed game, so that none is counted twice."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._lock = threading.Lock()
        # by number and time of beginning, which together always name one game
        self._counts: dict[tuple[int, str], Statistics] = {}

    def count_closed_games(self) -> tuple[list[Statistics], int]:
        """The counts until now, and the number of games; each call counts a few more."""
        with self._lock:
            finished = [
                (listed.id, listed.begun) for listed, summary in self._shelf.archive.summaries() if summary["over"]
            ]
            remaining, counted, of = AT_ONCE, [], 0
            for key in finished:
                if key not in self._counts:
                    if not remaining:
                        of += 1
                        continue
                    if not self._count_game(key):
                        continue
                    remaining -= 1
                counted.append(self._counts[key])
                of += 1
            return counted, of

    def _count_game(self, key: tuple[int, str]) -> bool:
        """Counts one game; False for one that is over and not closed, or that cannot be read."""
        try:
            with self._shelf.archive.reading(key[0]) as recorded:
                if not self._shelf.is_closed(key[0], recorded):
                    return False
                self._counts[key] = count(recorded.view_as(WHOLE))
        except TablecamError:
            return False
        return True


def _chart_to_json(chart: StatisticsChart) -> dict[str, Any]:
    return vars(chart)
