"""Computes the pixels of one cell of a tag and judges them: the one verdict on a tag size for a camera."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from hardware.rig import AROUND_IN, CAMERAS, ENOUGH, IN_GOOD_LIGHT, choose_tag_size, judge_cell
from tablecam.base.i18n import Message
from tablecam.base.units import to_mm
from tablecam.sensing.vision.detection import Detection
from tablecam.sensing.vision.family import BLACK_CELLS, CELLS
from tablecam.setup.finding import BAD, FAIR, GOOD, Finding, join_sentences

BEST = next(camera for camera in CAMERAS if camera.name == "4K")


@dataclass(frozen=True)
class TagResolution:
    """tag_mm: across with its white ring. px: pixels to one cell where it lies on the table."""

    tag_mm: float
    px: float
    finding: Finding


@dataclass(frozen=True)
class TagVerdicts:
    """measured: whether tags in the picture show its scale; otherwise the table is assumed to fill the picture."""

    resolutions: tuple[TagResolution, ...]
    measured: bool


def judge_tags(
    px_per_mm: float | None, size_in: tuple[float, float], picture_px: tuple[int, int], tags_mm: Iterable[float]
) -> TagVerdicts:
    """Judges tags of these sizes, for every page that shows a verdict.

    px_per_mm: by the tags in the picture; None before any is seen. size_in: the playing area.
    """
    if px_per_mm is None:
        return TagVerdicts(cells_at_best(size_in, picture_px, tags_mm), measured=False)
    return TagVerdicts(compute_resolutions(px_per_mm, tags_mm, picture_px[0]), measured=True)


def pixels_per_mm(seen: Iterable[Detection], edges_mm: Mapping[int, float]) -> float | None:
    """Measures the pixels to a millimetre on the table: the median over tags of known size. None without any."""
    scales = [detection.side_px / edges_mm[detection.tag] for detection in seen if detection.tag in edges_mm]
    return float(np.median(scales)) if scales else None


def usual_size(resolutions: Iterable[TagResolution]) -> float:
    """Chooses the size of tag for such a camera, mm over the white ring."""
    return choose_tag_size({resolution.tag_mm: resolution.px for resolution in resolutions})


def compute_resolutions(px_per_mm: float, tags_mm: Iterable[float], width_px: int) -> tuple[TagResolution, ...]:
    """Computes the pixels for tags of these sizes in a picture of that width."""
    return tuple(
        TagResolution(size, size / CELLS * px_per_mm, _advise_on_cell(size / CELLS * px_per_mm, width_px))
        for size in tags_mm
    )


def cells_at_best(
    size_in: tuple[float, float], picture_px: tuple[int, int], tags_mm: Iterable[float]
) -> tuple[TagResolution, ...]:
    """Computes the pixels for tags of these sizes if the table and the reference tags around it just
    fill the picture.
    """
    across, down = picture_px
    width, depth = (side + 2 * AROUND_IN for side in size_in)
    px_per_in = max(min(across / width, down / depth), min(across / depth, down / width))
    return compute_resolutions(1 / to_mm(1 / px_per_in), tags_mm, across)


def overall_mm(edge_mm: float) -> float:
    """Returns a tag's size with its white ring, from the edge of its black square."""
    return edge_mm * CELLS / BLACK_CELLS


def _advise_on_cell(px: float, width_px: int) -> Finding:
    cell, better = f"{px:.1f}", _suggest_camera(px, width_px)
    verdict = judge_cell(px)
    if verdict == ENOUGH:
        return Finding(GOOD, join_sentences(Message("{px} px a cell: enough.", px=cell), better), px)
    remedy = better or Message("Print larger tags, or hang the camera lower.")
    if verdict == IN_GOOD_LIGHT:
        return Finding(FAIR, join_sentences(Message("{px} px a cell: enough in good light.", px=cell), remedy), px)
    return Finding(BAD, join_sentences(Message("{px} px a cell: too few.", px=cell), remedy), px)


def _suggest_camera(px: float, width_px: int) -> Message | None:
    """States the pixels that a 4K camera would give; None if this is one."""
    if width_px >= BEST.width_px:
        return None
    return Message("{camera} would give {px}.", camera=BEST.name, px=f"{px * BEST.width_px / width_px:.1f}")
