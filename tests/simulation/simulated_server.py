"""The program of a simulated evening, the requests to it, and the disks that evenings begin with."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from hashlib import sha256
from io import BytesIO
from typing import Any

import laws
from flask import Flask
from machines import Broker, Clock, Disk, share_routes
from werkzeug.test import create_environ
from werkzeug.wrappers import Response

from tablecam.club.event.commands import command
from tablecam.club.event.registry import EventRegistry
from tablecam.commands.club_events import OrganisedEvents
from tablecam.doors.hub.bus import BrokerAddress
from tablecam.doors.hub.organiser import Organiser
from tablecam.doors.hub.settings import DeskLink
from tablecam.storage.line_store import TournamentStore
from tablecam.table.miniature import Roster
from webui import create_app
from webui.club import cards
from webui.entrance.access import COOKIE, alone
from webui.entrance.keys import new_keys
from webui.server.dependencies import Dependencies

HALL, DESK, BOOT = "mill", "desk", "since noon"
# of every request, and of every request that has a body
ENVIRON = create_environ(environ_base={"REMOTE_ADDR": "127.0.0.1"})
SENDING = {"REQUEST_METHOD": "POST", "CONTENT_TYPE": "application/json", "HTTP_X_TABLECAM": "page"}

KEYS = new_keys(("red", "blue"))


@dataclass(frozen=True)
class Asked:
    """A request of somebody. id: the same however often it is sent."""

    who: str
    path: str
    body: dict[str, Any] | None = None
    id: str = ""


def make_id(*of: object) -> str:
    """An id as pages make them, from whatever it is of."""
    return sha256(repr(of).encode()).hexdigest()[:24]


def read_cookies(answer: Response) -> dict[str, str]:
    """The cookies that an answer gives a device."""
    pairs = (cookie.partition(";")[0].partition("=") for cookie in answer.headers.getlist("Set-Cookie"))
    return {name: value for name, _, value in pairs}


class Server:
    """The program: what is in its memory ends with a kill."""

    def __init__(self, disk: Disk, clock: Clock, broker: Broker) -> None:
        self.registry = EventRegistry(TournamentStore(disk.open(), clock.now, clock.monotonic, BOOT))
        self.access = replace(alone(("red", "blue")), keys=KEYS, host="0.0.0.0")
        parts = Dependencies(None, lambda: Roster(()), access=self.access, club=self.registry, seconds=clock.monotonic)
        self.parts = parts
        self.said: list[str] = []
        link = DeskLink(HALL, BrokerAddress("hub.example", 1883))
        events = OrganisedEvents(self.registry, HALL, lambda: clock.now().timestamp())
        self.organiser = Organiser(link, events, self.said.append, broker.connect)

    @cached_property
    def app(self) -> Flask:
        """Its pages."""
        with share_routes():
            return create_app(self.parts)

    @cached_property
    def seat(self) -> dict[str, str]:
        """The cookie of the desk."""
        return {COOKIE: self.access.token("table")}

    def answer(self, asked: "Asked", cookies: Mapping[str, str]) -> Response:
        """The answer to a request with these cookies."""
        text = "; ".join(f"{name}={value}" for name, value in cookies.items() if value)
        environ = ENVIRON | {"PATH_INFO": asked.path, **({"HTTP_COOKIE": text} if text else {})}
        if asked.body is not None:
            body = json.dumps({**asked.body, "id": asked.id}).encode()
            environ |= SENDING | {"CONTENT_LENGTH": str(len(body)), "wsgi.input": BytesIO(body)}
        return Response.from_app(self.app, environ, buffered=True)


@dataclass(frozen=True)
class Prepared:
    """A disk with an event, and the tokens of those phones that have opened their cards."""

    disk: Disk
    cookies: dict[str, dict[str, str]]


@cache
def prepared(players: int) -> Prepared:
    """An event of that many players; all but the last two have opened their cards."""
    disk, clock = Disk(), Clock()
    server = Server(disk, clock, Broker())
    club = server.registry.begin("Friday", DESK, seed=players, minutes=60)
    for number in range(1, players + 1):
        said = {"player": f"p{number}", "name": laws.name_of(f"p{number}"), **laws.list_of(f"p{number}")}
        club.act(DESK, command("enter", said))
    with server.app.test_request_context():
        codes = {f"p{number}": cards.code_of(club, f"p{number}") for number in range(1, players - 1)}
    cookies = {}
    for player, code in codes.items():
        asked = Asked(player, "/api/card/open", {"card": f"1.{code}"}, make_id(player))
        cookies[player] = read_cookies(server.answer(asked, {}))
        assert cookies[player].keys() == {cards.COOKIE}
    return Prepared(disk, cookies)
