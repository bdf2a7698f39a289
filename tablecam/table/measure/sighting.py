"""A sighting: the share of one model that another sees, and the scene of figures it is computed in."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from tablecam.table.geojson import make_feature, make_line
from tablecam.table.geometry.distances import CORNERED, COS, HALF_X, HALF_Y, SIN, PolygonEdges, X, Y, Z
from tablecam.table.geometry.sightlines import Hiders, HiderShifts, Shares, Views, lines_of_view, shares
from tablecam.table.measure.facts import Verdict
from tablecam.table.miniature import Placed, Rectangle
from tablecam.table.snapshot import Snapshot

# The rounding error of a share that lies exactly at a limit.
ROUNDING = 1e-9
# Shares of a target are exact to less than this: a smaller visible share counts as hidden.
NOTHING = 1e-6


@dataclass(frozen=True)
class Obstruction:
    """Something that hides part of a target.

    kind: "terrain" or "model". material, piece: of terrain. distance_in: in plan, from the viewer's base edge to its
    whole footprint. hidden: the share of the target that it hides by itself. number: its row among the snapshot's
    terrain features, or models.
    """

    name: str
    kind: str
    material: str | None
    piece: str | None
    distance_in: float
    hidden: float
    number: int


@dataclass(frozen=True)
class Sighting:
    """The view that `viewer` has of `target`.

    visible, visible_past_terrain: shares of the target, past everything and past terrain alone. obstructions: the
    greatest hidden share first. eye: (x, y, z) of the eye. aim: the middle of the target, halfway up its axis. sigma:
    one sigma of `visible`, from the uncertainty of all places. within_error: the same sighting with the models, and
    what hides something, moved to the ends of their errors, two sigmas out; empty unless requested. moved: in those,
    the piece of terrain or the model in the way that is moved, alone or the most; empty for viewer and target.
    """

    viewer: str
    target: str
    visible: float
    visible_past_terrain: float
    obstructions: tuple[Obstruction, ...]
    eye: tuple[float, float, float]
    aim: tuple[float, float, float]
    sigma: float = 0.0
    within_error: tuple["Sighting", ...] = ()
    moved: str = ""

    def __repr__(self) -> str:
        """The viewer, the target, the visible share with its sigma, and the number of obstructions."""
        share = f"{self.visible:.4f} visible, sigma {self.sigma:.4f}"
        return f"<Sighting {self.viewer} to {self.target}: {share}, {len(self.obstructions)} obstructions>"

    @property
    def share(self) -> float:
        """The share of the target that is visible past everything, 0 to 1: `visible` under its everyday name."""
        return self.visible

    @property
    def spread(self) -> tuple[float, float]:
        """The least and the greatest visible share, within the error of all places."""
        shares = [self.visible, *(sighting.visible for sighting in self.within_error)]
        return min(shares), max(shares)

    @property
    def __geo_interface__(self) -> dict[str, object]:
        """The line from the eye to the middle of the target, as a GeoJSON feature in table inches."""
        properties = {
            "kind": "sight",
            "viewer": self.viewer,
            "target": self.target,
            "share": self.share,
            "sigma": self.sigma,
            "hidden_by": [obstruction.name for obstruction in self.obstructions],
        }
        return make_feature(properties, make_line((self.eye, self.aim)))

    def verdict(self, share: float) -> Verdict:
        """Whether `share` of the target or more is visible; TOO_CLOSE if that changes within the error."""
        return self.holds(lambda sighting: sighting.at_least(share))

    def at_least(self, share: float) -> bool:
        """The best guess whether `share` of the target or more is visible, for TOO_CLOSE too."""
        return self.visible >= share - ROUNDING

    def holds(self, reading: Callable[["Sighting"], bool]) -> Verdict:
        """Whether a predicate of sightings holds here; TOO_CLOSE if its answer changes within the error."""
        answers = {reading(sighting) for sighting in (self, *self.within_error)}
        if len(answers) > 1:
            return Verdict.TOO_CLOSE
        return Verdict.YES if answers.pop() else Verdict.NO

    def find_loose_hiders(self, reading: Callable[["Sighting"], object]) -> tuple[str, ...]:
        """The pieces and models in the way whose own errors change an answer, by name; none if viewer or target do."""
        own_reading = reading(self)
        moved = dict.fromkeys(sighting.moved for sighting in self.within_error if reading(sighting) != own_reading)
        return () if "" in moved else tuple(moved)


# Models prepared for sight: arrays of figures, from which eyes and targets are made.
#
# The kernel of sight makes the same views of them, and the prisms that block (`geometry/kernel/views.c`).

# The eye is not at the very top of a model.
EYE_OF_HEIGHT = 0.9

# The last of the rows of a table of figures, which begins with those of a base.
HEIGHT = 8


def figures(models: Sequence[Placed]) -> np.ndarray:
    """(9, n): the places of models, the sine and cosine of their headings, their bases and their heights.

    Equal shapes have equal figures: a circle's heading is 0.
    """
    return np.array([_model_figures(model) for model in models], float).reshape(-1, 9).T


def _model_figures(placed: Placed) -> tuple[float, ...]:
    model = placed.model
    half_x, half_y = model.base.half_extents_in
    cornered, sin, cos = isinstance(model.base, Rectangle), 0.0, 1.0
    if cornered or half_x != half_y:
        sin, cos = math.sin(placed.heading_rad), math.cos(placed.heading_rad)
    return (placed.x_in, placed.y_in, placed.z_in, sin, cos, half_x, half_y, cornered, model.height_in)


def views(viewers: np.ndarray, targets: np.ndarray, eyes: np.ndarray | None = None) -> Views:
    """The views that `viewers` have of `targets`, both figures (9, n). eyes: (2, n), in plan, if not the centres."""
    plan = viewers[:2] if eyes is None else eyes
    lines = lines_of_view(plan, targets[:2])
    table = np.empty((9, viewers.shape[1]))
    table[:2], table[2] = plan, viewers[Z] + EYE_OF_HEIGHT * viewers[HEIGHT]
    table[3], table[4], table[5] = half_widths(targets, lines[:2]), targets[Z], targets[Z] + targets[HEIGHT]
    table[6:] = lines
    return Views(table)


def half_widths(targets: np.ndarray, along: np.ndarray) -> np.ndarray:
    """(n,): half the extent of bases, figures (9, n), square to lines of view along unit vectors (2, n)."""
    cornered, oval = targets[CORNERED] > 0, targets[HALF_X] != targets[HALF_Y]
    if not (cornered | oval).any():
        return targets[HALF_X]
    across = targets[HALF_X] * (along[1] * targets[SIN] + along[0] * targets[COS])
    forward = targets[HALF_Y] * (along[0] * targets[SIN] - along[1] * targets[COS])
    half_width = np.where(oval, np.sqrt(across * across + forward * forward), targets[HALF_X])
    return np.where(cornered, np.abs(across) + np.abs(forward), half_width)


def cylinders(models: np.ndarray) -> np.ndarray:
    """(5, n): the upright cylinders that hold the models, figures (9, n): x, y, radius, bottom, top."""
    half_x, half_y, cornered = models[HALF_X], models[HALF_Y], models[CORNERED] > 0
    reach = np.maximum(half_x, half_y)
    if cornered.any():
        reach = np.where(cornered, np.sqrt(half_x * half_x + half_y * half_y), reach)
    return np.array([models[X], models[Y], reach, models[Z], models[Z] + models[HEIGHT]])


ALL_BLOCK = np.ones((1, 1, 1), bool)


@dataclass(frozen=True)
class SightScene:
    """A snapshot prepared for sight.

    models: figures. edges: of the terrain's footprints. blocks: which models block, as for `scene`.
    """

    snapshot: Snapshot
    models: np.ndarray
    edges: PolygonEdges
    blocks: np.ndarray

    @property
    def features(self) -> int:
        """The number of the terrain's features."""
        return len(self.edges.first)

    @property
    def hiders(self) -> Hiders:
        """Everything that may hide something."""
        return Hiders(self.snapshot.terrain.parts, self.features, self.models, self.blocks)

    def shares(self, seen: Views, viewer: np.ndarray, target: np.ndarray, shifts: HiderShifts | None = None) -> Shares:
        """The hidden shares of each view, given the viewers and targets, numbers of models (n,)."""
        return shares(seen, self.hiders, viewer, target, shifts)

    def views(self, viewer: np.ndarray, target: np.ndarray) -> Views:
        """The views between models, by their numbers (n,), from over the centres of their bases."""
        return views(self.models.take(viewer, axis=1), self.models.take(target, axis=1))

    def follow(self, snapshot: Snapshot, other: Sequence[int], blocks: np.ndarray | None) -> "SightScene":
        """The scene of a later snapshot of the same models and terrain.

        other: the numbers of the models that are not the same objects.
        """
        models = self.models.copy()
        models[:, other] = figures([snapshot.models[number] for number in other])
        return SightScene(snapshot, models, self.edges, _expand_axes(blocks))


def scene(snapshot: Snapshot, blocks: np.ndarray | None = None) -> SightScene:
    """The scene of a snapshot.

    blocks: which models block, booleans that broadcast to (viewer, target, blocker) over the snapshot's models; None:
    all others do.
    """
    return SightScene(snapshot, figures(snapshot.models), snapshot.terrain.edges, _expand_axes(blocks))


def _expand_axes(blocks: np.ndarray | None) -> np.ndarray:
    """The array of blocking models with all three axes; an axis that makes no difference has length 1."""
    return ALL_BLOCK if blocks is None else blocks[(None,) * (3 - blocks.ndim)]
