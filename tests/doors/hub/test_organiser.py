"""The organiser's loop takes each result once, however often it looks, and a refused one again when it may fit."""

import json
from typing import Any

from tablecam.base.errors import BadFile
from tablecam.doors.hub.bus import BrokerAddress, BusMessage
from tablecam.doors.hub.organiser import Organiser
from tablecam.doors.hub.settings import DeskLink
from tablecam.doors.hub.topics import NAMES, RESULTS, Place
from tablecam.storage.database_fault import DatabaseFault

HALL = "mill"


class NotedEvents:
    """The events of an organiser: notes what it is asked to take. refused: reasons by result."""

    def __init__(self) -> None:
        self.text = "round 1"
        self.asked: list[tuple[str, Any]] = []
        self.refused: dict[str, Exception] = {}

    def compose_message(self) -> str:
        return self.text

    def take(self, table: str, result: Any) -> None:
        self.asked.append((table, result))
        if result in self.refused:
            raise self.refused[result]


class Desk:
    """An organiser without a broker, and what it says."""

    def __init__(self) -> None:
        self.events, self.said = NotedEvents(), list[str]()
        link = DeskLink(HALL, BrokerAddress("127.0.0.1", 1, secure=False))
        self.organiser = Organiser(link, self.events, self.said.append)

    def show(self, table: str, *results: str) -> None:
        """A table shows these results, the newest first."""
        listed = {"list": [{"of": result} for result in results]}
        self.send(Place(HALL, table).part(RESULTS), listed)

    def send(self, topic: str, message: Any) -> None:
        self.organiser._incoming.put(BusMessage(topic, json.dumps(message).encode(), 1, 1))

    def look(self) -> list[tuple[str, Any]]:
        """What the next look takes."""
        self.events.asked.clear()
        self.organiser.step()
        return list(self.events.asked)


def test_a_result_is_taken_once_and_only_the_table_that_changed_is_looked_at() -> None:
    desk = Desk()
    desk.send(Place(HALL, "one").part(NAMES), {"table": "Table 1"})
    desk.show("one", "b", "a")
    desk.show("two", "c")
    assert desk.look() == [("Table 1", "a"), ("Table 1", "b"), ("two", "c")]
    assert desk.look() == []
    desk.show("two", "d", "c")
    assert desk.look() == [("two", "d")]
    # the broker sends what it retains once more after each connection
    desk.show("two", "d", "c")
    assert desk.look() == []


def test_a_refused_result_is_taken_when_the_event_has_changed_and_its_reason_is_said_once() -> None:
    desk = Desk()
    desk.events.refused["a"] = BadFile("this is of round 2")
    desk.show("one", "a")
    assert desk.look() == [("one", "a")]
    assert desk.look() == []
    desk.events.text = "round 1, extended"
    assert desk.look() == [("one", "a")]
    assert desk.said == ["the result of one is not taken: this is of round 2"]
    desk.events.text, desk.events.refused = "round 2", {}
    assert desk.look() == [("one", "a")]
    desk.events.text = "round 3"
    assert desk.look() == []


def test_a_result_that_comes_while_the_database_is_away_is_taken_later() -> None:
    desk = Desk()
    desk.events.refused["a"] = DatabaseFault("away")
    desk.show("one", "a")
    assert desk.look() == desk.look() == [("one", "a")]
    desk.events.refused = {}
    assert desk.look() == [("one", "a")]
    assert desk.look() == []
