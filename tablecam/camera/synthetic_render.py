"""From a scene to pictures: what stands still is drawn once, what moves is laid over it, noise comes last."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import cv2
import numpy as np

from tablecam.camera.synthetic_hand import Hand, hand_sprite
from tablecam.camera.synthetic_light import Light, Noise
from tablecam.camera.synthetic_mat import ground_picture
from tablecam.camera.synthetic_model import flat_sprite, tag_sprite, upright_sprite
from tablecam.camera.synthetic_scene import Scene, Spot, reference_tags
from tablecam.camera.synthetic_sprite import Box, Sprite, blurred, box_around, cut, meet, merged, paste
from tablecam.camera.synthetic_terrain import Prism, draw_prism, draw_shadow, prisms
from tablecam.geometry.projection import Camera
from tablecam.table.miniature import Miniature


class Renderer:
    """Draws one scene again and again while models, hands and the camera move. Not for several threads at once."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._noise = Noise(scene.sensor.noise, scene.seed)
        self._aim(scene.camera)

    def picture(
        self, spots: Mapping[str, Spot] | None = None, hands: Sequence[Hand] = (), camera: Camera | None = None
    ) -> np.ndarray:
        """One frame, (h, w, 3) BGR uint8, with fresh noise; models that `spots` leaves out are off the table.

        Without arguments the scene as it is.
        """
        if camera is not None and camera is not self._camera:
            self._aim(camera)
        self._settle(self._scene.spots if spots is None else spots)
        out = np.empty_like(self._darkened)
        self._noise.over(self._darkened, out)
        over = [sprite for hand in hands if (sprite := hand_sprite(self._camera, hand, self._light))]
        for box in merged([*self._restless, *(sprite.box for sprite in over)]):
            self._noise.over(self._noise.darkened(self._composed(box, over)), cut(out, box))
        return self._compressed(out)

    def _aim(self, camera: Camera) -> None:
        """Draw all that never moves as this camera sees it."""
        self._camera = camera
        self._light = Light(camera, self._scene.sensor)
        self._prisms = prisms(self._scene.terrain.features, camera)
        self._empty = self._ground()
        self._frame: Box = (0, 0, camera.intrinsics.width, camera.intrinsics.height)
        self._standing: dict[str, tuple[Spot, list[Sprite]]] = {}
        self._resting: set[str] = set()
        self._restless: list[Box] = []
        self._darkened = self._noise.darkened(self._empty)

    def _ground(self) -> np.ndarray:
        scene, light = self._scene, self._light
        size = scene.table.width_in, scene.table.depth_in
        picture = ground_picture(self._camera, scene.mat, size, scene.seed)
        random = np.random.default_rng(scene.seed)
        for prism in self._prisms:
            draw_shadow(picture, prism)
        for prism in self._prisms:
            paint = scene.paint.get(prism.feature.piece or prism.feature.name, "concrete")
            draw_prism(picture, prism, paint, random)
        picture = blurred(light.on_picture(picture), scene.sensor.blur_px)
        for place in reference_tags(scene.table):
            paste(picture, (0, 0), self._behind_terrain(tag_sprite(self._camera, place, light), 0.0))
        return picture

    def _settle(self, spots: Mapping[str, Spot]) -> None:
        """Bring the kept picture up to date: a model that moved since the last frame is laid over it, the rest is in it."""
        was = self._standing
        now = {name: was.get(name) for name in spots}
        moved = {name for name, kept in now.items() if kept is None or kept[0] != spots[name]}
        first = not was
        self._standing = {
            name: (spots[name], self._sprites(name, spots[name])) if name in moved else kept
            for name, kept in now.items()
            if name in moved or kept is not None
        }
        resting = set(spots) if first else set(spots) - moved
        changed = self._resting ^ resting
        dirty = [sprite.box for name in changed for sprite in (was.get(name) or self._standing[name])[1]]
        dirty += [sprite.box for name in changed & resting for sprite in self._standing[name][1]]
        self._resting = resting
        for box in merged([seen for box in dirty if (seen := meet(box, self._frame))]):
            cut(self._darkened, box)[:] = self._noise.darkened(self._composed(box, (), resting))
        loose = [sprite.box for name in self._standing if name not in resting for sprite in self._standing[name][1]]
        self._restless = [seen for box in loose if (seen := meet(box, self._frame))]

    def _composed(self, box: Box, over: Iterable[Sprite], only: set[str] | None = None) -> np.ndarray:
        """Everything in one box, in its order, without noise."""
        picture = cut(self._empty, box).copy()
        names = self._standing if only is None else only
        sprites = [sprite for name in names for sprite in self._standing[name][1] if meet(sprite.box, box)]
        for sprite in sorted([*sprites, *over], key=lambda sprite: sprite.order):
            paste(picture, box[:2], sprite)
        return picture

    def _sprites(self, name: str, spot: Spot) -> list[Sprite]:
        model = self._scene.roster.by_id[name]
        flat = flat_sprite(self._camera, model, spot, self._light)
        upright = upright_sprite(self._camera, model, spot, self._light)
        middle_in = spot.z_in + model.height_in / 2
        return [self._behind_terrain(flat, spot.z_in + 0.05), self._behind_terrain(upright, middle_in)]

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
        _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
        return cv2.imdecode(data, cv2.IMREAD_COLOR)
