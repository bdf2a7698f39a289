"""From a scene to pictures: what stands still is drawn once, what moves is laid over it, noise comes last."""

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

# what the things beside the models go by; no model's id has a blank
CHART, GAUGE, BANK_CARD = "the chart", "the gauge card", "the bank card"


class Renderer:
    """Draws one scene again and again while models, hands and the camera move. Not for several threads at once."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._noise = Noise(scene.sensor.noise, scene.seed)
        self._aim(scene.camera, 1.0)

    def picture(
        self,
        spots: Mapping[str, Spot] | None = None,
        hands: Sequence[Hand] = (),
        camera: Camera | None = None,
        chart: ChartHold | None = None,
        gauge: Spot | None = None,
        card: Spot | None = None,
    ) -> np.ndarray:
        """One frame, (h, w, 3) BGR uint8, with fresh noise; models that `spots` leaves out are off the table.

        chart: how the chart is held before the lens. gauge, card: where the gauge card and a bank card lie. Without
        arguments the scene as it is.
        """
        if camera is not None and camera is not self._camera:
            self._aim(camera, self._share)
        things: dict[str, Spot | ChartHold] = dict(self._scene.spots if spots is None else spots)
        self._settle(
            things | {name: at for name, at in ((CHART, chart), (GAUGE, gauge), (BANK_CARD, card)) if at is not None}
        )
        out = np.empty_like(self._darkened)
        self._noise.write_noisy(self._darkened, out)
        over = [sprite for hand in hands if (sprite := hand_sprite(self._camera, hand, self._light))]
        for box in merged([*self._restless, *(sprite.box for sprite in over)]):
            self._noise.write_noisy(self._noise.darkened(self._composed(box, over)), cut(out, box))
        return self._compressed(out)

    def light(self, share: float) -> None:
        """From the next picture on the lamps give this share of their light, 0 to 1."""
        if share != self._share:
            self._aim(self._camera, share)

    def _aim(self, camera: Camera, light: float) -> None:
        """Draw all that never moves as this camera sees it in this share of the light."""
        self._camera, self._share = camera, light
        self._light = Light(camera, self._scene.sensor.lit(light))
        self._prisms = prisms(self._scene.terrain.features, camera, self._scene.pushed)
        self._empty = self._ground()
        self._frame: Box = (0, 0, camera.intrinsics.width, camera.intrinsics.height)
        self._standing: dict[str, _Standing] = {}
        self._resting: set[str] = set()
        self._restless: list[Box] = []
        self._darkened = self._noise.darkened(self._empty)

    def _ground(self) -> np.ndarray:
        scene, light = self._scene, self._light
        size = scene.table.width_in, scene.table.depth_in
        picture = ground_picture(self._camera, scene.mat, size, scene.seed)
        random = np.random.default_rng(scene.seed)
        paints = {one.name: scene.paint.get(one.piece or one.name, "concrete") for one in scene.terrain.features}
        mapped = prisms(scene.terrain.features, self._camera)
        skins = {prism.feature.name: skin(prism, paints[prism.feature.name], random) for prism in mapped}
        for prism in self._prisms:
            draw_shadow(picture, prism)
        for prism in self._prisms:
            name = prism.feature.name
            draw_prism(picture, prism, paints[name], skins[name])
        picture = blurred(light.on_picture(picture), scene.sensor.blur_px)
        for place in reference_tags(scene.table):
            paste(picture, (0, 0), self._behind_terrain(tag_sprite(self._camera, place, light), 0.0))
        return picture

    def _settle(self, spots: Mapping[str, Spot | ChartHold]) -> None:
        """Bring the kept picture up to date: it holds the models that stand where they stood in the last frame."""
        was, frame = self._standing, self._frame
        self._standing = {
            name: was[name] if name in was and was[name].spot == spot else self._stand(name, spot)
            for name, spot in spots.items()
        }
        moved = {name for name, now in self._standing.items() if was.get(name, now) is not now}
        resting = self._standing.keys() - moved
        left = [box for name in self._resting - resting for box in was[name].boxes]
        came = [box for name in resting - self._resting for box in self._standing[name].boxes]
        self._resting = resting
        for box in merged([seen for box in left + came if (seen := meet(box, frame))]):
            cut(self._darkened, box)[:] = self._noise.darkened(self._composed(box, (), resting))
        loose = [box for name in moved for box in self._standing[name].boxes]
        self._restless = [seen for box in loose if (seen := meet(box, frame))]

    def _composed(self, box: Box, over: Iterable[Sprite], only: set[str] | None = None) -> np.ndarray:
        """Everything in one box, in its order, without noise."""
        picture = cut(self._empty, box).copy()
        names = self._standing if only is None else only
        sprites = [sprite for name in names for sprite in self._standing[name].sprites if meet(sprite.box, box)]
        for sprite in sorted([*sprites, *over], key=lambda sprite: sprite.order):
            paste(picture, box[:2], sprite)
        return picture

    def _stand(self, name: str, spot: Spot | ChartHold) -> "_Standing":
        if isinstance(spot, ChartHold):
            camera = Camera(self._camera.intrinsics, held(spot, self._camera.intrinsics))
            return _Standing(spot, (chart_sprite(camera, self._light),))
        if name == GAUGE:
            card = gauge_sprite(self._camera, spot, self._light)
            return _Standing(spot, (self._behind_terrain(card, spot.z_in + 0.05),))
        if name == BANK_CARD:
            return _Standing(
                spot, (self._behind_terrain(card_sprite(self._camera, spot, self._light), spot.z_in + 0.05),)
            )
        model = self._scene.roster.by_id[name]
        flat = flat_sprite(self._camera, model, spot, self._light)
        upright = upright_sprite(self._camera, model, spot, self._light, cloth_of(model, self._scene.roster))
        middle_in = spot.z_in + model.height_in / 2
        sprites = self._behind_terrain(flat, spot.z_in + 0.05), self._behind_terrain(upright, middle_in)
        return _Standing(spot, sprites)

    def _behind_terrain(self, sprite: Sprite, z_in: float) -> Sprite:
        """The sprite without what terrain higher than `z_in` hides of it."""
        cover = sprite.cover
        for prism in self._prisms:
            hidden = prism.hidden(sprite.box, z_in)
            if hidden is not None:
                cover = cover * (1 - blurred(hidden, self._light.sensor.blur_px))
        return sprite if cover is sprite.cover else replace(sprite, cover=cover)

    def _compressed(self, picture: np.ndarray) -> np.ndarray:
        quality = self._scene.sensor.jpeg
        if quality is None:
            return picture
        data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR))


@dataclass(frozen=True)
class _Standing:
    """A model on its spot, or what is shown besides, drawn."""

    spot: Spot | ChartHold
    sprites: tuple[Sprite, ...]

    @property
    def boxes(self) -> list[Box]:
        return [sprite.box for sprite in self.sprites]
