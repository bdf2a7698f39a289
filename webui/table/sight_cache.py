"""The sight of all models for the page, cached from one view to the next and computed on demand.

After a move only the pairs that it affects are computed again. The error of a sighting costs many times the
sighting itself, so it is computed for the selected model only, once both models rest, and cached while they do and
nobody comes near or leaves the line between them.
"""

import math
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np

from tablecam.game.hosting.game_host import GameHost
from tablecam.rules.books.book import Book, SightReading
from tablecam.rules.books.scenery_terrain import add_scenery
from tablecam.rules.books.views import SightLimits
from tablecam.rules.scenery import get_scenery, name_template
from tablecam.table.geometry.sightlines import find_reaching_cylinders
from tablecam.table.measure.sight import SightTable, all_sight
from tablecam.table.measure.sighting import Sighting, cylinders, figures
from tablecam.table.miniature import Placed
from tablecam.table.snapshot import Snapshot, find_replaced_models
from tablecam.table.terrain import Feature, Terrain

# Readings of a model at rest wander by a thousandth of an inch, which changes no error.
SAME_IN, SAME_RAD = 0.002, 0.002

# An error is computed two sigmas out, for both models of a pair, and the edge of a target turns with the line to it:
# by less than this many sigmas altogether, where the line is as long as the target is wide.
MATTERING_SIGMAS = 8.0


class Shifts:
    """The changes from each table to the next."""

    def __init__(self) -> None:
        self._baseline: Snapshot | None = None
        self._blocks = np.ones((1, 1, 1), bool)

    def find_touched_rows(self, table: SightTable, rows: np.ndarray) -> np.ndarray:
        """The rows (n,) of a table whose line of view other models have come near or left, or block or no longer block.

        All rows where the models or the terrain are not the same. A pair's own two models do not count.
        """
        then, snapshot, old_blocks, blocks = self._baseline, table.scene.snapshot, self._blocks, table.scene.blocks
        self._baseline, self._blocks = snapshot, blocks
        if (
            then is None
            or find_replaced_models(then.models, snapshot.models) is None
            or then.terrain != snapshot.terrain
        ):
            return rows
        shifted = np.array([not same_place(*places) for places in zip(then.models, snapshot.models, strict=True)], bool)
        # small steps add up: a model that has not shifted is compared with its old place again
        places = zip(then.models, snapshot.models, shifted.tolist(), strict=True)
        self._baseline = replace(
            snapshot,
            models=tuple(new_place if has_shifted else old_place for old_place, new_place, has_shifted in places),
        )
        changed = (shifted | (old_blocks is not blocks and (old_blocks != blocks).any(axis=(0, 1)))).nonzero()[0]
        if not len(changed) or not len(rows):
            return rows[:0]
        pairs = table.viewer[rows, None], table.target[rows, None], changed
        old, new = (np.broadcast_to(matrix, (len(shifted),) * 3)[pairs] for matrix in (old_blocks, blocks))
        relevant = np.where(shifted[changed], old | new, old != new)
        near = _compute_nearness(
            table, rows, [[models[row] for row in changed] for models in (then.models, snapshot.models)]
        )
        return rows[(relevant & near).any(axis=1)]


def same_place(then: Placed, now: Placed) -> bool:
    """Whether a model stands where it stood, apart from the jitter of readings."""
    if then is now:
        return True
    near = max(abs(then.x_in - now.x_in), abs(then.y_in - now.y_in)) < SAME_IN
    same_floor = (then.z_in, then.stands_on) == (now.z_in, now.stands_on)
    return near and same_floor and abs(then.heading_rad - now.heading_rad) < SAME_RAD


