"""From a scene to images: still parts are drawn once, moving parts are laid over them, noise comes last."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np

from tablecam.base.units import to_inches
from tablecam.sensing.camera.synthetic.board import (
    chart_sprite,
    clouds,
    compute_board_pose,
    ground_picture,
    tint_pattern,
)
from tablecam.sensing.camera.synthetic.hand import Hand, hand_sprite
from tablecam.sensing.camera.synthetic.model import flat_sprite, gauge_sprite, get_cloth, tag_sprite, upright_sprite
from tablecam.sensing.camera.synthetic.projector import LitSurfaces, ProjectedImage
from tablecam.sensing.camera.synthetic.scene import ChartHold, Scene, Spot, model_tags, on_table, reference_tags
from tablecam.sensing.camera.synthetic.sprite import (
    FINER,
    Box,
    Light,
    Noise,
    Sprite,
    blur_image,
    compute_box,
    cut,
    fill,
    meet,
    merge_boxes,
    paste,
    shapes_sprite,
    shrunk,
)
from tablecam.table.geometry.projection import Camera
from tablecam.table.terrain import UNMOVED, Displacement, Feature

WIDTH_MM, DEPTH_MM, THICK_MM = 85.60, 53.98, 0.76
CORNER_MM = 3.18
PLASTIC, STRIPE, CHIP = (176, 112, 44), (150, 84, 30), (120, 190, 205)
# straight pieces of a round corner
CORNER_STEPS = 6


def card_sprite(camera: Camera, spot: Spot, light: Light) -> Sprite:
    """Draw the card with its middle at a spot; its long side reaches to the left and right of the heading."""
    z_in = spot.z_in + to_inches(THICK_MM)
    shapes = (
        _build_outline_mm(_compute_rim_mm(camera, spot)),
        _build_box_mm(-42.8, 8.0, 42.8, 14.0),
        _build_box_mm(-34.0, -8.0, -23.0, 1.0),
    )
    px = [camera.project(np.column_stack([on_table(shape, spot), np.full(len(shape), z_in)])) for shape in shapes]
    flat = shapes_sprite(px, [PLASTIC, STRIPE, CHIP], light.sensor.blur_px)
    return Sprite(flat.left, flat.top, light.on_matt(flat.colour, flat.box), flat.cover, (spot.z_in, 0.0, 0.0))


def _compute_rim_mm(camera: Camera, spot: Spot) -> float:
    """Return the growth of each side of a filled polygon: OpenCV also fills the samples under the outline."""
    ends = np.column_stack([on_table(np.array([[-10.0, 0.0], [10.0, 0.0]]), spot), [spot.z_in] * 2])
    px = camera.project(ends)
    return 0.5 / FINER * 20.0 / float(np.linalg.norm(px[1] - px[0]))


def _build_outline_mm(rim_mm: float) -> np.ndarray:
    width_mm, depth_mm = WIDTH_MM - 2 * rim_mm, DEPTH_MM - 2 * rim_mm
    turns = np.linspace(0, math.pi / 2, CORNER_STEPS)
    arc = CORNER_MM * np.column_stack([np.cos(turns), np.sin(turns)])
    corners = []
    for quarter, (across, up) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        turn = quarter * math.pi / 2
        turned = arc @ np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
        middle = np.array([across * (width_mm / 2 - CORNER_MM), up * (depth_mm / 2 - CORNER_MM)])
        corners.append(turned + middle)
    return np.concatenate(corners)


def _build_box_mm(left: float, near: float, right: float, far: float) -> np.ndarray:
    return np.array([[left, near], [right, near], [right, far], [left, far]])


# texture pixels an inch
GRAIN = 24
# the shadow of a point one inch up, table inches
SHADOW_IN = np.array([0.45, -0.35])
LAMP = np.array([-0.75, 0.6])

Paint = Callable[[tuple[int, int], np.random.Generator], np.ndarray]


@dataclass(frozen=True)
class DrawnPrism:
    """One terrain feature seen by one camera. push: its displacement from the map's place."""

    mapped: Feature
    camera: Camera
    push: Displacement = UNMOVED

    @property
    def middle(self) -> tuple[float, float]:
        """The centre of a push's turn: the middle of the mapped outline."""
        centroid = self.mapped.polygon.centroid
        return centroid.x, centroid.y

    @cached_property
    def feature(self) -> Feature:
        """The feature in its actual place."""
        return replace(self.mapped, polygon=self.push.move_polygon(self.mapped.polygon, self.middle))

    @cached_property
    def ring(self) -> np.ndarray:
        """The outline anticlockwise, (n, 2) table inches, without the repeated last point."""
        points = np.array(self.feature.polygon.exterior.coords)[:-1, :2]
        return points if self.feature.polygon.exterior.is_ccw else points[::-1]

    def outline_px(self, z_in: float) -> np.ndarray:
        """Return the outline as it looks at one height, (n, 2)."""
        return self.camera.project(np.column_stack([self.ring, np.full(len(self.ring), z_in)]))

    @cached_property
    def box(self) -> Box:
        """The pixels that it can reach."""
        outlines = self.outline_px(self.feature.z_bottom_in), self.outline_px(self.feature.z_top_in)
        return compute_box(np.concatenate(outlines))

    def faces(self, above_in: float) -> list[np.ndarray]:
        """Return the outlines in pixels of all that rises over a height: walls that face the lens, then the top."""
        low_px, high_px = (
            self.outline_px(max(above_in, self.feature.z_bottom_in)),
            self.outline_px(self.feature.z_top_in),
        )
        walls = [np.stack([low_px[i - 1], low_px[i], high_px[i], high_px[i - 1]]) for i in self.seen_walls]
        return [*walls, high_px]

    @cached_property
    def seen_walls(self) -> list[int]:
        """The last corners of the walls that face the lens, the farthest first."""
        eye = self.camera.pose.position_in[:2]
        edges = self.ring - np.roll(self.ring, 1, axis=0)
        outward = np.column_stack([edges[:, 1], -edges[:, 0]])
        facing_walls = np.flatnonzero(np.sum(outward * (eye - self.ring), axis=1) > 0)
        return sorted(facing_walls.tolist(), key=lambda i: -float(np.hypot(*(self.ring[i] - eye))))

    def compute_hidden_shares(self, box: Box, z_in: float) -> np.ndarray | None:
        """Return how much of each pixel of a box it hides of things lying level at a height, (h, w) float32, or None.

        A sight line on its way down to that height meets the prism exactly where it meets the part that rises above it.
        """
        if self.feature.z_top_in <= z_in + 1e-6 or meet(self.box, box) is None:
            return None
        mask = np.zeros(((box[3] - box[1]) * FINER, (box[2] - box[0]) * FINER), np.uint8)
        for face in self.faces(z_in):
            fill(mask, box, face, 255)
        return shrunk(mask) / np.float32(255)


