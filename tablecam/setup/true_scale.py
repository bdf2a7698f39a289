"""The true scale of a table: the source of its lengths, their uncertainty, and contradictions by a second length."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from tablecam.base.i18n import Message
from tablecam.table.table import ReferenceTag, Table

MAT, CARD, RULE = "mat", "card", "rule"
SOURCES = (MAT, CARD, RULE)
NAMES = {MAT: Message("the mat’s edge"), CARD: Message("the bank card"), RULE: Message("the ruler")}
# scales nearer than this are the same for players
SAME_SHARE = 0.004
# a correction beyond this comes from another thing's length, not from a printer
LEAST, MOST = 0.85, 1.15
TEN_IN = 10.0


@dataclass(frozen=True)
class ScaleReading:
    """True inches to one inch of the table at its believed scale, from one source. sigma: of that, as a share."""

    source: str
    factor: float
    sigma: float

    @property
    def believed_in(self) -> float:
        """The reading of ten true inches at the believed scale."""
        return TEN_IN / self.factor

    @property
    def is_true(self) -> bool:
        """Whether the table needs no correction, as far as this source shows."""
        return abs(self.factor - 1) <= max(SAME_SHARE / 4, 2 * self.sigma)

    def agrees(self, other: "ScaleReading") -> bool:
        """Whether both may be the same scale."""
        return abs(self.factor / other.factor - 1) <= max(SAME_SHARE, 3 * math.hypot(self.sigma, other.sigma))


@dataclass(frozen=True)
class Certificate:
    """The source of lengths on the table. applied: the factor that corrected the printed sizes."""

    source: str
    sigma: float
    applied: float

    @property
    def reading(self) -> ScaleReading:
        """The source as a reading of the corrected table."""
        return ScaleReading(self.source, 1.0, self.sigma)

    @property
    def says(self) -> Message:
        """The certificate as a sentence."""
        share = f"{max(self.sigma, 0.0005):.1%}"
        if abs(self.applied - 1) < SAME_SHARE / 4:
            return Message(
                "Lengths are based on {source}, accurate to {share}; the prints agree.",
                source=NAMES[self.source],
                share=share,
            )
        return Message(
            "Lengths are based on {source}, accurate to {share}; the printed sizes were corrected to {print}.",
            source=NAMES[self.source],
            share=share,
            print=f"{self.applied:.1%}",
        )

    def as_part(self) -> dict[str, Any]:
        """Converts the certificate for setup.json."""
        return {"source": self.source, "sigma": round(self.sigma, 6), "applied": round(self.applied, 6)}


def read_certificate(part: Mapping[str, Any]) -> Certificate | None:
    """Reads the certificate in a part of setup.json; None if there is no readable one."""
    source, sigma, applied = part.get("source"), part.get("sigma"), part.get("applied")
    if source not in SOURCES or not isinstance(sigma, int | float) or not isinstance(applied, int | float):
        return None
    return Certificate(source, float(sigma), float(applied))


NO_CERTIFICATE = Message(
    "Lengths depend only on the printed tags: if the printer shrinks its pages, every length reads too long."
)


def contradiction(one: ScaleReading, other: ScaleReading) -> Message | None:
    """States both values if the two cannot be true together; None otherwise."""
    if one.agrees(other):
        return None
    return Message(
        "{one} and {other} contradict each other: ten inches measure {first} in by the first and {second} in "
        "by the second. Check the table’s size and the edges that the lines follow, or measure again.",
        one=NAMES[one.source],
        other=NAMES[other.source],
        first=f"{one.believed_in:.2f}",
        second=f"{other.believed_in:.2f}",
    )


def scale_tags(table: Table, factor: float) -> Table:
    """Scales the tags to their true sizes and places; the playing area keeps the size that the players chose."""
    middle = table.width_in / 2, table.depth_in / 2

    def true(tag: ReferenceTag) -> ReferenceTag:
        x, y = (
            round(center + factor * (coordinate - center), 4)
            for coordinate, center in zip(tag.center_in, middle, strict=True)
        )
        return replace(tag, size_mm=round(tag.size_mm * factor, 4), center_in=(x, y))

    return replace(table, reference_tags=tuple(map(true, table.reference_tags)))
