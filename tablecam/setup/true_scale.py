"""The true scale of a table: the source of its lengths, their uncertainty, contradictions, and misprinted sheets."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from calibration.registration import Registration
from tablecam.base.i18n import Message, listing
from tablecam.sensing.vision.detection import Detection
from tablecam.sensing.vision.full_search import fit_detection
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


REFERENCE, GAUGE, MODELS = "reference", "gauge", "models"
SHEETS = {
    REFERENCE: Message("the sheet of reference tags"),
    GAUGE: Message("the gauge card"),
    MODELS: Message("the sheet of models’ tags"),
}
# greatest error of a true print; a larger one is reported
TRUE_SHARE = 0.008
# greatest difference among the tags of one sheet
ALIKE = 0.012
LEAST_ALIKE = 3


@dataclass(frozen=True)
class SheetPrint:
    """share: of its true size, at which a sheet is printed. odd: the shares of tags on it that differ from the other
    tags.
    """

    sheet: str
    share: float
    odd: Mapping[int, float]


def tag_shares(
    grey: np.ndarray, registration: Registration, found: Sequence[Detection], edges_in: Mapping[int, float]
) -> dict[int, float]:
    """Measures each tag against its printed size, by the table's believed scale. edges_in: by tag, as printed."""
    shares = {}
    for detection in found:
        if detection.tag in edges_in:
            fit = fit_detection(grey, registration.camera, detection, edges_in[detection.tag], registration.optics)
            if fit is not None:
                shares[detection.tag] = fit.pose.scale
    return shares


def sheet_print(sheet: str, shares: Mapping[int, float]) -> SheetPrint | None:
    """Judges the print of the sheet that these tags are on; None if too few tags are visible."""
    if not shares:
        return None
    middle = float(np.median(list(shares.values())))
    alike = [share for share in shares.values() if abs(share / middle - 1) <= ALIKE]
    if len(alike) < LEAST_ALIKE:
        return None
    # a model's tag that looks larger than the other tags probably stands on something
    largest_odd = 1.0 if sheet == MODELS else np.inf
    odd = {
        tag: share for tag, share in shares.items() if abs(share / middle - 1) > ALIKE and share / middle < largest_odd
    }
    return SheetPrint(sheet, float(np.mean(alike)), odd)


def print_faults(sheets: Sequence[SheetPrint], certified: bool) -> list[Message]:
    """Describes the faults of the prints. certified: whether the shares are true, and not only relative
    to each other.
    """
    says = [*_describe_absolute(sheets)] if certified else [*_describe_relative(sheets)]
    for sheet in sheets:
        for share in sorted({round(share, 2) for share in sheet.odd.values()}):
            tags = [tag for tag, tag_share in sheet.odd.items() if round(tag_share, 2) == share]
            says.append(
                Message(
                    "On {sheet}, {tags} differ from the other tags: {odd} against {usual}. Print them again "
                    "together with the other tags.",
                    sheet=SHEETS[sheet.sheet],
                    tags=listing(tags),
                    odd=f"{share:.0%}",
                    usual=f"{sheet.share:.0%}",
                )
            )
    return says


def _describe_absolute(sheets: Sequence[SheetPrint]) -> list[Message]:
    return [
        Message("Printed at {share}: {sheet}.", sheet=SHEETS[sheet.sheet], share=f"{sheet.share:.1%}")
        for sheet in sheets
        if abs(sheet.share - 1) > TRUE_SHARE
    ]


def _describe_relative(sheets: Sequence[SheetPrint]) -> list[Message]:
    """Compares each sheet with the first one, since no true scale is known."""
    return [
        Message(
            "Printed at {share} of {other}: {sheet}. Only a true length shows which of the two is right.",
            sheet=SHEETS[sheet.sheet],
            other=SHEETS[sheets[0].sheet],
            share=f"{sheet.share / sheets[0].share:.1%}",
        )
        for sheet in sheets[1:]
        if abs(sheet.share / sheets[0].share - 1) > TRUE_SHARE
    ]


def compute_true_edges(table: Table, applied: float) -> dict[int, float]:
    """Returns the edges of the reference tags on a true print. applied: the factor that corrected table.toml since."""
    return {tag.id: tag.size_in / applied for tag in table.reference_tags}