def _compute_nearness(table: SightTable, rows: np.ndarray, places: Sequence[Sequence[Placed]]) -> np.ndarray:
    """(n, m): whether m models are, in any of their places, near enough to the lines of rows to matter."""
    margin = MATTERING_SIGMAS * max(map(_compute_place_sigma, table.scene.snapshot.models))
    row_views = table.views(rows)
    # from right above, the target's direction turns with every small step
    near = np.repeat((row_views.length < 2 * row_views.half_width)[:, None], len(places[0]), axis=1)
    for models in places:
        wide_cylinders = cylinders(figures(models))
        wide_cylinders[2] += margin
        near |= find_reaching_cylinders(row_views, wide_cylinders)
    return near


def _compute_place_sigma(placed: Placed) -> float:
    """More than one sigma of any point of a model's base, in inches."""
    x, y, turn = (placed.covariance[axis][axis] for axis in range(3))
    return math.sqrt(x + y) + math.sqrt(turn) * max(placed.model.base.half_extents_in)


Blocking = Callable[[Snapshot], np.ndarray]

# Readings that wander by a thousandth of an inch change a share by less than this.
SAME_SHARE = 0.002
# The error of a place shrinks as readings come in; once it is a sixth less, the sighting's error is computed again.
SAME_SIGMA = 1.2


@dataclass(frozen=True)
class _CachedSighting:
    """A sighting with its error, and the places of both models at the time."""

    sighting: Sighting
    viewer: Placed
    target: Placed


class SightCache:
    """How much models see of one another in the newest snapshot. Any thread may ask.

    blocking: the models that block sight by the rulebook.
    """

    def __init__(self, blocking: Blocking) -> None:
        self.blocking = blocking
        self._lock = threading.Lock()
        self._table: SightTable | None = None
        self._shifts = Shifts()
        self._cached_errors: dict[tuple[str, str], _CachedSighting] = {}

    def sightings(self, snapshot: Snapshot, viewer: str) -> dict[str, Sighting]:
        """One model's sightings of all others, by their ids; with the error where neither model moves."""
        with self._lock:
            blocks = self.blocking(snapshot)
            self._table = self._table.update(snapshot, blocks) if self._table else all_sight(snapshot, blocks, True)
            self._forget_stale_errors()
            number = [standing.model.id for standing in snapshot.models].index(viewer)
            rows = np.flatnonzero(self._table.viewer == number).tolist()
            sightings_by_row = dict(zip(rows, self._table.without_error(rows), strict=True))
            self._measure_errors(snapshot, sightings_by_row)
            return {
                pair_sighting.target: self._add_error(snapshot, pair_sighting)
                for pair_sighting in sightings_by_row.values()
            }

    def _forget_stale_errors(self) -> None:
        """Forgets the errors of the pairs whose line of view has changed."""
        assert self._table is not None
        ids, viewers = (
            [standing.model.id for standing in self._table.scene.snapshot.models],
            {viewer_id for viewer_id, _ in self._cached_errors},
        )
        looking = np.array([id in viewers for id in ids], bool)[self._table.viewer]
        rows = self._shifts.find_touched_rows(self._table, looking.nonzero()[0])
        for viewer, target in zip(self._table.viewer[rows].tolist(), self._table.target[rows].tolist(), strict=True):
            self._cached_errors.pop((ids[viewer], ids[target]), None)

    def _measure_errors(self, snapshot: Snapshot, found: Mapping[int, Sighting]) -> None:
        """Computes in one batch the errors that are missing or no longer hold. found: by the table's rows."""
        assert self._table is not None
        stale = [row for row, pair_sighting in found.items() if not self._has_valid_error(snapshot, pair_sighting)]
        for pair_sighting in self._table.rows(stale):
            pair = (pair_sighting.viewer, pair_sighting.target)
            self._cached_errors[pair] = _CachedSighting(
                pair_sighting, snapshot.model(pair_sighting.viewer), snapshot.model(pair_sighting.target)
            )

    def _has_valid_error(self, snapshot: Snapshot, found: Sighting) -> bool:
        """Whether the error of a pair is known as well as it needs to be: nobody asks it of a model in a hand."""
        viewer, target = snapshot.model(found.viewer), snapshot.model(found.target)
        cached = self._cached_errors.get((found.viewer, found.target))
        return _is_any_moving(viewer, target) or (cached is not None and _is_still_valid(cached, found, viewer, target))

    def _add_error(self, snapshot: Snapshot, found: Sighting) -> Sighting:
        if _is_any_moving(snapshot.model(found.viewer), snapshot.model(found.target)):
            return found
        cached = self._cached_errors[found.viewer, found.target].sighting
        return replace(found, sigma=cached.sigma, within_error=cached.within_error)


