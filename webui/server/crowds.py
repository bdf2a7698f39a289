"""Crowds of guests: which requests come from seats and go first, and the refusal of guests where there is no room."""

import threading
import time
from collections.abc import Callable
from typing import Any, TypeVar

from flask import Flask, Response, abort, current_app, jsonify, request
from werkzeug.http import parse_cookie

from tablecam.base.i18n import gettext as _
from tablecam.club.event.registry import EventRegistry
from webui.club import cards
from webui.entrance import access

# in the environment of a request: whether its address has too many connections open
CROWD = "tablecam.crowd"
CLUB = "club"  # no text: where an app keeps its club events
COSTLY = "costly"  # no text: where an app keeps the questions
# a page that finds no room tries again after this time
AGAIN_S = 15
FULL = "full"  # no text: the code
# in the environment of a request: the address from which a guest asks; seats have none
GUEST = "tablecam.guest"
# costly questions of guests for one address: how many at once, and how many a second
AT_ONCE, EACH_S = 4, 2.0

View = TypeVar("View", bound=Callable[..., Any])


class CostlyQuestions:
    """The number of costly questions that guests may still ask, by address. Any thread may ask."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        # by address: when all its questions so far are paid for
        self._paid_until_s: dict[str, float] = {}

    def admit(self, address: str) -> bool:
        """Counts one more question; False where it comes too soon."""
        with self._lock:
            time_s = self._clock()
            self._paid_until_s = {
                other_address: paid for other_address, paid in self._paid_until_s.items() if paid > time_s
            }
            paid = max(time_s, self._paid_until_s.get(address, time_s)) + 1 / EACH_S
            if paid > time_s + AT_ONCE / EACH_S:
                return False
            self._paid_until_s[address] = paid
            return True


def costly(view: View) -> View:
    """Marks a view that takes long to answer: the server answers guests in a thread of its own for these."""
    view.costly = True  # type: ignore[attr-defined]
    return view


def costly_paths(app: Flask) -> frozenset[str]:
    """The paths whose views are costly."""
    costly_endpoints = {endpoint for endpoint, view in app.view_functions.items() if getattr(view, "costly", False)}
    return frozenset(rule.rule for rule in app.url_map.iter_rules() if rule.endpoint in costly_endpoints)


def count_costly() -> None:
    """Refuses a costly question of a guest, 429, whose address asks too many; call it where the work begins."""
    guest: str | None = request.environ.get(GUEST)
    questions: CostlyQuestions | None = current_app.extensions.get(COSTLY)
    if guest is not None and questions is not None and not questions.admit(guest):
        abort(429, _("Too many questions come from your address. Wait a second, then ask again."))


def install(app: Flask) -> None:
    """Refuses the requests of guests whose address has too many connections open."""

    app.extensions[COSTLY] = CostlyQuestions()

    @app.before_request
    def refuse_crowd() -> None:
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
    refuse_full(_("The limit of spectators from your address has been reached. The page tries again by itself."))


def _is_known_player(app: Flask, token: cards.CardToken, secret: str) -> bool:
    """Whether the organiser knows a player: anybody may sign up, and stays a guest until round 1 has them."""
    registry: EventRegistry | None = app.extensions.get(CLUB)
    club = registry.opened(token.event) if registry else None
    return club is None or (cards.counts(token, club, secret) and club.state.knows(token.player))


def make_seat_test(app: Flask) -> Callable[[str, str], bool]:
    """A function that says whether the Cookie and Host headers of a request are those of a seat or of a player's phone.

    An app without an entrance has no guests.
    """
    entrance: access.Access | None = app.extensions.get("access")

    def has_seat(cookies: str, host: str) -> bool:
        if entrance is None:
            return True
        tokens = parse_cookie(cookies) if cookies else {}
        if entrance.known_seat(tokens.get(access.COOKIE), host).role != "spectator":
            return True
        token = cards.read_token(tokens.get(cards.COOKIE, ""), entrance.keys.secret)
        return token is not None and _is_known_player(app, token, entrance.keys.secret)

    return has_seat
