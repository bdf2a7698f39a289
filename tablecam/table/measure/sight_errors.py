"""The best view from a base, and the effect of the errors of all places on a sighting.

Many pairs are measured in one batch, each with its own moves; a pair alone and a pair among others give the same
numbers.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tablecam.table.geometry.distances import CORNERED, COS, HALF_X, HALF_Y, SIN, X, Y, Z
from tablecam.table.geometry.sightlines import Shares, Views
from tablecam.table.measure.hider_errors import LooseHider, collect_shifts, find_near_hiders, list_loose_hiders
from tablecam.table.measure.obstruction_distance import measure_moved_distances
from tablecam.table.measure.sighting import Obstruction, Sighting, SightScene, cylinders, views
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
        obstructions = self._list_obstructions(entries)
        pairs = zip(self.viewer.tolist(), self.target.tolist(), strict=True)
        ids = [placed.model.id for placed in self.scene.snapshot.models]
        looks = list(
            zip(pairs, self.visible.tolist(), self.visible_past_terrain.tolist(), self.views.eye.T.tolist(),
                self.views.aim.T.tolist(), strict=True)
        )  # fmt: skip
        sightings = []
        for row in chosen:
            (viewer, target), visible, past_terrain, eye, aim = looks[row]
            hiding = obstructions[ends[row - 1] if row else 0 : ends[row]]
            hiding.sort(key=lambda obstruction: (-obstruction.hidden, obstruction.number))
            places = (tuple(eye), tuple(aim))
            sightings.append(Sighting(ids[viewer], ids[target], visible, past_terrain, tuple(hiding), *places))
        return sightings

    def _list_obstructions(self, entries: np.ndarray) -> list[Obstruction]:
        """The obstructions of some of the entries of the shares."""
        view, owner, alone = (rows[entries] for rows in (self.shares.view, self.shares.owner, self.shares.alone))
        far = self.far[self.base[view], owner]
        named = {number: self._name_owner(number) for number in set(owner.tolist())}
        rows = zip(owner.tolist(), far.tolist(), alone.tolist(), strict=True)
        return [
            Obstruction(*named[number][:4], distance_in, hidden, named[number][4])
            for number, distance_in, hidden in rows
        ]

    def _name_owner(self, owner: int) -> tuple[str, str, str | None, str | None, int]:
        """An obstruction's name, kind, material, piece and number."""
        snapshot, features = self.scene.snapshot, self.scene.features
        if owner >= features:
            return snapshot.models[owner - features].model.id, "model", None, None, owner - features
        feature = snapshot.terrain.features[owner]
        return feature.name, "terrain", feature.material, feature.piece, owner


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


@dataclass(frozen=True)
class Gains:
    """How a pair's visible share changes along its errors. ends: (2, n), two sigmas out either way."""

    sigma: float
    ends: np.ndarray


