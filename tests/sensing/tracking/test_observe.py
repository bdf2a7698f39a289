"""What a fit is believed to."""

from dataclasses import replace

import numpy as np
import pytest

from tablecam.sensing.camera.synthetic.scene import lens, overhead
from tablecam.sensing.tracking.observation import observe
from tablecam.sensing.vision.family import Optics
from tablecam.sensing.vision.fit import TagFit
from tablecam.sensing.vision.patch import TagPose
from tablecam.sensing.vision.picture_effect import PictureEffect
from tablecam.table.geometry.projection import Camera

CAMERA = Camera(lens(3840, 2160), overhead())
# a cell of a tag of 16 mm is 2.8 pixels wide
SHARP = TagFit(
    7, TagPose(20.0, 20.0, 1.0, 1.0), np.zeros((6, 6)), 0.99, 1.0, 2.0, 150.0, Optics(0.4, 0.5), 36.0, (0.0,) * 5
)  # fmt: skip
EDGE_IN = 16 / 25.4


def sigma_in(fit: TagFit, field_in: float = 0.0) -> float:
    return float(np.sqrt(observe(fit, CAMERA, EDGE_IN, field_in).covariance[0, 0]))


def test_a_reading_is_believed_less_the_more_it_is_blurred() -> None:
    sharp, soft, softer = (sigma_in(replace(SHARP, optics=Optics(blur, 0.5))) for blur in (0.4, 1.0, 1.8))
    assert sharp < 1.1 * sigma_in(replace(SHARP, optics=Optics(0.05, 0.5)))
    assert 1.1 * sharp < soft < 0.7 * softer


def test_a_reading_is_believed_less_where_its_bitmap_or_the_field_is_worse() -> None:
    assert sigma_in(replace(SHARP, agreement=0.88)) > 1.9 * sigma_in(SHARP)
    assert sigma_in(SHARP, 0.01) > 0.01


def test_a_smear_that_all_tags_share_is_taken_off_and_leaves_size_and_shape_in_doubt() -> None:
    smear = 0.02 * np.exp(0.7j)
    effect = PictureEffect(36.0 * EDGE_IN / 8, smear)
    shape = np.diag([0.0] * 4 + [1e-6] * 2)
    # what a shaken picture makes of a square that is turned by a radian
    stretched = -smear * np.exp(-2j)
    pose = TagPose(20.0, 20.0, 1.0, 1.0, stretched.real, stretched.imag)
    fit = replace(SHARP, covariance=shape, pose=pose)
    read, shaken = observe(fit, CAMERA, EDGE_IN), observe(fit, CAMERA, EDGE_IN, effect=effect)
    assert abs(read.shear - smear) < 1e-12
    assert abs(shaken.shear) < 1e-12
    assert shaken.scale < read.scale
    assert shaken.covariance[3, 3] > 9 * read.covariance[3, 3]
    assert shaken.covariance[4, 4] > 4 * read.covariance[4, 4]


def test_edges_that_a_camera_moves_leave_the_size_in_doubt_the_more_the_smaller_a_tag_is() -> None:
    of_size = [PictureEffect(6.0, size=0.002).variances(cell_px)[0] for cell_px in (6.0, 3.0, 1.5)]
    assert np.sqrt(of_size) == pytest.approx([0.002, 0.004, 0.008])


def test_a_reading_says_how_blurred_its_tag_is() -> None:
    assert observe(SHARP, CAMERA, EDGE_IN).blur_cells == pytest.approx(0.4 / (16 / 25.4 / 8 * 36))
