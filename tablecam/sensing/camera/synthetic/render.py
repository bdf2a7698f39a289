"""From a scene to images: still parts are drawn once, moving parts are laid over them, noise comes last."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from tablecam.sensing.camera.synthetic.actions import ChartHold
from tablecam.sensing.camera.synthetic.bank_card import card_sprite
from tablecam.sensing.camera.synthetic.board import chart_sprite, held
from tablecam.sensing.camera.synthetic.gauge import gauge_sprite
from tablecam.sensing.camera.synthetic.hand import Hand, hand_sprite
from tablecam.sensing.camera.synthetic.light import Light, Noise
from tablecam.sensing.camera.synthetic.mat import ground_picture
from tablecam.sensing.camera.synthetic.model import cloth_of, flat_sprite, tag_sprite, upright_sprite
from tablecam.sensing.camera.synthetic.scene import Scene, Spot, reference_tags
from tablecam.sensing.camera.synthetic.sprite import Box, Sprite, blurred, cut, meet, merged, paste
from tablecam.sensing.camera.synthetic.terrain import draw_prism, draw_shadow, prisms, skin
from tablecam.table.geometry.projection import Camera

# the names of things that are not models; no model's id has a blank
CHART, GAUGE, BANK_CARD = "the chart", "the gauge card", "the bank card"


class Renderer:
    """Draws one scene again and again while models, hands and the camera move. Not for several threads at once."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._noise = Noise(scene.sensor.noise, scene.seed)
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
        out = np.empty_like(self._darkened)
        self._noise.write_noisy(self._darkened, out)
        hand_sprites = [sprite for hand in hands if (sprite := hand_sprite(self._camera, hand, self._light))]
        for box in merged([*self._moving_boxes, *(sprite.box for sprite in hand_sprites)]):
            self._noise.write_noisy(self._noise.darkened(self._compose_box(box, hand_sprites)), cut(out, box))
        return self._compress_image(out)

    def light(self, share: float) -> None:
        """Set the share of the lamps' light from the next image on, 0 to 1."""
        if share != self._light_share:
            self._draw_still(self._camera, share)

    def _draw_still(self, camera: Camera, light: float) -> None:
        """Draw all that never moves as this camera sees it in this share of the light."""
        self._camera, self._light_share = camera, light
        self._light = Light(camera, self._scene.sensor.lit(light))
        self._prisms = prisms(self._scene.terrain.features, camera, self._scene.pushed)
        self._empty_image = self._draw_ground()
        self._frame: Box = (0, 0, camera.intrinsics.width, camera.intrinsics.height)
        self._standing: dict[str, _Standing] = {}
        self._resting_names: set[str] = set()
        self._moving_boxes: list[Box] = []
        self._darkened = self._noise.darkened(self._empty_image)

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
        image = blurred(light.on_picture(image), scene.sensor.blur_px)
        for place in reference_tags(scene.table):
            paste(image, (0, 0), self._hide_behind_terrain(tag_sprite(self._camera, place, light), 0.0))
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
        for box in merged([visible_box for box in former_boxes + new_boxes if (visible_box := meet(box, frame))]):
            cut(self._darkened, box)[:] = self._noise.darkened(self._compose_box(box, (), resting_names))
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
            camera = Camera(self._camera.intrinsics, held(spot, self._camera.intrinsics))
            return _Standing(spot, (chart_sprite(camera, self._light),))
        if name == GAUGE:
            card = gauge_sprite(self._camera, spot, self._light)
            return _Standing(spot, (self._hide_behind_terrain(card, spot.z_in + 0.05),))
        if name == BANK_CARD:
            return _Standing(
                spot, (self._hide_behind_terrain(card_sprite(self._camera, spot, self._light), spot.z_in + 0.05),)
            )
        model = self._scene.roster.by_id[name]
        flat = flat_sprite(self._camera, model, spot, self._light)
        upright = upright_sprite(self._camera, model, spot, self._light, cloth_of(model, self._scene.roster))
        middle_in = spot.z_in + model.height_in / 2
        sprites = self._hide_behind_terrain(flat, spot.z_in + 0.05), self._hide_behind_terrain(upright, middle_in)
        return _Standing(spot, sprites)

    def _hide_behind_terrain(self, sprite: Sprite, z_in: float) -> Sprite:
        """Return the sprite without the part that terrain higher than `z_in` hides."""
        cover = sprite.cover
        for prism in self._prisms:
            hidden = prism.hidden(sprite.box, z_in)
            if hidden is not None:
                cover = cover * (1 - blurred(hidden, self._light.sensor.blur_px))
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
