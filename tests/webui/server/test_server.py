import json
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from fake_table import ShownLive
from flask import Flask

from tablecam.base.errors import BadFile, TablecamError
from tablecam.commands.drawn_table import make_company
from tablecam.live.live_loop import LiveLoop
from tablecam.rules.books.catalogue import BOOKS
from tablecam.sensing.camera.hot_swap import Playback
from tablecam.sensing.camera.source import open_source
from tablecam.sensing.camera.synthetic.camera import write_table_folder
from tablecam.sensing.camera.synthetic.demo import demo_scene
from tablecam.sensing.camera.synthetic.render import Renderer
from tablecam.storage.table_folder import read_folder
from webui.command import OnePicture, Serving, announce, is_one_picture, play
from webui.entrance.access import alone
from webui.server import server

# far longer than any machine takes
PATIENCE_S = 120


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A port that another program listens on, and which is the usual one."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        monkeypatch.setattr(server, "USUAL_PORT", port)
        yield port


def test_a_taken_usual_port_means_a_free_one(app: Flask, taken: int) -> None:
    listener = server.bind(app, "127.0.0.1", None)
    assert listener.effective_port != taken
    listener.close()


def test_a_taken_port_that_was_asked_for_is_refused_in_one_sentence(app: Flask, taken: int) -> None:
    before = threading.active_count()
    with pytest.raises(TablecamError, match=rf"port {taken}: another program has it"):
        server.bind(app, "127.0.0.1", taken)
    assert threading.active_count() == before


def test_an_address_of_another_machine_is_refused(app: Flask) -> None:
    with pytest.raises(TablecamError, match=r"cannot listen on 192\.0\.2\.1, port 8000: [^()]+$"):
        server.bind(app, "192.0.2.1", 0)


def test_the_address_is_told_with_the_port_that_was_found(app: Flask, taken: int, capsys) -> None:
    listener = server.bind(app, "127.0.0.1", None)
    announce(listener, Serving("127.0.0.1", None, browser=False, seconds=None), alone(("red", "blue")))
    told = capsys.readouterr().out
    assert f"http://127.0.0.1:{listener.effective_port}" in told
    assert f"Port {taken} is taken" in told
    listener.close()


def test_a_usual_port_that_is_free_is_used_without_a_word_of_another(app: Flask, monkeypatch, capsys) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        monkeypatch.setattr(server, "USUAL_PORT", free.getsockname()[1])
    listener = server.bind(app, "127.0.0.1", None)
    announce(listener, Serving("127.0.0.1", None, browser=False, seconds=None), alone(("red", "blue")))
    told = capsys.readouterr().out
    assert f"http://127.0.0.1:{server.USUAL_PORT}" in told
    assert "taken" not in told
    listener.close()


@pytest.mark.slow
def test_more_clients_can_follow_than_a_server_has_threads_by_default(address: str, live: ShownLive) -> None:
    streams = [urlopen(f"{address}/api/events", timeout=PATIENCE_S) for _ in range(20)]
    with urlopen(f"{address}/api/ranges?model=ann", timeout=PATIENCE_S) as answer:
        assert answer.status == 200
    for stream in streams:
        assert stream.readline().startswith(b"retry")
        stream.close()


def test_play_refuses_a_folder_that_is_not_there() -> None:
    told = CliRunner().invoke(play, ["--table", "/nowhere", "--camera", "0"])
    assert isinstance(told.exception, BadFile)
    assert "/nowhere" in str(told.exception)


def test_play_needs_a_table_and_a_camera() -> None:
    assert CliRunner().invoke(play, []).exit_code == 2


@pytest.mark.long
@pytest.mark.parametrize("told", [signal.SIGINT, signal.SIGTERM])
def test_the_demo_reads_its_own_table_and_stops_when_told_whoever_follows(told: signal.Signals) -> None:
    """In a process of its own: signals belong to the main thread."""
    command = [sys.executable, "-m", "tablecam", "demo", "--no-browser", "--port", "0", "--seconds", "600"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).resolve().parents[3])
    assert process.stdout is not None
    address = process.stdout.readline().split()[4]
    assert sees_models(address, 11)
    # those who follow neither hold it up nor bring it down
    streams = [urlopen(f"{address}/api/events", timeout=PATIENCE_S) for _ in range(100)]
    process.send_signal(told)
    assert process.wait(timeout=PATIENCE_S) == 0
    for stream in streams:
        stream.close()


@pytest.mark.slow
def test_a_single_photograph_shows_its_models(tmp_path: Path) -> None:
    scene = demo_scene(1920, 1080, models=8, company=make_company(BOOKS.usual))
    write_table_folder(scene, tmp_path)
    cv2.imwrite(str(tmp_path / "table.png"), Renderer(scene).picture())
    source, folder = open_source(str(tmp_path / "table.png")), read_folder(tmp_path)
    assert is_one_picture(source)
    with Playback(source) as capture:
        live = LiveLoop(capture, OnePicture(folder))
        live.step()
        live.step(timeout=0)
    assert live.view.snapshot is not None
    assert len(live.view.snapshot.models) == 8
    assert (live.view.trouble, str(live.view.over)) == (
        None,
        f"photo {tmp_path / 'table.png'} has been read to its end",
    )


def test_a_folder_of_pictures_is_no_single_one(tmp_path: Path) -> None:
    for name in ("a.png", "b.png"):
        cv2.imwrite(str(tmp_path / name), np.zeros((4, 4), np.uint8))
    assert not is_one_picture(open_source(str(tmp_path)))


def sees_models(address: str, wanted: int) -> bool:
    """Whether the page is told of so many models before the stream ends."""
    with urlopen(f"{address}/api/events", timeout=PATIENCE_S) as stream:
        told = (json.loads(line[5:]) for line in stream if line.startswith(b"data:"))
        return any(len(data.get("models", [])) >= wanted for data in told)
