"""Films of games, made in the background on request: of the board, and of the camera's frames.

GET  /api/games/<id>/film              {"state", "done", "of"}; state: none, waiting, making, done, failed or cancelled
POST /api/games/<id>/film              {"do": "start"} or {"do": "cancel"}; the same answer
GET  /api/games/<id>/film.webp         once it is made
GET  /api/games/<id>/camera-film       the same, and {"closed", "frames", "megabytes", "folder", "file"}
POST /api/games/<id>/camera-film       {"do": "start"}, {"do": "cancel"} or {"do": "delete"}: the kept frames
GET  /api/games/<id>/camera-film.mp4   once it is made, or .webm; &download=1 saves instead of playing
GET  /api/game/frames                  {"frames", "megabytes", "folder", "dropped"} of the game in progress

Until a game is closed its film shows what a spectator knows, to every role. The camera's frames show people: their
film is made once the game is closed, and only those who play get it.
"""

from pathlib import Path
from typing import Any

from flask import Blueprint, Response, abort, jsonify, request, send_file

from tablecam.base.errors import TablecamError
from tablecam.base.i18n import Message, current_style, speaking, spoken
from tablecam.base.i18n import gettext as _
from tablecam.game.replay.camera_film import plan_camera_film, write_camera_film
from tablecam.game.replay.film import film_scenes, write_film
from tablecam.game.replay.recorded_game import WHOLE
from tablecam.live.frame_recorder import FrameRecorder
from tablecam.storage.frame_ring import KeptFrame
from tablecam.storage.video_file import MIME_TYPES, find_best_suffix
from webui.entrance.access import SEAT, only
from webui.replay.game_shelf import Shelf
from webui.replay.making_queue import Make, MakingQueue, Progress

PLAYERS = (SEAT, "table", "umpire")


def build_films_blueprint(shelf: Shelf, queue: MakingQueue) -> Blueprint:
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
            abort(400, _("Say whether to make the film or to cancel it: do is start or cancel."))
        is_start = action == "start"
        return jsonify(queue.start(key, _make_maker(shelf, game)) if is_start else queue.cancel(key))

    @pages.get("/api/games/<int:game>/film.webp")
    def get_film(game: int) -> Response:
        path = queue.file(_make_key(shelf, game)) or abort(404, _("The film of this game has not been made yet."))
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
                view = recorded.view_as(seat)
                scenes = film_scenes(view, codes, shelf.photographs(game, view))
            if not scenes:
                raise TablecamError(Message("Nothing has happened in this game yet."))
            write_film(path, scenes, progress)

    return make


def build_camera_films_blueprint(shelf: Shelf, queue: MakingQueue, recorder: FrameRecorder) -> Blueprint:
    """Serves the film of each game's highlights, and the state of the frames that it is made of."""
    pages = Blueprint("camera films", __name__)  # no text
    films = CameraFilms(shelf, queue, recorder)

    @pages.get("/api/game/frames")
    def get_frames() -> Response:
        only(*PLAYERS)
        return jsonify(films.describe_open_game())

    @pages.get("/api/games/<int:game>/camera-film")
    def get_standing(game: int) -> Response:
        only(*PLAYERS)
        return jsonify(films.describe(game))

    @pages.post("/api/games/<int:game>/camera-film")
    def make_film(game: int) -> Response:
        action = request.get_json().get("do")
        only(*(PLAYERS if action != "delete" else ("table", "umpire")))
        acts = {"start": films.start, "cancel": films.cancel, "delete": films.delete}
        if action not in acts:
            abort(400, _("Say what to do with the film: do is start, cancel or delete."))
        acts[action](game)
        return jsonify(films.describe(game))

    @pages.get("/api/games/<int:game>/camera-film.<any(mp4, webm):kind>")
    def get_film(game: int, kind: str) -> Response:
        only(*PLAYERS)
        path = films.find(game, f".{kind}") or abort(404, _("The film of this game has not been made yet."))
        name, saves = f"game-{game}-highlights.{kind}", request.args.get("download") == "1"  # no text
        return send_file(path, mimetype=MIME_TYPES[f".{kind}"], as_attachment=saves, download_name=name)

    return pages


class CameraFilms:
    """The films of games' highlights: planned, made in the background, and deleted with the frames."""

    def __init__(self, shelf: Shelf, queue: MakingQueue, recorder: FrameRecorder) -> None:
        self._shelf = shelf
        self._queue = queue
        self._recorder = recorder

    def describe_open_game(self) -> dict[str, Any]:
        """The frames of the game in progress so far."""
        game = self._shelf.get_open_game()
        return {**self._describe_frames(game or 0), "dropped": self._recorder.status.dropped}

    def describe(self, game: int) -> dict[str, Any]:
        """The frames of a game, and how far its film is."""
        is_closed, key = self._shelf.is_closed_game(game), self._make_key(game)
        file = f"/api/games/{game}/camera-film{find_best_suffix()}"
        return {**self._queue.standing(key), **self._describe_frames(game), "closed": is_closed, "file": file}

    def start(self, game: int) -> None:
        """Start making the film; 409 before the game is closed."""
        if not self._shelf.is_closed_game(game):
            abort(409, _("The film of the highlights can be made once the game is closed."))
        self._queue.start(self._make_key(game), self._make_maker(game))

    def cancel(self, game: int) -> None:
        """Stop making the film."""
        self._queue.cancel(self._make_key(game))

    def delete(self, game: int) -> None:
        """Delete the frames of a game, and a film that was made of them."""
        self._queue.forget(f"camera {game} ")  # no text
        self._recorder.ring.delete_game(game)

    def find(self, game: int, suffix: str) -> Path | None:
        """The film, once it is made in that format."""
        return self._queue.file(self._make_key(game)) if suffix == find_best_suffix() else None

    def _describe_frames(self, game: int) -> dict[str, Any]:
        ring = self._recorder.ring
        megabytes = round(ring.count_bytes(game) / 1e6, 1)
        return {"frames": len(self._list_frames(game)), "megabytes": megabytes, "folder": ring.folder.name}

    def _list_frames(self, game: int) -> tuple[KeptFrame, ...]:
        return self._recorder.ring.list_frames(game, 1000 * self._shelf.archive.begun_s(game))

    def _make_key(self, game: int) -> str:
        return f"camera {game} {len(self._list_frames(game))} {current_style()}"  # no text

    def _make_maker(self, game: int) -> Make:
        language, frames = spoken(), self._list_frames(game)

        def make(path: Path, progress: Progress) -> None:
            with speaking(language):
                with self._shelf.archive.reading(game) as recorded:
                    film = plan_camera_film(recorded.view_as(WHOLE), frames, self._recorder.ring.read_frame)
                write_camera_film(path, film, progress, find_best_suffix())

        return make