@dataclass(frozen=True)
class PrismSkin:
    """The paint of one feature. walls: by the last corner of each wall that was seen on its mapped place."""

    walls: Mapping[int, np.ndarray]
    top: np.ndarray


def prisms(
    features: tuple[Feature, ...], camera: Camera, pushed: Mapping[str, Displacement] | None = None
) -> list[DrawnPrism]:
    """Return all features, those farthest from under the lens first: nearer ones are drawn over them.

    pushed: the features that are displaced from the map, by name.
    """
    eye = camera.pose.position_in[:2]
    drawn_prisms = [DrawnPrism(feature, camera, (pushed or {}).get(feature.name, UNMOVED)) for feature in features]
    return sorted(drawn_prisms, key=lambda prism: -float(np.hypot(*(prism.ring - eye).T).min()))


def draw_shadow(picture: np.ndarray, prism: DrawnPrism) -> None:
    """Darken the ground that the lamp does not reach."""
    feature = prism.feature
    shadow_ring = prism.ring + SHADOW_IN * (feature.z_top_in - feature.z_bottom_in)
    outline_px = prism.camera.project(np.pad(np.concatenate([prism.ring, shadow_ring]), ((0, 0), (0, 1))))
    blur_px = 0.12 * _compute_px_per_inch(prism)
    image_box = 0, 0, picture.shape[1], picture.shape[0]
    box = meet(compute_box(outline_px, math.ceil(3 * blur_px)), image_box)
    if box is None:
        return
    mask = np.zeros((box[3] - box[1], box[2] - box[0]), np.float32)
    hull = cv2.convexHull(outline_px.astype(np.float32)).reshape(-1, 2) - box[:2]
    cv2.fillPoly(mask, [np.round(hull).astype(np.int32)], 0.45)
    light = 1 - cv2.GaussianBlur(mask, (0, 0), blur_px)
    region = cut(picture, box)
    region[:] = cv2.convertScaleAbs(region * light[..., None])


