"""Proposes outlines of terrain from the picture: areas that differ from the mat in colour.

The search misses some pieces and proposes some things that are none. A proposal counts only once a player accepts it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from shapely import Point, Polygon, affinity, unary_union
from shapely.geometry import MultiPolygon

from hardware.catalogue import TAG_SIZES_MM
from hardware.tag_art import black_mm
from tablecam.base.units import to_inches
from tablecam.live.rectification import MARGIN_IN, PX_PER_IN, rectify_frame
from tablecam.sensing.vision.detection import Detection
from tablecam.sensing.vision.frame import Frame
from tablecam.sensing.vision.full_search import fit_detection
from tablecam.table.geometry.projection import Camera

# Finds things on a mat by colours that the mat does not have.
#
# A mat may have many colours, but each of them lies in many places: cobbles, roads and mud are all over the table. A
# piece of terrain has colours that lie where it stands and hardly anywhere else. So the mat is divided into squares,
# and a colour counts as the terrain's if it is in few of them. Shares of all pixels do not separate the two: a large
# hill covers more of the picture than the yellow line of a road.
#
# Colour is compared as ratios, which light and shadow leave alone, and as brightness, where a darker shade of a mat's
# colour still belongs to the mat: shadows make it. Small things show in a sharp picture. A concrete roof on cobbles
# has the colours of single stones, and shows in a blurred picture, where no patch of cobbles is as bright as a stone.

# all lengths in pixels of a picture that has ten to the inch
SQUARE_PX = 30
# a colour that lies in a smaller share of the squares is rare; next to a rare one, so is a colour of the second share
RARE, RARE_BESIDE = 0.10, 0.17
# least share of rare pixels in a patch of such colours
LEAST_RARE = 0.1
# least number of pixels of a colour in a square that has the colour
LEAST_PX = 4
# steps of colours that count as one: natural logarithms of their ratios, and of their brightness
RATIO_STEP, BRIGHTNESS_STEP = 0.03, 0.08
# share of the light that a shadow leaves
SHADOW = 0.3
DARKEST = 2.0
SHARP_PX, BLURRED_PX = 1.0, 3.0
# blurred colours at the rim of a thing are a mixture and rare by themselves
RIM_PX = 3
# margin in which a thing of the blurred picture is searched for in the sharp one
AROUND_PX = 6
# a blurred thing is dropped if the sharp picture shows more than this share of it
SHOWN = 0.5


def find_rare_colours(image: np.ndarray, inside: np.ndarray) -> np.ndarray:
    """Masks things of rare colours, (h, w) uint8.

    image: (h, w, 3) BGR uint8, from straight above, ten pixels an inch. inside: the area of the search, (h, w) uint8.
    """
    smooth = cv2.GaussianBlur(image, (0, 0), SHARP_PX).astype(np.float32)
    small = _grow_rare(_measure_commonness(smooth, inside))
    blurred = cv2.GaussianBlur(image, (0, 0), BLURRED_PX).astype(np.float32)
    rare = (_measure_commonness(blurred, inside) < RARE).astype(np.uint8)
    cores = cv2.erode(rare, _make_disc(2 * RIM_PX + 1))
    things = small | _sharpen(cores, small, smooth, inside)
    closed = cv2.morphologyEx(things, cv2.MORPH_CLOSE, _make_disc(5))
    # lines of one pixel, such as kerbs, are no things
    opened: np.ndarray = cv2.morphologyEx(closed, cv2.MORPH_OPEN, _make_disc(3))
    return opened


@dataclass(frozen=True)
class _Colours:
    """The colours of a picture's pixels, in steps. index: (h, w, 3) int. shape: the number of steps of each."""

    index: np.ndarray
    shape: tuple[int, int, int]

    @property
    def flat(self) -> np.ndarray:
        """One colour number for each pixel, (h, w)."""
        return np.asarray(np.ravel_multi_index(tuple(np.moveaxis(self.index, -1, 0)), self.shape))


def _measure_commonness(image: np.ndarray, inside: np.ndarray) -> np.ndarray:
    """Measures the share of the squares in which each pixel's colour lies, (h, w); 1 outside. image: BGR float32."""
    colours = _quantise_colours(image)
    squares = _count_squares(colours, inside)
    for axis in range(3):
        squares = _spread_to_neighbours(squares, axis)
    lit = squares.copy()
    for steps in range(1, 1 + int(np.log(1 / SHADOW) / BRIGHTNESS_STEP)):
        lit[:, :, :-steps] = np.maximum(lit[:, :, :-steps], squares[:, :, steps:])
    total = len(np.unique(_number_squares(inside.shape)[inside > 0]))
    common: np.ndarray = np.where(inside > 0, lit[tuple(np.moveaxis(colours.index, -1, 0))] / max(total, 1), 1.0)
    return common


