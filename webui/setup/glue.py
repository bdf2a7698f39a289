"""Where models' tags are glued, as it shows while they are turned on the spot under the camera.

GET  /api/setup/glue                          {"models": [{"id", "headings", "needed", "told", "by_mm", "text"}]}
POST /api/setup/glue {"model", "right_mm", "forward_mm"}   counts its tag as glued there; answers like GET

by_mm and text are null until enough headings are known. told: whether the tag surely lies elsewhere than it counts.
"""

from flask import Blueprint, Response, jsonify, request

from tablecam.live.live_loop import LiveLoop
from tablecam.sensing.tracking.glue import LEAST_HEADINGS
from tablecam.sensing.tracking.turning import TurnedModel
from tablecam.setup.table_setup import TableSetup
from webui.entrance.access import only
from webui.table.demo_control import ControlPayload


def blueprint(setup: TableSetup, live: LiveLoop) -> Blueprint:
    """Serves /api/setup/glue."""
    pages = Blueprint("glue", __name__)  # no text

    @pages.get("/api/setup/glue")
    def turned() -> Response:
        only("table", "umpire")
        return jsonify(models=[_as_json(one) for _, one in sorted(live.view.turned.items())])

    @pages.post("/api/setup/glue")
    def count() -> Response:
        only("table", "umpire")
        said, now = ControlPayload(request.get_json()), live.view.turned
        model = said.text("model")
        setup.glue.count((said.number("right_mm"), said.number("forward_mm")), now.get(model))
        # it is placed by the file from the next frame on
        return jsonify(models=[_as_json(one) for name, one in sorted(now.items()) if name != model])

    return pages


def _as_json(turned: TurnedModel) -> dict[str, object]:
    found = turned.found
    return {
        "id": turned.model.id,
        "headings": turned.headings,
        "needed": LEAST_HEADINGS,
        "told": turned.told,
        "by_mm": None if found is None else list(found.by_mm),
        "text": None if found is None else str(found.says(turned.model.name)),
    }
