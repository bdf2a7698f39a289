"""The stream sends the table fifteen times a second at most, and what the players do at once."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from fake_table import ShownLive, roster

from tablecam.session.live import View
from webui import events
from webui.events import Texts, follow


class Deeds:
    """A game of which each state is told once."""

    mark = ""

    def __init__(self) -> None:
        self.fresh = False

    def parts(self) -> Iterator[tuple[str, str]]:
        self.fresh = False
        yield "game", "{}"


def name_of_next(stream: Iterator[str]) -> str:
    """The name of the next event but the pulse."""
    while True:
        name = next(stream).partition("event: ")[2].partition("\n")[0]
        if name not in ("", "pulse"):
            return name


def test_a_deed_is_told_before_the_table_may_be_told_again(monkeypatch: Any, live: ShownLive, view: View) -> None:
    monkeypatch.setattr(events, "SHORTEST_GAP_S", 1.0)
    deeds = Deeds()
    stream = follow(live, Texts(roster), pulse_s=0.01, feed=deeds)  # type: ignore[arg-type]
    assert [name_of_next(stream) for _ in range(3)] == ["ground", "table", "news"]
    assert view.snapshot is not None
    live.show(replace(view, number=2, snapshot=replace(view.snapshot, held_back=True)))
    deeds.fresh = True
    assert [name_of_next(stream) for _ in range(2)] == ["game", "table"]


@pytest.mark.parametrize("number", [2, 5])
def test_what_was_skipped_meanwhile_is_never_sent(monkeypatch: Any, live: ShownLive, view: View, number: int) -> None:
    monkeypatch.setattr(events, "SHORTEST_GAP_S", 0.1)
    stream = follow(live, Texts(roster), pulse_s=60.0)
    assert [name_of_next(stream) for _ in range(3)] == ["ground", "table", "news"]
    for each in range(2, number + 1):
        live.show(replace(view, number=each, trouble=f"trouble {each}"))
    event = next(event for event in stream if "event: table" in event)
    assert event.startswith(f"id: {number}\n")
    assert f"rouble {number}" in event