@dataclass(frozen=True)
class PairMoves:
    """The moves after which a pair is looked at again.

    errors: (n, 8 + 2 hiders), independent moves by one sigma: x, y, heading and z of viewer and target, then x and y of
    each hider. The first `own` are those of viewer and target. names: of the hider that each moves, "" for `own`.
    columns: (n,), the number of that hider, -1 for `own`.
    """

    errors: np.ndarray
    own: int
    names: tuple[str, ...]
    columns: np.ndarray

    @property
    def tries(self) -> np.ndarray:
        """(1 + 2 own + 2 n, ...): no move, one sigma to either side along own errors, and two along all."""
        own_moves, ends = self.errors[: self.own], SURE_SIGMAS * self.errors
        return np.concatenate([np.zeros((1, self.errors.shape[1])), -own_moves, own_moves, -ends, ends])

    def compute_gains(self, visible: np.ndarray) -> Gains:
        """The changes of the share, given what is visible after each of the tries."""
        change = visible[1:] - visible[0]
        near, ends = (rows.reshape(2, -1) for rows in np.split(change, [2 * self.own]))
        slopes = np.abs(ends).max(axis=0, initial=0.0) / SURE_SIGMAS
        slopes[: self.own] = np.abs(near).max(axis=0, initial=0.0)
        return Gains(math.sqrt(float(np.square(slopes).sum())), ends)

    def list_told(self, hides: np.ndarray) -> list[tuple[int, str]]:
        """The tries that are told of, with the hider that each moves: those at the far ends, the place itself first.

        hides: (tries, hiders + 1), whether a hider hides something: one that does at neither place is left out.
        """
        first, numbers = 1 + 2 * self.own, np.arange(2 * len(self.errors)) % max(len(self.errors), 1)
        column = self.columns[numbers]
        ends = hides[first:][np.arange(len(numbers)), column]
        matters = (column < 0) | hides[0, column] | ends
        return [(0, ""), *((first + row, self.names[numbers[row]]) for row in matters.nonzero()[0].tolist())]

    def find_steepest(self, gains: Gains) -> list[tuple[np.ndarray, str]]:
        """The moves, two sigmas long, that should show most and least, each with the hider that it owes most to."""
        moves = []
        for sign in (-1, 1):
            gain = np.maximum(sign * gains.ends, 0)
            weight = gain[1] - gain[0]
            size = float(np.linalg.norm(weight))
            if size > 0:
                moves.append((SURE_SIGMAS / size * (weight @ self.errors), self.names[int(np.abs(weight).argmax())]))
        return moves


