"""Pictures of a crowded synthetic table with two moving models, and the true place of each tag in them."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from tablecam.camera.synthetic.demo import demo_scene, without_terrain
from tablecam.camera.synthetic.hand import Hand, hides
from tablecam.camera.synthetic.render import Renderer
from tablecam.camera.synthetic.scene import OVERALL, Scene, Spot, TagPlace, model_tag
from tablecam.storage.table_folder import TableFolder

FPS = 30.0
# "mid": neither the best nor the worst picture of a webcam
NOISE, JPEG = 4.0, 85
# six inches a second, to and fro over three inches
STEP_IN, SWING_FRAMES = 0.2, 15
MOVERS = 2
# the arm moves up and down the table at this height and speed
ARM_Z_IN, ARM_STEP_IN = 3.0, 0.4


@dataclass(frozen=True)
class FilmFrame:
    """One picture. grey: (rows, columns) uint8. tags: number -> centre in pixels, of the tags that no arm touches."""

    grey: np.ndarray
    time: float
    number: int
    tags: Mapping[int, np.ndarray]


def crowd(mat: str, size: tuple[int, int], models: int, absent: int = 0) -> Scene:
    """A table with so many models and no terrain, in a middling picture. absent: how many known models are missing."""
    scene = without_terrain(demo_scene(*size, mat, models + absent))
    there = dict(list(scene.spots.items())[:models])
    return replace(scene, spots=there, sensor=replace(scene.sensor, noise=NOISE, jpeg=JPEG))


def film(scene: Scene, count: int, arm: bool = False) -> Iterator[FilmFrame]:
    """So many pictures in which two models always move; arm: with an arm over the table."""
    renderer, movers = Renderer(scene), _movers(scene)
    for number in range(count):
        spots = {name: _moved(spot, number) if name in movers else spot for name, spot in scene.spots.items()}
        hands = (_arm(number),) if arm else ()
        places = [model_tag(scene.roster.by_id[name], spot) for name, spot in spots.items()]
        grey = cv2.cvtColor(renderer.picture(spots, hands), cv2.COLOR_BGR2GRAY)
        yield FilmFrame(grey, number / FPS, number, _shown_tags(scene, places, hands))


def folder_of(scene: Scene) -> TableFolder:
    """The table folder of this scene."""
    return TableFolder(scene.camera.intrinsics, scene.table, scene.roster, scene.terrain, Path())


def _movers(scene: Scene) -> list[str]:
    """The models with the most room around them."""
    places = np.array([[spot.x_in, spot.y_in] for spot in scene.spots.values()])
    apart = np.linalg.norm(places[:, None] - places, axis=2) + np.eye(len(places)) * 1e9
    edge = np.minimum(places.min(axis=1), 48 - places.max(axis=1))
    room = np.minimum(apart.min(axis=1), edge)
    return [list(scene.spots)[i] for i in np.argsort(-room)[:MOVERS]]


def _moved(spot: Spot, number: int) -> Spot:
    """Moves back and forth across its heading, so that no figure leans over its own tag."""
    turn = number % (2 * SWING_FRAMES)
    along = (turn if turn < SWING_FRAMES else 2 * SWING_FRAMES - turn) * STEP_IN
    return replace(
        spot,
        x_in=spot.x_in - math.sin(spot.heading_rad) * along,
        y_in=spot.y_in + math.cos(spot.heading_rad) * along,
    )


def _arm(number: int) -> Hand:
    """A forearm that lies across most of the table and sweeps along it."""
    return Hand(36.0, 10.0 + ARM_STEP_IN * number % 28.0, ARM_Z_IN, 0.0)


def _shown_tags(scene: Scene, places: list[TagPlace], hands: tuple[Hand, ...]) -> dict[int, np.ndarray]:
    steps = np.linspace(-0.5, 0.5, 7) * OVERALL
    grid = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    shown = {}
    for place in places:
        points = place.point(grid * place.size_in)
        if not any(hides(hand, scene.camera, points).any() for hand in hands):
            shown[place.tag] = scene.camera.project(place.point(np.zeros((1, 2))))[0]
    return shown
