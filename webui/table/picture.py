"""Images of the table: the camera's, small enough for a tablet, and the board, drawn for the browser that asks."""

import threading
from collections.abc import Callable, Mapping
from typing import Any

import cv2
import numpy as np
from flask import Blueprint, Response, abort, request

from tablecam.base.i18n import gettext as _
from tablecam.game.hosting.game_host import GameHost
from tablecam.game.hosting.log_view import match_title
from tablecam.game.replay.board_svg import BoardMoment, board_svg, png
from tablecam.live.live_loop import LiveLoop, PublishedFrame
from tablecam.live.orthophoto import OrthophotoKeeper, level_light
from tablecam.rules.books.side_names import seat_title
from tablecam.table.miniature import Roster
from webui.entrance.access import who
from webui.game.feed import with_codes
from webui.server import crowds
from webui.server.request_values import integer
from webui.table import present

QUALITY = 75
PATIENCE_S = 1.0


class Encoder:
    """Keeps the last image as JPEG, so that many viewers cost as much as one."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._number = -1
        self._jpeg = b""

    def get_jpeg(self, number: int, draw: Callable[[], np.ndarray]) -> bytes:
        """The image of that number, which `draw` makes when it is not the last one."""
        with self._lock:
            if number != self._number:
                self._jpeg = encode_jpeg(draw())
                self._number = number
            return self._jpeg


def cut_image(image: np.ndarray, area: present.Area) -> np.ndarray:
    """The part of `image`, (height, width) or (height, width, 3), small enough to send."""
    crop = image[area.top : area.top + area.height, area.left : area.left + area.width]
    if area.sent_size != (area.width, area.height):
        crop = cv2.resize(crop, area.sent_size, interpolation=cv2.INTER_AREA)
    return crop


def encode(image: np.ndarray, area: present.Area) -> bytes:
    """A JPEG of that part of `image`."""
    return encode_jpeg(cut_image(image, area))


def encode_jpeg(image: np.ndarray) -> bytes:
    """The complete image as JPEG."""
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()


def blueprint(live: LiveLoop) -> Blueprint:
    """Serves /api/picture.jpg?after=NUMBER: the latest image, as soon as it is newer than NUMBER.

    And /api/orthophoto.jpg?after=NUMBER: the table from above; 204 while there is nothing newer. Header X-View: the
    image's own number.
    """
    pictures = Blueprint("picture", __name__)
    encoder, ortho_encoder, keeper = Encoder(), Encoder(), OrthophotoKeeper(live)

    @pictures.get("/api/picture.jpg")
    def get_picture() -> Response:
        newer_than = integer("after", -1)
        view = live.wait(newer_than, PATIENCE_S)
        frame, area = view.frame, present.picture_area(view)
        if frame is None or area is None:
            abort(503, _("The camera has not sent an image yet."))
        jpeg = encoder.get_jpeg(view.number, lambda: cut_image(frame.image, area))
        return _number_image(jpeg, view.number)

    @pictures.get("/api/orthophoto.jpg")
    def get_orthophoto() -> Response:
        number, image = keeper.look() or abort(503, _("The camera has not sent an image yet."))
        if number == integer("after", -1):
            return Response(status=204)
        return _number_image(ortho_encoder.get_jpeg(number, lambda: level_light(image)), number)

    return pictures


def _number_image(jpeg: bytes, number: int) -> Response:
    response = Response(jpeg, mimetype="image/jpeg")
    response.headers["X-View"] = str(number)
    return response


# The board as an image to save or share, drawn from what the browser that asks may know.
#
# GET /api/board.svg, /api/board.png                              the table now
# GET /api/games/<id>/board.svg?line=N, /api/games/<id>/board.png a kept game after a line (webui/replay/pages.py)
#
# Both take `download=1`, which saves instead of showing.

# no text
KINDS = {"svg": "image/svg+xml", "png": "image/png"}
# an SVG that a browser opens is a page: it runs nothing and loads nothing
POLICY = "default-src 'none'; frame-ancestors 'none'"  # no text


def make_image_response(moment: BoardMoment | None, kind: str, name: str) -> Response:
    """The image of a moment. kind: svg or png; name: of the file, without its ending. 404 where there is nothing."""
    if moment is None:
        abort(404, _("The models had not been measured yet."))
    if kind == "png":
        crowds.count_costly()
    drawing = board_svg(moment)
    response = Response(png(drawing) if kind == "png" else drawing, mimetype=KINDS[kind])
    response.headers["Content-Security-Policy"] = POLICY
    if request.args.get("download") == "1":
        response.headers["Content-Disposition"] = f'attachment; filename="{name}.{kind}"'  # no text
    return response


def board_blueprint(live: LiveLoop, host: GameHost | None, roster: Callable[[], Roster]) -> Blueprint:
    """Serves the table as it is now."""
    pages = Blueprint("board_picture", __name__)

    @pages.get("/api/board.svg", defaults={"kind": "svg"})  # no text
    @pages.get("/api/board.png", defaults={"kind": "png"})  # no text
    def board(kind: str) -> Response:
        game = host.view_for(who())["game"] if host else None
        return make_image_response(
            _describe_moment(live.view, game, roster()), kind, "board"
        )  # no text: the name of a file

    return pages


def _describe_moment(view: PublishedFrame, game: Mapping[str, Any] | None, roster: Roster) -> BoardMoment | None:
    """The table now, with the models that the game in progress shows; without a game, with all models."""
    if view.snapshot is None:
        return None
    camera = present.camera_state(view)["says"]
    if game is None:
        sides = {side: seat_title(side) for side in present.list_sides(roster)}
        return BoardMoment(view.snapshot, present.assign_codes(roster), sides, frozenset(), _("The table"), camera)
    names, models = with_codes(game["names"], roster), game["state"].get("models", {})
    fallen = frozenset(model for model, record in models.items() if record["alive"] is False)
    visible_ids = {standing.model.id for standing in view.snapshot.models if not present.is_remembered(standing)}
    codes = {model: name["code"] for model, name in names.items() if model in visible_ids or model not in fallen}
    sides = {seat["id"]: seat["name"] for seat in game["seats"]}
    game_heading = _("{turn}: {heading}", turn=game["turn_title"], heading=game["heading"])
    return BoardMoment(view.snapshot, codes, sides, fallen, match_title(sides.values()), camera or game_heading)
