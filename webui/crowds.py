"""A crowd of guests: who has a seat and so is served first, and what a guest is told where there is no room."""

from collections.abc import Callable

from flask import Flask, Response, abort, jsonify, request
from werkzeug.http import parse_cookie

from tablecam.i18n import gettext as _
from webui import access
from webui.club import cards

# where the server says in the environment of a request that its address has too many connections open
CROWD = "tablecam.crowd"
# when a page that found no room tries again
AGAIN_S = 15
FULL = "full"  # no text: the code


def install(app: Flask) -> None:
    """Refuses the requests of guests whose address has too many connections open."""

    @app.before_request
    def refuse() -> None:
        if request.environ.get(CROWD):
            refuse_full(_("Too many connections are open from your address. Close other pages, or try again later."))


def refuse_full(says: str) -> None:
    """Refuses the request, 503; the page tries again by itself."""
    response: Response = jsonify(error={"status": 503, "says": says, "code": FULL})
    response.status_code = 503
    response.headers["Retry-After"] = str(AGAIN_S)
    abort(response)


def refuse_stream() -> None:
    """Refuses one more stream of a guest."""
    refuse_full(
        _("As many spectators as there is room for are watching from your address. The page tries again by itself.")
    )


def seats_of(app: Flask) -> Callable[[str, str], bool]:
    """Tells whether the Cookie and Host headers of a request are those of a seat or of a player's phone.

    An app without an entrance has no guests.
    """
    found: access.Access | None = app.extensions.get("access")

    def has_seat(cookies: str, host: str) -> bool:
        if found is None:
            return True
        tokens = parse_cookie(cookies) if cookies else {}
        if found.seat(tokens.get(access.COOKIE), host).role != "spectator":
            return True
        card = tokens.get(cards.COOKIE)
        return card is not None and cards.read(card, found.keys.secret) is not None

    return has_seat
