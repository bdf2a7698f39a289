"""The places on the synthetic table for a model, a row of models or the gauge card, tried before they are used."""

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import cv2
import numpy as np
from shapely import Polygon, box

from tablecam.base.errors import TablecamError
from tablecam.base.units import to_mm
from tablecam.sensing.camera.synthetic.demo import is_free, standing_ground
from tablecam.sensing.camera.synthetic.model import LENGTH_IN, WIDTH_MM
from tablecam.sensing.camera.synthetic.play import find_level_spot
from tablecam.sensing.camera.synthetic.render import Renderer
from tablecam.sensing.camera.synthetic.scene import Scene, Spot, model_tag, on_table
from tablecam.sensing.camera.synthetic.sprite import compute_box, cut, meet
from tablecam.sensing.vision.detection import Search, TagDetector
from tablecam.sensing.vision.family import BLACK_CELLS, CELLS
from tablecam.table.miniature import Miniature, Placed

# Tries a model on a spot before it shows there, and turns it until its tag can be read.
#
# A miniature leans away from the middle of the image, so one that looks inward hides the tag behind its back. And at
# 1080p a cell of a tag is under two pixels wide: now and then its position on the grid of pixels makes it unreadable.

TURN_DEG = 15
# A tag counts as read when the detector reads it in this many noisy images, each cropped at a different pixel: the
# detector works on tiles of four pixels, and their position decides whether it reads such a small tag.
READINGS = 12
TILE_PX = 4
# no tag whose cells are smaller is ever read
LEAST_CELL_PX = 1.2
AROUND_PX = 24
SEARCH = Search(1.0, 1.0, 40)


