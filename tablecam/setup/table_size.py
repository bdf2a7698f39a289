"""Whether the size that the players gave fits the corner tags in the picture, and whether they tapped a corner."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from tablecam.base.errors import BadPicture
from tablecam.base.i18n import Message, listing
from tablecam.sensing.vision.detection import Detection
from tablecam.setup.layout import Laid, at_corners, camera_over
from tablecam.setup.refusal import SetupRefusal
from tablecam.table.geometry.projection import Intrinsics

# what tables usually measure, in inches: named where they fit and the given size does not
USUAL_SIZES = ((48.0, 48.0), (72.0, 48.0), (96.0, 48.0), (36.0, 36.0), (48.0, 36.0), (60.0, 44.0), (30.0, 22.0))
# of the picture's span of the tags: more than this is no rectangle of those sides
MOST_OFF = 0.02
# of the shortest side between corners: a tap further off is near no corner
NEAR_CORNER = 0.3
# beyond the corners of the playing area, tags lie so far at most, and hardly ever inside
NEAREST_IN, FARTHEST_IN = -2.0, 8.0


def check_size(lens: Intrinsics, seen: Sequence[Detection], laid: Laid) -> None:
    """Raises SetupRefusal where the outermost tags are no rectangle of that size, and names usual sizes that fit."""
    if _misfit(lens, seen, laid) <= MOST_OFF:
        return
    turned = {size for wide, deep in USUAL_SIZES for size in ((wide, deep), (deep, wide))}
    fitting = [size for size in sorted(turned) if _misfit(lens, seen, replace(laid, size_in=size)) <= MOST_OFF]
    given = size_text(laid.size_in)
    if fitting:
        raise SetupRefusal(
            Message(
                "a table of {given} in does not fit the tags at its corners: {sizes} in would. Choose the size again, "
                "width along the near side",
                given=given,
                sizes=listing(size_text(size) for size in fitting),
            )
        )
    raise SetupRefusal(
        Message(
            "a table of {given} in does not fit the tags at its corners: choose the size again, width along the near "
            "side, or lay the outermost four tags at the corners",
            given=given,
        )
    )


def check_spacing(laid: Laid) -> None:
    """Raises SetupRefusal where tags of their printed size cannot lie at the corners of a table so large."""
    apart = laid.apart_in
    if apart is None or NEAREST_IN <= apart <= FARTHEST_IN:
        return
    small = apart > 0
    size = size_text(laid.size_in)
    if small:
        says = Message("by the size of its tags, the table is larger than {size} in: choose the size again", size=size)
    else:
        says = Message("by the size of its tags, the table is smaller than {size} in: choose the size again", size=size)
    raise SetupRefusal(says)


def check_tap(corners_px: np.ndarray, tapped_px: tuple[float, float]) -> None:
    """Raises BadPicture where the tap is near none of the four corners, (4, 2) in their order around the table."""
    sides = np.linalg.norm(corners_px - np.roll(corners_px, -1, axis=0), axis=1)
    off = np.linalg.norm(corners_px - tapped_px, axis=1).min()
    if off > NEAR_CORNER * sides.min():
        raise BadPicture(Message("that is no corner of the table: tap nearer to one"))


def size_text(size_in: tuple[float, float]) -> str:
    """72 x 48."""
    return f"{size_in[0]:g} x {size_in[1]:g}"


def outermost_px(lens: Intrinsics, seen: Sequence[Detection], laid: Laid) -> np.ndarray:
    """Where the corner tags are in the picture, (4, 2), around the table. Raises BadPicture without four."""
    centers = {detection.tag: detection.center_px for detection in seen}
    return np.array([centers[tag] for tag in at_corners(lens, seen, laid)])


def _misfit(lens: Intrinsics, seen: Sequence[Detection], laid: Laid) -> float:
    """How far the corner tags are from where a table of this size would have them, as a share of their span."""
    tags = at_corners(lens, seen, laid)
    camera = camera_over(lens, seen, tags)
    there = outermost_px(lens, seen, laid)
    expected = camera.project(np.array([[*tag.center_in, 0.0] for tag in tags.values()]))
    span = np.linalg.norm(there.max(axis=0) - there.min(axis=0))
    return float(np.linalg.norm(expected - there, axis=1).max() / span)
