"""Checks every command: it must come from our own page, with a body of bounded size and shape.

Another site can make a browser send a form here, with its cookies, but it cannot set this content type or add a header
without a preflight request (Fetch standard, CORS-safelisted requests), which we never allow.
"""

import re
from collections.abc import Callable
from typing import Any, TypeVar
from urllib.parse import urlsplit

from flask import abort, current_app, request
from werkzeug.exceptions import RequestEntityTooLarge

from tablecam.base.i18n import Message
from tablecam.base.i18n import gettext as _
from webui.entrance import access

MOST_BYTES = 256 * 1024
READING = {"GET", "HEAD", "OPTIONS"}
# 24 hexadecimal digits cannot be guessed
ID = re.compile(r"[0-9a-f]{24}")
FROM_ELSEWHERE = Message("Another site sent this request: use the table’s own page.")

View = TypeVar("View", bound=Callable[..., Any])


def larger(most_bytes: int) -> Callable[[View], View]:
    """Marks a view that takes a file: its body may have that many bytes."""

    def mark(view: View) -> View:
        view.most_bytes = most_bytes  # type: ignore[attr-defined]
        return view

    return mark


def check() -> None:
    """Refuses a command that another site sent, that is too large, or whose body is not an object with an id."""
    if request.method in READING:
        return
    _check_origin()
    request.max_content_length = limit = _get_body_bound()
    if request.mimetype != "application/json":
        abort(415, _("Send JSON: the header Content-Type must say application/json."))
    try:
        body = request.get_json()
    except RequestEntityTooLarge:
        abort(413, _("The request’s body has more than {kilobytes} kB: send less at a time.", kilobytes=limit // 1024))
    if not isinstance(body, dict):
        abort(400, _("The request’s body must be a JSON object with an id."))
    if not isinstance(body.get("id"), str) or not ID.fullmatch(body["id"]):
        abort(400, _("The request’s body must have an id of 24 hexadecimal digits, a new one for each command."))


def _get_body_bound() -> int:
    view = current_app.view_functions.get(request.endpoint or "")
    most_bytes: int = getattr(view, "most_bytes", MOST_BYTES)
    return most_bytes


def _check_origin() -> None:
    if request.headers.get("X-Tablecam") != "page":
        abort(403, str(FROM_ELSEWHERE))
    if request.headers.get("Sec-Fetch-Site", "none") not in {"same-origin", "none"}:
        abort(403, str(FROM_ELSEWHERE))
    origin = request.headers.get("Origin")
    if origin is not None and not _is_our_origin(origin):
        abort(403, str(FROM_ELSEWHERE))


def _is_our_origin(origin: str) -> bool:
    # the scheme may differ behind a proxy that speaks https
    sent = urlsplit(origin).netloc.lower()
    ours = {request.host.lower(), urlsplit(access.current().address or "").netloc.lower()}
    return sent != "" and sent in ours
