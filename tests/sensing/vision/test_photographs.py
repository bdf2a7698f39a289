"""Photographs that others made: what is in them is found, and nothing else; told against the package's own best."""

import json
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest

from tablecam.live.pipeline import PHOTO_SEARCH
from tablecam.sensing.vision.detection import Search, TagDetector
from tablecam.sensing.vision.second_look import BOX_SEARCH

# the package at its best, as written down when the photographs were gathered
PLAIN = Search(1.0, 0.25, 5)
OURS = {"plain": PLAIN, "photo": PHOTO_SEARCH, "box": BOX_SEARCH}


def grey(path: Path) -> np.ndarray:
    return cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)


def pictures(folder: Path) -> dict[str, dict]:
    listed = json.loads((folder / "expected_ids.json").read_text())
    return {name: about for name, about in listed.items() if about["family"] == "tag36h11"}


def wanted(about: dict) -> Counter[int]:
    """How often each tag is there; on one photograph every tag is the same, and only counted."""
    if about["ids"] is None:
        return Counter({about["id_of_all_tags"]: about["count_reference"]})
    return Counter(about["ids"])


@pytest.mark.slow
@pytest.mark.parametrize("search", OURS.values(), ids=OURS.keys())
def test_every_set_is_read_at_least_as_well_as_by_the_package_without_decimation(shared_data, search: Search) -> None:
    baseline = json.loads((shared_data / "baseline_detections.json").read_text())["images"]
    ours, theirs, wrong = Counter(), Counter(), []
    for name, about in pictures(shared_data).items():
        expected = wanted(about)
        found = Counter(each.tag for each in TagDetector().detect(grey(shared_data / name), search))
        wrong += [(name, tag) for tag in found if tag not in expected]
        ours[name.split("/")[0]] += (found & expected).total()
        theirs[name.split("/")[0]] += (Counter(row[0] for row in baseline[name]["pupil_qd1"]) & expected).total()
    assert wrong == []
    assert theirs.total() > 150
    assert {folder: (ours[folder], theirs[folder]) for folder in theirs if ours[folder] < theirs[folder]} == {}


@pytest.mark.slow
@pytest.mark.parametrize("search", OURS.values(), ids=OURS.keys())
def test_nothing_is_found_where_there_is_no_tag(shared_data, search: Search) -> None:
    negatives = sorted((shared_data / "negatives").iterdir())
    assert len(negatives) == 8
    assert [(path.name, each) for path in negatives for each in TagDetector().detect(grey(path), search)] == []


@pytest.mark.slow
def test_corners_lie_half_a_pixel_before_the_librarys(shared_data) -> None:
    baseline = json.loads((shared_data / "baseline_detections.json").read_text())["images"]
    shifts = []
    for name in ("clipboard/clipboard06.png", "duckietown/test_image.png"):
        theirs = {row[0]: np.array(row[4]) for row in baseline[name]["pupil_qd1"]}
        found = TagDetector().detect(grey(shared_data / name), PLAIN)
        shifts += [theirs[each.tag] - each.corners_px for each in found if each.tag in theirs]
    np.testing.assert_allclose(np.median(np.concatenate(shifts), axis=0), 0.5, atol=0.02)