@dataclass(frozen=True)
class MovedLooks:
    """The sight of targets after moves, a row each, without the distances of obstructions.

    stand: (9, n), figures of the viewers. offsets: (n, hiders, 2), how far each hider is moved.
    """

    scene: SightScene
    views: Views
    viewer: np.ndarray
    target: np.ndarray
    shares: Shares
    stand: np.ndarray
    hiders: tuple[LooseHider, ...]
    offsets: np.ndarray

    @property
    def visible(self) -> np.ndarray:
        """(n,): the share of each target visible past everything."""
        return 1 - self.shares.hidden

    @property
    def _hider_by_owner(self) -> np.ndarray:
        """The number of the hider that each prism belongs to; -1 for a prism that stays."""
        numbers = np.full(self.scene.features + self.scene.models.shape[1], -1)
        for number, hider in enumerate(self.hiders):
            numbers[list(hider.owners)] = number
        return numbers

    def mark_hiding(self) -> np.ndarray:
        """(n, hiders + 1): whether each hider hides a part of the target by itself; and last, whether another does."""
        hides = np.zeros((len(self.viewer), len(self.hiders) + 1), bool)
        hides[self.shares.view, self._hider_by_owner[self.shares.owner]] = True
        return hides

    def with_distances(self, rows: np.ndarray | None = None) -> SightLooks:
        """The looks with the distances of what is in the way, in some rows, or in all."""
        told_rows = np.arange(len(self.viewer)) if rows is None else rows
        base = np.full(len(self.viewer), -1)
        base[told_rows] = np.arange(len(told_rows))
        reported = (base[self.shares.view] >= 0).nonzero()[0]
        view, owner = base[self.shares.view[reported]], self.shares.owner[reported]
        far = self._measure(self.stand[:, told_rows], view, owner)
        self._move_hiders(far, told_rows, view, owner)
        return SightLooks(self.scene, self.views, self.viewer, self.target, self.shares, far, base)

    def _measure(self, stand: np.ndarray, view: np.ndarray, owner: np.ndarray) -> np.ndarray:
        return measure_moved_distances(stand, self.scene.edges, self.scene.models, view, owner)

    def _move_hiders(self, far: np.ndarray, told: np.ndarray, view: np.ndarray, owner: np.ndarray) -> None:
        """Puts in the distances of a hider that is moved alone: the viewer is moved the other way instead."""
        if not self.hiders:
            return
        is_moved = np.abs(self.offsets[told]).max(axis=2) > 0
        moved = np.where(is_moved.sum(axis=1) == 1, is_moved.argmax(axis=1), -2)
        entries = np.flatnonzero(self._hider_by_owner[owner] == moved[view])
        rows, row = np.unique(view[entries], return_inverse=True)
        stand = self.stand[:, told[rows]]
        stand[:2] -= self.offsets[told[rows], moved[rows]].T
        far[view[entries], owner[entries]] = self._measure(stand, row, owner[entries])[row, owner[entries]]


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
        looks = self._compute_looks(np.arange(len(self.viewer)), viewer_figures, target_figures)
        return looks.with_distances().without_error()

    def with_error(self) -> Iterator[Sighting]:
        """Each pair with its sigma, and with the sightings at the ends of the errors."""
        hiders = tuple(list_loose_hiders(self.scene))
        for start in range(0, len(self.viewer), BATCH):
            batch = slice(start, start + BATCH)
            yield from replace(self, viewer=self.viewer[batch], target=self.target[batch])._measure_batch(hiders)

    def _measure_batch(self, all_hiders: Sequence[LooseHider]) -> Iterator[Sighting]:
        near_hiders = find_near_hiders(self.scene, all_hiders, self.viewer, self.target, self._margin_in)
        used = np.flatnonzero(near_hiders.any(axis=0))
        hiders = [all_hiders[number] for number in used.tolist()]
        errors = _list_errors(self.scene.snapshot.models, self.viewer, self.target)
        pairs = [
            self._list_moves(pair_errors, hiders, near)
            for pair_errors, near in zip(errors, near_hiders[:, used], strict=True)
        ]
        tries = [pair.tries for pair in pairs]
        near = self._look_after_moves(_repeat_owners(tries), np.concatenate(tries), hiders)
        ends = np.cumsum([len(rows) for rows in tries]).tolist()
        starts = [stop - len(rows) for stop, rows in zip(ends, tries, strict=True)]
        gains = [
            pair.compute_gains(near.visible[start:stop]) for pair, start, stop in zip(pairs, starts, ends, strict=True)
        ]
        steepest = [pair.find_steepest(gain) for pair, gain in zip(pairs, gains, strict=True)]
        ways = [np.reshape([move for move, _name in steep], (-1, pairs[0].errors.shape[1])) for steep in steepest]
        far = self._look_after_moves(_repeat_owners(ways), np.concatenate(ways), hiders) if any(steepest) else None
        far_looks = iter(far.with_distances().without_error() if far else ())
        hides = near.mark_hiding()
        told_rows = [pair.list_told(hides[start:stop]) for pair, start, stop in zip(pairs, starts, ends, strict=True)]
        rows = np.array([start + row for start, pair in zip(starts, told_rows, strict=True) for row, _name in pair])
        looks = iter(near.with_distances(rows).without_error(rows.tolist()))
        for gain, pair_told, steep in zip(gains, told_rows, steepest, strict=True):
            best, *within = (replace(next(looks), moved=name) if name else next(looks) for _row, name in pair_told)
            within += [replace(next(far_looks), moved=name) for _move, name in steep]
            yield replace(best, sigma=gain.sigma, within_error=tuple(within))

    @property
    def _margin_in(self) -> float:
        """How far from the centre of its base an eye may be."""
        return float(cylinders(self.scene.models)[2].max()) if self.anywhere else 0.0

    def _list_moves(self, errors: np.ndarray, hiders: Sequence[LooseHider], near: np.ndarray) -> PairMoves:
        """The moves of a pair, given its own errors (n, 8) and which of the hiders are near."""
        columns = [column for column in near.nonzero()[0].tolist() for _error in hiders[column].errors]
        moves = np.zeros((len(errors) + len(columns), 8 + 2 * len(hiders)))
        moves[: len(errors), :8] = errors
        row = len(errors)
        for column in near.nonzero()[0].tolist():
            stop = row + len(hiders[column].errors)
            moves[row:stop, 8 + 2 * column : 10 + 2 * column] = hiders[column].errors
            row = stop
        names = [""] * len(errors) + [hiders[column].name for column in columns]
        return PairMoves(moves, len(errors), tuple(names), np.array([-1] * len(errors) + columns, int))

    def _look_after_moves(self, of: np.ndarray, moves: np.ndarray, hiders: Sequence[LooseHider]) -> MovedLooks:
        """A row for each move (n, 8 + 2 hiders) of the pair `of` (n,)."""
        viewer_figures = self._move_figures(self.viewer[of], moves[:, :4])
        target_figures = self._move_figures(self.target[of], moves[:, 4:8])
        return self._compute_looks(of, viewer_figures, target_figures, hiders, moves[:, 8:].reshape(len(of), -1, 2))

    def _compute_looks(
        self,
        of: np.ndarray,
        looking: np.ndarray,
        seen: np.ndarray,
        hiders: Sequence[LooseHider] = (),
        offsets: np.ndarray | None = None,
    ) -> MovedLooks:
        """A row for each pair of figures, (9, n) each, past hiders that are moved by offsets (n, hiders, 2)."""
        viewer, target = self.viewer[of], self.target[of]
        moved = np.zeros((len(of), len(hiders), 2)) if offsets is None else offsets

        def visible(rows: np.ndarray, eyes: np.ndarray) -> np.ndarray:
            looks = views(looking[:, rows], seen[:, rows], eyes)
            return 1 - self.scene.shares(looks, viewer[rows], target[rows], collect_shifts(hiders, moved[rows])).hidden

        looks = views(looking, seen, best_eyes(looking, visible) if self.anywhere else None)
        shares = self.scene.shares(looks, viewer, target, collect_shifts(hiders, moved))
        return MovedLooks(self.scene, looks, viewer, target, shares, looking, tuple(hiders), moved)

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