def _quantise_colours(image: np.ndarray) -> _Colours:
    blue, green, red = np.moveaxis(np.log(np.maximum(image, DARKEST)), -1, 0)
    brightness = (blue + green + red) / 3
    scaled = [(red - green) / RATIO_STEP, (blue - green) / RATIO_STEP, brightness / BRIGHTNESS_STEP]
    index = np.floor(np.stack(scaled, axis=-1)).astype(np.int64)
    index -= index.min(axis=(0, 1))
    across, along, up = (int(steps) + 1 for steps in index.max(axis=(0, 1)))
    return _Colours(index, (across, along, up))


def _count_squares(colours: _Colours, inside: np.ndarray) -> np.ndarray:
    """Counts the squares that contain each colour, in the shape of the colours."""
    colour_count = int(np.prod(colours.shape))
    numbers = _number_squares(inside.shape)
    pairs, pixels = np.unique((numbers * colour_count + colours.flat)[inside > 0], return_counts=True)
    present = pairs[pixels >= LEAST_PX] % colour_count
    return np.bincount(present, minlength=colour_count).reshape(colours.shape)


def _number_squares(shape: tuple[int, ...]) -> np.ndarray:
    """Numbers each pixel's square, (h, w)."""
    rows, columns = (np.arange(length) // SQUARE_PX for length in shape)
    return np.asarray(rows[:, None] * (int(columns.max(initial=0)) + 1) + columns[None])


def _spread_to_neighbours(squares: np.ndarray, axis: int) -> np.ndarray:
    """Counts each colour like its nearest neighbours if those are in more squares."""
    padded = np.moveaxis(
        np.pad(squares, [(1, 1) if axis == axis_index else (0, 0) for axis_index in range(3)]), axis, 0
    )
    return np.moveaxis(np.maximum(np.maximum(padded[:-2], padded[1:-1]), padded[2:]), 0, axis)


def _grow_rare(commonness: np.ndarray) -> np.ndarray:
    """Masks patches of colours that are rare, and of those beside them, (h, w) uint8."""
    count, patches = cv2.connectedComponents((commonness < RARE_BESIDE).astype(np.uint8))
    rare = np.bincount(patches[commonness < RARE], minlength=count)
    is_kept = rare >= np.maximum(LEAST_RARE * np.bincount(patches.ravel(), minlength=count), 1)
    is_kept[0] = False
    return is_kept[patches].astype(np.uint8)


def _sharpen(cores: np.ndarray, small: np.ndarray, smooth: np.ndarray, inside: np.ndarray) -> np.ndarray:
    """Gives the things of the blurred picture their edges of the sharp one, (h, w) uint8."""
    things = np.zeros_like(cores)
    count, patches, boxes, _middles = cv2.connectedComponentsWithStats(cores)
    reach = 3 * AROUND_PX
    for number in range(1, count):
        left_px, top_px, width, height, _area = (int(length) for length in boxes[number])
        rows, columns = (
            slice(max(0, origin - reach), origin + size + reach)
            for origin, size in ((top_px, height), (left_px, width))
        )
        core = (patches[rows, columns] == number).astype(np.uint8)
        if small[rows, columns][core > 0].mean() <= SHOWN:
            things[rows, columns] |= core | _find_edges(core, smooth[rows, columns], inside[rows, columns])
    return things


def _find_edges(core: np.ndarray, smooth: np.ndarray, inside: np.ndarray) -> np.ndarray:
    """Masks pixels around a core that are nearer to its colour than to that of the ground about it, (h, w) uint8."""
    near = cv2.dilate(core, _make_disc(2 * AROUND_PX + 1))
    ground = (cv2.dilate(core, _make_disc(4 * AROUND_PX + 1)) > near) & (inside > 0)
    if not ground.any():
        return core
    core_colour, ground_colour = (np.median(smooth[mask], axis=0) for mask in (core > 0, ground))
    like_core = (smooth - (core_colour + ground_colour) / 2) @ (core_colour - ground_colour) > 0
    grown = cv2.morphologyEx((like_core & (near > 0)).astype(np.uint8), cv2.MORPH_OPEN, _make_disc(5))
    return np.asarray(grown & inside)


def _make_disc(width: int) -> np.ndarray:
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (width, width)))