class Rehearsal:
    """Images of a scene for trials only. Not for several threads at once."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._detector = TagDetector()
        self._renderer: Renderer | None = None

    def find_readable_spot(self, model: Miniature, spot: Spot, others: Mapping[str, Spot]) -> Spot | None:
        """Return the spot with the heading nearest to its own at which the tag is read; None if there is none.

        In an image too small for any tag to be read the spot stays unchanged.
        """
        if self._compute_cell_px(model, spot) < LEAST_CELL_PX:
            return spot
        for turn in sorted(range(-180 + TURN_DEG, 181, TURN_DEG), key=abs):
            turned_spot = replace(spot, heading_rad=math.remainder(spot.heading_rad + math.radians(turn), math.tau))
            if find_level_spot(model, turned_spot, self._scene.terrain) is not None and self.is_read(
                model, turned_spot, others
            ):
                return turned_spot
        return None

    def is_read(self, model: Miniature, spot: Spot, others: Mapping[str, Spot]) -> bool:
        """Report whether the detector reads its tag on that spot among the other models, whatever the noise."""
        grey = self._draw_around_tag(model, spot, others)
        random = np.random.default_rng(model.tag)
        for reading in range(READINGS):
            column, row = reading % TILE_PX, (reading + reading // TILE_PX) % TILE_PX
            crop = grey[row:, column:]
            noisy_image = np.clip(crop + random.normal(0.0, self._scene.sensor.noise, crop.shape), 0, 255).astype(
                np.uint8
            )
            if model.tag not in {detection.tag for detection in self._detector.detect(noisy_image, SEARCH)}:
                return False
        return True

    def _compute_cell_px(self, model: Miniature, spot: Spot) -> float:
        corners = self._scene.camera.project(model_tag(model, spot).square())
        return math.sqrt(cv2.contourArea(corners.astype(np.float32))) / BLACK_CELLS

    def _draw_around_tag(self, model: Miniature, spot: Spot, others: Mapping[str, Spot]) -> np.ndarray:
        """Draw the part of an image without noise that shows the tag, grey."""
        scene = self._scene
        if self._renderer is None:
            self._renderer = Renderer(replace(scene, sensor=replace(scene.sensor, noise=0.0)))
        image = self._renderer.picture({**others, model.id: spot})
        corners = scene.camera.project(model_tag(model, spot).square(CELLS))
        image_box = 0, 0, image.shape[1], image.shape[0]
        box = meet(compute_box(corners, AROUND_PX), image_box)
        return cv2.cvtColor(cut(image, box), cv2.COLOR_BGR2GRAY) if box else np.zeros((1, 1), np.uint8)


Spots = Mapping[str, Spot]

OPPOSITE = {"near": "far", "far": "near", "left": "right", "right": "left"}
# the heading of a model whose side has that edge
INWARD = {"near": math.pi / 2, "far": -math.pi / 2, "left": 0.0, "right": math.pi}
# a strip is six inches deep; the fronts of all bases keep this much inside
ROW_IN = 5.5
# the distance from the row's ends, and the steps along it past an occupied place
MARGIN_IN, STEP_IN = 6.0, 0.25
# the number of free places that are tried for one where the tag is read
PLACES_TRIED = 12
HIGHEST_IN = 12.0
# how far beside the table a hand may carry a model
BESIDE_IN = 12.0
# touching bases may overlap by the area that a polygonal outline leaves out
TOUCHING_IN2 = 0.02


def settle_spot(scene: Scene, model: Miniature, spot: Spot, others: Spots, level: bool) -> Spot:
    """Return the final spot, on the surface that carries the model there if `level` is true.

    TablecamError if the model would hang over an edge, lie off the table, or stand in another one.
    """
    table = scene.table
    if not (0 <= spot.x_in <= table.width_in and 0 <= spot.y_in <= table.depth_in):
        raise TablecamError(
            f"{model.id} cannot go to {_to_xy(spot)}: that is off the table, {table.width_in:g} x {table.depth_in:g} in"
        )
    if not 0 <= spot.z_in <= HIGHEST_IN:
        raise TablecamError(f"{model.id} cannot stand {spot.z_in:g} in up: say 0 to {HIGHEST_IN:g}, or leave it out")
    level_spot = find_level_spot(model, spot, scene.terrain) if level else spot
    if level_spot is None:
        raise TablecamError(
            f"{model.id} cannot stand at {_to_xy(spot)}: it or its tag would be half on terrain, half off"
        )
    for name, other_spot in others.items():
        neighbour = scene.roster.by_id[name]
        if name != model.id and _is_overlapping(model, level_spot, neighbour, other_spot):
            raise TablecamError(f"{model.id} cannot stand at {_to_xy(spot)}: {name} stands there")
    return level_spot


def _is_overlapping(model: Miniature, spot: Spot, other: Miniature, at: Spot) -> bool:
    if abs(spot.z_in - at.z_in) > min(model.height_in, other.height_in):
        return False
    base, other_base = (
        Placed(wearer, place.x_in, place.y_in, place.z_in, place.heading_rad).footprint.outline()
        for wearer, place in ((model, spot), (other, at))
    )
    return bool(base.intersection(other_base).area > TOUCHING_IN2)


def place_in_strips(scene: Scene, edge: str, rehearsal: Rehearsal) -> dict[str, Spot]:
    """Place all models in a row in their own deployment strips, looking inward; the first side has `edge`.

    They look aside as far as their tags require to be read.

    TablecamError if there is no such edge, or no room.
    """
    if edge not in OPPOSITE:
        raise TablecamError(f"there is no edge {edge}: say {', '.join(OPPOSITE)}")
    first_side = scene.roster.models[0].side
    placed_spots: dict[str, Spot] = {}
    for own_edge, models in (
        (edge, [model for model in scene.roster.models if model.side == first_side]),
        (OPPOSITE[edge], [model for model in scene.roster.models if model.side != first_side]),
    ):
        for number, model in enumerate(models):
            placed_spots[model.id] = _find_row_place(
                scene, own_edge, model, (number + 0.5) / len(models), placed_spots, rehearsal
            )
    return placed_spots


def _find_row_place(
    scene: Scene, edge: str, model: Miniature, share: float, placed: Spots, rehearsal: Rehearsal
) -> Spot:
    """Return the free place nearest to a share of the length of an edge, where the model's tag is read."""
    others = {name: (scene.roster.by_id[name], spot) for name, spot in placed.items()}
    size_in = scene.table.width_in, scene.table.depth_in
    length_in = size_in[0] if edge in ("near", "far") else size_in[1]
    middle_in = MARGIN_IN + share * (length_in - 2 * MARGIN_IN)
    depth_in = ROW_IN - max(model.base.half_extents_in)
    free_spots: list[Spot] = []
    for offset_in in _iterate_offsets(length_in):
        spot = _build_edge_spot(scene, edge, middle_in + offset_in, depth_in)
        if not is_free(model, spot, others, scene.terrain, size_in=size_in):
            continue
        turned = rehearsal.find_readable_spot(model, spot, placed)
        if turned and is_free(model, turned, others, scene.terrain, size_in=size_in):
            return turned
        free_spots.append(spot)
        if len(free_spots) == PLACES_TRIED:
            break
    if free_spots:
        return free_spots[0]
    raise TablecamError(f"there is no room for {model.id} in the strip along the {edge} edge: choose another edge")


