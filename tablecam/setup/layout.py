"""The layout of a table: its size, its reference tags without a ruler, and the part that each camera sees.

The size of the playing area is the only length that must be known. The outermost four tags lie at its corners, all in
the same way; the camera finds the other tags.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import cv2
import numpy as np
from shapely import Polygon, box, unary_union

from calibration.registration import register
from tablecam.base.errors import BadPicture
from tablecam.base.i18n import Message, listing
from tablecam.base.units import to_inches
from tablecam.sensing.vision.detection import Detection
from tablecam.sensing.vision.family import NAME
from tablecam.setup.camera_step import overall_mm
from tablecam.setup.finding import SetupRefusal
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


# points on each side of the picture: a lens bends its sides
A_SIDE = 12
# distance of a point that a camera sees above the horizon, in inches
FAR_IN = 1e4


@dataclass(frozen=True)
class SeenTogether:
    """Shares of the table from 0 to 1: seen by at least one camera, and by two or more."""

    any: float
    overlap: float


def compute_visible_part(camera: Camera, size_in: tuple[float, float]) -> Polygon:
    """Returns the part of a table of this width and depth that is in the camera's picture, in inches."""
    return Polygon(_project_edge(camera)).buffer(0).intersection(box(0, 0, *size_in))


def share(part: Polygon, size_in: tuple[float, float]) -> float:
    """Returns the part's share of the table, from 0 to 1."""
    return float(part.area / (size_in[0] * size_in[1]))


def together(parts: Sequence[Polygon], size_in: tuple[float, float]) -> SeenTogether:
    """Computes the shares of the table that cameras with these parts see together."""
    overlap = unary_union([first.intersection(second) for first, second in combinations(parts, 2)])
    return SeenTogether(share(unary_union(list(parts)), size_in), share(overlap, size_in))


def _project_edge(camera: Camera) -> np.ndarray:
    """Projects the edge of the picture onto the plane of the table, (n, 2)."""
    px = _sample_edge_px(camera.intrinsics.width, camera.intrinsics.height)
    ideal = camera.intrinsics.undistort(px)
    rays = np.column_stack([ideal, np.ones(len(ideal))]) @ camera.pose.rotation
    eye = camera.pose.position_in
    down = rays[:, 2] < 0
    reach = np.where(down, -eye[2] / np.where(down, rays[:, 2], -1.0), np.inf)
    reach = np.minimum(reach, FAR_IN / np.linalg.norm(rays[:, :2], axis=1).clip(1e-9))
    return np.asarray(eye[:2] + rays[:, :2] * reach[:, None])


def _sample_edge_px(width: int, height: int) -> np.ndarray:
    """Places points around the picture, (4 * A_SIDE, 2)."""
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]]) - 0.5
    fractions = np.linspace(0, 1, A_SIDE, endpoint=False)[:, None]
    return np.concatenate(
        [start + (stop - start) * fractions for start, stop in zip(corners, np.roll(corners, -1, 0), strict=True)]
    )
