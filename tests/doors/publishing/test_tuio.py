"""TUIO as its clients read it over UDP: python-tuio (1.1), and the JavaScript package tuio-client (1.1 and 2.0)."""

import json
import math
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from contract import NODE, NODE_MODULES, ROOT
from fake_table import ShownLive, placed, position
from pythonosc.osc_bundle import OscBundle
from pythontuio import TuioClient, TuioListener

from tablecam.base.errors import TablecamError
from tablecam.doors.publishing.tuio import TuioFrames, TuioSender, TuioTarget, bundle_2_0, parse_tuio_target, sending
from tablecam.live.live_loop import PublishedFrame
from tablecam.table.snapshot import Snapshot

HERE = "127.0.0.1"
PACKAGE = NODE_MODULES / "tuio-client" / "dist" / "tuio-client.es.js"
LISTENS = ROOT / "tests" / "doors" / "publishing" / "tuio_client.mjs"
PATIENCE_S = 30.0


def standing(x: float, y: float, turn_deg: float, time: float) -> Snapshot:
    """One model, Ann with tag 1, on a table of 48 x 48 in."""
    return replace(position(), models=(placed("ann", x, y, turn_deg),), time=time)


# she appears, goes a quarter of the table to the right in half a second while she turns right, and is gone
STORY = (
    standing(12.0, 36.0, 90.0, 10.0),
    standing(24.0, 36.0, 0.0, 10.5),
    replace(position(), models=(), time=11.0),
)


