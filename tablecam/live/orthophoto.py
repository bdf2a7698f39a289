"""The table from straight above, as the cameras see it: every surface at its true place, whatever its height.

The height of the terrain at each pixel of the orthophoto is known, and with it the camera's pixel that shows the place.
A place that a building hides from the camera comes from another camera, else from what lies around it. Models and hands
are left out: a tile is renewed when it looks the same in two images, and what models at rest hide keeps its last look.
"""

import math
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import cv2
import numpy as np
from shapely import Polygon

from tablecam.live.live_loop import LiveLoop, PublishedFrame
from tablecam.live.rectification import MARGIN_IN, PX_PER_IN, map_pixels, outline_hidden
from tablecam.sensing.vision.frame import Frame, SharedMoment
from tablecam.table.geometry.projection import Camera
from tablecam.table.miniature import Placed
from tablecam.table.terrain import Feature, Terrain

Size = tuple[float, float]

# a tile is 2 in long; a hand that reaches in leaves the other tiles alone
TILE_PX = 2 * PX_PER_IN
# grey levels, mean of a tile: noise of a sensor at 1080p differs by 1.5, a hand or a moved crate by more than 8
STILL_LEVELS = 4.0
# a renewal takes some 50 ms of one core: a table at rest may use 10 %
RENEW_S = 1.0
# surfaces closer in height than this do not hide each other
LEVEL_IN = 1e-3
# a model is reported within two looks of being put down
TRUSTED_LOOKS = 4
# the brightest hundredth of an orthophoto is brought to this level, by no more than this gain, or noise would show
BRIGHT, MOST_GAIN = 230.0, 2.5
# a model that is this near to its former place hides the same, within the margin around its outline
MOVED_IN, MOVED_RAD = 0.05, 0.05
# pixels of an outline in 1/16, as OpenCV's `shift` takes them
SHIFT = 4


@dataclass(frozen=True)
class GroundView:
    """One camera's look at the surfaces of a terrain.

    map_px: (rows, columns, 2) float32, the camera's pixel of each pixel of the orthophoto. hidden: (rows, columns)
    bool, true where terrain stands between the two, or where the camera's image ends.
    """

    map_px: np.ndarray
    hidden: np.ndarray


