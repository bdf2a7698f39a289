"""The bench part of the hub at a small size: that it measures what it says. Never how long anything takes."""

import math
import struct

import pytest

from tools.bench import hub_servers
from tools.bench.hub import PlannedCrowd, figure, hub
from tools.bench.hub_servers import MessageReader, publish

pytestmark = pytest.mark.long

SMALL = PlannedCrowd(5, 0.1, 15, 0.4, 2.9, 12.5)


def test_what_is_planned_is_told_beside_it_and_may_be_missed_by_half() -> None:
    assert figure("lines", 67, "/s", 100, more=True).reached
    assert not figure("lines", 66, "/s", 100, more=True).reached
    assert figure("bytes", 150, " kB", 100).reached
    assert not figure("bytes", 151, " kB", 100).reached
    assert figure("bytes", 151, " kB", 100).peers == (("planned", 100),)


def packets() -> bytes:
    return b"".join(publish("a/b", payload) for payload in (b"one", b"x" * 200, b"y" * 70_000))


def framed(content: bytes) -> bytes:
    """As a broker frames it: unmasked."""
    if len(content) < 126:
        return struct.pack("!BB", 0x82, len(content)) + content
    return struct.pack("!BBH", 0x82, 126, len(content)) + content


@pytest.mark.parametrize("websocket", [False, True])
@pytest.mark.parametrize("step", [1, 7, 1000, 100_000])
def test_messages_are_read_however_they_are_cut(websocket: bool, step: int) -> None:
    sent = hub_servers.connect("me", "user", "secret") + packets()
    if websocket:
        sent = b"".join(framed(sent[at : at + 5000]) for at in range(0, len(sent), 5000))
    reader = MessageReader(websocket)
    came = [message for at in range(0, len(sent), step) for message in reader.feed(sent[at : at + step])]
    assert [len(message) for message in came] == [3, 200, 70_000]


def test_a_server_that_is_not_here_is_said_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_servers, "server_program", lambda _name: None)
    result = hub(crowds=(SMALL,))
    assert result.figures == ()
    assert result.skipped == (
        "mosquitto is not installed here, so no broker was measured; "
        "PostgreSQL is not installed here, so no record was measured"
    )


def test_every_figure_of_the_hub_is_measured() -> None:
    for name in ("mosquitto", "initdb"):
        if hub_servers.server_program(name) is None:
            pytest.skip(f"no {name} on this machine: tools/system.sh test")
    result = hub(3, (SMALL,), watched_s=0.5, owed=300, kept=4000, answers=60)
    assert result.skipped == ""
    assert [figure.what for figure in result.figures if math.isnan(figure.value)] == []
    assert len(result.figures) == 13
