"""`tablecam track` with two recordings of one table: one hides what the other sees, and one ends before the other."""

import json
import math
from pathlib import Path

import numpy as np
import pytest

from tablecam.sensing.camera.several import moments
from tablecam.sensing.camera.synthetic.camera import choose_camera, record, write_table_folder
from tablecam.sensing.camera.synthetic.scene import Carry
from tablecam.sensing.camera.synthetic.script import Script
from tablecam.sensing.vision.frame import Frame
from tests.commands.conftest import CORNER, END


class Recording:
    """Frames at a rate, counted from its beginning."""

    live = False

    def __init__(self, name: str, times: list[float]) -> None:
        self.name = name
        self._left = [Frame(np.zeros((4, 6), np.uint8), time) for time in times]

    def read(self) -> Frame | None:
        return self._left.pop(0) if self._left else None

    def close(self) -> None:
        """Nothing is open."""


def test_frames_of_one_moment_come_together_and_an_end_is_told() -> None:
    quick, slow = Recording("quick", [0.0, 0.04, 0.08, 0.12]), Recording("slow", [0.01, 0.09])
    seen = list(moments([quick, slow], print))
    assert [sorted(moment.by_camera) for moment in seen] == [[0, 1], [0], [0, 1], [0]]
    assert [moment.time for moment in seen] == [0.0, 0.04, 0.08, 0.12]
    assert [sorted(moment.troubles) for moment in seen] == [[], [], [], [1]]
    assert str(seen[-1].troubles[1]) == "slow has been read to its end"


@pytest.mark.long
def test_two_recordings_are_followed_as_one_table(drawn, command, tmp_path: Path) -> None:
    write_table_folder(drawn.scene, tmp_path / "table", cameras=2)
    carry = Carry("ida", 0.6, (CORNER, END), drawn.scene.spots["ida"].heading_rad, covered=False, edge="far", haste=3.0)
    films = [tmp_path / "left.avi", tmp_path / "right.avi"]
    for number, film in enumerate(films):
        record(Script(choose_camera(drawn.scene, number), (carry,)), film, 4.0, fps=10.0)
    said = command("track", *films, "--table", tmp_path / "table", "--json")
    assert said.status == 0, said.err
    told = [json.loads(line) for line in said.out.splitlines()]
    assert len([one for one in told if one["event"] == "appeared"]) == 8
    (moved,) = [one for one in told if one["event"] == "moved"]
    assert moved["model"] == "ida"
    assert math.dist(moved["to"], (*END, 0)) < 0.02


@pytest.mark.slow
def test_more_cameras_than_lenses_are_refused(drawn, command, shots: Path) -> None:
    said = command("track", shots, shots, "--table", drawn.folder)
    assert (said.status, said.out) == (1, "")
    assert "camera-2.yaml" in said.sentence