@dataclass(frozen=True)
class SurfaceMap:
    """The surfaces of a table: its terrain as seen from straight above, 20 pixels an inch, y upwards, no margin."""

    size_in: Size
    terrain: Terrain

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of the orthophoto."""
        return round(self.size_in[1] * PX_PER_IN), round(self.size_in[0] * PX_PER_IN)

    @cached_property
    def surfaces(self) -> tuple[Feature, ...]:
        """The features that have a top to look at, the lowest first."""
        firm = (feature for feature in self.terrain.features if feature.solid or feature.standable)
        return tuple(sorted(firm, key=lambda feature: feature.z_top_in))

    @cached_property
    def heights_in(self) -> np.ndarray:
        """The height of the highest surface at each pixel, (rows, columns) float32."""
        heights = np.zeros(self.shape, np.float32)
        for feature in self.surfaces:
            heights[self.draw_mask([feature.polygon]) > 0] = feature.z_top_in
        return heights

    @cached_property
    def levels(self) -> tuple[tuple[float, np.ndarray], ...]:
        """Each height that a surface has, with the pixels of that height, (rows, columns) bool."""
        heights_in = sorted({0.0, *(float(np.float32(feature.z_top_in)) for feature in self.surfaces)})
        return tuple((z_in, self.heights_in == np.float32(z_in)) for z_in in heights_in)

    def draw_mask(self, polygons: Iterable[Polygon]) -> np.ndarray:
        """Draws the ground of polygons, (rows, columns) uint8 of 0 and 255."""
        mask = np.zeros(self.shape, np.uint8)
        for polygon in polygons:
            rings = [polygon.exterior, *polygon.interiors]
            cv2.fillPoly(mask, [self.to_fixed(np.asarray(ring.coords)[:, :2]) for ring in rings], 255, shift=SHIFT)
        return mask

    def look_from(self, camera: Camera) -> GroundView:
        """Computes which pixel of the camera shows each place, and which places it does not show."""
        map_px = np.zeros((*self.shape, 2), np.float32)
        hidden = np.zeros(self.shape, bool)
        for z_in, here in self.levels:
            map_px[here] = self._map_level(camera, z_in)[here]
            hidden |= here & (self._shade_level(camera, z_in) > 0)
        lens = camera.intrinsics
        inside = (map_px >= 0) & (map_px <= np.array([lens.width - 1, lens.height - 1], np.float32))
        return GroundView(map_px, hidden | ~inside.all(axis=-1))

    def _map_level(self, camera: Camera, z_in: float) -> np.ndarray:
        margin = round(MARGIN_IN * PX_PER_IN)
        rows, columns = self.shape
        return map_pixels(camera, self.size_in, z_in)[margin : margin + rows, margin : margin + columns]

    def _shade_level(self, camera: Camera, z_in: float) -> np.ndarray:
        """Draws what terrain above a height hides of it: each side of a prism hides a quadrilateral."""
        mask = np.zeros(self.shape, np.uint8)
        eye = camera.pose.position_in
        for feature in self.surfaces:
            if feature.z_top_in < z_in + LEVEL_IN:
                continue
            for ring in (feature.polygon.exterior, *feature.polygon.interiors):
                outline = np.asarray(ring.coords)[:, :2]
                low, high = (
                    _cast(outline, eye, height, z_in) for height in (max(feature.z_bottom_in, z_in), feature.z_top_in)
                )
                sides = np.stack([low[:-1], low[1:], high[1:], high[:-1]], axis=1)
                for side in sides:
                    cv2.fillConvexPoly(mask, self.to_fixed(side), 255, shift=SHIFT)
                cv2.fillPoly(mask, [self.to_fixed(high)], 255, shift=SHIFT)
        return mask

    def to_fixed(self, points_in: np.ndarray) -> np.ndarray:
        """The pixels of table points in fixed point numbers, as OpenCV draws them."""
        px = np.column_stack([points_in[:, 0], self.size_in[1] - points_in[:, 1]]) * PX_PER_IN - 0.5
        return np.round(px * (1 << SHIFT)).astype(np.int32)


def _cast(outline: np.ndarray, eye: np.ndarray, height_in: float, z_in: float) -> np.ndarray:
    """Projects points at a height onto the plane z from the eye, (n, 2)."""
    return eye[:2] + (outline - eye[:2]) * ((eye[2] - z_in) / (eye[2] - height_in))


class ModelShades:
    """The places that models hide from one camera; computed again only for models that have moved."""

    def __init__(self, ground: SurfaceMap, camera: Camera) -> None:
        self._ground, self._camera = ground, camera
        # of each model, where it stood, and the outlines of what it hid at each level
        self._outlines: dict[str, tuple[Placed, list[list[np.ndarray]]]] = {}
        self._shaded = np.zeros(ground.shape, bool)

    def find(self, models: Sequence[Placed]) -> np.ndarray:
        """The hidden places, (rows, columns) bool; not to be changed."""
        moved = [placed for placed in models if self._has_moved(placed)]
        gone = self._outlines.keys() - {placed.model.id for placed in models}
        for model in gone:
            del self._outlines[model]
        for placed in moved:
            self._outlines[placed.model.id] = placed, self._outline(placed)
        if moved or gone:
            self._shaded = self._draw()
        return self._shaded

    def _has_moved(self, placed: Placed) -> bool:
        entry = self._outlines.get(placed.model.id)
        if entry is None:
            return True
        former = entry[0]
        off_in = math.dist((former.x_in, former.y_in, former.z_in), (placed.x_in, placed.y_in, placed.z_in))
        turned_rad = abs(math.remainder(former.heading_rad - placed.heading_rad, 2 * math.pi))
        return off_in > MOVED_IN or turned_rad > MOVED_RAD or former.model != placed.model

    def _outline(self, placed: Placed) -> list[list[np.ndarray]]:
        return [
            [
                self._ground.to_fixed(np.asarray(shade.exterior.coords)[:, :2])
                for shade in self._outline_at(placed, z_in)
            ]
            for z_in, _here in self._ground.levels
        ]

    def _outline_at(self, placed: Placed, z_in: float) -> list[Polygon]:
        rises = placed.z_in + placed.model.height_in > z_in
        return outline_hidden([placed], self._camera, z_in) if rises else []

    def _draw(self) -> np.ndarray:
        shaded = np.zeros(self._ground.shape, bool)
        for level, (_z_in, here) in enumerate(self._ground.levels):
            mask = np.zeros(self._ground.shape, np.uint8)
            for _placed, outlines in self._outlines.values():
                for outline in outlines[level]:
                    cv2.fillPoly(mask, [outline], 255, shift=SHIFT)
            shaded |= here & (mask > 0)
        return shaded


@dataclass
class CameraLook:
    """How one camera sees a table: its view of the ground, what models hide from it, and its maps for `cv2.remap`."""

    key: bytes
    view: GroundView
    shades: ModelShades
    # by the scale of the image against the calibration
    _maps: dict[float, tuple[np.ndarray, np.ndarray]] = field(default_factory=dict)

    def warp(self, frame: Frame, camera: Camera) -> np.ndarray:
        """Warps an image to the ground, (rows, columns, 3) uint8."""
        scale = camera.intrinsics.width / frame.size[0]
        if scale not in self._maps:
            x_px, y_px = np.moveaxis((self.view.map_px + 0.5) / scale - 0.5, -1, 0).astype(np.float32)
            self._maps[scale] = cv2.convertMaps(x_px, y_px, cv2.CV_16SC2)
        warped = cv2.remap(frame.image, *self._maps[scale], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return warped if warped.ndim == 3 else cv2.cvtColor(warped, cv2.COLOR_GRAY2BGR)


@dataclass
class Orthophoto:
    """The table from above, renewed tile by tile. image: (rows, columns, 3) uint8 BGR; number: counts its changes."""

    ground: SurfaceMap
    number: int = 0
    image: np.ndarray = field(init=False)
    # where the table itself has been seen
    _known: np.ndarray = field(init=False)
    # at how many looks a place has been bare since it changed: what a model hides sooner may show that model
    _confirmed: np.ndarray = field(init=False)
    _last: np.ndarray | None = field(init=False, default=None)
    _looks: dict[int, CameraLook] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.image = np.zeros((*self.ground.shape, 3), np.uint8)
        self._known = np.zeros(self.ground.shape, bool)
        self._confirmed = np.zeros(self.ground.shape, np.uint8)

    def renew(self, looks: Sequence[tuple[Frame, Camera]], models: Sequence[Placed]) -> bool:
        """Takes over the tiles that look as they did at the last call; whether any has changed.

        looks: an image of each camera with its pose, the best first. models: all models that may hide the table.
        """
        fresh, is_seen = self._warp(looks, models)
        # the first image shows the table at once; a hand in it goes with the next ones
        previous, self._last = self._last if self._last is not None else fresh, fresh
        still = self._spread(_compare_tiles(fresh, previous) < STILL_LEVELS)
        differs = self._spread(_compare_tiles(fresh, self.image) >= STILL_LEVELS / 2)
        accepted = still & is_seen & (differs | ~self._known)
        doubtful = self._known & ~is_seen & (self._confirmed < TRUSTED_LOOKS)
        self._confirmed[accepted] = 0
        self._confirmed[still & is_seen & (self._confirmed < TRUSTED_LOOKS)] += 1
        if not (accepted.any() or doubtful.any()):
            return False
        self._known = (self._known | accepted) & ~doubtful
        # a new array: whoever shows the last image goes on showing it
        self.image = fill_unseen(cv2.copyTo(fresh, accepted.astype(np.uint8), self.image.copy()), self._known)
        self.number += 1
        return True

    def photograph(self, looks: Sequence[tuple[Frame, Camera]]) -> np.ndarray:
        """The table as it looks now, with its models and hands; like `image`, which stays as it is."""
        fresh, is_seen = self._warp(looks, ())
        return fill_unseen(fresh, is_seen | self._known)

    def _warp(self, looks: Sequence[tuple[Frame, Camera]], models: Sequence[Placed]) -> tuple[np.ndarray, np.ndarray]:
        """Warps the images to the ground; where the table itself is seen in them."""
        fresh = self.image.copy()
        is_seen = np.zeros(self.ground.shape, bool)
        for number, (frame, camera) in enumerate(looks):
            look = self._find_look(number, camera)
            bare = ~(look.view.hidden | look.shades.find(models) | is_seen)
            cv2.copyTo(look.warp(frame, camera), bare.astype(np.uint8), fresh)
            is_seen |= bare
        return fresh, is_seen

    def _find_look(self, number: int, camera: Camera) -> CameraLook:
        key = b"".join(
            np.round(array, 4).tobytes()
            for array in (camera.intrinsics.matrix, camera.pose.rotation, camera.pose.translation)
        )
        if number not in self._looks or self._looks[number].key != key:
            self._looks[number] = CameraLook(key, self.ground.look_from(camera), ModelShades(self.ground, camera))
        return self._looks[number]

    def _spread(self, tiles: np.ndarray) -> np.ndarray:
        """Spreads a verdict on each tile over its pixels."""
        rows, columns = self.ground.shape
        return tiles.repeat(TILE_PX, axis=0).repeat(TILE_PX, axis=1)[:rows, :columns]


def fill_unseen(image: np.ndarray, known: np.ndarray) -> np.ndarray:
    """Fills what is not known of an image with its blurred surroundings, at a quarter of the scale."""
    if known.all():
        return image
    rows, columns = known.shape
    share = known.astype(np.float32)
    weight = cv2.resize(share, (columns // 4, rows // 4), interpolation=cv2.INTER_AREA)
    lit = cv2.resize(image * share[..., None], (columns // 4, rows // 4), interpolation=cv2.INTER_AREA)
    filled = _fill(lit / np.maximum(weight, 1e-6)[..., None], weight > 0)
    surroundings = cv2.resize(filled, (columns, rows), interpolation=cv2.INTER_LINEAR)
    return cv2.copyTo(image, known.astype(np.uint8), surroundings)


class OrthophotoKeeper:
    """The orthophoto of the live table, renewed when somebody asks for it. Safe for any thread."""

    def __init__(self, live: LiveLoop, clock: Callable[[], float] = time.monotonic) -> None:
        self._live = live
        self._clock = clock
        self._lock = threading.Lock()
        self._photo: Orthophoto | None = None
        self._looked_at_s = -RENEW_S
        self._view_number = -1

    def look(self) -> tuple[int, np.ndarray] | None:
        """The number and the image of the newest orthophoto; None before the camera knows its place.

        The number grows with each change. The image is not changed any more; it may be kept.
        """
        view = self._live.view
        with self._lock:
            if view.snapshot is None or view.frame is None:
                return self._get_latest()
            ground = SurfaceMap((view.snapshot.width_in, view.snapshot.depth_in), view.snapshot.terrain)
            if self._photo is None or self._photo.ground != ground:
                number = self._photo.number if self._photo else 0
                self._photo = Orthophoto(ground, number)
            self._renew(self._photo, view)
            return self._get_latest()

    def _get_latest(self) -> tuple[int, np.ndarray] | None:
        if self._photo is None or not self._photo.number:
            return None
        return self._photo.number, self._photo.image

    def _renew(self, photo: Orthophoto, view: PublishedFrame) -> None:
        now_s = self._clock()
        if view.number == self._view_number or now_s - self._looked_at_s < RENEW_S or view.snapshot is None:
            return
        looks = collect_looks(view)
        if looks and not view.snapshot.pose_untrusted:
            self._looked_at_s, self._view_number = now_s, view.number
            photo.renew(looks, view.snapshot.models)


class TablePhotographer:
    """Photographs the table from straight above, with everything that stands on it. Not for several threads at once."""

    def __init__(self) -> None:
        self._photo: Orthophoto | None = None

    def photograph(self, view: PublishedFrame) -> np.ndarray | None:
        """The table of a view, BGR, 20 pixels an inch, bright; None while no camera knows its place."""
        looks = collect_looks(view)
        if view.snapshot is None or view.snapshot.pose_untrusted or not looks:
            return None
        ground = SurfaceMap((view.snapshot.width_in, view.snapshot.depth_in), view.snapshot.terrain)
        if self._photo is None or self._photo.ground != ground:
            self._photo = Orthophoto(ground)
        return level_light(self._photo.photograph(looks))


def level_light(image: np.ndarray) -> np.ndarray:
    """Brightens a dark image, so that themes may dim every table alike."""
    bright = float(np.percentile(cv2.resize(image, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA), 99))
    return cv2.convertScaleAbs(image, alpha=min(MOST_GAIN, BRIGHT / max(bright, 1.0)))


def collect_looks(view: PublishedFrame) -> list[tuple[Frame, Camera]]:
    """Collects the images of a view with the poses of their cameras; the camera that is shown comes first."""
    frame = view.frame
    if isinstance(frame, SharedMoment):
        numbers = sorted(
            frame.by_camera.keys() & view.cameras.keys(), key=lambda number: (number != frame.shows, number)
        )
        return [(frame.by_camera[number], view.cameras[number]) for number in numbers]
    return [(frame, view.camera)] if frame is not None and view.camera is not None else []


def _compare_tiles(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Computes the mean difference of each tile in grey levels, (tiles down, tiles across)."""
    rows, columns = (-(-length // TILE_PX) for length in one.shape[:2])
    apart = cv2.cvtColor(cv2.absdiff(one, other), cv2.COLOR_BGR2GRAY)
    padded = cv2.copyMakeBorder(
        apart, 0, rows * TILE_PX - apart.shape[0], 0, columns * TILE_PX - apart.shape[1], cv2.BORDER_REPLICATE
    )
    return cv2.resize(padded, (columns, rows), interpolation=cv2.INTER_AREA).astype(float)


def _fill(image: np.ndarray, known: np.ndarray) -> np.ndarray:
    """Fills unknown pixels from coarser and coarser means of the known ones (push and pull), uint8."""
    if known.all() or min(image.shape[:2]) <= 2:
        mean = image[known].mean(axis=0) if known.any() else np.zeros(image.shape[2])
        return np.where(known[..., None], image, mean).astype(np.uint8)
    size = (-(-image.shape[1] // 2), -(-image.shape[0] // 2))
    weight = cv2.resize(known.astype(np.float32), size, interpolation=cv2.INTER_AREA)
    coarse = cv2.resize(image * known[..., None].astype(np.float32), size, interpolation=cv2.INTER_AREA)
    pulled = _fill(coarse / np.maximum(weight, 1e-6)[..., None], weight > 0)
    back = cv2.resize(pulled, image.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    return np.where(known[..., None], image, back).astype(np.uint8)
