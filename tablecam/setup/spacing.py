"""How far beyond the table's corners the tags lie, told by their own size: what else would need a ruler.

On a table of which only the playing area's size is known, tags that are thought to lie too far out look too large: all
lengths are stretched alike then, the tags' edges with them.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from tablecam.errors import BadPicture
from tablecam.geometry.projection import Intrinsics
from tablecam.setup.layout import Laid, at_corners, camera_over
from tablecam.vision.detection import Detection
from tablecam.vision.full_search import fit_detection

LEAST_FITS = 3
# the first guess stretches a table that is not square to one side
ROUNDS = 3
# Tags that seem to touch the corner so nearly were laid to touch it, and that is better than any measurement.
TOUCHING_IN = 0.08


def spaced(grey: np.ndarray, lens: Intrinsics, seen: Sequence[Detection], laid: Laid) -> Laid:
    """The same with `apart_in` as the tags' own size tells it. Raises BadPicture where they cannot be read well."""
    apart = laid.touching_in
    for _ in range(ROUNDS):
        stretched = _stretch(grey, lens, seen, replace(laid, apart_in=apart))
        spans = [(length + 2 * apart) / stretched - length for length in laid.size_in]
        apart = sum(spans) / len(spans) / 2
    touching = abs(apart - laid.touching_in) < TOUCHING_IN
    return replace(laid, apart_in=laid.touching_in if touching else round(apart, 2))


def _stretch(grey: np.ndarray, lens: Intrinsics, seen: Sequence[Detection], laid: Laid) -> float:
    """By how much the tags look too large on a table laid out so: the median over whole bitmaps."""
    tags = at_corners(lens, seen, laid)
    camera = camera_over(lens, seen, tags)
    edge_in = next(iter(tags.values())).size_in
    fits = [fit_detection(grey, camera, each, edge_in) for each in seen]
    scales = [fit.pose.scale for fit in fits if fit is not None]
    if len(scales) < LEAST_FITS:
        raise BadPicture("too few of the reference tags can be read well: clear and light them, then try again")
    return float(np.median(scales))
