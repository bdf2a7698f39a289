"""Lays out a table's reference tags without a ruler: pure functions from one table to another.

The size of the playing area is the only length that must be known. The outermost four tags lie at its corners, all in
the same way; the camera finds the other tags.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import cv2
import numpy as np

from calibration.registration import register
from tablecam.base.errors import BadPicture
from tablecam.base.i18n import Message
from tablecam.base.units import to_inches
from tablecam.sensing.vision.detection import Detection
from tablecam.sensing.vision.family import NAME
from tablecam.setup.tag_resolution import overall_mm
from tablecam.table.geometry.projection import Camera, Intrinsics, Pose
from tablecam.table.table import ReferenceTag, Table

CORNERS = 4
# a tag that is turned by less than this counts as straight
STRAIGHT_DEG = 6.0
# A tag further than this share of a side from both of its ends belongs to its middle.
MIDDLE_SHARE = 0.25


@dataclass(frozen=True)
class Laid:
    """The players' description of the table. size_in: its width (along the near side, from the origin) and depth.

    origin_px: a point in the picture near the corner that becomes the origin. edge_mm: of the tags' black squares.
    apart_in: the distance, along x and along y, of a tag's centre from its corner of the playing area; None to find it
    by the tags' own size.
    """

    size_in: tuple[float, float]
    origin_px: tuple[float, float]
    edge_mm: float = 40.0
    apart_in: float | None = None

    @property
    def touching_in(self) -> float:
        """`apart_in` of tags whose white rings touch the corner."""
        return to_inches(overall_mm(self.edge_mm) / 2)


def place_corner_tags(lens: Intrinsics, seen: Sequence[Detection], laid: Laid) -> dict[int, ReferenceTag]:
    """Places the outermost four tags at the table's corners, the origin's first, with their rotation still unknown.

    Raises BadPicture if there are no four such tags.
    """
    if len(seen) < CORNERS:
        raise BadPicture(
            Message(
                "{count} reference tags are visible; {needed} are needed: lay one at each corner of the table",
                count=len(seen),
                needed=CORNERS,
            )
        )
    corners = _sort_from_origin(_find_outermost(lens, seen), laid.origin_px)
    width, depth = laid.size_in
    beyond = laid.touching_in if laid.apart_in is None else laid.apart_in
    near_in = -beyond
    places = (
        (near_in, near_in),
        (width + beyond, near_in),
        (width + beyond, depth + beyond),
        (near_in, depth + beyond),
    )
    return {
        corner.tag: ReferenceTag(corner.tag, laid.edge_mm, center_in)
        for corner, center_in in zip(corners, places, strict=True)
    }


def locate_camera(lens: Intrinsics, seen: Sequence[Detection], tags: Mapping[int, ReferenceTag]) -> Camera:
    """Places the camera over tags with known centres."""
    corners = [detection for detection in seen if detection.tag in tags]
    places = np.array([[*tags[corner.tag].center_in, 0.0] for corner in corners])
    normal = lens.undistort(np.array([corner.center_px for corner in corners]))
    _, rvec, tvec = cv2.solvePnP(places, normal, np.eye(3), None, flags=cv2.SOLVEPNP_IPPE)
    return Camera(lens, Pose.from_vectors(rvec, tvec))


def make_table(lens: Intrinsics, seen: Sequence[Detection], laid: Laid) -> Table:
    """Lays out the table with the outermost four tags at its corners. Raises BadPicture if there are no
    four such tags.
    """
    tags = place_corner_tags(lens, seen, laid)
    camera = locate_camera(lens, seen, tags)
    corner_detections = [detection for detection in seen if detection.tag in tags]
    turned_tags = {
        corner.tag: replace(tags[corner.tag], rotation_deg=_measure_turn_deg(camera, corner))
        for corner in corner_detections
    }
    corners = tuple(turned_tags[tag] for tag in tags)
    camera = register(lens, corners, corner_detections).camera
    other_tags = tuple(_measure_tag(camera, detection, laid.edge_mm) for detection in seen if detection.tag not in tags)
    return Table(*laid.size_in, NAME, corners + other_tags)


def turn_table(table: Table, quarters: int) -> Table:
    """Makes another corner the origin of the same tags: the one that is `quarters` corners further anticlockwise."""
    for _quarter in range(quarters % 4):
        width = table.width_in
        tags = tuple(
            replace(
                tag,
                center_in=(tag.center_in[1], width - tag.center_in[0]),
                rotation_deg=_normalise_degrees(tag.rotation_deg - 90),
            )
            for tag in table.reference_tags
        )
        table = replace(table, width_in=table.depth_in, depth_in=width, reference_tags=tags)
    return table


def resize_table(table: Table, width_in: float, depth_in: float) -> Table:
    """Changes the table's size; each tag keeps its distance from its side of the table, or from the side's middle."""
    tags = tuple(
        replace(
            tag,
            center_in=(
                _keep_side_distance(tag.center_in[0], table.width_in, width_in),
                _keep_side_distance(tag.center_in[1], table.depth_in, depth_in),
            ),
        )
        for tag in table.reference_tags
    )
    return replace(table, width_in=width_in, depth_in=depth_in, reference_tags=tags)


def nearest_corner(camera: Camera, table: Table, px: tuple[float, float]) -> int:
    """Finds the corner of the playing area nearest to a tap: 0 is the origin, then anticlockwise."""
    return int(np.linalg.norm(corners_px(camera, table) - px, axis=1).argmin())


def corners_px(camera: Camera, table: Table) -> np.ndarray:
    """Projects the playing area's corners into the picture, (4, 2), the origin first, then anticlockwise."""
    width, depth = table.width_in, table.depth_in
    return camera.project(np.array([[0, 0, 0], [width, 0, 0], [width, depth, 0], [0, depth, 0]], float))


