"""The table for measuring sight: twice twenty models among twenty-five prisms, the same in every run."""

import math
from dataclasses import replace

import numpy as np
import shapely
from shapely import Polygon, affinity

from tablecam.rulebooks.catalogue import BOOKS
from tablecam.table.base import Circle
from tablecam.table.miniature import Miniature, Placed
from tablecam.table.snapshot import Snapshot
from tablecam.table.terrain import Feature, Terrain

PLANS = (
    shapely.box(-3, -2, 3, 2),
    shapely.box(-3, -0.15, 3, 0.15),
    shapely.box(-0.75, -0.75, 0.75, 0.75),
    Polygon([(-2, -2), (2, -2), (2, -1.6), (-1.6, -1.6), (-1.6, 2), (-2, 2)]),
    shapely.box(-2, -2, 2, 2).difference(shapely.box(-1.7, -1.7, 1.7, 1.7)),
)
DIAMETERS_MM = (30.0, 32.0, 40.0)
HEIGHT_IN = 1.25
SEATS = BOOKS.usual.seats


def sight_scene(models: int = 40, prisms: int = 25) -> Snapshot:
    """Half of the models for each seat, some of them three inches up; every fifth prism is a walled court."""
    rng = np.random.default_rng(7)
    features = tuple(_feature(number, rng) for number in range(prisms))
    placed = tuple(_placed(number, number < models // 2, rng) for number in range(models))
    return Snapshot(0.0, placed, Terrain(features))


def with_one_moved(snapshot: Snapshot, number: int) -> Snapshot:
    """The same with one model elsewhere, chosen by a number."""
    rng = np.random.default_rng(number)
    models = list(snapshot.models)
    which = int(rng.integers(len(models)))
    x, y = rng.uniform(1, 47, 2)
    models[which] = replace(models[which], x_in=float(x), y_in=float(y))
    return replace(snapshot, models=tuple(models))


def _feature(number: int, rng: np.random.Generator) -> Feature:
    x, y = rng.uniform(3, 45, 2)
    plan = affinity.translate(affinity.rotate(PLANS[number % len(PLANS)], rng.uniform(0, 180), (0, 0)), x, y)
    bottom = 0.0 if number % 6 else 1.0
    top = bottom + float(rng.choice([0.6, 1.2, 3.0, 5.0]))
    return Feature(f"prism {number}", "solid", bottom, top, False, plan)


def _placed(number: int, first: bool, rng: np.random.Generator) -> Placed:
    base = Circle(float(rng.choice(DIAMETERS_MM)))
    model = Miniature(
        f"m{number}", f"m{number}", SEATS[0] if first else SEATS[1], number, 16, (0, 0), 1.2, base, HEIGHT_IN
    )
    x, y = rng.uniform(1, 47, 2)
    return Placed(model, float(x), float(y), float(rng.choice([0.0, 0.0, 0.0, 3.0])), float(rng.uniform(0, math.tau)))
