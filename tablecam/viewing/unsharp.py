"""Whether a picture is sharp enough for the models' tags, by the edges of the reference tags in it."""

from collections.abc import Collection

import numpy as np

from calibration.registration import Registration
from tablecam.i18n import Message
from tablecam.vision.family import BLACK_CELLS

# One sigma of blur in cells of a tag: beyond it tags are missed, whatever is done to sharpen the picture. Pictures in
# focus have 0.06 to 0.15.
MOST_CELLS = 0.45
SHAKEN = Message(
    "the camera moved while it took the picture, so that places are less sure and leans cannot be told: hold it still, "
    "on a stand, or give it more light"
)


def unsharp(registration: Registration, edges_in: Collection[float], size_in: tuple[float, float]) -> Message | None:
    """What to do about a picture in which the smallest tags in play blur away; None for one that is sharp enough.

    edges_in: of the black squares of all tags in play. size_in: of the table.
    """
    if not edges_in:
        return None
    x, y = size_in[0] / 2, size_in[1] / 2
    ends = registration.camera.project(np.array([[x, y, 0.0], [x + 1.0, y, 0.0]]))
    cell_px = min(edges_in) / BLACK_CELLS * float(np.linalg.norm(ends[1] - ends[0]))
    blur_px = registration.optics.blur_px
    if blur_px <= MOST_CELLS * cell_px:
        return None
    return Message(
        "the picture is blurred by {blur} pixels, and a cell of the models’ tags has {cell}, so that some are not "
        "read: focus the camera, hold it still, or give it more light and less noise reduction",
        blur=f"{blur_px:.1f}",
        cell=f"{cell_px:.1f}",
    )
