"""The dice tray beside the table: what lies in it, for the dice pads of the players.

GET /api/tray?after=N        what lies in the tray, as soon as its number is not N, or after a second:

    {"number": 12, "resting": true, "trouble": "", "ignored": "",
     "roll": {"number": 3, "dice": [{"outline": [[x, y], ..], "kind", "shown": 7, "colour", "trouble": ""}]},
     "rolls": {"7.12.0": {"roll": 3, "dice": [..], "places": [0], "faces": [7], "sure": true, "later": null,
                          "agreed": []}},
     "throws": false}

    outline: shares of the picture's width and height. shown: null for a die that could not be read. rolls: the roll
    that counts for each open question, by its key; places: of the dice that answer it; faces: of those, null where a
    person has to look. sure: whether it may confirm itself: each face is certain, and no other question has the dice.
    later: a roll after it. throws: whether this is the demo, which can throw dice.
GET /api/tray/<roll>.jpg     the picture of a roll
POST /api/tray/agree         {"key", "roll", "seat"?}: a side agrees to take the later roll for a question
POST /api/tray/throw         {"key"}: in the demo, the dice that the question asks for are thrown

A roll is answered as any other question, with the source "dice tray".
"""

import random
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from flask import Blueprint, Response, abort, jsonify

from tablecam.base.i18n import gettext as _
from tablecam.game.hosting.game_host import GameHost
from tablecam.game.hosting.log_view import TABLE
from tablecam.game.hosting.open_game import OpenGame
from tablecam.live.tray_keeper import TrayKeeper, TrayView, get_outline
from tablecam.live.tray_ledger import TakenRoll
from tablecam.live.tray_match import KINDS, QuestionKey, to_printed
from tablecam.rules.ask import Roll
from tablecam.sensing.tray.roll_watch import TrayRoll
from tablecam.setup.dice_tray import Throw, TrayCamera
from webui.entrance.access import only, who
from webui.game.commands import HANDS, read_payload
from webui.server.request_values import integer

PATIENCE_S = 1.0
# what throws dice of a kind, with these printed faces up, for the side of this number; None in a real tray
GetThrow = Callable[[], Throw | None]


@dataclass(frozen=True)
class RollView:
    """The roll that counts for a question. faces: None where a person has to look. later: a roll after it."""

    roll: int
    dice: list[dict[str, Any]]
    places: list[int]
    faces: list[int | None]
    sure: bool
    later: int | None
    agreed: list[str]


def blueprint(tray: TrayKeeper, host: GameHost, get_throw: GetThrow = lambda: None) -> Blueprint:
    """Serves /api/tray and what lies under it."""
    pages = Blueprint("dice_tray", __name__)

    @pages.get("/api/tray")
    def get_tray() -> Response:
        only(*HANDS)
        view = tray.wait(integer("after", -1), PATIENCE_S)
        with host.reading() as open_game:
            return jsonify(_view_to_json(view, open_game, who()) | {"throws": get_throw() is not None})

    @pages.get("/api/tray/<int:roll>.jpg")
    def get_picture(roll: int) -> Response:
        only(*HANDS)
        jpeg = tray.picture(roll) or abort(404, _("That image is no longer kept."))
        return Response(jpeg, mimetype="image/jpeg")

    @pages.post("/api/tray/agree")
    def agree() -> Response:
        only(*HANDS)
        payload, role = read_payload(), who()
        with host.reading() as open_game:
            key, seats, everybody = _find_agreeing(open_game, role, payload)
        tray.agree(key, integer_of(payload, "roll"), seats, everybody)
        return jsonify(done=True)

    _add_throwing(pages, host, get_throw)
    return pages


def tray_notice(tray: TrayKeeper | None, camera: TrayCamera | None) -> Callable[[], dict[str, Any]]:
    """The addition to each pulse of a stream where there is a tray with a camera."""
    return lambda: {"tray": True} if tray and (camera is None or camera.is_there) else {}


def _add_throwing(pages: Blueprint, host: GameHost, get_throw: GetThrow) -> None:
    @pages.post("/api/tray/throw")
    def throw_dice() -> Response:
        only(*HANDS)
        throw = get_throw() or abort(404, _("Nobody but a player throws the dice of this tray."))
        with host.reading() as open_game:
            question = _get_game(open_game).question(str(read_payload().get("key", "")), _view_seat(open_game, who()))
            ask, seat = question.ask, _get_game(open_game).find_seat(question)
            side = _get_game(open_game).game.seats.index(seat) % 2 if seat else 0
        if not isinstance(ask, Roll) or len(ask.die.faces) not in KINDS:
            abort(400, _("No dice that the tray can read are asked for."))
        kind = KINDS[len(ask.die.faces)]
        # the drawn dice are chance, as real ones are: nothing of the game depends on a seed here
        faces = [to_printed(kind, random.choice(ask.die.faces)) for _die in range(ask.count)]
        throw(kind, faces, side)
        return jsonify(done=True)


def integer_of(payload: dict[str, Any], name: str) -> int:
    """A whole number of a request's body; 400 for anything else."""
    value = payload.get(name)
    if type(value) is not int:
        abort(400, _("{name} must be a whole number.", name=name))
    return value


def _get_game(open_game: OpenGame | None) -> OpenGame:
    return open_game or abort(409, _("No game is in progress."))


def _view_seat(open_game: OpenGame | None, role: str) -> str:
    return _get_game(open_game).get_viewer(role)


def _find_agreeing(
    open_game: OpenGame | None, role: str, payload: dict[str, Any]
) -> tuple[QuestionKey, tuple[str, ...], tuple[str, ...]]:
    """The question, the seats that agree with this request, and all that have to: the people at the table."""
    game = _get_game(open_game)
    question = game.question(str(payload.get("key", "")), game.get_viewer(role))
    people = tuple(seat for seat in game.game.seats if seat not in game.machine_seats)
    named = str(payload.get("seat", "")) if role == TABLE else role
    agreeing = (named,) if named in people else people
    return (game.id, question.line), agreeing, people


def _view_to_json(view: TrayView, open_game: OpenGame | None, role: str) -> dict[str, Any]:
    roll = view.roll and {"number": view.roll.number, "dice": _list_dice(view.roll)}
    rolls = {}
    if open_game is not None:
        seat = open_game.get_viewer(role)
        for question in open_game.questions(seat):
            if taken := view.taken.get((open_game.id, question.line)):
                contested = (open_game.id, question.line) in view.contested
                rolls[open_game.key(question, seat)] = asdict(_view_taken(taken, contested))
    return {
        "number": view.number, "resting": view.resting, "trouble": str(view.trouble or ""),
        "ignored": str(view.ignored or ""), "roll": roll, "rolls": rolls,
    }  # fmt: skip


def _view_taken(taken: TakenRoll, contested: bool) -> RollView:
    fit, later = taken.fit, taken.later.number if taken.later else None
    dice, is_sure = _list_dice(taken.roll), fit.is_sure and not contested
    return RollView(
        taken.roll.number, dice, list(fit.places), list(fit.faces), is_sure, later, list(taken.agreed)
    )  # fmt: skip


def _list_dice(roll: TrayRoll) -> list[dict[str, Any]]:
    return [
        {
            "outline": get_outline(die), "kind": die.kind, "shown": die.value, "colour": die.colour,
            "trouble": str(die.trouble or ""),
        }
        for die in roll.dice
    ]  # fmt: skip
