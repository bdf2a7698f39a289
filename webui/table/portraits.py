"""Portraits of the models, for the browser that asks: none of a model whose name is hidden from it.

GET /api/portraits              {"portraits": {MODEL: VERSION}}; a version differs for every image
GET /api/portraits/MODEL.jpg    the portrait, 128 x 128 pixels, the model's front up
"""

from collections.abc import Callable

from flask import Blueprint, Response, abort, jsonify, request

from tablecam.base.i18n import gettext as _
from tablecam.live.portraits import Portrait, PortraitKeeper
from tablecam.table.miniature import Roster
from webui.entrance.access import who
from webui.table.board_names import Hidden


def blueprint(keeper: PortraitKeeper, hidden: Hidden, roster: Callable[[], Roster]) -> Blueprint:
    """Serves /api/portraits. hidden: the names that a role does not know."""
    pages = Blueprint("portraits", __name__)

    def get_visible_portraits() -> dict[str, Portrait]:
        hidden_ids = hidden(who())
        return keeper.get_portraits(model.id for model in roster().models if model.id not in hidden_ids)

    @pages.get("/api/portraits")
    def list_portraits() -> Response:
        return jsonify(portraits={model: portrait.version for model, portrait in get_visible_portraits().items()})

    @pages.get("/api/portraits/<path:model>.jpg")
    def get_portrait(model: str) -> Response:
        portrait = get_visible_portraits().get(model) or abort(404, _("There is no portrait of this model yet."))
        response = Response(portrait.jpeg, mimetype="image/jpeg")
        # the browser asks each time: another seat of the same device may know less
        response.headers["Cache-Control"] = "private, no-cache"  # no text
        response.set_etag(portrait.version)
        response.make_conditional(request)
        return response

    return pages
