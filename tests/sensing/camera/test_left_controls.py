"""A program that is killed leaves a camera as it set it: the next one sets it back."""

import subprocess
import sys
from pathlib import Path

import pytest

from tablecam.sensing.camera.controls import Control, ControlRange, ControlRefusedError, HeldControls
from tablecam.sensing.camera.device import LeftControls, usual_place

FOUND = {Control.AUTO_WHITE: 1.0, Control.WHITE: 4600.0, Control.AUTO_FOCUS: 1.0, Control.FOCUS: 35.0}
KILLED = """
import os, signal, sys
from pathlib import Path
from tablecam.sensing.camera.controls import Control
from tablecam.sensing.camera.device import LeftControls
LeftControls(Path(sys.argv[1])).note(Control.AUTO_FOCUS, 1.0, 0.0)
os.kill(os.getpid(), signal.SIGKILL)
"""


class KeepingPort:
    """A camera that keeps what is set, whoever comes and goes. gone: it is unplugged."""

    def __init__(self) -> None:
        self.values, self.written, self.gone = dict(FOUND), list[Control](), False

    @property
    def offered(self):
        return {control: ControlRange(0, 10_000) for control in self.values}

    def read(self, control: Control) -> float:
        return self.values[control]

    def write(self, control: Control, value: float) -> None:
        if self.gone:
            raise ControlRefusedError(control.name)
        # as drivers do
        self.values[control] = round(value, -1) if control is Control.WHITE else value
        self.written.append(control)

    def find_fixing_value(self, automatic: Control, mains_hz: int) -> float | None:
        return None if automatic is Control.MAINS else 0.0

    def seconds(self, exposure: float) -> float:
        return exposure

    def exposure(self, seconds: float) -> float:
        return seconds

    def close(self) -> None:
        """Nobody's."""


@pytest.fixture
def port() -> KeepingPort:
    return KeepingPort()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "cameras" / "video0.json"


def held(port: KeepingPort, file: Path) -> HeldControls:
    return HeldControls(port, "camera 0", memory=LeftControls(file))


def test_what_a_killed_program_left_is_set_back_by_the_next_and_at_its_end(port, file) -> None:
    held(port, file)
    assert port.values[Control.AUTO_WHITE] == port.values[Control.AUTO_FOCUS] == 0
    assert file.exists()
    port.written.clear()
    after = held(port, file)
    # before anything is locked again, the camera goes on by itself as it did
    assert [one for one in port.written[:4] if one in (Control.AUTO_WHITE, Control.AUTO_FOCUS)] == port.written[2:4]
    assert port.values[Control.AUTO_FOCUS] == 0
    after.restore()
    assert port.values == FOUND
    assert not file.exists()


def test_a_clean_end_leaves_nothing_to_set_back(port, file) -> None:
    held(port, file).restore()
    assert not file.exists()
    assert port.values == FOUND
    port.written.clear()
    LeftControls(file).put_back(port)
    assert port.written == []


def test_what_somebody_else_set_meanwhile_stays(port, file) -> None:
    held(port, file)
    port.values[Control.FOCUS] = 90.0
    LeftControls(file).put_back(port)
    assert port.values == FOUND | {Control.FOCUS: 90.0}


def test_a_camera_that_is_lost_is_set_back_when_it_is_found_again(port, file) -> None:
    lost = held(port, file)
    port.gone = True
    lost.restore()
    assert file.exists()
    port.gone = False
    held(port, file).restore()
    assert port.values == FOUND


def test_the_file_is_there_after_a_kill(port, file) -> None:
    ended = subprocess.run([sys.executable, "-c", KILLED, str(file)], check=False)
    assert ended.returncode == -9
    port.values[Control.AUTO_FOCUS] = 0.0
    LeftControls(file).put_back(port)
    assert port.values == FOUND
    assert not file.exists()


@pytest.mark.parametrize("text", ["", "[1]", '{"AUTO_FOCUS": 1}', '{"WINGS": [1, 0]}', '{"FOCUS": [1, 2, 3]}'])
def test_a_file_that_says_nothing_is_passed_over(port, file, text: str) -> None:
    file.parent.mkdir()
    file.write_text(text)
    LeftControls(file).put_back(port)
    assert port.written == []
    held(port, file).restore()
    assert port.values == FOUND


def test_a_disk_that_takes_nothing_stops_no_game(port, tmp_path: Path) -> None:
    (tmp_path / "cameras").write_text("a file where the folder should be")
    held(port, tmp_path / "cameras" / "video0.json").restore()
    assert port.values == FOUND


def test_each_camera_has_a_file_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    first, second = usual_place(Path("/dev/video0")), usual_place(2)
    assert first != second
    assert (first.name, second.name) == ("dev-video0.json", "2.json")
