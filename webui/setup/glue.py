"""The places where models' tags are glued, measured while models are turned on the spot under the camera.

GET  /api/setup/glue                          {"models": [{"id", "headings", "needed", "told", "by_mm", "text"}]}
POST /api/setup/glue {"model", "right_mm", "forward_mm"}   counts its tag as glued there; answers like GET

by_mm and text are null until enough headings are known. told: whether the tag surely lies elsewhere than its file says.
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
    def list_models() -> Response:
        only("table", "umpire")
        return jsonify(models=[_model_to_json(turned_model) for _, turned_model in sorted(live.view.turned.items())])

    @pages.post("/api/setup/glue")
    def count_glue() -> Response:
        only("table", "umpire")
        payload, turned_models = ControlPayload(request.get_json()), live.view.turned
        model = payload.text("model")
        setup.glue.count((payload.number("right_mm"), payload.number("forward_mm")), turned_models.get(model))
        # from the next frame on, the new file places it
        return jsonify(
            models=[
                _model_to_json(turned_model) for name, turned_model in sorted(turned_models.items()) if name != model
            ]
        )

    return pages


def _model_to_json(turned: TurnedModel) -> dict[str, object]:
    offset = turned.found
    return {
        "id": turned.model.id,
        "headings": turned.headings,
        "needed": LEAST_HEADINGS,
        "told": turned.told,
        "by_mm": None if offset is None else list(offset.by_mm),
        "text": None if offset is None else str(offset.says(turned.model.name)),
    }