def _repeat_owners(moves: Sequence[np.ndarray]) -> np.ndarray:
    """The pair of each move, where each pair has its own."""
    return np.repeat(np.arange(len(moves)), [len(move) for move in moves])


def _list_errors(models: Sequence[Placed], viewer: np.ndarray, target: np.ndarray) -> list[np.ndarray]:
    """For each pair (n, 8): independent one-sigma moves that make up both errors, one model at a time.

    A move is x, y, heading and z of the viewer, then the same of the target.
    """
    numbers, place = np.unique(np.concatenate([viewer, target]), return_inverse=True)
    own_errors = _list_own_errors([models[number] for number in numbers.tolist()])
    viewers, targets = place[: len(viewer)].tolist(), place[len(viewer) :].tolist()
    return [
        _join_errors(own_errors[viewer_place], own_errors[target_place])
        for viewer_place, target_place in zip(viewers, targets, strict=True)
    ]


def _join_errors(viewer: np.ndarray, target: np.ndarray) -> np.ndarray:
    moves = np.zeros((len(viewer) + len(target), 8))
    moves[: len(viewer), :4], moves[len(viewer) :, 4:] = viewer, target
    return moves


def _list_own_errors(models: Sequence[Placed]) -> list[np.ndarray]:
    """For each model (n, 4): independent one-sigma moves (x, y, heading, z)."""
    spread = np.zeros((len(models), 4, 4))
    for number, model in enumerate(models):
        spread[number, :3, :3] = model.covariance
        spread[number, 3, 3] = model.sigma_z_in**2
        if model.footprint.round:
            spread[number, 2], spread[number, :, 2] = 0.0, 0.0
    sizes, axes = np.linalg.eigh(spread)
    sizes = np.sqrt(np.maximum(sizes, 0))
    return [(size[:, None] * axis.T)[size > NO_ERROR] for size, axis in zip(sizes, axes, strict=True)]