def test_objects_have_place_angle_and_motion_in_the_units_of_tuio() -> None:
    frames = TuioFrames(lambda: 0.0)
    (first,), (second,), gone = (frames.frame(snapshot).objects for snapshot in STORY)
    assert first == (1, 1, 0.25, 0.25, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    assert (second.x, second.y, second.angle) == (0.5, 0.25, pytest.approx(math.pi / 2))
    assert (second.x_speed, second.y_speed) == (0.5, 0.0)
    assert second.turn_speed == pytest.approx(0.5)
    assert (second.acceleration, second.turn_acceleration) == (1.0, pytest.approx(1.0))
    assert gone == ()


def test_a_model_that_comes_back_has_another_session_and_the_same_class() -> None:
    frames = TuioFrames(lambda: 0.0)
    for snapshot in STORY:
        frames.frame(snapshot)
    (back,) = frames.frame(replace(STORY[0], time=12.0)).objects
    assert (back.session, back.tag, back.x_speed) == (2, 1, 0.0)


def test_a_lost_model_is_no_object_and_frames_are_counted() -> None:
    frames = TuioFrames(lambda: 0.0)
    snapshot = position()
    told = frames.frame(snapshot)
    assert {each.tag for each in told.objects} == {one.model.tag for one in snapshot.models if one.state != "lost"}
    assert (told.number, frames.frame(snapshot).number) == (1, 2)


def test_a_turn_past_the_whole_circle_is_a_small_one() -> None:
    frames = TuioFrames(lambda: 0.0)
    frames.frame(standing(12.0, 12.0, 91.0, 1.0))
    (turned,) = frames.frame(standing(12.0, 12.0, 89.0, 2.0)).objects
    assert turned.turn_speed == pytest.approx(2 / 360)


def test_a_frame_of_tuio_2_tells_time_and_size() -> None:
    beginning = OscBundle(bundle_2_0(TuioFrames(lambda: 1700000000.5).frame(STORY[0]))).content(0)
    number, (time, _fraction), size, source = beginning.params
    assert (beginning.address, number, source) == ("/tuio2/frm", 1, "tablecam")
    assert time.timestamp() == pytest.approx(1700000000.5, abs=1)
    assert divmod(size, 1 << 16) == (4800, 4800)


class Heard(TuioListener):
    """Notes what a client of python-tuio tells."""

    def __init__(self) -> None:
        self.told: list[tuple[str, int, Any, float]] = []
        self.refreshed = threading.Semaphore(0)

    def add_tuio_object(self, obj: Any) -> None:
        self.told.append(("add", obj.class_id, obj.position, obj.angle))

    def update_tuio_object(self, obj: Any) -> None:
        self.told.append(("update", obj.class_id, obj.position, obj.angle))

    def remove_tuio_object(self, obj: Any) -> None:
        self.told.append(("remove", obj.class_id, obj.position, obj.angle))

    def refresh(self, time: Any) -> None:
        self.refreshed.release()


@contextmanager
def listening(heard: Heard) -> Iterator[int]:
    """The port of a client of python-tuio."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as free:
        free.bind((HERE, 0))
        port = free.getsockname()[1]
    client = TuioClient((HERE, port))
    client.add_listener(heard)
    thread = threading.Thread(target=client.start, daemon=True)
    thread.start()
    try:
        yield port
    finally:
        client.shutdown()
        thread.join(PATIENCE_S)
        client.server_close()


def sent_until_heard(sender: TuioSender, snapshot: Snapshot, heard: Heard) -> None:
    """Sends until it is heard: the client may not listen yet, and a datagram may be lost."""
    for _ in range(100):
        sender.send(snapshot)
        if heard.refreshed.acquire(timeout=PATIENCE_S / 100):
            return
    raise AssertionError("nothing is heard")


@pytest.mark.slow
def test_python_tuio_hears_a_model_appear_move_and_go() -> None:
    heard = Heard()
    with listening(heard) as port:
        sender = TuioSender(TuioTarget(HERE, port, "1.1"))
        for snapshot in STORY:
            sent_until_heard(sender, snapshot, heard)
    end = (1, (0.5, 0.25), pytest.approx(math.pi / 2))
    assert heard.told[0] == ("add", 1, (0.25, 0.25), 0.0)
    assert ("update", *end) in heard.told
    assert heard.told[-1] == ("remove", *end)


@pytest.mark.slow
@pytest.mark.parametrize("version", ["1.1", "2.0"])
def test_the_client_in_javascript_hears_the_same_of_both_versions(version: str) -> None:
    if not PACKAGE.is_file():
        pytest.skip("the client comes with the page's packages: make page")
    command = [str(NODE), str(LISTENS), PACKAGE.as_uri(), str(len(STORY))]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as client:
        assert client.stdout
        sender = TuioSender(TuioTarget(HERE, int(client.stdout.readline()), version))
        for snapshot in STORY:
            sender.send(snapshot)
        told = json.loads(client.stdout.readline())
    assert [(which, what) for which, what, _ in told] == [(version, what) for what in ("add", "update", "remove")]
    added, updated = (each for _, _, each in told[:2])
    assert (added["session"], added["tag"], added["x"], added["y"], added["angle"]) == (1, 1, 0.25, 0.25, 0.0)
    assert (updated["x"], updated["y"], updated["angle"]) == pytest.approx((0.5, 0.25, math.pi / 2))
    assert (updated["velocity"], updated["turn"]) == ([0.5, 0.0], pytest.approx(0.5))


@pytest.mark.slow
def test_a_table_that_is_watched_is_sent_with_each_view(live: ShownLive) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as client:
        client.bind((HERE, 0))
        client.settimeout(PATIENCE_S)
        with sending(live, [TuioTarget(HERE, client.getsockname()[1], "1.1")]):
            assert b"/tuio/2Dobj" in client.recv(65536)
            live.show(PublishedFrame(2, STORY[0]))
            assert b"alive" in client.recv(65536)


@pytest.fixture
def live() -> Iterator[ShownLive]:
    live = ShownLive()
    live.show(PublishedFrame(1, position()))
    yield live
    live.stop()


def test_without_a_target_nothing_is_sent(live: ShownLive) -> None:
    before = threading.active_count()
    with sending(live, ()):
        assert threading.active_count() == before


def test_a_client_that_is_away_ends_nothing() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as gone:
        gone.bind((HERE, 0))
        port = gone.getsockname()[1]
    sender = TuioSender(TuioTarget(HERE, port, "2.0"))
    for snapshot in STORY:
        sender.send(snapshot)


def test_a_host_that_is_not_known_is_refused() -> None:
    with pytest.raises(TablecamError, match="give another host"):
        TuioSender(TuioTarget("no.such.host.invalid", 3333, "1.1"))


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [("screen.local", "screen.local", 3333), ("10.0.0.2:4444", "10.0.0.2", 4444), ("[::1]:5000", "::1", 5000)],
)
def test_a_target_is_a_host_and_perhaps_a_port(text: str, host: str, port: int) -> None:
    assert parse_tuio_target(text, "2.0") == (host, port, "2.0")


@pytest.mark.parametrize("text", ["", ":3333", "a:b", "a:99999", "http://a:1", "me@a", "a/b"])
def test_what_is_no_target_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a host and a port"):
        parse_tuio_target(text, "1.1")
