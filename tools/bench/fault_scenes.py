"""Random tables on which something is wrong, drawn from a seed, with the truth about them.

They test tablecam's fit of a whole scene, and share nothing with it: waves, hollows, folds and twists of a mat are
added up, and the reference tags follow it; trays droop; prints are wrong one way more than the other. A scene has no
fault, one, two or three. A third of all seeds is held out: those scenes are for reports only, and `draw_scene` refuses
them, so that nothing is tuned on them. Only the bench and its tests call `draw_held_out_scene`.
"""

import math
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any

import numpy as np

from tablecam.base.errors import TablecamError
from tablecam.sensing.camera.synthetic.demo import demo_scene, scatter_models, without_terrain
from tablecam.sensing.camera.synthetic.render import Renderer
from tablecam.sensing.camera.synthetic.scene import (
    Scene,
    Sensor,
    Spot,
    TagPlace,
    Tilt,
    find_lean,
    model_tags,
    overhead,
    reference_tags,
)
from tablecam.sensing.vision.frame import Frame
from tablecam.storage.table_folder import TableFolder
from tablecam.table.miniature import Roster
from tools.bench.fault_shapes import (
    Following,
    Relief,
    Ridge,
    Sag,
    Surface,
    Tilts,
    Twist,
    Wave,
    droop_tray,
    lay_on_slope,
)
from tools.bench.faults import bent, pushed_by, refocused, smeared, stretched_by
from tools.bench.tables import SIZES, KnownTable, folder_of, known_table

HELD_OUT_OF = 3
# the shares of scenes with no fault, one, two and three
HOW_MANY = (0.25, 0.4, 0.25, 0.1)
# as on a printed tray, and on a thick one under which an arm can hang down
TRAY_MM, THICK_TRAY_MM = 1.2, 3.0

SURFACE, STRETCH, PUSHED = "surface", "references stretched", "reference tag off"
MODEL_PRINT, REFERENCE_PRINT = "models' print", "references' print"
LEAN, DROOP = "models lean", "trays droop"
FOCAL, BEND, SMEAR = "focal length", "lens distortion", "denoiser"


class HeldOut(TablecamError):
    """The scene of a seed is kept for reports."""


@dataclass(frozen=True)
class Wrongs:
    """All that is wrong with a table; by default nothing.

    leans: model -> angle and direction, radians. droops: model -> radians. prints: real width and height as multiples
    of the file's. stretch: the shares by which the file's places of the reference tags are too long, along x and y.
    pushed: reference tag -> (x, y), inches, of the file's place against the real one. focal: the share by which the
    real focal length is longer than the file's. k1, k3: what the real lens bends more. smear: a denoiser's strength.
    """

    relief: Relief = field(default_factory=Relief)
    leans: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    droops: Mapping[str, float] = field(default_factory=dict)
    model_print: tuple[float, float] = (1.0, 1.0)
    reference_print: tuple[float, float] = (1.0, 1.0)
    stretch: tuple[float, float] = (0.0, 0.0)
    pushed: Mapping[int, tuple[float, float]] = field(default_factory=dict)
    focal: float = 0.0
    k1: float = 0.0
    k3: float = 0.0
    smear: int = 0

    def only(self, cause: str) -> "Wrongs":
        """Return what one cause contributes."""
        return replace(Wrongs(), **{name: getattr(self, name) for name in FIELDS[cause]})

    @property
    def names(self) -> frozenset[str]:
        """The fields that differ from a table without faults."""
        nothing = Wrongs()
        return frozenset(each.name for each in fields(self) if getattr(self, each.name) != getattr(nothing, each.name))


FIELDS: Mapping[str, tuple[str, ...]] = {
    SURFACE: ("relief",),
    STRETCH: ("stretch",),
    PUSHED: ("pushed",),
    MODEL_PRINT: ("model_print",),
    REFERENCE_PRINT: ("reference_print",),
    LEAN: ("leans",),
    DROOP: ("droops",),
    FOCAL: ("focal",),
    BEND: ("k1", "k3"),
    SMEAR: ("smear",),
}
CAUSES = tuple(FIELDS)

