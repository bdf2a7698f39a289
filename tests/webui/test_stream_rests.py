"""The stream sends the table fifteen times a second at most, and what the players do at once.

Who only looks on looks at his own pace, and is woken by nothing.
"""

import threading
from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from fake_table import ShownLive, roster

from tablecam.game.hosting.log_view import SPECTATOR
from tablecam.live.live_loop import PublishedFrame
from tablecam.rules.books.catalogue import BOOKS
from webui import create_app
from webui.entrance.access import COOKIE, alone
from webui.server import events
from webui.server.dependencies import Dependencies
from webui.server.events import Onlooker, Texts, follow
from webui.server.stream import PULSE_S, RETRY, Share, lines

# far longer than any machine takes
PATIENCE_S = 60.0


def look_on(live: ShownLive, commands: "Commands | None" = None, pulse_s: float = PULSE_S) -> Iterator[str]:
    """The stream of an onlooker."""
    return lines(Onlooker(live, Texts(roster, BOOKS), commands, pulse_s))  # type: ignore[arg-type]


class Commands:
    """A game of which each state is told once."""

    mark = ""
    role = SPECTATOR
    host = SimpleNamespace(number=1)

    def __init__(self) -> None:
        self.fresh = False
        self.texts = self

    def share(self) -> Share:
        return Share(("game",), lambda: None)

    def list_parts(self, news: None) -> Iterator[tuple[str, str]]:
        self.fresh = False
        yield "game", "{}"


def name_of_next(stream: Iterator[str]) -> str:
    """The name of the next event but the pulse."""
    while True:
        name = next(stream).partition("event: ")[2].partition("\n")[0]
        if name not in ("", "pulse"):
            return name


@pytest.mark.slow
def test_a_deed_is_told_before_the_table_may_be_told_again(
    monkeypatch: Any, live: ShownLive, view: PublishedFrame
) -> None:
    monkeypatch.setattr(events, "SHORTEST_GAP_S", 1.0)
    commands = Commands()
    stream = follow(live, Texts(roster, BOOKS), pulse_s=0.01, feed=commands)  # type: ignore[arg-type]
    assert [name_of_next(stream) for _ in range(3)] == ["ground", "table", "news"]
    assert view.snapshot is not None
    live.show(replace(view, number=2, snapshot=replace(view.snapshot, pose_untrusted=True)))
    commands.fresh = True
    assert [name_of_next(stream) for _ in range(2)] == ["game", "table"]


@pytest.mark.slow
@pytest.mark.parametrize("number", [2, 5])
def test_what_was_skipped_meanwhile_is_never_sent(
    monkeypatch: Any, live: ShownLive, view: PublishedFrame, number: int
) -> None:
    monkeypatch.setattr(events, "SHORTEST_GAP_S", 0.1)
    stream = follow(live, Texts(roster, BOOKS), pulse_s=60.0)
    assert [name_of_next(stream) for _ in range(3)] == ["ground", "table", "news"]
    for each in range(2, number + 1):
        live.show(replace(view, number=each, trouble=f"trouble {each}"))
    event = next(event for event in stream if "event: table" in event)
    assert event.startswith(f"id: {number}\n")
    assert f"rouble {number}" in event


def refused(*_: object) -> Any:
    raise AssertionError("one of the other kind")


def test_who_only_looks_on_is_never_among_those_who_are_woken(
    monkeypatch: Any, live: ShownLive, view: PublishedFrame
) -> None:
    monkeypatch.setattr(events, "ONLOOKERS_GAP_S", 0.01)
    monkeypatch.setattr(live, "wait", refused)
    commands = Commands()
    commands.fresh = True
    stream = look_on(live, commands)
    assert [name_of_next(stream) for _ in range(4)] == ["ground", "table", "news", "game"]
    live.show(replace(view, number=2, trouble="the cable is out"))
    assert name_of_next(stream) == "table"
    commands.fresh = True
    live.show(replace(view, number=3))
    # a game that is told in the same words is not told again
    assert name_of_next(stream) == "table"


def test_who_only_looks_on_gets_the_newest_and_nothing_that_he_missed(live: ShownLive, view: PublishedFrame) -> None:
    stream = look_on(live, pulse_s=0.01)
    assert [name_of_next(stream) for _ in range(3)] == ["ground", "table", "news"]
    for number in (2, 3, 4):
        live.show(replace(view, number=number, trouble=f"trouble {number}"))
    event = next(event for event in stream if "event: table" in event)
    assert event.startswith("id: 4\n")
    assert "rouble 4" in event


def test_who_only_looks_on_hears_a_pulse_while_nothing_happens(live: ShownLive) -> None:
    stream = look_on(live, pulse_s=0.01)
    for _ in range(4):
        next(stream)
    assert all("event: pulse" in next(stream) for _ in range(3))


@pytest.mark.slow
def test_whoever_rests_is_let_go_when_the_table_stops(live: ShownLive) -> None:
    resting = threading.Thread(target=live.rest, args=(100 * PATIENCE_S,))
    resting.start()
    live.stop()
    resting.join(PATIENCE_S)
    assert not resting.is_alive()
    assert list(look_on(live)) == [RETRY]


@pytest.mark.slow
@pytest.mark.parametrize("role", alone(("red", "blue")).roles)
def test_only_spectators_look_at_their_own_pace(
    monkeypatch: Any, live: ShownLive, view: PublishedFrame, role: str
) -> None:
    monkeypatch.setattr(live, "wait" if role == "spectator" else "rest", refused)
    access = alone(("red", "blue"))
    client = create_app(Dependencies(live, roster, access=access)).test_client()
    client.set_cookie(COOKIE, access.token(role))
    response = client.get("/api/events")
    stream = (chunk.decode() for chunk in response.response)
    assert [name_of_next(stream) for _ in range(3)] == ["ground", "table", "news"]
    live.show(replace(view, number=2, trouble="the cable is out"))
    assert name_of_next(stream) == "table"
    response.close()
