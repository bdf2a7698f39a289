"""What the players do to the game: every POST, and the state for those who do not follow the stream."""

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, abort, jsonify, request

from tablecam.session.hosted import Hosted
from webui.access import only, who
from webui.game.feed import GameTexts, had_of

PLAYERS = ("table", "red", "blue")
HANDS = (*PLAYERS, "umpire")
SETTERS = ("table", "umpire")
Said = dict[str, Any]


def blueprint(host: Hosted, texts: GameTexts) -> Blueprint:
    """Serves /api/game and what lies under it."""
    pages = Blueprint("game", __name__)
    _reading(pages, host, texts)
    _setting_up(pages, host)
    _playing(pages, host)
    _judging(pages, host)
    return pages


def _reading(pages: Blueprint, host: Hosted, texts: GameTexts) -> None:
    @pages.get("/api/game")
    def game() -> Response:
        return jsonify(texts.data(who()))

    @pages.get("/api/game/log")
    def log() -> Response:
        game, line = had_of(request.args.get("had")) or (None, 0)
        return jsonify(host.log(who(), game, line) or {"game": game, "from": line + 1, "lines": []})

    @pages.get("/api/game/line")
    def line() -> Response:
        return jsonify(host.line(who(), request.args.get("line", 0, int)))

    @pages.get("/api/game/setups")
    def setups() -> Response:
        return jsonify(host.setups.listed() | {"kept": host.kept()})

    @pages.post("/api/game/private")
    def private() -> Response:
        only("table")
        return jsonify(host.private(str(said().get("seat", ""))))


def _setting_up(pages: Blueprint, host: Hosted) -> None:
    @pages.post("/api/game/new")
    def new() -> Response:
        only(*SETTERS)
        return jsonify(game=host.begin(said()))

    @pages.post("/api/game/open")
    def open_() -> Response:
        only(*SETTERS)
        return jsonify(game=host.open(said()))

    @pages.post("/api/game/close")
    def close() -> Response:
        only(*SETTERS)
        host.close()
        return done()

    @pages.post("/api/game/settings")
    def settings() -> Response:
        only(*SETTERS)
        return _did(host.settings)

    @pages.post("/api/game/stands")
    def stands() -> Response:
        only(*HANDS)
        return _did(host.stands)


def _playing(pages: Blueprint, host: Hosted) -> None:
    @pages.post("/api/game/answer")
    def answer() -> Response:
        only(*HANDS)
        return _did(lambda body: host.answer(who(), body))

    @pages.post("/api/game/undo")
    def undo() -> Response:
        only(*HANDS)
        return _did(lambda body: host.undo(who(), body))

    @pages.post("/api/game/redo")
    def redo() -> Response:
        only(*HANDS)
        return _did(lambda _body: host.redo(who()))

    @pages.post("/api/game/concede")
    def concede() -> Response:
        only(*PLAYERS)
        return _did(lambda body: host.concede(who(), body))


def _judging(pages: Blueprint, host: Hosted) -> None:
    @pages.post("/api/game/overrule")
    def overrule() -> Response:
        only(*HANDS)
        return _did(lambda body: host.overrule(who(), body))

    @pages.post("/api/game/agree")
    def agree() -> Response:
        only(*HANDS)
        return _did(lambda body: host.agree(who(), body))

    @pages.post("/api/game/decline")
    def decline() -> Response:
        only(*HANDS)
        return _did(lambda _body: host.decline())

    @pages.post("/api/game/correct")
    def correct() -> Response:
        only(*SETTERS)
        return _did(host.correct)

    @pages.post("/api/game/abandon")
    def abandon() -> Response:
        only(*SETTERS)
        return _did(host.abandon)


def _did(deed: Callable[[Said], None]) -> Response:
    deed(said())
    return done()


def done() -> Response:
    """It is done and kept; what came of it is on the stream."""
    return jsonify(done=True)


def said() -> Said:
    """The body of the request: an object; 400 for anything else."""
    body = request.get_json(silent=True)
    if not isinstance(body, dict):
        abort(400, f"{request.path} takes a JSON object.")
    return body
