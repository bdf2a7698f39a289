"""The best view from a base, and the effect of the error of two places on a sighting.

Many pairs are measured in one batch, each with its own moves; a pair alone and a pair among others give the same
numbers.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tablecam.table.geometry.distances import CORNERED, COS, HALF_X, HALF_Y, SIN, X, Y, Z
from tablecam.table.geometry.sightlines import Shares, Views
from tablecam.table.measure.obstruction_distance import measure_moved_distances
from tablecam.table.measure.sighting import Obstruction, Sighting, SightScene, views
from tablecam.table.miniature import Placed

# Rings of points over a base: shares of its reach, and the number of points on each. Neighbours are at most a sixth of
# a base's width apart.
RINGS = ((0.0, 1), (0.35, 8), (0.7, 16), (1.0, 24))

# Then eight points around the best one, ever closer: the last step is a thousandth of a base.
STEPS = (0.12, 0.06, 0.03, 0.015, 0.0075, 0.003, 0.001)
AROUND = np.array([(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy], float).T

Visible = Callable[[np.ndarray, np.ndarray], np.ndarray]


def best_eyes(viewers: np.ndarray, visible: Visible) -> np.ndarray:
    """(2, n): the places in plan over the viewers' bases, figures (9, n), from which the most is visible.

    visible: a function that gives the shares (k,) visible to viewers of the numbers (k,) from places (2, k). The result
    sees at least as much as the centre; a gap narrower than a hundredth of the base may be missed.
    """
    count = viewers.shape[1]
    turns = [np.arange(many) * (2 * np.pi / many) for _, many in RINGS]
    discs = [share * np.stack([np.cos(turn), np.sin(turn)]) for (share, _), turn in zip(RINGS, turns, strict=True)]
    offsets = np.repeat(np.concatenate(discs, axis=1)[:, None], count, axis=1)
    best, best_shares = _choose_best(viewers, offsets, visible, np.zeros((2, count)), np.full(count, -1.0))
    for step in STEPS:
        best, best_shares = _choose_best(viewers, best[:, :, None] + step * AROUND[:, None], visible, best, best_shares)
    return _place_offsets(viewers, best[:, :, None])[:, :, 0]


def _choose_best(
    viewers: np.ndarray, offsets: np.ndarray, visible: Visible, best: np.ndarray, seen: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """The best of the offsets (2, n, k) and the previous best, and its share; a tie keeps the previous one."""
    offsets = _clip_to_base(offsets)
    count, tries = offsets.shape[1:]
    places = _place_offsets(viewers, offsets).reshape(2, -1)
    shares = visible(np.repeat(np.arange(count), tries), places).reshape(count, tries)
    chosen, row = shares.argmax(axis=1), np.arange(count)
    better = shares[row, chosen] > seen
    return np.where(better, offsets[:, row, chosen], best), np.where(better, shares[row, chosen], seen)


def _clip_to_base(offsets: np.ndarray) -> np.ndarray:
    """Offsets in the unit disc; points outside are drawn back to its rim."""
    size = np.sqrt(offsets[0] ** 2 + offsets[1] ** 2)
    return offsets / np.maximum(size, 1.0)


def _place_offsets(viewers: np.ndarray, offsets: np.ndarray) -> np.ndarray:
    """(2, n, k) in plan, from offsets in the unit disc; for a rectangle the disc is stretched into the corners."""
    size = np.sqrt(offsets[0] ** 2 + offsets[1] ** 2)
    largest = np.maximum(np.maximum(np.abs(offsets[0]), np.abs(offsets[1])), 1e-12)
    stretch = np.where(viewers[CORNERED, :, None] > 0, size / largest, 1.0)
    side, front = offsets[0] * stretch * viewers[HALF_X, :, None], offsets[1] * stretch * viewers[HALF_Y, :, None]
    sin, cos = viewers[SIN, :, None], viewers[COS, :, None]
    return np.stack([viewers[0, :, None] + side * sin + front * cos, viewers[1, :, None] - side * cos + front * sin])


@dataclass(frozen=True)
class SightLooks:
    """The views that viewers have of targets, a row each.

    viewer, target: (n,), numbers of models in the snapshot. far: (bases, features and models), in inches from base
    edges; base: (n,), its row for each pair.
    """

    scene: SightScene
    views: Views
    viewer: np.ndarray
    target: np.ndarray
    shares: Shares
    far: np.ndarray
    base: np.ndarray

    @property
    def visible(self) -> np.ndarray:
        """(n,): the share of each target visible past everything."""
        return 1 - self.shares.hidden

    @property
    def visible_past_terrain(self) -> np.ndarray:
        """(n,): the share of each target visible past the terrain alone."""
        return 1 - self.shares.hidden_by_terrain

    def __len__(self) -> int:
        return len(self.viewer)

    def without_error(self, rows: Sequence[int] | None = None) -> list[Sighting]:
        """The sightings of some rows, or of all, with sigma 0; one look-up finds the obstructions of all of them."""
        chosen = range(len(self)) if rows is None else rows
        is_chosen = mask(np.array(chosen, int), len(self))
        entries = is_chosen[self.shares.view].nonzero()[0]
        entries = entries[self.shares.view[entries].argsort(kind="stable")]
        ends = np.bincount(self.shares.view[entries], minlength=len(self)).cumsum().tolist()
        return [self._build_sighting(row, entries[ends[row - 1] if row else 0 : ends[row]]) for row in chosen]

    def _build_sighting(self, row: int, mine: np.ndarray) -> Sighting:
        """The sighting of a pair. mine: the indices of its obstructions."""
        ids = [self.scene.snapshot.models[number].model.id for number in (self.viewer[row], self.target[row])]
        eye, aim = (tuple(points[:, row].tolist()) for points in (self.views.eye, self.views.aim))
        visible, past_terrain = 1 - float(self.shares.hidden[row]), 1 - float(self.shares.hidden_by_terrain[row])
        return Sighting(ids[0], ids[1], visible, past_terrain, self._list_obstructions(row, mine), eye, aim)

    def _list_obstructions(self, row: int, mine: np.ndarray) -> tuple[Obstruction, ...]:
        owner, alone = self.shares.owner[mine], self.shares.alone[mine]
        rows = zip(owner.tolist(), self.far[self.base[row], owner].tolist(), alone.tolist(), strict=True)
        obstructions = [self._build_obstruction(*values) for values in rows]
        return tuple(sorted(obstructions, key=lambda obstruction: (-obstruction.hidden, obstruction.number)))

    def _build_obstruction(self, owner: int, distance_in: float, hidden: float) -> Obstruction:
        snapshot, features = self.scene.snapshot, self.scene.features
        if owner >= features:
            model = snapshot.models[owner - features].model
            return Obstruction(model.id, "model", None, None, distance_in, hidden, owner - features)
        feature = snapshot.terrain.features[owner]
        return Obstruction(feature.name, "terrain", feature.material, feature.piece, distance_in, hidden, owner)


def mask(rows: np.ndarray, count: int) -> np.ndarray:
    """(count,): whether a row is among `rows`."""
    flags = np.zeros(count, bool)
    flags[rows] = True
    return flags


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
