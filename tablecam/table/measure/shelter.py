"""The nearest place where a model stands out of sight of others: on its own level, and on paths that it can walk."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import shapely

from tablecam.table.geometry.grown_obstacles import Disc
from tablecam.table.measure.paths import Hindrance, find_path, models_in_the_way, terrain_in_the_way
from tablecam.table.measure.sight import compute_shares, sighting
from tablecam.table.measure.sighting import NOTHING, SightScene, scene
from tablecam.table.miniature import Placed
from tablecam.table.snapshot import Snapshot, with_moved

# The distance between the places that are tried.
STEP_IN = 0.5
# A model put down this far off is hidden too, so that nobody needs to see the place to find it.
SLIP_IN = 0.2
WITHIN_IN = 12.0
# The places to which a path is searched, nearest first: each search takes some milliseconds.
MOST_PATHS = 40


@dataclass(frozen=True)
class Shelter:
    """A place out of sight.

    x_in, y_in: of the base's centre. length_in: of the path to it, 0 where the model stands there. hider: the name of
    what hides most from the first watcher; empty where nothing in particular does.
    """

    x_in: float
    y_in: float
    length_in: float
    hider: str


def find_shelter(
    snapshot: Snapshot,
    model: str,
    watchers: Sequence[str],
    blocks: np.ndarray | None = None,
    within_in: float = WITHIN_IN,
) -> Shelter | None:
    """The place with the shortest path where none of the watchers sees the model; None if there is none `within_in`.

    blocks: which models block sight, as for `scene`. KeyError for an id that is not on the table. Places are tried
    half an inch apart, and the model may be put down 0.2 in beside the place.
    """
    placed, sight_scene = snapshot.model(model), scene(snapshot, blocks)
    here = np.array([[placed.x_in], [placed.y_in]])
    if _are_hidden(sight_scene, model, watchers, here)[0]:
        return Shelter(placed.x_in, placed.y_in, 0.0, _find_hider(snapshot, placed, watchers, blocks))
    hindrances = (*terrain_in_the_way(snapshot, model), *models_in_the_way(snapshot, model))
    places = _list_free_places(snapshot, placed, hindrances, within_in)
    hidden = places[:, _are_hidden_around(sight_scene, model, watchers, places)]
    nearest = _find_nearest(snapshot, placed, hidden, hindrances, within_in)
    if nearest is None:
        return None
    x_in, y_in, length_in = nearest
    moved = replace(placed, x_in=x_in, y_in=y_in)
    return Shelter(x_in, y_in, length_in, _find_hider(with_moved(snapshot, moved), moved, watchers, blocks))


def _list_free_places(
    snapshot: Snapshot, placed: Placed, hindrances: Sequence[Hindrance], within_in: float
) -> np.ndarray:
    """(2, n): the places of a grid where the model has room, the nearest first."""
    radius = placed.footprint.reach_in
    steps = np.arange(-within_in, within_in + STEP_IN / 2, STEP_IN)
    x, y = (offsets.ravel() for offsets in np.meshgrid(placed.x_in + steps, placed.y_in + steps))
    far = np.hypot(x - placed.x_in, y - placed.y_in)
    free = (far <= within_in) & (np.minimum(x, snapshot.width_in - x) >= radius)
    free &= np.minimum(y, snapshot.depth_in - y) >= radius
    for hindrance in hindrances:
        free[free] = _measure_distances(hindrance, x[free], y[free]) >= radius
    order = np.flatnonzero(free)[np.argsort(far[free], kind="stable")]
    return np.array([x[order], y[order]])


def _measure_distances(hindrance: Hindrance, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    shape = hindrance.shape
    if isinstance(shape, Disc):
        return np.asarray(np.hypot(x - shape.x_in, y - shape.y_in) - shape.radius_in)
    return np.asarray(shapely.distance(shape, shapely.points(x, y)))


def _are_hidden_around(sight_scene: SightScene, model: str, watchers: Sequence[str], places: np.ndarray) -> np.ndarray:
    """(n,): whether no watcher sees the model at places (2, n), nor right beside them."""
    hidden = np.ones(places.shape[1], bool)
    for slip in ((0.0, 0.0), (SLIP_IN, 0.0), (-SLIP_IN, 0.0), (0.0, SLIP_IN), (0.0, -SLIP_IN)):
        hidden[hidden] = _are_hidden(sight_scene, model, watchers, places[:, hidden] + np.array([slip]).T)
    return hidden


def _are_hidden(sight_scene: SightScene, model: str, watchers: Sequence[str], places: np.ndarray) -> np.ndarray:
    """(n,): whether no watcher sees the model at places (2, n)."""
    hidden = np.ones(places.shape[1], bool)
    for watcher in watchers:
        shares = compute_shares(sight_scene, watcher, model, places[:, hidden])
        hidden[hidden] = shares <= NOTHING
    return hidden


def _find_nearest(
    snapshot: Snapshot, placed: Placed, places: np.ndarray, hindrances: Sequence[Hindrance], within_in: float
) -> tuple[float, float, float] | None:
    """The place (x, y) with the shortest path, and its length; places (2, n) come nearest first."""
    best: tuple[float, float, float] | None = None
    for x_in, y_in in _take_first(places):
        if best and math.dist((x_in, y_in), (placed.x_in, placed.y_in)) >= best[2]:
            break
        length = find_path(snapshot, placed.model.id, (x_in, y_in), hindrances).length
        if length and length.value <= min(within_in, best[2] if best else within_in):
            best = (x_in, y_in, length.value)
    return best


def _take_first(places: np.ndarray) -> Iterator[tuple[float, float]]:
    yield from map(tuple, places[:, :MOST_PATHS].T.tolist())


def _find_hider(snapshot: Snapshot, placed: Placed, watchers: Sequence[str], blocks: np.ndarray | None) -> str:
    """The name of what hides most of the model from the first watcher; empty for none."""
    if not watchers:
        return ""
    obstructions = sighting(snapshot, watchers[0], placed.model.id, blocks, error=False).obstructions
    return obstructions[0].name if obstructions else ""