def _build_edge_spot(scene: Scene, edge: str, along: float, depth: float) -> Spot:
    width, depth_in, turn = scene.table.width_in, scene.table.depth_in, INWARD[edge]
    plan = {
        "near": (along, depth),
        "far": (along, depth_in - depth),
        "left": (depth, along),
        "right": (width - depth, along),
    }
    return Spot(*plan[edge], 0.0, turn)


def _iterate_offsets(reach: float) -> Iterator[float]:
    yield 0.0
    for step in range(1, round(reach / STEP_IN)):
        yield from (step * STEP_IN, -step * STEP_IN)


def on_the_way(scene: Scene, points: Sequence[tuple[float, float]]) -> None:
    """Refuse points that no hand at the table passes, with TablecamError."""
    for x, y in points:
        if not (
            -BESIDE_IN <= x <= scene.table.width_in + BESIDE_IN and -BESIDE_IN <= y <= scene.table.depth_in + BESIDE_IN
        ):
            raise TablecamError(f"no hand goes by {x:g}, {y:g}: that is more than {BESIDE_IN:g} in beside the table")


def card_spot(scene: Scene, spots: Spots, wanted: Spot | None = None, before: Sequence[Spot] = ()) -> Spot:
    """Return the spot of the gauge card: as wanted, or where no terrain is under it and no model on it.

    before: its former spots; a new spot is as far away from them as possible. TablecamError if the card would lie off
    the table, or there is no such place.
    """
    if wanted is not None:
        if not box(0.0, 0.0, scene.table.width_in, scene.table.depth_in).contains(_build_card_outline(wanted)):
            raise TablecamError(
                f"the gauge card would reach over the table's edge at {_to_xy(wanted)}: lay it further in"
            )
        return wanted
    occupied_areas = [standing_ground(scene.roster.by_id[name], spot) for name, spot in spots.items()]
    occupied_areas += [feature.polygon for feature in scene.terrain.features]
    rows = range(4, round(scene.table.depth_in) - 3, 2)
    columns = range(8, round(scene.table.width_in) - 7, 2)
    all_spots = (Spot(float(x), float(y), 0.0, math.pi / 2) for y, x in itertools.product(rows, columns))
    free_spots = (
        spot
        for spot in all_spots
        if not any(_build_card_outline(spot).buffer(0.3).intersects(ground) for ground in occupied_areas)
    )
    best_spot = (
        max(free_spots, key=lambda spot: _compute_nearest_in(spot, before), default=None)
        if before
        else next(free_spots, None)
    )
    if best_spot is None:
        raise TablecamError("there is no free place for the gauge card: clear the table first")
    return best_spot


def _compute_nearest_in(spot: Spot, others: Sequence[Spot]) -> float:
    return min(math.hypot(spot.x_in - neighbour.x_in, spot.y_in - neighbour.y_in) for neighbour in others)


def _build_card_outline(spot: Spot) -> Polygon:
    across, up = to_mm(LENGTH_IN) / 2, WIDTH_MM / 2
    return Polygon(on_table(np.array([[-across, -up], [across, -up], [across, up], [-across, up]]), spot))


def _to_xy(spot: Spot) -> str:
    return f"{spot.x_in:g}, {spot.y_in:g}"
