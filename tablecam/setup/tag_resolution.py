"""How many pixels one cell of a tag gets, and what that is good for."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from hardware.rig import CAMERAS, CELL_PX_IN_GOOD_LIGHT, CELL_PX_NEEDED
from tablecam.setup.finding import BAD, FAIR, GOOD, Finding
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
    """How large a millimetre on the table is in the picture: the median over tags of known size. None without any."""
    scales = [each.side_px / edges_mm[each.tag] for each in seen if each.tag in edges_mm]
    return float(np.median(scales)) if scales else None


def cells_of(px_per_mm: float, tags_mm: Iterable[float], width_px: int) -> tuple[TagResolution, ...]:
    """What tags of these sizes get in a picture that is so wide, smallest first."""
    return tuple(
        TagResolution(size, size / CELLS * px_per_mm, _advice(size / CELLS * px_per_mm, width_px)) for size in tags_mm
    )


def overall_mm(edge_mm: float) -> float:
    """A tag's size with its white ring, from the edge of its black square."""
    return edge_mm * CELLS / BLACK_CELLS


def _advice(px: float, width_px: int) -> Finding:
    said = f"{px:.1f} px a cell"
    if px >= CELL_PX_NEEDED:
        return Finding(GOOD, f"{said}: enough.{_better(px, width_px)}", px)
    verdict, words = (FAIR, "enough in good light") if px >= CELL_PX_IN_GOOD_LIGHT else (BAD, "too few")
    mend = _better(px, width_px) or " Print larger tags, or hang the camera lower."
    return Finding(verdict, f"{said}: {words}.{mend}", px)


def _better(px: float, width_px: int) -> str:
    """What a 4K camera would give, as a sentence; nothing where this is one."""
    if width_px >= BEST.width_px:
        return ""
    return f" {BEST.name} would give {px * BEST.width_px / width_px:.1f}."
