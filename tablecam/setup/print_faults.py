"""Finds sheets that a printer has shrunk or stretched, and names each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from calibration.registration import Registration
from tablecam.base.i18n import Message, listing
from tablecam.sensing.vision.detection import Detection
from tablecam.sensing.vision.full_search import fit_detection
from tablecam.table.table import Table

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
