"""How many pixels one cell of a tag gets, and whether they are enough."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from hardware.rig import AROUND_IN, CAMERAS, CELL_PX_IN_GOOD_LIGHT, CELL_PX_NEEDED
from tablecam.i18n import Message
from tablecam.setup.finding import BAD, FAIR, GOOD, Finding, in_a_row
from tablecam.units import to_mm
from tablecam.vision.detection import Detection
from tablecam.vision.family import BLACK_CELLS, CELLS

BEST = next(camera for camera in CAMERAS if camera.name == "4K")


@dataclass(frozen=True)
class TagResolution:
    """tag_mm: across with its white ring. px: pixels to one cell where it lies on the table."""

    tag_mm: float
    px: float
    finding: Finding


def pixels_per_mm(seen: Iterable[Detection], edges_mm: Mapping[int, float]) -> float | None:
    """The size of a millimetre on the table in the picture: the median over tags of known size. None without any."""
    scales = [detection.side_px / edges_mm[detection.tag] for detection in seen if detection.tag in edges_mm]
    return float(np.median(scales)) if scales else None


def cells_of(px_per_mm: float, tags_mm: Iterable[float], width_px: int) -> tuple[TagResolution, ...]:
    """The pixels for tags of these sizes in a picture of that width."""
    return tuple(
        TagResolution(size, size / CELLS * px_per_mm, _advice(size / CELLS * px_per_mm, width_px)) for size in tags_mm
    )


def cells_at_best(
    size_in: tuple[float, float], picture_px: tuple[int, int], tags_mm: Iterable[float]
) -> tuple[TagResolution, ...]:
    """The pixels for tags of these sizes where the table and the reference tags around it just fill the picture."""
    across, down = picture_px
    width, depth = (side + 2 * AROUND_IN for side in size_in)
    px_per_in = max(min(across / width, down / depth), min(across / depth, down / width))
    return cells_of(1 / to_mm(1 / px_per_in), tags_mm, across)


def overall_mm(edge_mm: float) -> float:
    """A tag's size with its white ring, from the edge of its black square."""
    return edge_mm * CELLS / BLACK_CELLS


def _advice(px: float, width_px: int) -> Finding:
    cell, better = f"{px:.1f}", _better(px, width_px)
    if px >= CELL_PX_NEEDED:
        return Finding(GOOD, in_a_row(Message("{px} px a cell: enough.", px=cell), better), px)
    remedy = better or Message("Print larger tags, or hang the camera lower.")
    if px >= CELL_PX_IN_GOOD_LIGHT:
        return Finding(FAIR, in_a_row(Message("{px} px a cell: enough in good light.", px=cell), remedy), px)
    return Finding(BAD, in_a_row(Message("{px} px a cell: too few.", px=cell), remedy), px)


def _better(px: float, width_px: int) -> Message | None:
    """The pixels that a 4K camera would give, as a sentence; None where this is one."""
    if width_px >= BEST.width_px:
        return None
    return Message("{camera} would give {px}.", camera=BEST.name, px=f"{px * BEST.width_px / width_px:.1f}")