Draw = Callable[[np.random.Generator, Scene], dict[str, Any]]


def _either_way(random: np.random.Generator, least: float, most: float) -> float:
    return float(random.uniform(least, most) * random.choice([-1, 1]))


def _draw_turn(random: np.random.Generator) -> float:
    return float(random.uniform(0, 2 * math.pi))


def _draw_point(random: np.random.Generator) -> tuple[float, float]:
    x, y = random.uniform(10, 38, 2).tolist()
    return x, y


def _draw_waves(random: np.random.Generator) -> tuple[Surface, ...]:
    """Draw one to four waves of different lengths, 1.5 to 6 mm high together."""
    shares = random.dirichlet(np.full(int(random.integers(1, 5)), 2.0)) * random.uniform(1.5, 6.0)
    lengths = np.exp(random.uniform(math.log(8.0), math.log(44.0), len(shares)))
    return tuple(
        Wave(float(height), float(length), _draw_turn(random), _draw_turn(random))
        for height, length in zip(shares, lengths, strict=True)
    )


def _draw_sag(random: np.random.Generator) -> tuple[Surface, ...]:
    first, second = random.uniform(8, 20, 2).tolist()
    return (Sag(float(random.uniform(2, 9)), _draw_point(random), (first, second), _draw_turn(random)),)


def _draw_ridge(random: np.random.Generator) -> tuple[Surface, ...]:
    height_mm, width_in = float(random.uniform(1.5, 5)), float(random.uniform(1.5, 6))
    return (Ridge(height_mm, _draw_point(random), _draw_turn(random), width_in),)


def _draw_twist(random: np.random.Generator) -> tuple[Surface, ...]:
    return (Twist(_either_way(random, 1.5, 6)),)


SURFACES = (_draw_waves, _draw_sag, _draw_ridge, _draw_twist)


def _draw_relief(random: np.random.Generator, _: Scene) -> dict[str, Any]:
    count = int(random.choice([1, 2], p=[0.7, 0.3]))
    kinds = [SURFACES[number] for number in random.choice(len(SURFACES), count, replace=False)]
    return {"relief": Relief(tuple(part for kind in kinds for part in kind(random)))}


def _draw_stretch(random: np.random.Generator, _: Scene) -> dict[str, Any]:
    common, uneven = _either_way(random, 0.001, 0.006), float(random.choice([0, random.uniform(-0.003, 0.003)]))
    return {"stretch": (common, common + uneven)}


def _draw_pushed(random: np.random.Generator, scene: Scene) -> dict[str, Any]:
    tags = random.choice([tag.id for tag in scene.table.reference_tags], int(random.integers(1, 3)), replace=False)
    ways = [(random.uniform(1.5, 6) / 25.4, _draw_turn(random)) for _ in tags]
    return {
        "pushed": {
            int(tag): (float(far * math.cos(turn)), float(far * math.sin(turn)))
            for tag, (far, turn) in zip(tags, ways, strict=True)
        }
    }


def _draw_print(random: np.random.Generator) -> tuple[float, float]:
    """Draw a wrong size, a wrong shape, or both."""
    size, shape = [(0, 1), (1, 0), (1, 1)][int(random.integers(3))]
    common, uneven = size * _either_way(random, 0.008, 0.035), shape * _either_way(random, 0.003, 0.010)
    return 1 + common + uneven / 2, 1 + common - uneven / 2


