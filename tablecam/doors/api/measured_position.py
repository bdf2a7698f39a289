"""A measured position: where models stand, how far apart they are, and what they see."""

import math
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from tablecam.base.errors import TablecamError
from tablecam.doors.api.measured_rows import RangeRows, SightRows
from tablecam.table.geojson import make_collection
from tablecam.table.measure.ranges import Range, all_ranges, measure_range
from tablecam.table.measure.sight import all_sight, sighting
from tablecam.table.measure.sighting import Sighting
from tablecam.table.miniature import Placed
from tablecam.table.snapshot import Snapshot
from tablecam.table.terrain import Feature

if TYPE_CHECKING:
    from tablecam.rules.books.book import SightReading


class ModelNotFound(TablecamError):
    """The position has no model with this id, or one id was given twice; the message lists the models."""


@dataclass(frozen=True)
class MeasuredPosition:
    """Positions of everything at one time, from a photograph or from a file.

    snapshot: the models and the terrain that the measurements use; distances in inches, headings in radians
    anticlockwise from +x. missing: ids of models that `models.toml` lists but that were not found.
    """

    snapshot: Snapshot
    missing: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Raise TablecamError for a model whose place or size is not a finite number."""
        for placed in self.models:
            _check_finite(placed)

    def __repr__(self) -> str:
        """The numbers of models, of missing models, and of problems."""
        counts = f"{len(self.models)} models, {len(self.missing)} missing, {len(self.problems)} problems"
        return f"<MeasuredPosition: {counts}>"

    @property
    def models(self) -> tuple[Placed, ...]:
        """Every model on the table. `x_in`, `y_in` is the centre of its base, `sigma_in` one sigma of that place."""
        return self.snapshot.models

    @property
    def unknown_tags(self) -> tuple[int, ...]:
        """Numbers of tags that were read and that belong to no model."""
        return self.snapshot.unknown_tags

    @property
    def problems(self) -> tuple[str, ...]:
        """Doubts about this position, one sentence each; empty if there are none."""
        return tuple(map(str, (*self.snapshot.problems, *self.snapshot.faults())))

    @property
    def terrain(self) -> tuple[Feature, ...]:
        """Every feature of the terrain, each an upright prism: `polygon` is its outline as a shapely polygon."""
        return self.snapshot.terrain.features

    @property
    def __geo_interface__(self) -> dict[str, object]:
        """The terrain and the bases of the models, as a GeoJSON FeatureCollection in table inches."""
        return self.to_geojson()

    def to_geojson(self, *, ranges: bool = False, sights: bool = False) -> dict[str, object]:
        """The position as a GeoJSON FeatureCollection in table inches, ready for `json.dumps`.

        It has the terrain and the bases of the models, on request also the lines of all ranges and of all sights.
        """
        features = [feature.__geo_interface__ for feature in self.terrain]
        features += [placed.__geo_interface__ for placed in self.models]
        features += [row.__geo_interface__ for row in self.ranges()] if ranges else []
        features += [row.__geo_interface__ for row in self.sights()] if sights else []
        return make_collection(features)

    def model(self, id: str) -> Placed:
        """The model with this id. Raises ModelNotFound."""
        self._check_ids(id)
        return self.snapshot.model(id)

    def ranges(self) -> RangeRows:
        """The range of every unordered pair, in the order of `models`; a tuple that also makes dicts and arrays.

        A range is the straight line between the nearest base edges, in inches, with one sigma of its uncertainty.
        """
        return RangeRows(all_ranges(self.snapshot))

    def range(self, a: str, b: str) -> Range:
        """The range between two models. Raises ModelNotFound."""
        self._check_ids(a, b)
        return measure_range(self.snapshot, a, b)

    def sight(
        self, viewer: str, target: str, *, models_block: bool = True, book: "str | SightReading | None" = None
    ) -> Sighting:
        """The viewer's sight of the target: `share` from 0 to 1, and every obstruction. Raises ModelNotFound.

        models_block: whether other models hide the target, or terrain alone does. book: the rulebook that decides which
        of the models do, by its name or its own `sight_reading`; without one every model does. Raises IllegalAnswer for
        a rulebook that is not installed.
        """
        self._check_ids(viewer, target)
        return sighting(self.snapshot, viewer, target, self._find_blocking(book) if models_block else np.array(False))

    def sights(
        self, *, friends: bool = False, models_block: bool = True, book: "str | SightReading | None" = None
    ) -> SightRows:
        """The sight of every ordered pair of models on different sides; a tuple that also makes dicts and arrays.

        friends: include pairs on the same side. models_block, book: as for `sight`.
        """
        blocks = self._find_blocking(book) if models_block else np.array(False)
        return SightRows(all_sight(self.snapshot, blocks, friends).rows())

    def _find_blocking(self, book: "str | SightReading | None") -> np.ndarray | None:
        if isinstance(book, str):
            from tablecam.rules.books.registry import find_installed_books  # loads every rulebook

            book = find_installed_books().book(book).sight_reading
        return book.blocking(self.snapshot) if book else None

    def _check_ids(self, *ids: str) -> None:
        standing = [placed.model.id for placed in self.models]
        for id in ids:
            if id not in standing:
                raise ModelNotFound(f"there is no model {id} on the table, only {', '.join(standing) or 'bare ground'}")
        if len(set(ids)) < len(ids):
            raise ModelNotFound(f"two different models are needed, not {ids[0]} twice")


def _check_finite(placed: Placed) -> None:
    pose_numbers = (placed.x_in, placed.y_in, placed.z_in, placed.heading_rad)
    error = (*chain.from_iterable(placed.covariance), placed.sigma_z_in)
    base = (placed.footprint.half_x_in, placed.footprint.half_y_in, placed.model.height_in)
    for part_name, numbers in (
        ("x, y, z and heading", pose_numbers),
        ("uncertainty", error),
        ("base and height", base),
    ):
        if not all(map(math.isfinite, numbers)):
            number_list = ", ".join(f"{number:g}" for number in numbers)
            raise TablecamError(f"{placed.model.id}: its {part_name} must be finite numbers, not {number_list}")
