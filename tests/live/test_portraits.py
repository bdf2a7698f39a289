"""Portraits of models: cut at rest, front up, the sharpest of many, and stored with the table."""

import math
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from fake_table import ShownLive, camera, placed

from tablecam.live.live_loop import PublishedFrame
from tablecam.live.portraits import SIZE_PX, Portrait, PortraitKeeper, cut_image, cut_portraits
from tablecam.sensing.vision.frame import Frame
from tablecam.storage.portraits import PortraitFolder
from tablecam.table.miniature import Placed
from tablecam.table.snapshot import Snapshot

ANN = placed("ann", 20.0, 20.0, 30.0)


def photograph(models: tuple[Placed, ...], blur: float = 0.0) -> PublishedFrame:
    """A picture in which each model is a dark disc with a bright front."""
    image = np.full((1080, 1920, 3), 60, np.uint8)
    for model in models:
        front = (0.3 * math.cos(model.heading_rad), 0.3 * math.sin(model.heading_rad))
        here, ahead = camera().project(np.array([[model.x_in + x, model.y_in + y, 0.5] for x, y in ((0, 0), front)]))
        cv2.circle(image, here.round().astype(int).tolist(), 11, (40, 20, 20), -1)
        cv2.circle(image, ahead.round().astype(int).tolist(), 3, (255, 255, 255), -1)
    if blur:
        image = cv2.GaussianBlur(image, (0, 0), blur)
    return PublishedFrame(1, Snapshot(1.0, models), camera(), Frame(image, 1.0))


def decode(portrait: Portrait) -> np.ndarray:
    return cv2.imdecode(np.frombuffer(portrait.jpeg, np.uint8), cv2.IMREAD_GRAYSCALE)


@pytest.mark.parametrize("turn_deg", [0.0, 90.0, 200.0])
def test_the_front_is_up_whichever_way_a_model_faces(turn_deg: float) -> None:
    model = placed("ann", 20.0, 20.0, turn_deg)
    image = decode(cut_portraits(photograph((model,)))["ann"])
    row, column = np.unravel_index(np.argmax(cv2.GaussianBlur(image, (0, 0), 3)), image.shape)
    assert abs(column - SIZE_PX / 2) < SIZE_PX / 8
    assert row < SIZE_PX * 0.4


def test_models_that_move_or_are_covered_or_outside_the_image_are_not_cut() -> None:
    others = (
        placed("bea", 10.0, 30.0, 0.0, state="moving"),
        placed("cal", 30.0, 30.0, 0.0, state="occluded"),
        placed("eve", 24.0, 51.0, 0.0),
    )
    view = photograph((ANN, *others))
    assert cut_portraits(view).keys() == {"ann"}
    assert cut_portraits(replace(view, trouble="no image")) == {}
    assert cut_image(view.frame, camera(), others[2]) is None


def test_the_sharpest_is_kept_and_stored_with_the_table(tmp_path: Path) -> None:
    seconds = iter(range(0, 1000, 10))
    live, folder = ShownLive(), PortraitFolder(tmp_path)
    keeper = PortraitKeeper(live, folder, lambda: next(seconds))
    versions = []
    for number, blur in enumerate((2.0, 0.0, 2.5)):
        live.show(replace(photograph((ANN,), blur), number=number + 1))
        versions.append(keeper.get_portraits(["ann", "bea"])["ann"].version)
    assert versions[0] != versions[1] == versions[2]
    # another evening begins with it, and a blurred image does not replace it
    later = PortraitKeeper(live, PortraitFolder(tmp_path), lambda: next(seconds))
    assert later.get_portraits(["ann", "bea"]).keys() == {"ann"}
    assert later.get_portraits(["ann"])["ann"].version == versions[1]
    assert folder.read("bea") is None


def test_a_folder_that_cannot_be_written_costs_the_portrait_alone(tmp_path: Path) -> None:
    (tmp_path / "portraits").write_text("no folder")
    live = ShownLive()
    live.show(photograph((ANN,)))
    assert PortraitKeeper(live, PortraitFolder(tmp_path)).get_portraits(["ann"]).keys() == {"ann"}
