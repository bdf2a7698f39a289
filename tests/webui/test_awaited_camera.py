"""`tablecam play` before its camera is there, as when the machine has just been started."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from tablecam.base.errors import BadFile
from tablecam.commands.drawn_table import make_company
from tablecam.rules.books.catalogue import BOOKS
from tablecam.sensing.camera.source import open_source
from tablecam.sensing.camera.synthetic.camera import write_table_folder
from tablecam.sensing.camera.synthetic.demo import demo_scene
from tablecam.sensing.camera.synthetic.render import Renderer
from tests.sensing.camera.conftest import Broadcast
from tests.webui.test_demo import table_when
from webui import command

ROOT = Path(__file__).resolve().parents[2]


class Drawn:
    """A picture of a table with the noise of a camera; Broadcast's `pictures`."""

    def __init__(self, picture: np.ndarray) -> None:
        rng = np.random.default_rng(1)
        noisy = [
            np.clip(picture.astype(np.int16) + rng.integers(-2, 3, picture.shape), 0, 255).astype(np.uint8)
            for _ in range(3)
        ]
        self.coded = [bytes(cv2.imencode(".jpg", each, [cv2.IMWRITE_JPEG_QUALITY, 95])[1]) for each in noisy]

    def jpeg(self, number: int) -> bytes:
        return self.coded[number % len(self.coded)]


@contextmanager
def playing(folder: Path, camera: str) -> Iterator[tuple[str, Callable[[], str]]]:
    """The page's address, and what the program has said on stderr, in a process of its own."""
    words = ["play", "--table", str(folder / "table"), "--camera", camera, "--no-browser", "--port", "0"]
    with (folder / "stderr").open("w+") as told:
        process = subprocess.Popen(
            [sys.executable, "-m", "tablecam", *words, "--seconds", "60", "--db", str(folder / "games.db")],
            stdout=subprocess.PIPE, stderr=told, text=True, cwd=ROOT,
        )  # fmt: skip
        assert process.stdout is not None
        try:
            yield process.stdout.readline().split()[4], (folder / "stderr").read_text
        finally:
            process.terminate()
            process.stdout.close()
            assert process.wait(timeout=120) == 0


@pytest.mark.slow
@pytest.mark.long
def test_play_serves_its_page_without_its_camera_and_takes_it_up_when_it_is_there(tmp_path: Path) -> None:
    scene = demo_scene(1920, 1080, models=4, company=make_company(BOOKS.usual))
    write_table_folder(scene, tmp_path / "table")
    camera = Broadcast(Drawn(Renderer(scene).picture()))
    camera.start()
    camera.stop()
    try:
        with playing(tmp_path, camera.url) as (address, told):
            lost = table_when(address, lambda table: table["camera"]["state"] == "trouble")["camera"]["says"]
            assert lost.startswith(f"Stream http://127.0.0.1:{camera.port}/video does not open: check its address")
            assert "trying again" in lost
            camera.start()
            table = table_when(address, lambda table: table["camera"]["state"] == "good" and table["models"])
            assert len(table["models"]) == 4
        assert "does not open" in told()
        assert "the page is served, and waits for it" in told()
        assert "secret" not in told()
    finally:
        camera.stop()


def test_play_begins_with_an_absent_camera_and_says_so_on_the_terminal(tmp_path: Path, monkeypatch) -> None:
    shown = []
    monkeypatch.setattr(command, "show", lambda cameras, *rest: shown.append(cameras.first))
    write_table_folder(demo_scene(1280, 720, models=2, company=make_company(BOOKS.usual)), tmp_path)
    told = CliRunner().invoke(command.play, ["--table", str(tmp_path), "--camera", "http://127.0.0.1:9/video"])
    assert told.exit_code == 0
    assert told.stderr.startswith("tablecam: stream http://127.0.0.1:9/video does not open: ")
    assert shown[0].live
    assert str(shown[0].name) == "stream http://127.0.0.1:9/video"


def test_play_does_not_wait_for_a_recording(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(command, "show", lambda *given: pytest.fail("shown"))
    write_table_folder(demo_scene(1280, 720, models=2, company=make_company(BOOKS.usual)), tmp_path)
    told = CliRunner().invoke(command.play, ["--table", str(tmp_path), "--camera", "absent.mp4"])
    assert isinstance(told.exception, BadFile)
    with pytest.raises(BadFile):
        open_source("absent.mp4", later=True)