# reduction of the picture from above for the search
COARSE = 2
# smaller things are litter, larger ones are parts of the mat
SMALLEST_IN2, LARGEST_IN2 = 0.6, 200.0
MOST_PROPOSALS = 40
# a model with its base and its tag
MODEL_IN = 1.6
# least share of the visible area that is a thing's ground
LEAST_GROUND = 0.25
# from this scale on, a tag of the smaller size looks like one of the larger size
LARGER, LOWEST_TOP_IN = 1.17, 0.4
# greatest error of an outline's corners
CORNER_OFF_IN = 0.22
# a thing that fills this share of its rectangle is a rectangle
RECTANGULAR = 0.86
EDGE_IN = 0.3
# number of slices, one above the other, that a thing is drawn as
SLICES = 9


@dataclass(frozen=True)
class ProposedGround:
    """outline: the ground that it covers, if its height is top_in. seen: its outline in the picture, at z = 0.

    by_tag: whether a tag on top shows the height.
    """

    outline: Polygon
    seen: Polygon
    top_in: float
    by_tag: bool = False


@dataclass(frozen=True)
class TagTop:
    """A tag that lies on top of something. at_in: its place on z = 0. top_in: its height, by its size."""

    at_in: tuple[float, float]
    top_in: float


def propose(  # noqa: PLR0913
    frame: Frame,
    camera: Camera,
    size_in: tuple[float, float],
    top_in: float,
    known: Sequence[Polygon] = (),
    tops: Sequence[TagTop] = (),
    models: Sequence[np.ndarray] = (),
) -> list[ProposedGround]:
    """Proposes the things on the mat, the largest first. top_in: the assumed height where no tag shows it.

    known: visible outlines of pieces that are drawn already. models: places of models, (2,) each, which are no terrain.
    """
    above = rectify_frame(frame, camera, size_in, 0.0)
    small = cv2.resize(above, None, fx=1 / COARSE, fy=1 / COARSE, interpolation=cv2.INTER_AREA)
    occupied = [*known, *(Point(*place).buffer(MODEL_IN) for place in models)]
    mask = find_rare_colours(small, _mask_free_mat(small.shape[:2], size_in, occupied))
    polygons = [polygon for polygon in _find_outlines(mask, size_in) if not _is_known(polygon, known)]
    polygons.sort(key=lambda polygon: -polygon.area)
    proposals = [make_proposal(polygon, camera, top_in, tops) for polygon in polygons[:MOST_PROPOSALS]]
    return [proposal for proposal in proposals if proposal.outline.area >= LEAST_GROUND * SMALLEST_IN2]


def tops_by_tags(frame: Frame, camera: Camera, tags: Sequence[Detection]) -> list[TagTop]:
    """Finds the heights of usual tags that lie on top of something: nearer to the lens they look larger."""
    grey = frame.grey
    height = float(camera.pose.position_in[2])
    tops = []
    for tag in tags:
        x, y = camera.back_project(tag.corners_px).mean(axis=0)
        for size_mm in TAG_SIZES_MM:
            fit = fit_detection(grey, camera, tag, to_inches(black_mm(size_mm)))
            if fit is not None and 1.0 <= fit.pose.scale < LARGER:
                top = TagTop((float(x), float(y)), round(height * (1 - 1 / fit.pose.scale), 1))
                tops += [top] if top.top_in >= LOWEST_TOP_IN else []
                break
    return tops


def make_proposal(seen: Polygon, camera: Camera, top_in: float, tops: Sequence[TagTop]) -> ProposedGround:
    """Makes the proposal for a visible outline. top_in: its height where no tag shows it, or its maximum."""
    tag_heights = [top.top_in for top in tops if seen.covers(Point(*top.at_in))]
    height = max(tag_heights) if tag_heights else _lower_to_ground(seen, camera, top_in)
    return ProposedGround(footprint(seen, camera, height), seen, height, bool(tag_heights))


def _lower_to_ground(seen: Polygon, camera: Camera, top_in: float) -> float:
    """Halves the height until the thing has some ground: a thin thing without ground is lower than assumed."""
    while footprint(seen, camera, top_in).area < LEAST_GROUND * seen.area and top_in > LOWEST_TOP_IN:
        top_in /= 2
    return round(top_in, 2)


