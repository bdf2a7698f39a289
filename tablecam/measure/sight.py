"""How much each model sees of another, and what obstructs it: exact.

The eye is at nine tenths of the viewer's height, over the centre of its base or, if asked for, over whichever point of
the base sees most. The target is the upright rectangle through its axis, square to the horizontal line of view, as wide
as its base and as high as the model. The open prisms of the terrain hide parts of it, and so do other models if the
rulebook says so. Viewer and target hide nothing.
"""

import enum
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from tablecam.geometry.sightlines import hidden_shares
from tablecam.measure.best_eye import best_eyes
from tablecam.measure.obstruction_distance import distances_from
from tablecam.measure.sight_table import SightScene, SightTable, scene, sight_table
from tablecam.measure.sighting import Sighting
from tablecam.measure.stances import bases, figures, views
from tablecam.table.miniature import Placed
from tablecam.table.snapshot import Snapshot

# A verdict that changes within this many sigmas is TOO_CLOSE.
SURE_SIGMAS = 2.0

# An error below this, in inches or radians, counts as 0.
NO_ERROR = 1e-12


class Eye(enum.Enum):
    """Where the viewer's eye is: over the centre of its base, or over whichever point of the base sees most."""

    CENTRE = "centre"
    ANYWHERE = "anywhere"


def all_sight(snapshot: Snapshot, blocks: np.ndarray | None = None, friends: bool = False) -> SightTable:
    """The sight of every ordered pair of models on different sides, from the centre, without error; `blocks` as below.

    friends: include pairs on the same side. After a move the table's `update` gives the next at a fraction of the cost.
    """
    return sight_table(snapshot, blocks, friends)


def sighting(
    snapshot: Snapshot,
    viewer: str,
    target: str,
    blocks: np.ndarray | None = None,
    eye: Eye = Eye.CENTRE,
    error: bool = True,
) -> Sighting:
    """What one model sees of another; KeyError for an id that is not on the table, ValueError for one id twice.

    blocks: which models block, booleans that broadcast to (viewer, target, blocker) over the snapshot's models; None:
    all others do. error: whether to compute the sighting again with both models moved by one and by two
    sigmas along each independent error of their poses, and to where it should show most and least; that gives its
    sigma and `within_error`. The blockers' own errors do not count.
    """
    if viewer == target:
        raise ValueError(f"a sighting needs two models, not {viewer} twice")
    pair = _Pair(scene(snapshot, blocks), snapshot.model(viewer), snapshot.model(target), eye)
    best = pair.sightings([np.zeros(8)])[0]
    errors = _errors(pair.viewer, pair.target) if error else []
    return _with_error(pair, best, errors) if errors else best


def shares_at(scene: SightScene, viewer: str, target: str, places: np.ndarray, eye: Eye = Eye.CENTRE) -> np.ndarray:
    """(n,): the visible shares of a target at places (3, n) of its base's centre, while all others stay.

    Far cheaper than so many scenes. KeyError for an id that is not on the table.
    """
    ids = [placed.model.id for placed in scene.snapshot.models]
    if viewer not in ids or target not in ids:
        raise KeyError(viewer if viewer not in ids else target)
    count, numbers = places.shape[1], (ids.index(viewer), ids.index(target))
    looking, seen = (np.repeat(scene.models[:, [number]], count, axis=1) for number in numbers)
    seen[: len(places)] = places
    viewers, targets = (np.full(count, number) for number in numbers)

    def visible(rows: np.ndarray, eyes: np.ndarray | None) -> np.ndarray:
        looks = views(looking[:, rows], seen[:, rows], eyes)
        return 1 - hidden_shares(looks, scene.parts, *scene.candidates(looks, viewers[rows], targets[rows]))

    return visible(np.arange(count), best_eyes(looking, visible) if eye is Eye.ANYWHERE else None)


def _with_error(pair: "_Pair", best: Sighting, errors: list[np.ndarray]) -> Sighting:
    ways = [sigmas * error for sigmas in (-1, 1, -SURE_SIGMAS, SURE_SIGMAS) for error in errors]
    found = pair.sightings(ways)
    change = np.array([sighting.visible - best.visible for sighting in found]).reshape(4, len(errors))
    sigma = math.sqrt(float(np.square(np.abs(change[:2]).max(axis=0)).sum()))
    far = found[2 * len(errors) :] + pair.sightings(_steepest(change[2:], errors))
    return replace(best, sigma=sigma, within_error=tuple(far))


def _steepest(change: np.ndarray, errors: list[np.ndarray]) -> list[np.ndarray]:
    """The moves, two sigmas long, that should show most and least; change: (2, n), at both ends of each error."""
    moves = []
    for sign in (-1, 1):
        gain = np.maximum(sign * change, 0)
        weight = gain[1] - gain[0]
        size = float(np.linalg.norm(weight))
        if size > 0:
            moves.append(SURE_SIGMAS / size * (weight @ np.array(errors)))
    return moves


def _errors(viewer: Placed, target: Placed) -> list[np.ndarray]:
    """Independent one-sigma moves (x, y, heading, z of the viewer, then of the target) that make up both errors."""
    spread = np.zeros((8, 8))
    for start, placed in ((0, viewer), (4, target)):
        spread[start : start + 3, start : start + 3] = placed.covariance
        spread[start + 3, start + 3] = placed.sigma_z_in**2
        if placed.footprint.round:
            spread[start + 2], spread[:, start + 2] = 0.0, 0.0
    # one model at a time, so that no error mixes the two
    found = []
    for start in (0, 4):
        block = slice(start, start + 4)
        sizes, axes = np.linalg.eigh(spread[block, block])
        for size, axis in zip(np.sqrt(np.maximum(sizes, 0)), axes.T, strict=True):
            if size > NO_ERROR:
                found.append(np.concatenate([np.zeros(start), size * axis, np.zeros(4 - start)]))
    return found


@dataclass(frozen=True)
class _Pair:
    """A viewer and a target that can be moved, among models that stay."""

    scene: SightScene
    viewer: Placed
    target: Placed
    eye: Eye

    def sightings(self, moves: Sequence[np.ndarray]) -> list[Sighting]:
        """One for each move (8,) of both."""
        viewers = [_moved(self.viewer, move[:4]) for move in moves]
        targets = [_moved(self.target, move[4:]) for move in moves]
        numbers = {placed.model.id: number for number, placed in enumerate(self.scene.snapshot.models)}
        viewer, target = (np.full(len(moves), numbers[placed.model.id]) for placed in (self.viewer, self.target))
        looking, seen = figures(viewers), figures(targets)

        def visible(rows: np.ndarray, eyes: np.ndarray) -> np.ndarray:
            looks = views(looking[:, rows], seen[:, rows], eyes)
            return 1 - self.scene.shares(looks, viewer[rows], target[rows]).hidden

        eyes = best_eyes(looking, visible) if self.eye is Eye.ANYWHERE else None
        looks = views(looking, seen, eyes)
        found = self.scene.shares(looks, viewer, target)
        far = distances_from(bases(looking), self.scene.polygons, self.scene.bases, found.view, found.owner)
        return list(SightTable(self.scene, looks, viewer, target, found, far, np.arange(len(moves))))


def _moved(placed: Placed, move: np.ndarray) -> Placed:
    x, y, heading, z = move.tolist()
    return replace(placed, x_in=placed.x_in + x, y_in=placed.y_in + y, z_in=placed.z_in + z,
                   heading_rad=placed.heading_rad + heading)  # fmt: skip
