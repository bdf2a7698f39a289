"""The gallery of the demo: every state of the table's page, over data instead of a server."""

from pathlib import Path

from flask import Blueprint, Response

from webui.server.page import index_page

# the overview shows states in frames of this origin, and nothing else may
FRAMED = (
    # no text
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; "
    "frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)


def blueprint(built: Path) -> Blueprint:
    """Serves /gallery and the states below it from the built page in the folder `built`."""
    pages = Blueprint("gallery", __name__)

    @pages.get("/gallery")
    @pages.get("/gallery/<_state>")  # no text
    def get_gallery(**_state: str) -> Response:
        response = index_page(built)
        response.headers["Content-Security-Policy"] = FRAMED
        return response

    return pages
