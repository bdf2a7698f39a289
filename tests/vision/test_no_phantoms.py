"""On whole rendered tables no tag is seen that is not there, whichever are asked for."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from tablecam.geometry.projection import Camera, Intrinsics, Pose
from tablecam.units import to_inches
from tablecam.vision.apriltag import Search, TagDetector
from tablecam.vision.family import COUNT
from tablecam.vision.full_search import look


@pytest.mark.slow
@pytest.mark.parametrize("resolution", ["4k", "1080p"])
@pytest.mark.parametrize("frame", ["f00", "f01"])
def test_none_of_the_tags_that_are_not_on_the_table_is_seen(shared_data: Path, frame: str, resolution: str) -> None:
    folder = shared_data / "rendered" / frame
    truth = json.loads((folder / f"truth_{resolution}.json").read_text())
    grey = cv2.imread(str(folder / f"frame_{resolution}.jpg"), cv2.IMREAD_GRAYSCALE)
    lens = Intrinsics(*truth["image_size"], np.array(truth["camera"]["K"]), np.array(truth["camera"]["dist"]))
    camera = Camera(lens, Pose(np.array(truth["camera"]["R"]), np.array(truth["camera"]["tvec_in"])))
    there = {tag["id"] for tag in truth["tags"]}
    absent = {tag: to_inches(18.0) for tag in range(COUNT) if tag not in there}
    found = TagDetector().detect(grey, Search(1.0, 1.0, 5))
    # as in a photograph: what was read is not looked at again
    seen = look(grey, camera, absent, found, area=(0, 0, grey.shape[1], grey.shape[0]))
    assert [fit.tag for fit in seen.fits] == []
    assert {each.tag for each in seen.unknown} <= there
