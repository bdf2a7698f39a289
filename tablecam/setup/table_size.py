"""Checks that the size chosen by the players fits the corner tags in the picture, and that a tap is near a corner."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from tablecam.base.errors import BadPicture
from tablecam.base.i18n import Message, listing
from tablecam.sensing.vision.detection import Detection
from tablecam.setup.layout import Laid, locate_camera, place_corner_tags
from tablecam.setup.refusal import SetupRefusal
from tablecam.table.geometry.projection import Intrinsics

# common tables, in inches: suggested where they fit and the chosen size does not
USUAL_SIZES = ((48.0, 48.0), (72.0, 48.0), (96.0, 48.0), (36.0, 36.0), (48.0, 36.0), (60.0, 44.0), (30.0, 22.0))
# greatest misfit, as a share of the tags' span in the picture: more is no rectangle of those sides
MOST_OFF = 0.02
# as a share of the shortest side between corners: a tap further off is near no corner
NEAR_CORNER = 0.3
# limits of the tags' distance beyond the corners of the playing area; tags hardly ever lie inside
NEAREST_IN, FARTHEST_IN = -2.0, 8.0


def check_size(lens: Intrinsics, seen: Sequence[Detection], laid: Laid) -> None:
    """Raises SetupRefusal if the outermost tags are no rectangle of that size, and names common sizes that fit."""
    if _compute_misfit(lens, seen, laid) <= MOST_OFF:
        return
    orientations = {size for wide, deep in USUAL_SIZES for size in ((wide, deep), (deep, wide))}
    fitting = [
        size for size in sorted(orientations) if _compute_misfit(lens, seen, replace(laid, size_in=size)) <= MOST_OFF
    ]
    chosen = size_text(laid.size_in)
    if fitting:
        raise SetupRefusal(
            Message(
                "a table of {given} in does not fit the tags at its corners: {sizes} in would. Choose the size "
                "again, with the width along the near side",
                given=chosen,
                sizes=listing(size_text(size) for size in fitting),
            )
        )
    raise SetupRefusal(
        Message(
            "a table of {given} in does not fit the tags at its corners: choose the size again, with the width "
            "along the near side, or lay the outermost four tags at the corners",
            given=chosen,
        )
    )


def check_spacing(laid: Laid) -> None:
    """Raises SetupRefusal if tags of their printed size cannot lie at the corners of a table of this size."""
    apart_in = laid.apart_in
    if apart_in is None or NEAREST_IN <= apart_in <= FARTHEST_IN:
        return
    small = apart_in > 0
    size = size_text(laid.size_in)
    if small:
        says = Message(
            "judging by the size of its tags, the table is larger than {size} in: choose the size again", size=size
        )
    else:
        says = Message(
            "judging by the size of its tags, the table is smaller than {size} in: choose the size again", size=size
        )
    raise SetupRefusal(says)


def check_tap(corners_px: np.ndarray, tapped_px: tuple[float, float]) -> None:
    """Raises BadPicture if the tap is near none of the four corners, (4, 2) in their order around the table."""
    sides = np.linalg.norm(corners_px - np.roll(corners_px, -1, axis=0), axis=1)
    distance_px = np.linalg.norm(corners_px - tapped_px, axis=1).min()
    if distance_px > NEAR_CORNER * sides.min():
        raise BadPicture(Message("that is not a corner of the table: tap nearer to one"))


def size_text(size_in: tuple[float, float]) -> str:
    """Formats a size: 72 x 48."""
    return f"{size_in[0]:g} x {size_in[1]:g}"


def outermost_px(lens: Intrinsics, seen: Sequence[Detection], laid: Laid) -> np.ndarray:
    """Returns the corner tags' centres in the picture, (4, 2), around the table. Raises BadPicture
    without four tags.
    """
    centers = {detection.tag: detection.center_px for detection in seen}
    return np.array([centers[tag] for tag in place_corner_tags(lens, seen, laid)])


def _compute_misfit(lens: Intrinsics, seen: Sequence[Detection], laid: Laid) -> float:
    """Computes the greatest distance of a corner tag from its place on a table of this size, as a share
    of their span.
    """
    tags = place_corner_tags(lens, seen, laid)
    camera = locate_camera(lens, seen, tags)
    observed = outermost_px(lens, seen, laid)
    expected = camera.project(np.array([[*tag.center_in, 0.0] for tag in tags.values()]))
    span = np.linalg.norm(observed.max(axis=0) - observed.min(axis=0))
    return float(np.linalg.norm(expected - observed, axis=1).max() / span)
