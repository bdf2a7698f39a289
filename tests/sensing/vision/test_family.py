"""What each tag looks like, and that printing and reading go by one convention."""

import itertools

import numpy as np
import pytest

from tablecam.sensing.vision.detection import TagDetector
from tablecam.sensing.vision.family import CELLS, COUNT, bitmap


@pytest.mark.slow
def test_the_detector_reads_every_bitmap_upright_as_its_own_number() -> None:
    for tag in range(COUNT):
        picture = np.pad(np.kron(bitmap(tag) * 200 + 20, np.ones((5, 5), np.uint8)), 8, constant_values=120)
        found = TagDetector().detect(picture.astype(np.uint8))
        assert [each.tag for each in found] == [tag]
        left, top = found[0].corners_px[3]
        assert left < CELLS * 5 / 2 > top


def test_every_bitmap_is_a_white_ring_round_a_black_one() -> None:
    for tag in range(COUNT):
        cells = bitmap(tag)
        assert cells.shape == (CELLS, CELLS)
        edge = np.concatenate([cells[0], cells[-1], cells[:, 0], cells[:, -1]])
        ring = np.concatenate([cells[1, 1:-1], cells[-2, 1:-1], cells[1:-1, 1], cells[1:-1, -2]])
        assert edge.all()
        assert not ring.any()


def test_no_bitmap_turned_any_way_comes_near_another() -> None:
    turned = [np.rot90(bitmap(tag), turns)[2:-2, 2:-2].ravel() for tag in range(0, COUNT, 9) for turns in range(4)]
    apart = [int((one != other).sum()) for one, other in itertools.combinations(turned, 2)]
    assert min(apart) >= 11


@pytest.mark.parametrize("tag", [-1, COUNT, 10_000])
def test_a_number_outside_the_family_is_refused(tag: int) -> None:
    with pytest.raises(ValueError, match=rf"no tag {tag}.*0 to 586"):
        bitmap(tag)


def test_a_bitmap_is_shared_and_cannot_be_written_to() -> None:
    with pytest.raises(ValueError, match="read-only"):
        bitmap(3)[0, 0] = 0
    assert bitmap(3) is bitmap(3)
