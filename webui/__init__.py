"""The web skin: parse, call, present. `create_app` is the factory; one blueprint a page."""

from flask import Flask, Response, jsonify
from werkzeug.exceptions import HTTPException

from webui import events, hosts, page, picture, ranges
from webui.parts import Parts

# The page is ours alone: no other host is ever asked for anything. Pictures arrive as blobs.
CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


def create_app(parts: Parts) -> Flask:
    """The web application over a live table; it reads what `parts.live` publishes."""
    app = Flask("webui", static_folder=None)
    app.register_blueprint(page.blueprint(parts.built_page))
    app.register_blueprint(events.blueprint(parts.live, parts.roster))
    app.register_blueprint(picture.blueprint(parts.live))
    app.register_blueprint(ranges.blueprint(parts.live))
    app.before_request(hosts.refuse_others)
    app.register_error_handler(HTTPException, _as_json)
    app.after_request(_guard)
    return app


def _as_json(error: HTTPException) -> tuple[Response, int]:
    """Every refusal has one shape: {"error": {"status": 404, "says": "a sentence"}}."""
    status = error.code or 500
    return jsonify(error={"status": status, "says": error.description or error.name}), status


def _guard(response: Response) -> Response:
    response.headers["Content-Security-Policy"] = CONTENT_POLICY
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers.setdefault("Cache-Control", "no-store")
    return response
