"""Terrain that is drawn twice, or below the table: readable, but with a wrong account of the table.

Reports list the obstructions of a target feature by feature, so terrain drawn twice appears twice. The share that is
visible past everything stays right, because shadows are joined. A flaw that affects only reports is a warning; a flaw
that could change a ruling is a fault.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import shapely

from tablecam.base.i18n import Message
from tablecam.table.terrain import Feature

# Outlines that differ by less than this share of their area are the same outline.
SAME_SHARE = 0.01


@dataclass(frozen=True)
class Flaw:
    """A flaw of the feature with this index. warns: rulings are right all the same."""

    index: int
    says: Message
    warns: bool = False


def doubles(features: Sequence[Feature], names: Sequence[str], lap_in: float) -> Iterator[Flaw]:
    """Features that are there twice, and those that overlap at equal heights by more than `lap_in`.

    A net over a crate is of another material, and no double. names: of the features, as a person finds them there.
    """
    for earlier, later in combinations(range(len(features)), 2):
        earlier_feature, later_feature = features[earlier], features[later]
        if build(earlier_feature) != build(later_feature) or not earlier_feature.polygon.intersects(
            later_feature.polygon
        ):
            continue
        if same_outline(earlier_feature, later_feature):
            yield Flaw(later, Message("it is {other} once more; delete one of the two", other=names[earlier]))
        else:
            yield from _report_overlap(
                later, names[earlier], shapely.intersection(earlier_feature.polygon, later_feature.polygon), lap_in
            )


def below_the_table(features: Sequence[Feature]) -> Iterator[Flaw]:
    """Features that begin or lie below the table's surface."""
    for index, feature in enumerate(features):
        if feature.z_top_in <= 0:
            says = Message(
                "it lies below the table, from {bottom} to {top} in up, and hides nothing; heights count from the "
                "table's surface, so give z_bottom_in 0 and z_top_in above it, or delete it",
                bottom=f"{feature.z_bottom_in:g}",
                top=f"{feature.z_top_in:g}",
            )
            yield Flaw(index, says)
        elif feature.z_bottom_in < 0:
            says = Message(
                "z_bottom_in {bottom} is below the table; heights count from the table's surface, so give 0, and see "
                "whether z_top_in {top} was measured from there too",
                bottom=f"{feature.z_bottom_in:g}",
                top=f"{feature.z_top_in:g}",
            )
            yield Flaw(index, says, warns=True)


def same_outline(first: Feature, second: Feature) -> bool:
    """Whether two features have the same outline, whatever its first corner."""
    difference_in2 = shapely.symmetric_difference(first.polygon, second.polygon).area
    return bool(difference_in2 <= SAME_SHARE * min(first.polygon.area, second.polygon.area))


def build(feature: Feature) -> tuple[str, float, float]:
    """The properties that two features must share to be one: the material, and both heights."""
    return feature.material, feature.z_bottom_in, feature.z_top_in


def _report_overlap(later: int, other: str, shared: shapely.Geometry, lap_in: float) -> Iterator[Flaw]:
    if shared.buffer(-lap_in / 2).is_empty:
        return
    x, y = shared.representative_point().coords[0]
    says = Message(
        "it overlaps {other} at {x}, {y} and is as high, so both are said to hide the same part; join the two in one "
        "outline, or cut one of them back",
        other=other,
        x=f"{x:.2f}",
        y=f"{y:.2f}",
    )
    yield Flaw(later, says, warns=True)
