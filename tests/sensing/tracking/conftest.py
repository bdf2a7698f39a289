"""A table without a camera: put tags where you like, and the tracker sees them as a lens above the table would."""

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np
import pytest
import shapely

from tablecam.base.units import to_inches
from tablecam.sensing.tracking.observation import Observation
from tablecam.sensing.tracking.settings import TrackerSettings
from tablecam.sensing.tracking.tracker import Tracker
from tablecam.table.miniature import Circle, Miniature, Roster
from tablecam.table.table import ReferenceTag, Table
from tablecam.table.terrain import Feature, Terrain

# whatever else the machine is doing, a slow example is no wrong one

EYE = np.array([24.0, 24.0, 60.0])
FRAMES_A_SECOND = 20


def miniature(id: str, tag: int, offset_mm: tuple[float, float] = (0.0, -26.5)) -> Miniature:
    return Miniature(id, id.capitalize(), "red", tag, 16.0, offset_mm, 1.2, Circle(32.0), 1.25)


def block(name: str, x_in: float, y_in: float, size_in: float, z_top_in: float) -> Feature:
    return Feature(name, "solid", 0.0, z_top_in, True, shapely.box(x_in, y_in, x_in + size_in, y_in + size_in))


ANN, BOB = miniature("ann", 21), miniature("bob", 22)
TERRAIN = Terrain((block("roof", 30.0, 30.0, 8.0, 3.0),))
TABLE = Table(48.0, 48.0, "tag36h11", (ReferenceTag(0, 40.0, (-1.5, -1.5)),), assembly_sigma_mm=0.0)


def covariance(sigma_in: float, sigma_height_in: float) -> np.ndarray:
    turn = sigma_in / 0.5
    return np.diag([sigma_in**2, sigma_in**2, turn**2, (sigma_height_in / EYE[2]) ** 2])


def seen(
    model: Miniature,
    x_in: float,
    y_in: float,
    z_in: float = 0.0,
    heading_rad: float = 0.0,
    noise: np.ndarray | None = None,
    spread: np.ndarray | None = None,
) -> Observation:
    """The reading of a model whose base stands at a place; noise: (4,) in sigmas of the spread, (4, 4)."""
    spread = covariance(0.002, 0.15) if spread is None else spread
    right, forward = (to_inches(length) for length in model.tag_offset_mm)
    ahead = np.array([math.cos(heading_rad), math.sin(heading_rad)])
    tag = np.array([x_in, y_in]) + forward * ahead + right * np.array([ahead[1], -ahead[0]])
    stretch = EYE[2] / (EYE[2] - z_in - to_inches(model.tag_height_mm))
    ground = EYE[:2] + (tag - EYE[:2]) * stretch
    state = np.array([*ground, heading_rad, stretch])
    if noise is not None:
        state = state + np.linalg.cholesky(spread) @ noise
    return Observation(model.tag, *(float(number) for number in state), spread, EYE)


@dataclass
class Scene:
    """A tracker, a clock, and models with hands about them; `log` is what was said, a line an event."""

    settings: TrackerSettings = field(default_factory=TrackerSettings)
    terrain: Terrain = TERRAIN
    seed: int = 1
    sigma_in: float = 0.002
    tracker: Tracker = field(init=False)
    time: float = 0.0
    log: list[str] = field(default_factory=list)
    standing: dict[str, Observation] = field(default_factory=dict)
    hidden: set[int] = field(default_factory=set)
    clear: bool = False

    def __post_init__(self) -> None:
        self.tracker = Tracker(Roster((ANN, BOB)), self.terrain, TABLE, self.settings)
        self.random = np.random.default_rng(self.seed)

    def put(self, model: Miniature, x_in: float, y_in: float, z_in: float = 0.0, heading_rad: float = 0.0) -> None:
        """From now on the model is there."""
        spread = covariance(self.sigma_in, 0.15)
        self.standing[model.id] = seen(model, x_in, y_in, z_in, heading_rad, spread=spread)

    def take(self, model: Miniature) -> None:
        """From now on no tag of that model is seen."""
        del self.standing[model.id]

    def cover(self, model: Miniature) -> None:
        """From now on something is over the model."""
        self.hidden.add(model.tag)

    def uncover(self, model: Miniature) -> None:
        self.hidden.discard(model.tag)

    def wait(self, seconds: float, *, fresh: bool = True, pose_untrusted: bool = False) -> None:
        """Frames pass, each tag read with noise unless it is hidden."""
        for _ in range(round(seconds * FRAMES_A_SECOND)):
            readings = [
                replace(self._noisy(reading), fresh=fresh)
                for reading in self.standing.values()
                if reading.tag not in self.hidden
            ]
            self.frame(readings, pose_untrusted=pose_untrusted)

    def frame(self, readings: list[Observation], pose_untrusted: bool = False) -> None:
        """One frame with just these readings."""
        self.time += 1 / FRAMES_A_SECOND
        for change in self.tracker.update(readings, self.time, frozenset(self.hidden), pose_untrusted, self.clear):
            self.log.append(line(change.to_json()))

    def carry(self, model: Miniature, *places: tuple[float, float, float], speed: float = 10.0) -> None:
        """A hand moves the model from place to place, (x, y, z), at so many inches a second, in sight of the camera."""
        for before, after in itertools.pairwise(places):
            steps = max(1, round(math.dist(before, after) / speed * FRAMES_A_SECOND))
            for step in range(1, steps + 1):
                part = step / steps
                self.put(model, *((1 - part) * np.array(before) + part * np.array(after)))
                self.wait(1 / FRAMES_A_SECOND)

    def _noisy(self, reading: Observation) -> Observation:
        noise = np.linalg.cholesky(reading.covariance) @ self.random.normal(size=4)
        return replace(
            reading,
            x_in=reading.x_in + noise[0],
            y_in=reading.y_in + noise[1],
            heading_rad=reading.heading_rad + noise[2],
            scale=reading.scale + noise[3],
        )


def line(said: dict) -> str:
    """One change as a line: to a tenth of an inch, so that noise does not show."""
    words = [f"{said['time']:6.2f}", said["event"], said["model"] or "-"]
    words += [_place(said["from"]), "->", _place(said["to"])]
    if said["event"] == "moved":
        path = "?" if said["path_in"] is None else f"{said['path_in']:.1f}"
        words += [f"straight {said['straight_in']:.1f} path {path} gaps {said['gaps']}"]
    return " ".join(words)


def _place(place: list[float] | None) -> str:
    return "-" if place is None else ",".join(f"{number + 0.0:.1f}" for number in np.round(place, 1))


@dataclass(frozen=True)
class Props:
    """What the tests put on the table."""

    ann: Miniature = ANN
    bob: Miniature = BOB
    terrain: Terrain = TERRAIN
    table: Table = TABLE
    miniature: Callable[..., Miniature] = miniature
    scene: type[Scene] = Scene
    seen: Callable[..., Observation] = seen
    covariance: Callable[..., np.ndarray] = covariance
    block: Callable[..., Feature] = block


@pytest.fixture(scope="session")
def props() -> Props:
    """Models, terrain, and a way to see them."""
    return Props()
