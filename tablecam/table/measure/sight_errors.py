"""The effect of the error of two places on a sighting: sigma, and the sighting at the ends of the error.

Many pairs are measured in one batch, each with its own moves; a pair alone and a pair among others give the same
numbers.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tablecam.table.geometry.base_distances import COS, SIN, X, Y, Z
from tablecam.table.measure.best_eye import best_eyes
from tablecam.table.measure.obstruction_distance import measure_moved_distances
from tablecam.table.measure.sight_looks import SightLooks
from tablecam.table.measure.sight_scene import SightScene
from tablecam.table.measure.sighting import Sighting
from tablecam.table.measure.stances import views
from tablecam.table.miniature import Placed

# A verdict that changes within this many sigmas is TOO_CLOSE.
SURE_SIGMAS = 2.0

# An error below this, in inches or radians, counts as 0.
NO_ERROR = 1e-12

# Pairs in one batch: more would leave the processor's cache.
BATCH = 32

# A pair that stays where it is.
NO_MOVE = np.zeros((1, 8))


@dataclass(frozen=True)
class MovablePairs:
    """Viewers and targets, numbers of models (n,) each, that can be moved among models that stay.

    anywhere: whether each eye is over whichever point of the base sees most, else over its centre.
    """

    scene: SightScene
    viewer: np.ndarray
    target: np.ndarray
    anywhere: bool = False

    def sightings(self) -> list[Sighting]:
        """Each pair as it stands, without error."""
        viewer_figures, target_figures = (
            self.scene.models.take(numbers, axis=1) for numbers in (self.viewer, self.target)
        )
        return self._compute_looks(self.viewer, self.target, viewer_figures, target_figures).without_error()

    def with_error(self) -> Iterator[Sighting]:
        """Each pair with its sigma, and with the sightings at the ends of the errors."""
        for start in range(0, len(self.viewer), BATCH):
            batch = slice(start, start + BATCH)
            yield from replace(self, viewer=self.viewer[batch], target=self.target[batch])._measure_batch()

    def _measure_batch(self) -> Iterator[Sighting]:
        errors = [self._list_errors(number) for number in range(len(self.viewer))]
        moves = [_list_moves(error) for error in errors]
        ends = np.cumsum([len(move) for move in moves]).tolist()
        rows = [range(end - len(move), end) for end, move in zip(ends, moves, strict=True)]
        # obstructions matter only at the measured place and at the far ends
        reported = [[pair_rows[0], *pair_rows[1 + len(pair_rows) // 2 :]] for pair_rows in rows]
        near = self._look_after_moves(_repeat_owners(moves), np.concatenate(moves), np.concatenate(reported))
        visible = [near.visible[pair_rows.start : pair_rows.stop] for pair_rows in rows]
        change = [(shares[1:] - shares[0]).reshape(4, -1) for shares in visible]
        steepest = [_find_steepest(gains[2:], error) for gains, error in zip(change, errors, strict=True)]
        ways = np.concatenate(steepest)
        far = iter(self._look_after_moves(_repeat_owners(steepest), ways).without_error() if len(ways) else ())
        looks = iter(near.without_error([row for pair_rows in reported for row in pair_rows]))
        for gains, pair_rows, steep in zip(change, reported, steepest, strict=True):
            sigma = math.sqrt(float(np.square(np.abs(gains[:2]).max(axis=0)).sum()))
            best, *within = (next(looks) for _row in pair_rows)
            within += [next(far) for _move in steep]
            yield replace(best, sigma=sigma, within_error=tuple(within))

    def _list_errors(self, number: int) -> np.ndarray:
        models = self.scene.snapshot.models
        return _list_errors(models[self.viewer[number]], models[self.target[number]])

    def _look_after_moves(self, of: np.ndarray, moves: np.ndarray, told: np.ndarray | None = None) -> SightLooks:
        """A row for each move (n, 8) of the pair `of` (n,). told: the rows to get obstruction distances, or all."""
        viewer, target = self.viewer[of], self.target[of]
        viewer_figures, target_figures = (
            self._move_figures(viewer, moves[:, :4]),
            self._move_figures(target, moves[:, 4:]),
        )
        return self._compute_looks(viewer, target, viewer_figures, target_figures, told)

    def _compute_looks(
        self,
        viewer: np.ndarray,
        target: np.ndarray,
        looking: np.ndarray,
        seen: np.ndarray,
        told: np.ndarray | None = None,
    ) -> SightLooks:
        """A row for each pair of figures, (9, n) each."""

        def visible(rows: np.ndarray, eyes: np.ndarray) -> np.ndarray:
            looks = views(looking[:, rows], seen[:, rows], eyes)
            return 1 - self.scene.shares(looks, viewer[rows], target[rows]).hidden

        looks = views(looking, seen, best_eyes(looking, visible) if self.anywhere else None)
        hidden = self.scene.shares(looks, viewer, target)
        base, view, owner = np.arange(len(viewer)), hidden.view, hidden.owner
        if told is not None:
            base = np.full(len(viewer), -1)
            base[told] = np.arange(len(told))
            reported = (base[view] >= 0).nonzero()[0]
            looking, view, owner = looking[:, told], base[view[reported]], owner[reported]
        far = measure_moved_distances(looking, self.scene.edges, self.scene.models, view, owner)
        return SightLooks(self.scene, looks, viewer, target, hidden, far, base)

    def _move_figures(self, numbers: np.ndarray, moves: np.ndarray) -> np.ndarray:
        """(9, n): the figures of models after moves (n, 4) of x, y, heading, z."""
        moved = self.scene.models[:, numbers]
        moved[X] += moves[:, 0]
        moved[Y] += moves[:, 1]
        moved[Z] += moves[:, 3]
        models = self.scene.snapshot.models
        for row, (number, turn) in enumerate(zip(numbers.tolist(), moves[:, 2].tolist(), strict=True)):
            if turn:
                heading = models[number].heading_rad + turn
                moved[SIN, row], moved[COS, row] = math.sin(heading), math.cos(heading)
        return moved


def _list_moves(errors: np.ndarray) -> np.ndarray:
    """(1 + 4 n, 8): no move, then one and two sigmas to either side along each of the errors (n, 8)."""
    return np.concatenate([NO_MOVE, *(sigmas * errors for sigmas in (-1, 1, -SURE_SIGMAS, SURE_SIGMAS))])


def _repeat_owners(moves: Sequence[np.ndarray]) -> np.ndarray:
    """The pair of each move, where each pair has its own."""
    return np.repeat(np.arange(len(moves)), [len(move) for move in moves])


def _find_steepest(change: np.ndarray, errors: np.ndarray) -> np.ndarray:
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


def _list_errors(viewer: Placed, target: Placed) -> np.ndarray:
    """(n, 8): independent one-sigma moves (x, y, heading, z of viewer, then target) that make up both errors."""
    spread = np.zeros((8, 8))
    for start, model in ((0, viewer), (4, target)):
        spread[start : start + 3, start : start + 3] = model.covariance
        spread[start + 3, start + 3] = model.sigma_z_in**2
        if model.footprint.round:
            spread[start + 2], spread[:, start + 2] = 0.0, 0.0
    # one model at a time, so that no error mixes the two
    moves = []
    for start in (0, 4):
        block = slice(start, start + 4)
        sizes, axes = np.linalg.eigh(spread[block, block])
        for size, axis in zip(np.sqrt(np.maximum(sizes, 0)), axes.T, strict=True):
            if size > NO_ERROR:
                moves.append(np.concatenate([np.zeros(start), size * axis, np.zeros(4 - start)]))
    return np.reshape(moves, (-1, 8))
