"""How much each model sees of another, and what obstructs it: exact.

The eye is at nine tenths of the viewer's height, over the centre of its base or, if asked for, over whichever point of
the base sees most. The target is the upright rectangle through its axis, square to the horizontal line of view, as wide
as its base and as high as the model. The open prisms of the terrain hide parts of it, and so do other models if the
rulebook says so. Viewer and target hide nothing.
"""

import enum
import math
from dataclasses import dataclass, replace

import numpy as np

from tablecam.geometry.apart import COS, SIN, X, Y, Z
from tablecam.geometry.sightlines import hidden_shares
from tablecam.measure.best_eye import best_eyes
from tablecam.measure.obstruction_distance import distances_from
from tablecam.measure.sight_table import SightScene, SightTable, scene, sight_table
from tablecam.measure.sighting import Sighting
from tablecam.measure.stances import views
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
    errors = _errors(pair.viewer, pair.target) if error else np.zeros((0, 8))
    return _with_error(pair, errors) if len(errors) else pair.looks(np.zeros((1, 8))).row(0)


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


def _with_error(pair: "_Pair", errors: np.ndarray) -> Sighting:
    """The sighting with what is seen from, and of, the ends of the errors, (n, 8)."""
    count = len(errors)
    moves = np.concatenate([np.zeros((1, 8)), *(sigmas * errors for sigmas in (-1, 1, -SURE_SIGMAS, SURE_SIGMAS))])
    # what hides the target matters here and at the far ends alone
    told = np.arange(len(moves))[[0, *range(1 + 2 * count, len(moves))]]
    near = pair.looks(moves, told)
    change = (near.visible[1:] - near.visible[0]).reshape(4, count)
    sigma = math.sqrt(float(np.square(np.abs(change[:2]).max(axis=0)).sum()))
    steepest = _steepest(change[2:], errors)
    within = [near.row(row) for row in told[1:].tolist()] + (list(pair.looks(steepest)) if len(steepest) else [])
    return replace(near.row(0), sigma=sigma, within_error=tuple(within))


def _steepest(change: np.ndarray, errors: np.ndarray) -> np.ndarray:
    """The moves, (0 to 2, 8) and two sigmas long, that should show most and least; errors: (n, 8).

    change: (2, n), at both ends of each error.
    """
    moves = []
    for sign in (-1, 1):
        gain = np.maximum(sign * change, 0)
        weight = gain[1] - gain[0]
        size = float(np.linalg.norm(weight))
        if size > 0:
            moves.append(SURE_SIGMAS / size * (weight @ errors))
    return np.reshape(moves, (-1, 8))


def _errors(viewer: Placed, target: Placed) -> np.ndarray:
    """(n, 8): independent one-sigma moves (x, y, heading, z of viewer, then target) that make up both errors."""
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
    return np.reshape(found, (-1, 8))


@dataclass(frozen=True)
class _Pair:
    """A viewer and a target that can be moved, among models that stay."""

    scene: SightScene
    viewer: Placed
    target: Placed
    eye: Eye

    def looks(self, moves: np.ndarray, told: np.ndarray | None = None) -> SightTable:
        """A row for each move (n, 8) of both. told: the rows whose obstructions have a distance; None: all."""
        ids = [placed.model.id for placed in self.scene.snapshot.models]
        numbers = ids.index(self.viewer.model.id), ids.index(self.target.model.id)
        viewer, target = (np.full(len(moves), number) for number in numbers)
        looking = _moved(self.scene.models[:, [numbers[0]]], self.viewer, moves[:, :4])
        seen = _moved(self.scene.models[:, [numbers[1]]], self.target, moves[:, 4:])

        def visible(rows: np.ndarray, eyes: np.ndarray) -> np.ndarray:
            looks = views(looking[:, rows], seen[:, rows], eyes)
            return 1 - self.scene.shares(looks, viewer[rows], target[rows]).hidden

        eyes = best_eyes(looking, visible) if self.eye is Eye.ANYWHERE else None
        looks = views(looking, seen, eyes)
        found = self.scene.shares(looks, viewer, target)
        rows = np.arange(len(moves)) if told is None else told
        base = np.full(len(moves), -1)
        base[rows] = np.arange(len(rows))
        asked = (base[found.view] >= 0).nonzero()[0]
        view, owner = base[found.view[asked]], found.owner[asked]
        far = distances_from(looking[:, rows], self.scene.edges, self.scene.models, view, owner)
        return SightTable(self.scene, looks, viewer, target, found, far, base)


def _moved(model: np.ndarray, placed: Placed, moves: np.ndarray) -> np.ndarray:
    """(9, n): the figures (9, 1) of a model after moves (n, 4) of x, y, heading, z."""
    found = np.repeat(model, len(moves), axis=1)
    found[X] += moves[:, 0]
    found[Y] += moves[:, 1]
    found[Z] += moves[:, 3]
    if not placed.footprint.round:
        for row, turn in enumerate(moves[:, 2].tolist()):
            heading = placed.heading_rad + turn
            found[SIN, row], found[COS, row] = math.sin(heading), math.cos(heading)
    return found