def outline_seen(ground: Polygon, camera: Camera, top_in: float) -> Polygon:
    """Outlines a thing on that ground at z = 0, as the camera sees its sides and roof."""
    x, y, height = camera.pose.position_in
    stretches = [height / (height - top_in * share) for share in np.linspace(0.0, 1.0, SLICES)]
    outline = unary_union([affinity.scale(ground, stretch, stretch, origin=(x, y)) for stretch in stretches])
    return outline if isinstance(outline, Polygon) else ground


def footprint(seen: Polygon, camera: Camera, top_in: float) -> Polygon:
    """Computes the ground under a thing of that height from its visible outline, sides and roof, at z = 0.

    The roof is drawn larger about the point below the lens. The intersection of the outline with the outline shrunk by
    that factor is the ground of a convex thing; of another thing it is a large part of the ground.
    """
    x, y, height = camera.pose.position_in
    shrink = (height - top_in) / height
    ground = seen.intersection(affinity.scale(seen, shrink, shrink, origin=(x, y)))
    if isinstance(ground, MultiPolygon):
        ground = max(ground.geoms, key=lambda part: part.area)
    return _simplify_polygon(ground) if isinstance(ground, Polygon) and not ground.is_empty else Polygon()


def _mask_free_mat(shape: tuple[int, int], size_in: tuple[float, float], known: Sequence[Polygon]) -> np.ndarray:
    """Masks the mat without its rim and without known outlines, (h, w) uint8."""
    mask = np.zeros(shape, np.uint8)
    left_px, top_px = ((MARGIN_IN + EDGE_IN) * PX_PER_IN / COARSE,) * 2
    right_px, bottom_px = (round((MARGIN_IN + length - EDGE_IN) * PX_PER_IN / COARSE) for length in size_in)
    mask[round(top_px) : bottom_px, round(left_px) : right_px] = 1
    for polygon in known:
        ring = _to_px(np.array(polygon.exterior.coords), size_in)
        cv2.fillPoly(mask, [ring.astype(np.int32)], 0)
    return mask


def _find_outlines(mask: np.ndarray, size_in: tuple[float, float]) -> list[Polygon]:
    polygons = []
    for contour in cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]:
        area = cv2.contourArea(contour) * (COARSE / PX_PER_IN) ** 2
        if not SMALLEST_IN2 <= area <= LARGEST_IN2 or len(contour) < 4:
            continue
        ring = _simplify_contour(contour)
        polygon = Polygon(_to_inches(ring, size_in)).buffer(0)
        if isinstance(polygon, Polygon) and polygon.area > 0:
            polygons.append(polygon)
    return polygons


def _simplify_contour(contour: np.ndarray) -> np.ndarray:
    """Simplifies the contour to few corners, (n, 2) px: to a rectangle where it fills one."""
    box = cv2.minAreaRect(contour)
    if cv2.contourArea(contour) > RECTANGULAR * max(box[1][0] * box[1][1], 1.0):
        return cv2.boxPoints(box)
    ring = cv2.approxPolyDP(contour, CORNER_OFF_IN * PX_PER_IN / COARSE, True).reshape(-1, 2).astype(float)
    return ring if len(ring) > 2 else cv2.boxPoints(box)


def _to_inches(px: np.ndarray, size_in: tuple[float, float]) -> np.ndarray:
    x = (px[:, 0] + 0.5) * COARSE / PX_PER_IN - MARGIN_IN
    y = size_in[1] + MARGIN_IN - (px[:, 1] + 0.5) * COARSE / PX_PER_IN
    return np.column_stack([x, y])


def _to_px(points_in: np.ndarray, size_in: tuple[float, float]) -> np.ndarray:
    x = (points_in[:, 0] + MARGIN_IN) * PX_PER_IN / COARSE - 0.5
    y = (size_in[1] + MARGIN_IN - points_in[:, 1]) * PX_PER_IN / COARSE - 0.5
    return np.column_stack([x, y])


def _is_known(polygon: Polygon, known: Sequence[Polygon]) -> bool:
    return any(polygon.intersection(known_polygon).area > 0.4 * polygon.area for known_polygon in known)


def _simplify_polygon(polygon: Polygon) -> Polygon:
    simple = polygon.simplify(CORNER_OFF_IN / 2)
    return simple if isinstance(simple, Polygon) and not simple.is_empty else polygon
