"""Two tags of one tray are known by how they lie; others are none."""

import math

import pytest

from tablecam.setup.unassigned_tags import SeenTag, tag_pairs


def lying(tag: int, x_mm: float, y_mm: float, heading_deg: float = 30.0, edge_mm: float = 19.2) -> SeenTag:
    return SeenTag(tag, x_mm / 25.4, y_mm / 25.4, math.radians(heading_deg), edge_mm)


def beside(tag: int, ahead_mm: float, right_mm: float = 0.0, heading_deg: float = 30.0) -> SeenTag:
    """A tag so far ahead of one that lies at 100, 100 and points to 30 degrees."""
    cos, sin = math.cos(math.radians(30)), math.sin(math.radians(30))
    x_mm, y_mm = 100 + ahead_mm * cos + right_mm * sin, 100 + ahead_mm * sin - right_mm * cos
    return lying(tag, x_mm, y_mm, heading_deg)


FIRST = lying(22, 100, 100)


def test_a_tag_before_another_with_room_for_a_base_is_its_pair() -> None:
    (pair,) = tag_pairs([FIRST, beside(21, 57.0)], {})
    assert pair.tags == (22, 21)
    assert pair.apart_mm == pytest.approx(57.0)
    assert pair.model is None
    (other_way,) = tag_pairs([beside(21, -57.0), FIRST], {22: "ida"})
    assert other_way.tags == (21, 22)
    assert other_way.model == "ida"


@pytest.mark.parametrize(
    "other",
    [
        beside(21, 57.0, heading_deg=50.0),
        beside(21, 57.0, heading_deg=210.0),
        beside(21, 57.0, right_mm=6.0),
        beside(21, 30.0),
        beside(21, 260.0),
        lying(21, 100 + 57 * math.cos(math.radians(30)), 100 + 57 * math.sin(math.radians(30)), edge_mm=16.0),
    ],
    ids=["turned", "facing", "aside", "no room", "far", "another size"],
)
def test_others_are_none(other: SeenTag) -> None:
    assert tag_pairs([FIRST, other], {}) == ()


def test_two_models_and_three_in_a_row_are_no_pair() -> None:
    two = [FIRST, beside(21, 57.0)]
    assert tag_pairs(two, {21: "ida", 22: "lund"}) == ()
    assert tag_pairs([*two, beside(23, 114.0)], {}) == ()
