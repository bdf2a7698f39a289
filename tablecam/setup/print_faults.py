"""Sheets that a printer has shrunk or stretched, each by its name."""

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
# a print is true to so much; more is told
TRUE_SHARE = 0.008
# tags of one sheet agree among themselves to so much
ALIKE = 0.012
LEAST_ALIKE = 3


@dataclass(frozen=True)
class SheetPrint:
    """share: of its true size, at which a sheet is printed. odd: tags on it that differ from the others, and theirs."""

    sheet: str
    share: float
    odd: Mapping[int, float]


def tag_shares(
    grey: np.ndarray, registration: Registration, found: Sequence[Detection], edges_in: Mapping[int, float]
) -> dict[int, float]:
    """How large each tag is against its printed size, by the table as it is believed. edges_in: by tag, as printed."""
    shares = {}
    for detection in found:
        if detection.tag in edges_in:
            fit = fit_detection(grey, registration.camera, detection, edges_in[detection.tag], registration.optics)
            if fit is not None:
                shares[detection.tag] = fit.pose.scale
    return shares


def sheet_print(sheet: str, shares: Mapping[int, float]) -> SheetPrint | None:
    """The sheet that these tags are on; None where too few are seen to tell."""
    if not shares:
        return None
    middle = float(np.median(list(shares.values())))
    alike = [share for share in shares.values() if abs(share / middle - 1) <= ALIKE]
    if len(alike) < LEAST_ALIKE:
        return None
    # a model's tag that looks larger than the others stands on something, as far as anyone knows here
    most = 1.0 if sheet == MODELS else np.inf
    odd = {tag: share for tag, share in shares.items() if abs(share / middle - 1) > ALIKE and share / middle < most}
    return SheetPrint(sheet, float(np.mean(alike)), odd)


def print_faults(sheets: Sequence[SheetPrint], certified: bool) -> list[Message]:
    """What is wrong with the prints, as sentences. certified: whether shares are true, and not only by each other."""
    says = [*_absolute(sheets)] if certified else [*_relative(sheets)]
    for sheet in sheets:
        for share in sorted({round(share, 2) for share in sheet.odd.values()}):
            tags = [tag for tag, own in sheet.odd.items() if round(own, 2) == share]
            says.append(
                Message(
                    "On {sheet}, {tags} differ from the others: {odd} against {usual}. Print them again with those.",
                    sheet=SHEETS[sheet.sheet],
                    tags=listing(tags),
                    odd=f"{share:.0%}",
                    usual=f"{sheet.share:.0%}",
                )
            )
    return says


def _absolute(sheets: Sequence[SheetPrint]) -> list[Message]:
    return [
        Message("Printed at {share}: {sheet}.", sheet=SHEETS[one.sheet], share=f"{one.share:.1%}")
        for one in sheets
        if abs(one.share - 1) > TRUE_SHARE
    ]


def _relative(sheets: Sequence[SheetPrint]) -> list[Message]:
    """Without a true scale, sheets can only be compared with the first."""
    return [
        Message(
            "Printed at {share} of {other}: {sheet}. Which of the two is right, only a true length tells.",
            sheet=SHEETS[one.sheet],
            other=SHEETS[sheets[0].sheet],
            share=f"{one.share / sheets[0].share:.1%}",
        )
        for one in sheets[1:]
        if abs(one.share / sheets[0].share - 1) > TRUE_SHARE
    ]


def printed_edges_in(table: Table, applied: float) -> dict[int, float]:
    """The edges that the reference tags have on a true print; applied: what table.toml was multiplied by since."""
    return {tag.id: tag.size_in / applied for tag in table.reference_tags}
