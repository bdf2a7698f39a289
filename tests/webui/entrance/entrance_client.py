"""Commands as the page sends them, and an app with nothing in it but the way in."""

import itertools
from collections.abc import Callable
from typing import Any

from flask import Flask, jsonify
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from webui.entrance import entrance
from webui.entrance.access import Access
from webui.server import refusals

NETWORK = "192.168.1.7:8000"
NUMBERS = itertools.count(1)


def new_id() -> str:
    return f"{next(NUMBERS):024x}"


def send(client: FlaskClient, path: str, body: dict[str, Any] | None = None, **changed: str) -> TestResponse:
    """A command; `changed` are headers, with underscores for hyphens."""
    headers = {"X-Tablecam": "page"} | {name.replace("_", "-"): value for name, value in changed.items()}
    return client.post(path, json={"id": new_id(), **(body or {})}, headers=headers)


def says(response: TestResponse) -> str:
    assert response.json is not None
    assert response.json["error"]["status"] == response.status_code
    return str(response.json["error"]["says"])


def bare_app(
    access: Access, command: Callable[[], Any] = lambda: jsonify(done=True), clock: Any = lambda: 0.0
) -> Flask:
    """Only the way in, and /api/command behind it."""
    app = Flask("bare")
    entrance.install(app, access, clock)
    refusals.shape(app)
    app.add_url_rule("/api/command", "command", command, methods=["POST"])
    app.add_url_rule("/api/command", "look", lambda: jsonify(looked=True))
    return app
