"""What a line-of-sight scene of the corpus says, as plain data: all that the independent implementations share.

Each of them works out the eye, the target's rectangle and the outlines of bases for itself; see
tests/golden/sight/README.md for the definition that all of them follow.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

# The definition's own figures. Urban War's are read by `verdict` alone.
EYE_AT = 0.9
MM_PER_INCH = 25.4
SIGHT_FROM = 0.25
COVER_FROM = 0.005
COVER_BEYOND_IN = 1.0
SAVES = {"solid": 6, "flimsy": 8}


@dataclass(frozen=True)
class Model:
    """A model where it stands. half_x_in: half its base's width, sideways; half_y_in: half its length, forward."""

    id: str
    side: str
    x_in: float
    y_in: float
    z_in: float
    heading_rad: float
    height_in: float
    half_x_in: float
    half_y_in: float
    cornered: bool


@dataclass(frozen=True)
class Feature:
    """One obstruction of terrain: an upright prism over an outline with holes, each a ring of corners."""

    name: str
    material: str
    z_bottom_in: float
    z_top_in: float
    rings: tuple[tuple[tuple[float, float], ...], ...]


@dataclass(frozen=True)
class Question:
    """Who looks at whom past which models, from the eye of the definition or from the best point of the base."""

    viewer: str
    target: str
    blocking: tuple[str, ...] = ()
    best_of_base: bool = False


@dataclass(frozen=True)
class Scene:
    """Where things stand."""

    models: tuple[Model, ...]
    terrain: tuple[Feature, ...] = ()

    def model(self, id: str) -> Model:
        return next(model for model in self.models if model.id == id)


@dataclass(frozen=True)
class Obstruction:
    """What one thing alone hides of the target, and how far it is from the viewer's base edge in plan."""

    name: str
    kind: str
    material: str | None
    distance_in: float
    hidden: float


@dataclass(frozen=True)
class Facts:
    """The answer. obstructions: those that hide something, by name. slack: what the figures may be off by."""

    visible: float
    visible_past_terrain: float
    obstructions: tuple[Obstruction, ...] = field(default=())
    slack: float = 0.0


def read_scene(record: Mapping[str, Any]) -> Scene:
    """The scene of a file's record; its `models` are as in a written position, its `terrain` are GeoJSON features."""
    return Scene(tuple(map(_model, record["models"])), tuple(map(_feature, record["terrain"])))


def read_question(record: Mapping[str, Any]) -> Question:
    """A scene's question, without what is expected."""
    return Question(record["viewer"], record["target"], tuple(record["blocking"]), record["eye"] == "best of base")


def verdict(visible: float, obstructions: Sequence[Obstruction]) -> dict[str, Any]:
    """Urban War's reading: a quarter in view is sight; terrain over an inch off that hides some of it is cover."""
    cover = [
        each.material
        for each in obstructions
        if each.kind == "terrain" and each.distance_in > COVER_BEYOND_IN and each.hidden > COVER_FROM
    ]
    best = min(cover, key=SAVES.__getitem__, default=None)
    return {"line_of_sight": visible >= SIGHT_FROM, "cover": best, "save": None if best is None else SAVES[best]}


def _model(record: Mapping[str, Any]) -> Model:
    base = record["base"]
    round_mm = base.get("diameter_mm")
    width_mm, length_mm = (round_mm, round_mm) if round_mm else (base["width_mm"], base["length_mm"])
    return Model(
        id=record["id"],
        side=record["side"],
        x_in=record["x_in"],
        y_in=record["y_in"],
        z_in=record["z_in"],
        heading_rad=record["heading_rad"],
        height_in=record["height_in"],
        half_x_in=width_mm / MM_PER_INCH / 2,
        half_y_in=length_mm / MM_PER_INCH / 2,
        cornered=base["shape"] == "rectangle",
    )


def _feature(record: Mapping[str, Any]) -> Feature:
    said = record["properties"]
    rings = tuple(tuple((x, y) for x, y in ring) for ring in record["geometry"]["coordinates"])
    return Feature(said["name"], said["material"], said["z_bottom_in"], said["z_top_in"], rings)