def skin(prism: DrawnPrism, paint: str, random: np.random.Generator) -> PrismSkin:
    """Paint the textures of a feature on its mapped place: they move with it when it is pushed."""
    wall_paint, top_paint = PAINTS[paint]
    rise = prism.feature.z_top_in - prism.feature.z_bottom_in
    walls = {}
    for corner in prism.seen_walls:
        length = float(np.hypot(*(prism.ring[corner] - prism.ring[corner - 1])))
        walls[corner] = wall_paint(_compute_texels(length, rise), random)
    extent = prism.ring.max(axis=0) - prism.ring.min(axis=0)
    return PrismSkin(walls, top_paint(_compute_texels(*extent), random))


def draw_prism(picture: np.ndarray, prism: DrawnPrism, paint: str, painted: PrismSkin) -> None:
    """Paint the walls that face the lens, then the top with its rim."""
    *walls, top = prism.faces(prism.feature.z_bottom_in)
    for corner, wall in zip(prism.seen_walls, walls, strict=True):
        edge = prism.ring[corner] - prism.ring[corner - 1]
        length = float(np.hypot(*edge))
        outward = np.array([edge[1], -edge[0]]) / max(length, 1e-9)
        shade = 0.62 + 0.2 * float(outward @ LAMP)
        # a wall that shows only since the push has no paint of its own
        _lay_texture(picture, wall, wall, painted.walls.get(corner, painted.top), shade)
    ring = np.array(prism.mapped.polygon.exterior.coords)[:-1, :2]
    lowest, highest = ring.min(axis=0), ring.max(axis=0)
    corners = np.array(
        [[lowest[0], lowest[1]], [highest[0], lowest[1]], [highest[0], highest[1]], [lowest[0], highest[1]]]
    )
    corners = prism.push.move_points(corners, prism.middle)
    corners_px = prism.camera.project(np.column_stack([corners, np.full(4, prism.feature.z_top_in)]))
    _lay_texture(picture, top, corners_px, painted.top, 1.0)
    if paint != "grass":
        rim = np.round(top * 16).astype(np.int32)
        thickness = max(1, round(0.06 * _compute_px_per_inch(prism)))
        cv2.polylines(picture, [rim], True, (70, 74, 78), thickness, cv2.LINE_AA, 4)


def _compute_px_per_inch(prism: DrawnPrism) -> float:
    return float(prism.camera.intrinsics.matrix[0, 0] / prism.camera.pose.position_in[2])


def _compute_texels(width_in: float, height_in: float) -> tuple[int, int]:
    return max(4, round(height_in * GRAIN)), max(4, round(width_in * GRAIN))


