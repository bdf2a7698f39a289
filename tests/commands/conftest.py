"""A drawn table with its folder and a photograph of it, and the command line in this process and in one of its own."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from tournament_script import kept

from tablecam.commands.drawn_table import make_company
from tablecam.rules.books.catalogue import BOOKS
from tablecam.sensing.camera.synthetic.camera import record, write_table_folder
from tablecam.sensing.camera.synthetic.demo import demo_scene
from tablecam.sensing.camera.synthetic.render import Renderer
from tablecam.sensing.camera.synthetic.scene import Carry, Nudge, Scene
from tablecam.sensing.camera.synthetic.script import Script

ROOT = Path(__file__).resolve().parents[2]
# when the camera is nudged in the evening, and the way of the model that is carried
NUDGED_AT = 7.5
CORNER, END = (18.6, 4.6), (18.6, 9.6)


@dataclass(frozen=True)
class Drawn:
    """A scene, its table folder and a photograph of it; not to be written to."""

    scene: Scene
    folder: Path
    photo: Path
    picture: np.ndarray


@pytest.fixture(scope="session")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Drawn:
    path = tmp_path_factory.mktemp("drawn")
    scene = demo_scene(1920, 1080, models=8, company=make_company(BOOKS.usual))
    write_table_folder(scene, path / "table")
    picture = Renderer(scene).picture()
    cv2.imwrite(str(path / "photo.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 95])
    return Drawn(scene, path / "table", path / "photo.jpg", picture)


@pytest.fixture
def shots(drawn, tmp_path: Path) -> Path:
    """A folder of six pictures of a table at rest."""
    folder = tmp_path / "shots"
    folder.mkdir()
    for number in range(6):
        shutil.copy(drawn.photo, folder / f"{number}.jpg")
    return folder


@pytest.fixture(scope="session")
def evening(drawn, tmp_path_factory) -> Path:
    """A hand carries a model round a corner; then somebody bumps into the camera."""
    video = tmp_path_factory.mktemp("video") / "evening.avi"
    carry = Carry("ida", 1.0, (CORNER, END), drawn.scene.spots["ida"].heading_rad, covered=False, edge="far")
    record(Script(drawn.scene, (carry, Nudge(NUDGED_AT))), video, NUDGED_AT + 1.5)
    return video


@dataclass(frozen=True)
class Said:
    """How a command ended."""

    status: int
    out: str
    err: str

    @property
    def sentence(self) -> str:
        """The one line on stderr of a refusal, without the program's name."""
        lines = self.err.splitlines()
        assert len(lines) == 1, self.err
        assert lines[0].startswith("tablecam: "), self.err
        assert "Traceback" not in self.err
        return lines[0].removeprefix("tablecam: ")


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Callable[..., Said]:
    """`command("measure", photo, "--table", folder)` runs it as the shell would, in this process."""
    from tablecam.__main__ import main

    # as `main` has it in a process of its own, where nothing has loaded OpenCV yet
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)

    def run(*words: object) -> Said:
        monkeypatch.setattr(sys, "argv", ["tablecam", *map(str, words)])
        capfd.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        said = capfd.readouterr()
        status = ended.value.code
        return Said(status if isinstance(status, int) else 0, said.out, said.err)

    return run


@pytest.fixture
def in_own_process() -> Callable[..., Said]:
    """The same in a process of its own."""

    def run(*words: object) -> Said:
        done = subprocess.run(
            [sys.executable, "-m", "tablecam", *map(str, words)],
            capture_output=True,
            text=True,
            cwd=ROOT,
            timeout=300,
            check=False,
        )
        return Said(done.returncode, done.stdout, done.stderr)

    return run


# `tablecam tournament` in a folder of its own


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run(command: Callable[..., Any], folder: Path) -> Callable[..., str]:
    """`run("enter", "ann", ..)` gives what was said; the command must not be refused."""

    def call(*words: object) -> str:
        said = command("tournament", *words)
        assert said.status == 0, said.err
        return said.out

    return call


@pytest.fixture
def refused(command: Callable[..., Any], folder: Path) -> Callable[..., str]:
    """The one sentence of a refusal, after which the event is as it was."""

    def call(*words: object) -> str:
        before = kept(folder).lines
        said = command("tournament", *words)
        assert said.status == 1
        assert said.out == ""
        assert kept(folder).lines == before
        return said.sentence

    return call
