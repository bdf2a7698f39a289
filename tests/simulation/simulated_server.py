"""The program of a simulated evening, the requests to it, and the disks that evenings begin with."""

from dataclasses import dataclass, replace
from functools import cache, cached_property
from hashlib import sha256
from typing import Any

import laws
from flask import Flask
from machines import Broker, Clock, Disk, share_routes

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
from webui.entrance.access import alone
from webui.entrance.keys import new_keys
from webui.server.dependencies import Dependencies

HALL, DESK, BOOT = "mill", "desk", "since noon"
HEADERS = {"X-Tablecam": "page"}

KEYS = new_keys(("red", "blue"))
share_routes()


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
        self.clients: dict[str, Any] = {}

    @cached_property
    def app(self) -> Flask:
        """Its pages."""
        return create_app(self.parts)


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
        client = server.app.test_client()
        client.post("/api/card/open", json={"card": f"1.{code}", "id": make_id(player)}, headers=HEADERS)
        cookie = client.get_cookie(cards.COOKIE)
        assert cookie
        cookies[player] = {cards.COOKIE: cookie.value}
    return Prepared(disk, cookies)