def _is_any_moving(*models: Placed) -> bool:
    return any(standing.state == "moving" for standing in models)


def _is_still_valid(known: _CachedSighting, found: Sighting, viewer: Placed, target: Placed) -> bool:
    """Whether the cached error still holds for the new sighting."""
    same_share = abs(known.sighting.visible - found.visible) < SAME_SHARE
    return same_share and _is_at_rest(known.viewer, viewer) and _is_at_rest(known.target, target)


def _is_at_rest(then: Placed, now: Placed) -> bool:
    return same_place(then, now) and now.sigma_in / SAME_SIGMA <= then.sigma_in <= now.sigma_in * SAME_SIGMA


class SightReadings:
    """Which models block sight, and how much sight is enough. host: None where no games are played. usual: for the time
    without a game.
    """

    def __init__(self, host: GameHost | None, usual: Book) -> None:
        self._host = host
        self._usual = usual

    def blocking(self, snapshot: Snapshot) -> np.ndarray:
        """Which models block; all of them where the book does not say."""
        reading, state = self._get_reading()
        return reading.blocking(snapshot, state) if reading else everything_blocks(snapshot)

    def limits(self) -> SightLimits | None:
        """The limits for a sight; None where there are none, so that the page shows the bare share."""
        reading, state = self._get_reading()
        return reading.limits(state) if reading else None

    def add_terrain(self, snapshot: Snapshot) -> Snapshot:
        """The position with the terrain that the game in progress has made or removed; its models stay."""
        if self._host is None:
            return snapshot
        with self._host.reading() as open_game:
            if open_game is None:
                return snapshot
            terrain = add_scenery(snapshot, open_game.game.state).terrain
            templates = get_scenery(open_game.game.state).templates
            titles = [
                (template.id, name_template(open_game.names, template.id, template.shape.kind))
                for template in templates
            ]
        return replace(snapshot, terrain=_name_features(terrain, tuple(titles))) if templates else snapshot

    def _get_reading(self) -> tuple[SightReading | None, Any]:
        if self._host is None:
            return self._usual.sight_reading, None
        with self._host.reading() as open_game:
            if open_game is None:
                return self._usual.sight_reading, None
            return open_game.book.sight_reading, open_game.game.state


@lru_cache(maxsize=8)
def _name_features(terrain: Terrain, titles: tuple[tuple[str, str], ...]) -> Terrain:
    """The terrain with the templates' titles in place of their ids."""
    names = dict(titles)
    return Terrain(tuple(replace(feature, name=names.get(feature.name, feature.name)) for feature in terrain.features))


@lru_cache(maxsize=8)
def find_ground_numbers(ground: Terrain, terrain: Terrain) -> tuple[int, ...]:
    """For each feature of a game's terrain the number of the table's feature that it is part of; -1 for a template."""
    return tuple(
        next((number for number, whole in enumerate(ground.features) if _is_part(feature, whole)), -1)
        for feature in terrain.features
    )


def _is_part(feature: Feature, whole: Feature) -> bool:
    same = (feature.name, feature.piece, feature.z_top_in) == (whole.name, whole.piece, whole.z_top_in)
    return same and whole.polygon.covers(feature.polygon)


def everything_blocks(snapshot: Snapshot) -> np.ndarray:
    """Plain geometry: every model that stands blocks every view."""
    return np.ones((len(snapshot.models), 1, len(snapshot.models)), bool)