def _draw_leans(random: np.random.Generator, scene: Scene) -> dict[str, Any]:
    """Draw a few models that lean much, or most by a degree or several."""
    names = list(scene.spots)
    few = random.uniform() < 0.5
    count = int(random.integers(1, 5)) if few else int(random.integers(len(names) // 2, len(names) + 1))
    usual_deg = random.uniform(3, 9) if few else random.uniform(1.5, 7)
    leaning = random.choice(names, count, replace=False)
    return {
        "leans": {
            str(name): (math.radians(usual_deg * random.uniform(0.7, 1.3)), _draw_turn(random)) for name in leaning
        }
    }


def _draw_droops(random: np.random.Generator, scene: Scene) -> dict[str, Any]:
    """Draw trays of one batch that hang down alike, all of them or a share; the base stays level."""
    usual_deg, share = random.uniform(2, 5.5), float(random.choice([1.0, random.uniform(0.3, 0.8)]))
    return {
        "droops": {
            name: math.radians(min(6.5, max(0.5, random.normal(usual_deg, 0.5))))
            for name in scene.spots
            if random.uniform() < share
        }
    }


def _draw_bend(random: np.random.Generator, _: Scene) -> dict[str, Any]:
    which = int(random.integers(3))
    k1 = _either_way(random, 0.004, 0.015) if which != 1 else 0.0
    return {"k1": k1, "k3": _either_way(random, 0.004, 0.015) if which else 0.0}


DRAWS: Mapping[str, Draw] = {
    SURFACE: _draw_relief,
    STRETCH: _draw_stretch,
    PUSHED: _draw_pushed,
    MODEL_PRINT: lambda random, _: {"model_print": _draw_print(random)},
    REFERENCE_PRINT: lambda random, _: {"reference_print": _draw_print(random)},
    LEAN: _draw_leans,
    DROOP: _draw_droops,
    FOCAL: lambda random, _: {"focal": _either_way(random, 0.002, 0.015)},
    BEND: _draw_bend,
    SMEAR: lambda random, _: {"smear": int(random.integers(8, 27))},
}
# a mat that is not flat is twice as usual as each of the other faults
WEIGHTS = np.array([2.0 if cause == SURFACE else 1.0 for cause in CAUSES])


def is_held_out(seed: int) -> bool:
    """Whether the scene of a seed is for reports only: a third of all, and always the same ones."""
    return zlib.crc32(f"fault scene {seed}".encode()) % HELD_OUT_OF == 0


def draw_scene(seed: int, size: str = "1080p") -> "FaultScene":
    """Draw the scene of a seed, to tune with. size: a name of `SIZES`. Raises HeldOut for a third of the seeds."""
    if is_held_out(seed):
        raise HeldOut(f"scene {seed} is held out of all tuning: take a seed for which is_held_out is False")
    return _draw(seed, size)


def draw_held_out_scene(seed: int, size: str = "1080p") -> "FaultScene":
    """Draw the scene of a seed that is held out, for a report. Raises ValueError for a seed that is not."""
    if not is_held_out(seed):
        raise ValueError(f"scene {seed} is not held out")
    return _draw(seed, size)


def _draw(seed: int, size: str) -> "FaultScene":
    random = np.random.default_rng([38, seed])
    count = int(random.choice(len(HOW_MANY), p=HOW_MANY))
    chosen = random.choice(len(CAUSES), count, replace=False, p=WEIGHTS / WEIGHTS.sum())
    causes = tuple(CAUSES[number] for number in sorted(chosen))
    level = _draw_level_scene(random, seed, size, causes)
    found: dict[str, Any] = {}
    for cause in causes:
        found |= DRAWS[cause](random, level)
    return FaultScene(seed, causes, level, Wrongs(**found))


def _draw_level_scene(random: np.random.Generator, seed: int, size: str, causes: tuple[str, ...]) -> Scene:
    """Draw a table without faults; one without terrain if the mat will not be flat, and often otherwise."""
    models, mat = int(random.integers(14, 29)), str(random.choice(["street", "busy", "plain"]))
    scene = demo_scene(*SIZES[size], mat, models)
    if SURFACE in causes or random.uniform() < 0.4:
        scene = without_terrain(scene)
    roofs = {name: spot for name, spot in scene.spots.items() if spot.z_in > 0}
    tray_mm = THICK_TRAY_MM if DROOP in causes or random.uniform() < 0.3 else TRAY_MM
    roster = Roster(tuple(replace(model, tag_height_mm=tray_mm) for model in scene.roster.models))
    spots = scatter_models(roster.models, roofs, scene.terrain, seed=seed + 1000)
    pose = overhead(height_in=float(random.uniform(57.5, 61.0)), tilt_deg=float(random.uniform(0, 7)))
    sensor = Sensor(scene.sensor.blur_px * float(random.uniform(0.9, 1.15)), float(random.uniform(2, 5)), gamma=2.2,
                    jpeg=int(random.integers(80, 93)))  # fmt: skip
    # a lens that breathes says so in its file
    focal_sigma = 0.01 if random.uniform() < 0.3 else scene.camera.intrinsics.focal_sigma
    camera = replace(scene.camera, pose=pose, intrinsics=replace(scene.camera.intrinsics, focal_sigma=focal_sigma))
    return replace(scene, roster=roster, spots=spots, camera=camera, sensor=sensor, seed=seed)


@dataclass(frozen=True)
class FaultScene:
    """A table with faults. level: the table that its folder is about, before anything is wrong."""

    seed: int
    causes: tuple[str, ...]
    level: Scene
    wrongs: Wrongs

    @property
    def name(self) -> str:
        """The seed and the causes."""
        return f"scene {self.seed}: {' + '.join(self.causes) or 'clean'}"

    def only(self, cause: str) -> "FaultScene":
        """Return the same table with one of its faults."""
        return replace(self, causes=(cause,), wrongs=self.wrongs.only(cause))

    @cached_property
    def scene(self) -> Scene:
        """The table as it is and is drawn; spots: the real places of bases, at which ranges are measured."""
        spots = {name: self._raise(spot) for name, spot in self.level.spots.items()}
        tilts = {name: tilt for name, spot in spots.items() if (tilt := self._tilt(name, spot))}
        tags = {tag.tag: self._bend_reference(tag) for tag in reference_tags(self.level.table)}
        for name, spot in spots.items():
            for tag in model_tags(self.level.roster.by_id[name], spot):
                tags[tag.tag] = replace(tag, lean=tilts.get(name), stretch=self.wrongs.model_print)
        return replace(self.level, spots=spots, tilts=tilts, tags=tags)

    @cached_property
    def folder(self) -> TableFolder:
        """The folder of a person who knows nothing of the faults."""
        unseen = Frame(np.zeros((1, 1), np.uint8), 0.0)
        return self._spoil_files(KnownTable(self.name, folder_of(self.level), unseen, {}, {})).folder

    def photograph(self) -> KnownTable:
        """Draw the table, and return the picture with the truth about it."""
        known = known_table(self.name, self.scene, self.folder, Frame(Renderer(self.scene).picture(), 0.0))
        random = np.random.default_rng(self.seed)
        return smeared(self.wrongs.smear)(known, random) if self.wrongs.smear else known

    def _raise(self, spot: Spot) -> Spot:
        if spot.z_in > 0:
            return spot
        height_in = self.wrongs.relief.compute_height(np.array(spot.x_in), np.array(spot.y_in))
        return replace(spot, z_in=float(height_in))

    def _tilt(self, name: str, spot: Spot) -> Tilt | None:
        """Return how a model does not lie level: its tray droops, it leans, and the mat slopes under it."""
        model, parts = self.level.roster.by_id[name], list[Tilt]()
        if name in self.wrongs.droops:
            parts.append(droop_tray(model, spot, self.wrongs.droops[name]))
        if name in self.wrongs.leans:
            lean_rad, towards_rad = self.wrongs.leans[name]
            lean = find_lean(model, replace(spot, lean_rad=lean_rad, lean_to_rad=towards_rad))
            parts += [lean] if lean else []
        if self.wrongs.relief.parts:
            parts.append(lay_on_slope(model, spot, self.wrongs.relief))
        return Tilts(tuple(parts)) if parts else None

    def _bend_reference(self, tag: TagPlace) -> TagPlace:
        lean = Following(self.wrongs.relief) if self.wrongs.relief.parts else None
        return replace(tag, lean=lean, stretch=self.wrongs.reference_print)

    def _spoil_files(self, known: KnownTable) -> KnownTable:
        """Return the table with files that are as wrong as lens and tape."""
        wrongs, random = self.wrongs, np.random.default_rng(self.seed)
        for spoil in (
            refocused(wrongs.focal),
            bent(k1=wrongs.k1, k3=wrongs.k3),
            stretched_by(*wrongs.stretch),
            pushed_by(wrongs.pushed),
        ):
            known = spoil(known, random)
        return known
