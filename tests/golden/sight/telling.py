"""The words that the corpus is told in: models, terrain, and what a scene asks, as the records that its files hold."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

Record = dict[str, Any]
Point = tuple[float, float]

INCH_MM = 25.4
# the stories' usual pair: eyes at 1.8 in, 20 in apart, on bases an inch wide
LEFT, RIGHT, ROW = 4.0, 24.0, 10.0
TALL, EYE, AWAY = 2.0, 1.8, 20.0


@dataclass(frozen=True)
class ByHand:
    """What can be worked out on paper. hidden: the share that a thing hides alone, by its name."""

    why: str
    visible: float
    past_terrain: float | None = None
    hidden: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Asked:
    """A question of a scene."""

    by_hand: ByHand | None = None
    blocking: tuple[str, ...] = ()
    viewer: str = "ann"
    target: str = "bob"
    eye: str = "standard"


@dataclass(frozen=True)
class Story:
    """A scene of the corpus with its sentence. same_as: the scene that this one is, moved as a whole."""

    id: str
    story: str
    models: Sequence[Record]
    terrain: Sequence[Record]
    questions: Sequence[Asked] = (Asked(),)
    same_as: str | None = None


@dataclass(frozen=True)
class Family:
    """Scenes of one kind: a file of the corpus."""

    name: str
    about: str
    stories: Sequence[Story]


def model(
    id: str, place: Point, base: Record | None = None, *, z: float = 0.0, heading: float = 0.0, tall: float = TALL
) -> Record:
    """A model, on a round base an inch wide where nothing else is said; ann's side is red, the others are blue."""
    return {
        "id": id,
        "side": "red" if id.startswith("a") else "blue",
        "base": base or circle(1.0),
        "x_in": place[0],
        "y_in": place[1],
        "z_in": z,
        "heading_rad": heading,
        "height_in": tall,
    }


def ann(place: Point = (LEFT, ROW), base: Record | None = None, **said: float) -> Record:
    """The usual viewer."""
    return model("ann", place, base, **said)


def bob(place: Point = (RIGHT, ROW), base: Record | None = None, **said: float) -> Record:
    """The usual target."""
    return model("bob", place, base, **said)


def circle(inches: float) -> Record:
    """A round base by its width in inches; bases are given in millimetres."""
    return {"shape": "circle", "diameter_mm": _mm(inches)}


def ellipse(length: float, width: float) -> Record:
    """An oval base; its length runs forward."""
    return {"shape": "ellipse", "length_mm": _mm(length), "width_mm": _mm(width)}


def rectangle(length: float, width: float) -> Record:
    """An oblong base; its length runs forward."""
    return {"shape": "rectangle", "length_mm": _mm(length), "width_mm": _mm(width)}


def block(name: str, x: Point, y: Point, z: Point, material: str = "solid", **said: Any) -> Record:
    """An upright box between two x, two y and two heights."""
    return prism(name, [(x[0], y[0]), (x[1], y[0]), (x[1], y[1]), (x[0], y[1])], z, material, **said)


def prism(
    name: str,
    outline: Sequence[Point],
    z: Point,
    material: str = "solid",
    *,
    holes: Sequence[Sequence[Point]] = (),
    piece: str | None = None,
    standable: bool = False,
) -> Record:
    """A feature of terrain.geojson; rings are closed here."""
    said = {"name": name, "material": material, "z_bottom_in": z[0], "z_top_in": z[1], "standable": standable}
    if piece is not None:
        said["piece"] = piece
    rings = [[list(point) for point in (*ring, ring[0])] for ring in (outline, *holes)]
    return {"type": "Feature", "properties": said, "geometry": {"type": "Polygon", "coordinates": rings}}


def corners(x: Point, y: Point) -> list[Point]:
    """The corners of a box in plan, for a hole."""
    return [(x[0], y[0]), (x[1], y[0]), (x[1], y[1]), (x[0], y[1])]


def thrown(level: float, face: float, eye: float = EYE, away: float = AWAY) -> float:
    """The height at the target of the line from the eye over an edge at `level`, `face` inches from the eye."""
    return eye + (level - eye) * away / face


def over(level: float, near: float, far: float, eye: float = EYE, away: float = AWAY) -> float:
    """How high at the target a wall hides: its far edge rules under the eye's height, its near edge over it."""
    return thrown(level, far if level < eye else near, eye, away)


def under(level: float, near: float, far: float, eye: float = EYE, away: float = AWAY) -> float:
    """How low at the target something hanging hides: its near edge rules under the eye's height, its far over it."""
    return thrown(level, near if level < eye else far, eye, away)


def share(low: float, high: float, floor: float = 0.0, tall: float = TALL) -> float:
    """The share of a model's height between two heights."""
    return max(0.0, min(high, floor + tall) - max(low, floor)) / tall


def moved(story: Story, id: str, told: str, turn: Sequence[Point], shift: Point) -> Story:
    """The same scene elsewhere: points are multiplied by `turn` (two rows), then shifted. A mirror is a turn too."""
    (a, b), (c, d) = turn
    mirrored = a * d - b * c < 0

    def place(point: Sequence[float]) -> list[float]:
        x, y = a * point[0] + b * point[1] + shift[0], c * point[0] + d * point[1] + shift[1]
        return [round(x, 9), round(y, 9)]

    def faced(heading: float) -> float:
        x, y = math.cos(heading), math.sin(heading)
        return math.atan2(c * x + d * y, a * x + b * y)

    def ring(points: Sequence[Sequence[float]]) -> list[list[float]]:
        return [place(point) for point in (reversed(points) if mirrored else points)]

    models = []
    for each in story.models:
        x, y = place((each["x_in"], each["y_in"]))
        models.append(each | {"x_in": x, "y_in": y, "heading_rad": faced(each["heading_rad"])})
    terrain = []
    for each in story.terrain:
        rings = [ring(points) for points in each["geometry"]["coordinates"]]
        terrain.append(each | {"geometry": {"type": "Polygon", "coordinates": rings}})
    return replace(story, id=id, story=told, models=models, terrain=terrain)


def _mm(inches: float) -> float:
    return round(inches * INCH_MM, 6)
