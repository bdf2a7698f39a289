"""The players' commands to the game: every POST, and the state for programs that do not follow the stream."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, abort, jsonify, request

from tablecam.base.i18n import Message
from tablecam.base.i18n import gettext as _
from tablecam.game.hosting import clock_commands, commands, game_view
from tablecam.game.hosting.frame_setting import set_frames
from tablecam.game.hosting.game_host import GameHost
from tablecam.game.hosting.hints import set_hints
from tablecam.game.hosting.machine import direct_machine
from tablecam.rules.ask import IllegalAnswer
from webui.entrance.access import SEAT, only, who
from webui.game.feed import GameTexts, had_asked
from webui.server.request_values import integer

PLAYERS = ("table", SEAT)
HANDS = (*PLAYERS, "umpire")
SETTERS = ("table", "umpire")
Payload = dict[str, Any]
NOT_SET_UP = Message("no game can start yet because this table is not set up: set it up on its own screen first")


@dataclass(frozen=True)
class TableSide:
    """The table's part in starting a game. to_set_up: it lacks its set-up. keep_still: stops the demo's hands.

    takes_books: whether players may upload data books.
    """

    to_set_up: Callable[[], bool] = lambda: False
    keep_still: Callable[[], object] = lambda: None
    takes_books: bool = False


# the command of each POST under /api/game, and the roles that may give it
COMMANDS: dict[str, tuple[commands.Command, tuple[str, ...]]] = {
    "undo": (commands.undo, HANDS),
    "redo": (commands.redo, HANDS),
    "name": (commands.name, PLAYERS),
    "overrule": (commands.overrule, HANDS),
    "stands": (commands.stands, HANDS),
    "agree": (commands.agree, HANDS),
    "decline": (commands.decline, HANDS),
    "intend": (game_view.intend, PLAYERS),
    "withdraw": (game_view.withdraw, PLAYERS),
    "concede": (commands.concede, PLAYERS),
    "confirm": (commands.confirm, HANDS),
    "correct": (commands.correct, SETTERS),
    "abandon": (commands.abandon, SETTERS),
    "settings": (commands.settings, SETTERS),
    "machine": (direct_machine, HANDS),
    "hints": (set_hints, SETTERS),
    "frames": (set_frames, HANDS),
    "set_clocks": (clock_commands.set_clock, SETTERS),
    "pause_clocks": (clock_commands.pause_clock, HANDS),
}


def blueprint(host: GameHost, texts: GameTexts, table: TableSide | None = None) -> Blueprint:
    """Serves /api/game and what lies under it."""
    pages = Blueprint("game", __name__)
    table = table or TableSide()
    _add_reading_pages(pages, host, texts, table)
    _add_starting_pages(pages, host, table)
    _add_playing_pages(pages, host)
    return pages


def _add_reading_pages(pages: Blueprint, host: GameHost, texts: GameTexts, table: TableSide) -> None:
    @pages.get("/api/game")
    def get_game() -> Response:
        return jsonify(texts.data(who()))

    @pages.get("/api/game/log")
    def get_log() -> Response:
        get_game, get_line = had_asked("had") or (None, 0)
        return jsonify(host.log(who(), get_game, get_line) or {"game": get_game, "from": get_line + 1, "lines": []})

    @pages.get("/api/game/line")
    def get_line() -> Response:
        return jsonify(host.line(who(), integer("line", 0)))

    @pages.get("/api/game/events")
    def list_events() -> Response:
        return jsonify(events=host.list_forms())

    @pages.get("/api/game/setups")
    def list_setups() -> Response:
        setups_offered = host.setups.list_books()
        if who() not in SETTERS and host.get_hidden_names(who()):
            # the list of a force reveals which model is which
            setups_offered = _strip_models(setups_offered)
        may_add_books = table.takes_books and who() in SETTERS
        return jsonify(setups_offered | {"kept": host.list_games(), "may_add_books": may_add_books})

    @pages.get("/api/game/clocks")
    def get_clocks() -> Response:
        return jsonify(host.clocks())

    @pages.post("/api/game/private")
    def show_private() -> Response:
        only("table")
        return jsonify(host.private(str(read_payload().get("seat", ""))))


def _add_starting_pages(pages: Blueprint, host: GameHost, table: TableSide) -> None:
    @pages.post("/api/game/new")
    def begin_game() -> Response:
        only(*SETTERS)
        if table.to_set_up():
            raise IllegalAnswer(NOT_SET_UP, code="table-not-set-up")
        number = host.begin(read_payload())
        table.keep_still()
        return jsonify(game=number)

    @pages.post("/api/game/open")
    def open_game() -> Response:
        only(*SETTERS)
        number = host.open(read_payload())
        table.keep_still()
        return jsonify(game=number)

    @pages.post("/api/game/close")
    def close_game() -> Response:
        only(*SETTERS)
        host.put_game_away(who(), read_payload())
        return jsonify(done=True)


def _add_playing_pages(pages: Blueprint, host: GameHost) -> None:
    @pages.post("/api/game/answer")
    def answer_question() -> Response:
        only(*HANDS)
        host.answer(who(), read_payload())
        return jsonify(done=True)

    @pages.post("/api/game/hint")
    def give_hint() -> Response:
        only(*PLAYERS)
        return jsonify(host.hint(who(), read_payload()))

    @pages.post(f"/api/game/<any({', '.join(COMMANDS)}):name>")
    def run_command(name: str) -> Response:
        does, roles = COMMANDS[name]
        only(*roles)
        host.do(does, who(), read_payload())
        return jsonify(done=True)


def read_payload() -> Payload:
    """The body of the request: an object; 400 for anything else."""
    body = request.get_json(silent=True)
    if not isinstance(body, dict):
        abort(400, _("{address} takes a JSON object.", address=request.path))
    return body


def _strip_models(offered: dict[str, Any]) -> dict[str, Any]:
    """The books and forces of the new-game page, without the models of the forces."""
    books = [book | {"forces": [force | {"models": []} for force in book["forces"]]} for book in offered["books"]]
    return offered | {"books": books}