def _keep_side_distance(at: float, before: float, after: float) -> float:
    if at < MIDDLE_SHARE * before:
        return at
    if at > (1 - MIDDLE_SHARE) * before:
        return at - before + after
    return at - before / 2 + after / 2


def _find_outermost(lens: Intrinsics, seen: Sequence[Detection]) -> list[Detection]:
    """Finds the four tags that span the largest quadrilateral, anticlockwise on the table."""
    centers = lens.undistort(np.array([detection.center_px for detection in seen])).astype(np.float32)
    hull = [int(i) for i in cv2.convexHull(centers, returnPoints=False).ravel()]
    if len(hull) < CORNERS:
        raise BadPicture(Message("the reference tags lie in a line or a triangle: lay one at each corner of the table"))
    best = list(max(combinations(hull, CORNERS), key=lambda four: cv2.contourArea(centers[list(four)])))
    # from above, anticlockwise on the table is anticlockwise in the picture; with y down its area is then negative
    anticlockwise = cv2.contourArea(centers[best], oriented=True) < 0
    return [seen[i] for i in (best if anticlockwise else reversed(best))]


def _sort_from_origin(corners: list[Detection], origin_px: tuple[float, float]) -> list[Detection]:
    origin_index = int(np.argmin([np.linalg.norm(corner.center_px - origin_px) for corner in corners]))
    return corners[origin_index:] + corners[:origin_index]


def _measure_tag(camera: Camera, seen: Detection, edge_mm: float) -> ReferenceTag:
    x, y = camera.back_project(seen.corners_px).mean(axis=0)
    return ReferenceTag(seen.tag, edge_mm, (round(float(x), 3), round(float(y), 3)), _measure_turn_deg(camera, seen))


def _measure_turn_deg(camera: Camera, seen: Detection) -> float:
    """Measures the rotation of a tag on the table: a whole quarter turn where it lies nearly straight."""
    corners = camera.back_project(seen.corners_px)
    up = corners[2] + corners[3] - corners[0] - corners[1]
    turn = float(np.degrees(np.arctan2(up[1], up[0]))) - 90
    straight = 90.0 * round(turn / 90)
    return _normalise_degrees(straight if abs(turn - straight) < STRAIGHT_DEG else round(turn, 1))


def _normalise_degrees(degrees: float) -> float:
    """Normalises a turn to -180 to 180 degrees; -180 becomes 180."""
    turn = (degrees + 180) % 360 - 180
    return 180.0 if turn == -180 else turn
