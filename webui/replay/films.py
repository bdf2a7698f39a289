"""The film of a game, made in the background on request.

GET  /api/games/<id>/film            {"state", "done", "of"}; state: none, waiting, making, done, failed or cancelled
POST /api/games/<id>/film            {"do": "start"} or {"do": "cancel"}; the same answer
GET  /api/games/<id>/film.webp       once it is made

Until a game is closed its film shows what a spectator knows, to every role.
"""

from pathlib import Path

from flask import Blueprint, Response, abort, jsonify, request, send_file

from tablecam.base.errors import TablecamError
from tablecam.base.i18n import Message, current_style, speaking, spoken
from tablecam.base.i18n import gettext as _
from tablecam.game.replay.film import film_scenes, write_film
from tablecam.game.replay.recorded_game import WHOLE
from webui.entrance.access import SEAT, only
from webui.replay.making_queue import Make, MakingQueue, Progress
from webui.replay.shelf import Shelf


def blueprint(shelf: Shelf, queue: MakingQueue) -> Blueprint:
    """Serves the film of each game."""
    pages = Blueprint("films", __name__)

    @pages.get("/api/games/<int:game>/film")
    def get_standing(game: int) -> Response:
        return jsonify(queue.standing(_make_key(shelf, game)))

    @pages.post("/api/games/<int:game>/film")
    def make_film(game: int) -> Response:
        only(SEAT, "table", "umpire")
        key, action = _make_key(shelf, game), request.get_json().get("do")
        if action not in ("start", "cancel"):
            abort(400, _("Say whether the film is to be made or broken off: do is start or cancel."))
        is_start = action == "start"
        return jsonify(queue.start(key, _make_maker(shelf, game)) if is_start else queue.cancel(key))

    @pages.get("/api/games/<int:game>/film.webp")
    def get_film(game: int) -> Response:
        path = queue.file(_make_key(shelf, game)) or abort(404, _("The film of this game is not made yet."))
        # no text
        return send_file(path, mimetype="image/webp", as_attachment=True, download_name=f"game-{game}.webp")

    return pages


def _make_key(shelf: Shelf, game: int) -> str:
    """The key of a film: the log and its length, as far as everybody may know it, the language and the unit."""
    with shelf.shareable(game) as (_past, history):
        shows_all = history.log_view.seat == WHOLE
        return f"{game} {len(history.lines)} {shows_all} {current_style()}"


def _make_maker(shelf: Shelf, game: int) -> Make:
    language = spoken()
    with shelf.shareable(game) as (recorded, history):
        codes = shelf.codes(recorded, history)
        seat = history.log_view.seat

    def make(path: Path, progress: Progress) -> None:
        with speaking(language):
            # the archive is locked only while the scenes are gathered, not while they are drawn
            with shelf.archive.reading(game) as recorded:
                scenes = film_scenes(recorded.known_by(seat), codes)
            if not scenes:
                raise TablecamError(Message("Nothing has happened in this game yet."))
            write_film(path, scenes, progress)

    return make
