"""What tables show comes later, as the organiser of each hall has it, and nowhere sooner."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from couriers import Client, Written, until
from services import Broker

from tablecam.doors.hub.broadcast import FEATURED_GAP_S, GAP_S, Delayer, WaitingParts, delay_said, large_on
from tablecam.doors.hub.broker_access import DELAYER, Registrar
from tablecam.doors.hub.courier import Courier, ShowPlan
from tablecam.doors.hub.message import HeardEvent, TableCard
from tablecam.doors.hub.topics import Place, desk_user, find_delayed_part, get_wall_topic, hall_of_wall

HERE = Place("mill", "one")


def test_each_part_comes_when_it_is_due_and_the_newest_of_it() -> None:
    held = WaitingParts(60.0)
    held.take(HERE.part("table", "in"), b"1", 0.0)
    held.take(HERE.part("table", "in"), b"2", 10.0)
    held.take(HERE.part("card", "in"), b"c", 10.0)
    held.take(HERE.part("table", "in"), b"3", 30.0)
    assert held.due(59.9) == []
    assert held.due(60.0) == [(HERE.part("table"), b"1")]
    assert sorted(held.due(75.0)) == [(HERE.part("card"), b"c"), (HERE.part("table"), b"2")]
    assert held.due(89.9) == []
    assert held.due(90.0) == [(HERE.part("table"), b"3")]


def test_the_organiser_of_a_hall_has_its_delay() -> None:
    held = WaitingParts(0.0)
    held.delay("mill", 120.0)
    held.take(HERE.part("card", "in"), b"late", 0.0)
    held.take(Place("barn", "one").part("card", "in"), b"at once", 0.0)
    assert held.due(0.0) == [("tc/1/pub/barn/one/card", b"at once")]
    assert held.due(119.0) == []
    held.delay("mill", None)
    assert held.due(119.0) == [(HERE.part("card"), b"late")]


@pytest.mark.parametrize(
    "topic", ["tc/1/in/mill/one/status", "tc/1/in/mill/one/told", "tc/1/in/one/card", "in/a/b/card"]
)
def test_nothing_else_is_repeated(topic: str) -> None:
    assert find_delayed_part(topic) is None
    held = WaitingParts(0.0)
    held.take(topic, b"x", 0.0)
    assert held.due(1.0) == []


@pytest.mark.parametrize("said", [b"", b"[", b"[1]", b'{"delay_s":"1"}', b'{"delay_s":0}', b'{"delay_s":-1}'])
def test_a_wall_that_names_no_delay_has_the_usual_one(said: bytes) -> None:
    assert delay_said(said) is None
    assert delay_said(b'{"delay_s": 90}') == 90.0


def test_a_wall_has_one_topic() -> None:
    assert hall_of_wall(get_wall_topic("mill")) == "mill"
    assert hall_of_wall("tc/1/pub/mill/one/wall") is None
    assert hall_of_wall("tc/1/in/mill/card") is None


class Shows:
    """A table that shows a word."""

    def __init__(self) -> None:
        self.word = "first"

    def parts(self) -> dict[str, str]:
        return {"table": json.dumps({"word": self.word})}

    def card(self) -> TableCard:
        return TableCard("good", said=self.word)

    def hear(self, event: HeardEvent) -> None:
        """Shows nothing of it."""


@contextmanager
def delaying(broker: Broker) -> Iterator[None]:
    stop = threading.Event()
    thread = threading.Thread(target=Delayer(broker.address(DELAYER), 2.0).run, args=(stop,))
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


@pytest.mark.slow
def test_a_delayed_table_is_shown_by_the_delayer_alone(broker: Broker) -> None:
    registrar = Registrar(broker.registrar)
    registrar.admit(HERE, "secret", delayed=True)
    registrar.admit_desk(HERE.hall, "key")
    shows, visitor = Shows(), Client(broker.address(), ("tc/1/pub/#",), "visitor")
    desk = Client(broker.address(desk_user(HERE.hall), "key"), (), "desk")
    address = broker.address(HERE.user, "secret")
    courier = Courier(HERE, address, Written(0), ShowPlan(shows, delayed=True, featured=True))
    with visitor.bus, courier.running():
        until(lambda: courier.state.connected)
        sent = time.monotonic()
        with delaying(broker):
            until(lambda: HERE.part("card") in dict(visitor.heard))
            # the first was sent when the table had connected, or later
            assert time.monotonic() - sent > 1.9
            assert json.loads(dict(visitor.heard)[HERE.part("table")]) == {"word": "first"}
            with desk.bus:
                assert desk.is_up.wait(60)
                desk.bus.publish(get_wall_topic(HERE.hall), b'{"delay_s": 3600}', retain=True)
                until(lambda: get_wall_topic(HERE.hall) in dict(visitor.heard))
            shows.word = "second"
    # a delayer that comes later begins with what the table has shown last, and waits as long as the organiser has it
    later = Client(broker.address(), ("tc/1/pub/#",), "later")
    with later.bus, delaying(broker):
        time.sleep(3)
    assert get_wall_topic(HERE.hall) in dict(later.heard)
    assert not any(b"second" in payload for _topic, payload in (*visitor.heard, *later.heard))


def test_a_wall_s_plan_names_the_table_that_is_large() -> None:
    assert large_on(b'{"large": "one", "every_s": 20}') == "one"
    assert [large_on(said) for said in (b"", b"[]", b'{"large": 1}', b"\xff", b"[" * 100_000)] == [""] * 5


@pytest.mark.slow
def test_a_table_that_the_organiser_has_large_is_looked_at_as_often_as_a_featured_one(broker: Broker) -> None:
    registrar, shows = Registrar(broker.registrar), Shows()
    registrar.admit(HERE, "secret")
    registrar.admit_desk(HERE.hall, "key")
    visitor = Client(broker.address(), (HERE.part("table"),), "visitor")
    desk = Client(broker.address(desk_user(HERE.hall), "key"), (), "desk")
    courier = Courier(HERE, broker.address(HERE.user, "secret"), Written(0), ShowPlan(shows))
    assert courier.gap_s == GAP_S
    with visitor.bus, desk.bus, courier.running():
        assert desk.is_up.wait(60)
        # as the wall's page says it: the table by its id
        desk.bus.publish(get_wall_topic(HERE.hall), json.dumps({"large": HERE.table}).encode(), retain=True)
        until(lambda: courier.gap_s == FEATURED_GAP_S)
        until(lambda: bool(visitor.heard))
        desk.bus.publish(get_wall_topic(HERE.hall), b'{"large": ""}', retain=True)
        until(lambda: courier.gap_s == GAP_S)


@pytest.mark.slow
def test_a_delayed_table_may_not_show_itself_and_a_desk_no_table(broker: Broker) -> None:
    registrar = Registrar(broker.registrar)
    registrar.admit(HERE, "secret", delayed=True)
    registrar.admit_desk(HERE.hall, "first key")
    registrar.admit_desk(HERE.hall, "key")
    table, desk = (HERE.user, "secret"), (desk_user(HERE.hall), "key")
    for (user, secret), topic in (
        (table, HERE.part("card")),
        (desk, HERE.part("card")),
        (desk, get_wall_topic("barn")),
    ):
        who = Client(broker.address(user, secret), (), user)
        with who.bus:
            assert who.is_up.wait(60)
            who.bus.publish(topic, b"{}")
            until(lambda who=who: bool(who.refused))
        assert "Not authorized" in who.refused.pop()
    earlier = Client(broker.address(desk_user(HERE.hall), "first key"), (), "earlier")
    with earlier.bus:
        until(lambda: bool(earlier.down))
    assert not earlier.is_up.is_set()


@pytest.mark.slow
def test_what_a_table_that_is_revoked_has_shown_goes_with_it(broker: Broker) -> None:
    registrar, visitor = Registrar(broker.registrar), Client(broker.address(), ("tc/1/pub/#",), "visitor")
    registrar.admit(HERE, "secret")
    registrar.announce(HERE, "The old mill", "Table 1")
    with visitor.bus:
        with Courier(HERE, broker.address(HERE.user, "secret"), Written(0), ShowPlan(Shows())).running():
            until(lambda: {HERE.part("table"), HERE.part("card"), HERE.part("names")} <= dict(visitor.heard).keys())
        registrar.revoke(HERE)
        until(lambda: set(dict(visitor.heard).values()) == {b""})
    later = Client(broker.address(), ("tc/1/pub/#",), "later")
    with later.bus:
        assert later.is_up.wait(60)
        time.sleep(1)
    assert later.heard == []