def _lay_texture(
    picture: np.ndarray, outline: np.ndarray, corners: np.ndarray, texture: np.ndarray, shade: float
) -> None:
    """Lay a texture whose corners (bottom-left first, anticlockwise) lie at `corners` inside an outline."""
    image_box = 0, 0, picture.shape[1], picture.shape[0]
    box = meet(compute_box(outline), image_box)
    if box is None:
        return
    height, width = texture.shape[:2]
    source = np.array([[0, height], [width, height], [width, 0], [0, 0]], np.float32) - 0.5
    homography = cv2.getPerspectiveTransform(source, (corners - box[:2]).astype(np.float32))
    size = box[2] - box[0], box[3] - box[1]
    warped = cv2.warpPerspective(texture, homography, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    mask = np.zeros((size[1] * FINER, size[0] * FINER), np.uint8)
    fill(mask, box, outline, 255)
    cover = shrunk(mask) / np.float32(255)
    region = cut(picture, box)
    region[:] = cv2.blendLinear(cv2.convertScaleAbs(warped, alpha=shade), region, cover, 1 - cover)


def _paint_concrete(shape: tuple[int, int], random: np.random.Generator) -> np.ndarray:
    level = 1 + 0.16 * clouds(shape, random, 1.5 * GRAIN, 5) + 0.04 * random.standard_normal(shape, np.float32)
    return tint_pattern(level, (126, 130, 132))


def _paint_brick(shape: tuple[int, int], random: np.random.Generator) -> np.ndarray:
    """Paint courses of bricks, every other one shifted by half."""
    brick_height, brick_length = 5, 11
    rows, columns = np.mgrid[: shape[0], : shape[1]]
    course = rows // brick_height
    shifted_columns = columns + (course % 2) * (brick_length // 2)
    tone = random.uniform(0.75, 1.2, (course.max() + 1, shifted_columns.max() // brick_length + 1))[
        course, shifted_columns // brick_length
    ]
    is_joint = (rows % brick_height == 0) | (shifted_columns % brick_length == 0)
    return tint_pattern(np.where(is_joint, 0.6, tone).astype(np.float32), (62, 78, 134))


def _paint_planks(shape: tuple[int, int], random: np.random.Generator) -> np.ndarray:
    rows = np.arange(shape[0]) // 9
    tone = random.uniform(0.75, 1.15, rows.max() + 1)[rows]
    tone[np.flatnonzero(np.diff(rows))] = 0.45
    level = tone[:, None] * (1 + 0.08 * random.standard_normal(shape))
    return tint_pattern(level.astype(np.float32), (70, 112, 150))


def _paint_grass(shape: tuple[int, int], random: np.random.Generator) -> np.ndarray:
    level = 1 + 0.2 * clouds(shape, random, 2 * GRAIN, 4) + 0.16 * random.standard_normal(shape, np.float32)
    return tint_pattern(level, (44, 104, 84))


def _paint_ribbed(shape: tuple[int, int], random: np.random.Generator) -> np.ndarray:
    """Paint sheet metal with ribs and rust."""
    ribs = 1 + 0.18 * np.sin(np.arange(shape[1]) * 2 * np.pi / 6)
    rust = np.clip(clouds(shape, random, GRAIN, 4) * 2, 0, 1)[..., None]
    metal = tint_pattern(np.broadcast_to(ribs, shape).astype(np.float32), (118, 92, 50))
    return cv2.convertScaleAbs(metal * (1 - rust) + np.array([44.0, 70.0, 110.0]) * rust)


PAINTS: dict[str, tuple[Paint, Paint]] = {
    "concrete": (_paint_concrete, _paint_concrete),
    "brick": (_paint_brick, _paint_concrete),
    "wood": (_paint_planks, _paint_planks),
    "grass": (_paint_grass, _paint_grass),
    "metal": (_paint_ribbed, _paint_ribbed),
}


# a projector's light is drawn over the lamps': in a darker room it looks no brighter
LEAST_LIGHT = 0.05
# the names of things that are not models; no model's id has a blank
CHART, GAUGE, BANK_CARD = "the chart", "the gauge card", "the bank card"


class Renderer:
    """Draws one scene again and again while models, hands and the camera move. Not for several threads at once."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._noise = Noise(scene.sensor.noise, scene.seed)
        self._shown: ProjectedImage | None = None
        self._lit_surfaces: LitSurfaces | None = None
        self._gain: tuple[ProjectedImage, np.ndarray] | None = None
        self._draw_still(scene.camera, 1.0)

    def picture(
        self,
        spots: Mapping[str, Spot] | None = None,
        hands: Sequence[Hand] = (),
        camera: Camera | None = None,
        chart: ChartHold | None = None,
        gauge: Spot | None = None,
        card: Spot | None = None,
    ) -> np.ndarray:
        """Draw one frame, (h, w, 3) BGR uint8, with fresh noise; models that `spots` leaves out are off the table.

        chart: the way of holding the chart before the lens. gauge, card: the spots of the gauge card and a bank card.
        Without arguments the scene is drawn unchanged.
        """
        if camera is not None and camera is not self._camera:
            self._draw_still(camera, self._light_share)
        things: dict[str, Spot | ChartHold] = dict(self._scene.spots if spots is None else spots)
        self._update_resting(
            things
            | {name: spot for name, spot in ((CHART, chart), (GAUGE, gauge), (BANK_CARD, card)) if spot is not None}
        )
        hand_sprites = [sprite for hand in hands if (sprite := hand_sprite(self._camera, hand, self._light))]
        boxes = merge_boxes([*self._moving_boxes, *(sprite.box for sprite in hand_sprites)])
        if self._shown is not None:
            return self._compress_image(self._draw_lit(self._shown, boxes, hand_sprites))
        out = np.empty_like(self._darkened)
        self._noise.write_noisy(self._darkened, out)
        for box in boxes:
            self._noise.write_noisy(self._noise.subtract_pedestal(self._compose_box(box, hand_sprites)), cut(out, box))
        return self._compress_image(out)

    def project(self, shown: ProjectedImage | None) -> None:
        """Light the table with a projector's image from the next image on; None: with the lamps alone."""
        self._shown = shown

    def _draw_lit(self, shown: ProjectedImage, boxes: Sequence[Box], over: Sequence[Sprite]) -> np.ndarray:
        """Draw the frame in the light of lamps and projector; without lamps nothing is drawn that it could light."""
        image = cv2.convertScaleAbs(self._darkened, beta=self._noise.pedestal)
        for box in boxes:
            cut(image, box)[:] = self._compose_box(box, over)
        lit, out = cv2.multiply(image, self._compute_gain(shown), dtype=cv2.CV_8U), np.empty_like(image)
        self._noise.write_noisy(self._noise.subtract_pedestal(lit), out)
        return out

    def _compute_gain(self, shown: ProjectedImage) -> np.ndarray:
        """Return by how much a projector's image brightens each pixel, (h, w, 3) float32."""
        # tags lie so low that the light on one that moves is drawn as on the surface under it
        if self._lit_surfaces is None or self._lit_surfaces.projector is not shown.projector:
            self._lit_surfaces, self._gain = self._list_lit_surfaces(shown.projector), None
        if self._gain is None or self._gain[0] is not shown:
            glow = blur_image(self._lit_surfaces.compute_glow(shown), self._light.sensor.blur_px)
            self._gain = shown, cv2.merge([1 + glow / max(self._light_share, LEAST_LIGHT)] * 3)
        return self._gain[1]

    def _list_lit_surfaces(self, projector: Camera) -> LitSurfaces:
        models = self._scene.roster.by_id
        spots = [(models[name], standing.spot) for name, standing in self._standing.items() if name in models]
        tags = [tag.square(10) for model, spot in spots if isinstance(spot, Spot) for tag in model_tags(model, spot)]
        return LitSurfaces(self._camera, projector, [prism.feature for prism in self._prisms], tags)

    def light(self, share: float) -> None:
        """Set the share of the lamps' light from the next image on, 0 to 1."""
        if share != self._light_share:
            self._draw_still(self._camera, share)

    def _draw_still(self, camera: Camera, light: float) -> None:
        """Draw all that never moves as this camera sees it in this share of the light."""
        self._camera, self._light_share = camera, light
        self._lit_surfaces = None
        self._light = Light(camera, self._scene.sensor.lit(light))
        self._prisms = prisms(self._scene.terrain.features, camera, self._scene.pushed)
        self._empty_image = self._draw_ground()
        self._frame: Box = (0, 0, camera.intrinsics.width, camera.intrinsics.height)
        self._standing: dict[str, _Standing] = {}
        self._resting_names: set[str] = set()
        self._moving_boxes: list[Box] = []
        self._darkened = self._noise.subtract_pedestal(self._empty_image)

    def _draw_ground(self) -> np.ndarray:
        scene, light = self._scene, self._light
        size = scene.table.width_in, scene.table.depth_in
        image = ground_picture(self._camera, scene.mat, size, scene.seed)
        random = np.random.default_rng(scene.seed)
        paints = {
            feature.name: scene.paint.get(feature.piece or feature.name, "concrete")
            for feature in scene.terrain.features
        }
        mapped_prisms = prisms(scene.terrain.features, self._camera)
        skins = {prism.feature.name: skin(prism, paints[prism.feature.name], random) for prism in mapped_prisms}
        for prism in self._prisms:
            draw_shadow(image, prism)
        for prism in self._prisms:
            name = prism.feature.name
            draw_prism(image, prism, paints[name], skins[name])
        image = blur_image(light.on_picture(image), scene.sensor.blur_px)
        for place in reference_tags(scene.table):
            sprite = tag_sprite(self._camera, scene.tags.get(place.tag, place), light)
            paste(image, (0, 0), self._hide_behind_terrain(sprite, 0.0))
        return image

    def _update_resting(self, spots: Mapping[str, Spot | ChartHold]) -> None:
        """Update the stored image: it holds the models that stand where they stood in the last frame."""
        former, frame = self._standing, self._frame
        self._standing = {
            name: former[name] if name in former and former[name].spot == spot else self._draw_standing(name, spot)
            for name, spot in spots.items()
        }
        moved_names = {name for name, standing in self._standing.items() if former.get(name, standing) is not standing}
        resting_names = self._standing.keys() - moved_names
        former_boxes = [box for name in self._resting_names - resting_names for box in former[name].boxes]
        new_boxes = [box for name in resting_names - self._resting_names for box in self._standing[name].boxes]
        self._resting_names = resting_names
        self._lit_surfaces = self._lit_surfaces if former.keys() == self._standing.keys() else None
        for box in merge_boxes([visible_box for box in former_boxes + new_boxes if (visible_box := meet(box, frame))]):
            cut(self._darkened, box)[:] = self._noise.subtract_pedestal(self._compose_box(box, (), resting_names))
        moving_boxes = [box for name in moved_names for box in self._standing[name].boxes]
        self._moving_boxes = [visible_box for box in moving_boxes if (visible_box := meet(box, frame))]

    def _compose_box(self, box: Box, over: Iterable[Sprite], only: set[str] | None = None) -> np.ndarray:
        """Compose everything in one box, in its order, without noise."""
        region = cut(self._empty_image, box).copy()
        names = self._standing if only is None else only
        sprites = [sprite for name in names for sprite in self._standing[name].sprites if meet(sprite.box, box)]
        for sprite in sorted([*sprites, *over], key=lambda sprite: sprite.order):
            paste(region, box[:2], sprite)
        return region

    def _draw_standing(self, name: str, spot: Spot | ChartHold) -> "_Standing":
        if isinstance(spot, ChartHold):
            camera = Camera(self._camera.intrinsics, compute_board_pose(spot, self._camera.intrinsics))
            return _Standing(spot, (chart_sprite(camera, self._light),))
        if name == GAUGE:
            card = gauge_sprite(self._camera, spot, self._light)
            return _Standing(spot, (self._hide_behind_terrain(card, spot.z_in + 0.05),))
        if name == BANK_CARD:
            return _Standing(
                spot, (self._hide_behind_terrain(card_sprite(self._camera, spot, self._light), spot.z_in + 0.05),)
            )
        model = self._scene.roster.by_id[name]
        tilt = self._scene.tilts.get(name)
        flat = flat_sprite(self._camera, model, spot, self._light, tilt, self._scene.tags)
        upright = upright_sprite(self._camera, model, spot, self._light, get_cloth(model, self._scene.roster), tilt)
        middle_in = spot.z_in + model.height_in / 2
        sprites = self._hide_behind_terrain(flat, spot.z_in + 0.05), self._hide_behind_terrain(upright, middle_in)
        return _Standing(spot, sprites)

    def _hide_behind_terrain(self, sprite: Sprite, z_in: float) -> Sprite:
        """Return the sprite without the part that terrain higher than `z_in` hides."""
        cover = sprite.cover
        for prism in self._prisms:
            hidden = prism.compute_hidden_shares(sprite.box, z_in)
            if hidden is not None:
                cover = cover * (1 - blur_image(hidden, self._light.sensor.blur_px))
        return sprite if cover is sprite.cover else replace(sprite, cover=cover)

    def _compress_image(self, picture: np.ndarray) -> np.ndarray:
        quality = self._scene.sensor.jpeg
        if quality is None:
            return picture
        data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR))


@dataclass(frozen=True)
class _Standing:
    """A model on its spot, or an additional thing, drawn."""

    spot: Spot | ChartHold
    sprites: tuple[Sprite, ...]

    @property
    def boxes(self) -> list[Box]:
        return [sprite.box for sprite in self.sprites]
