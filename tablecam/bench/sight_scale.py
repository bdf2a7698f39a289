"""How the cost of sight grows with prisms and models, and what bases of other shapes add."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from tablecam.bench.figure import Figure, Target
from tablecam.bench.sight_jobs import by_turns, full_job
from tablecam.bench.sight_peers import Rays
from tablecam.bench.sight_scene import sight_scene
from tablecam.bench.timing import Time, cheaper
from tablecam.measure.sight import all_sight
from tablecam.measure.sight_table import SightTable
from tablecam.table.base import Base, Circle, Ellipse, Rectangle
from tablecam.table.snapshot import Snapshot

EMBREE = "Embree, 256 rays a pair, terrain alone"
RAYS = 256

# How many times cheaper than Embree, by the number of prisms.
PRISMS = {25: 5.0, 100: 1.5, 200: 1.0}

# The table that all others are compared with, and larger ones.
MODELS, LARGER = 40, (80, 160)

# The shapes of bases, of about the area of a circle.
LONGER = 1.25
SHAPES: dict[str, tuple[Callable[[float], Base], ...]] = {
    "ovals": (lambda mm: Ellipse(LONGER * mm, mm / LONGER),),
    "rectangles": (lambda mm: Rectangle(mm, mm / LONGER),),
    "circles, ovals and rectangles": (
        Circle,
        lambda mm: Ellipse(LONGER * mm, mm / LONGER),
        Circle,
        lambda mm: Rectangle(mm, mm / LONGER),
    ),
}


def beside_rays(repetitions: int) -> list[Figure]:
    """The full job beside Embree's, which has only the terrain to do; ImportError without embreex."""
    found = [_beside_rays(prisms, limit, repetitions) for prisms, limit in PRISMS.items()]
    return [*found, _listed_beside_rays(repetitions)]


def _listed_beside_rays(repetitions: int) -> Figure:
    """The same with all that a row tells, of every row: what hides it, how far off that is, what shows past terrain."""
    snapshot = sight_scene(MODELS)
    rays, table = Rays(snapshot), full_job(snapshot)

    def listed() -> None:
        found = full_job(snapshot)
        # both are worked out when they are asked for
        assert len(found.shares.view) > 0
        assert len(found.far) > 0

    ours, theirs = by_turns([listed, lambda: rays.visible(table.viewer, table.target, RAYS)], repetitions)
    gain = cheaper(ours, theirs)
    note = f"median {milliseconds(ours):.1f} ms against {milliseconds(theirs):.1f} ms"
    what = f"every obstruction listed, with its distance: cheaper than {EMBREE}"
    return Figure(what, gain.median, "x", (), Target(PRISMS[25]), repetitions, gain.quartiles, note)


def _beside_rays(prisms: int, limit: float, repetitions: int) -> Figure:
    snapshot = sight_scene(MODELS, prisms)
    rays, table = Rays(snapshot), full_job(snapshot)
    ours, theirs = by_turns(
        [lambda: full_job(snapshot), lambda: rays.visible(table.viewer, table.target, RAYS)], repetitions
    )
    apart = np.abs(rays.visible(table.viewer, table.target, RAYS) - table.visible_past_terrain)
    gain = cheaper(ours, theirs)
    note = (
        f"median {milliseconds(ours):.1f} ms against {milliseconds(theirs):.1f} ms; its shares are off by "
        f"{apart.mean():.1e} in the mean"
    )
    what = f"{prisms} prisms: cheaper than {EMBREE}"
    return Figure(what, gain.median, "x", (), Target(limit), repetitions, gain.quartiles, note)


def growth(repetitions: int) -> list[Figure]:
    """The full job with more models, against the growth of the number of pairs; and where no model hides another.

    More models also stand in one another's way, so that what is listed grows faster than the pairs. The second kind of
    rows leaves that out: what they cost, every pair costs.
    """
    scenes = [sight_scene(models) for models in (MODELS, *LARGER)]
    return [
        *_growth("cost against", scenes, full_job, repetitions),
        *_growth("none hides another, cost against", scenes, _past_models, repetitions),
    ]


def _past_models(snapshot: Snapshot) -> SightTable:
    """All sight, where the terrain alone hides anything."""
    return all_sight(snapshot, np.zeros((1, 1, len(snapshot.models)), bool))


def _growth(what: str, scenes: list[Snapshot], job: Callable[[Snapshot], SightTable], repetitions: int) -> list[Figure]:
    """The cost of a job on larger tables against the first one."""
    tables = [job(scene) for scene in scenes]
    times = by_turns([lambda scene=scene: job(scene) for scene in scenes], repetitions)  # type: ignore[misc]
    first, found = len(tables[0].shares.view), []
    for models, table, spent in zip(LARGER, tables[1:], times[1:], strict=True):
        cost, pairs = cheaper(times[0], spent), len(table) / len(tables[0])
        hiding = len(table.shares.view) / first
        note = (
            f"median {milliseconds(spent):.1f} ms for {pairs:g} times the pairs and {hiding:.1f} times the "
            f"obstructions: {cost.median / hiding:.2f}x for each obstruction"
        )
        found.append(
            Figure(f"{models} models: {what} {MODELS}", cost.median, "x", (), Target(at_most=pairs), repetitions,
                   cost.quartiles, note)
        )  # fmt: skip
    return found


def shapes(repetitions: int) -> list[Figure]:
    """The full job with bases of other shapes, against circles alone."""
    circles = sight_scene(MODELS)
    scenes = [circles, *(_with_bases(circles, bases) for bases in SHAPES.values())]
    times = by_turns([lambda scene=scene: full_job(scene) for scene in scenes], repetitions)  # type: ignore[misc]
    found = []
    for name, spent in zip(SHAPES, times[1:], strict=True):
        cost = cheaper(times[0], spent)
        note = f"median {milliseconds(spent):.1f} ms against {milliseconds(times[0]):.1f} ms"
        what = f"{name}: cost against circles"
        found.append(Figure(what, cost.median, "x", (), Target(at_most=1.5), repetitions, cost.quartiles, note))
    return found


def _with_bases(snapshot: Snapshot, bases: tuple[Callable[[float], Base], ...]) -> Snapshot:
    """The same with other bases, in turn, each made from the diameter of the circle before."""
    models = []
    for number, placed in enumerate(snapshot.models):
        base = bases[number % len(bases)](25.4 * 2 * placed.footprint.half_x_in)
        models.append(replace(placed, model=replace(placed.model, base=base)))
    return replace(snapshot, models=tuple(models))


def milliseconds(times: list[Time]) -> float:
    """The median, of the processor's time."""
    return 1000 * float(np.median([time.cpu_s for time in times]))
