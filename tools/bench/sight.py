"""Sight over a whole table, compared with an exact loop over shapely and with rays through Embree."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import cycle
from typing import Any

import numpy as np

from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.views import AlertView
from tablecam.sensing.camera.synthetic.demo import demo_scene
from tablecam.table.geometry.sightlines import compute_hidden_shares
from tablecam.table.measure.near_friends import forget_answers
from tablecam.table.measure.obstruction_distance import all_distances
from tablecam.table.measure.ranges import all_ranges
from tablecam.table.measure.sight import SightTable, all_sight, sighting
from tablecam.table.miniature import Base, Circle, Ellipse, Placed, Rectangle
from tablecam.table.snapshot import Snapshot
from tools.bench.figure import BenchResult, Figure, Target, Time, cheaper, timed
from tools.bench.sight_peers import (
    SEATS,
    Rays,
    blocking,
    by_shapely,
    by_shapely_at_once,
    by_turns,
    full_job,
    sight_scene,
    update_job,
    with_one_moved,
)
from webui.table.sight_cache import SightCache

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
    """The full job beside Embree's, which has only the terrain to do."""
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


# The cost of updating sight after one model moved, compared with computing all of it.
#
# A table that follows a game repeats one or the other, so each is timed in its own runs, which alternate: neither
# empties the other's caches. For each move the shortest of all runs counts, for both alike: time that other programs
# add is not the cost of sight.
#
# Sight is computed by one compiled kernel, WebAssembly that wasmtime runs: the full job and the update call the same
# function, so they agree to the bit. What was tried before: numpy alone, whose calls are a fixed cost of half a
# millisecond for an update, whatever they are given, with terrain cut into parts once, candidates looked for in single
# precision, and a dozen ways to sort less; that came to 3x of forty models and 9x of eighty. A kernel by numba, which
# gave 6x and 10x beside a full job of 2.1 ms, would have needed the geometry twice, as its last wheels for Macs with
# an Intel processor need an older numpy; and 200 MB, and ten seconds of compilation at the first start. wasmtime has
# wheels for every system, takes 30 MB, and turns the kernel into the processor's own instructions in a tenth of a
# second or less, once in each program.
#
# What nobody reads for all pairs is left until a row is read: what hides a pair, how much each thing hides by itself,
# how far off it is, and the share past the terrain alone. So where a wall hides everything nothing else is looked at,
# and where one shadow covers the target's whole height no other is cut: large tables cost no more than their pairs.
#
# An update puts the models' figures into the kernel and little else: the kernel makes the views and the models' prisms
# of them, and finds who has moved. So the figures of forty models, rather than those of 800 views, are copied, and
# half of the time of an update is the kernel's.

# Runs of each, alternating.
RUNS = 12

# How many times cheaper than the full job, by the number of models.
MOVE_LIMITS = {40: 6.0, 80: 10.0}

# What the full job over the usual terrain has to gain over Embree, and an update once more over that.
LEAST_GAIN = PRISMS[25]


@dataclass(frozen=True)
class Moves:
    """The time of sight after each move: updated in part, and computed as a whole."""

    part: list[Time]
    whole: list[Time]


def after_moves(moves: int) -> list[Figure]:
    """The gain of an update over the full job and over Embree's, and whether it comes to the same."""
    return [figure for models, limit in MOVE_LIMITS.items() for figure in _after_moves(models, limit, moves)]


def _after_moves(models: int, limit: float, moves: int) -> list[Figure]:
    first = sight_scene(models)
    later, table = [with_one_moved(first, number) for number in range(moves)], full_job(first)
    times = _times(first, later)
    gain = cheaper(times.part, times.whole)
    unequal = sum(not identical(update_job(table, moved), full_job(moved)) for moved in later)
    note = f"median {milliseconds(times.part):.2f} ms against {milliseconds(times.whole):.2f} ms"
    what = f"{models} models, after one moved: cheaper than"
    return [
        Figure(f"{what} the full job", gain.median, "x", (), Target(limit), moves, gain.quartiles, note),
        _moves_beside_rays(f"{what} {EMBREE}", first, times.part, limit),
        Figure(
            f"{models} models: moves after which a number differs", float(unequal), "", (), Target(at_most=0), moves
        ),
    ]


def _moves_beside_rays(what: str, first: Snapshot, part: list[Time], limit: float) -> Figure:
    """An update beside all of Embree's rays. A full job that grows cheaper does not make it look dearer here."""
    rays, table = Rays(first), full_job(first)
    theirs = [timed(rays.visible, table.viewer, table.target, RAYS)[1] for _ in part]
    gain = cheaper(part, theirs)
    note = f"median {milliseconds(part):.2f} ms against {milliseconds(theirs):.1f} ms"
    return Figure(what, gain.median, "x", (), Target(limit * LEAST_GAIN), len(part), gain.quartiles, note)


def _times(first: Snapshot, later: list[Snapshot]) -> Moves:
    """The times of moves, each from the same first position."""
    table, part, whole = full_job(first), [], []
    for _ in range(RUNS):
        whole.append([timed(full_job, moved)[1] for moved in later])
        part.append([_updated(table, moved) for moved in later])
    return Moves(_least(part), _least(whole))


def _updated(table: SightTable, moved: Snapshot) -> Time:
    # what is known of the position before is known of the first one
    blocking(table.scene.snapshot)
    return timed(update_job, table, moved)[1]


def _least(runs: list[list[Time]]) -> list[Time]:
    """The shortest run of each move."""
    return [min(times, key=lambda time: time.cpu_s) for times in zip(*runs, strict=True)]


def identical(one: SightTable, other: SightTable) -> bool:
    """Whether all numbers of both are the same, to the bit."""
    names = ("hidden", "hidden_by_terrain", "view", "owner", "alone")
    both = one.shares, other.shares
    same = all(np.array_equal(*(getattr(shares, name) for shares in both)) for name in names)
    hidden = np.array_equal(one.hidden.share, other.hidden.share) and np.array_equal(
        one.hidden.share, one.shares.hidden
    )
    return same and hidden and np.array_equal(one.far, other.far)


# The error of a model at rest: a hundredth of an inch, and of a radian.
SIGMA = 0.01

MOVER = "m0"


def watching(repetitions: int = 30) -> list[Figure]:
    """The cost of one sighting without and with its error, and of the alerts along a way."""
    here = with_errors(sight_scene())
    side = waiting_side(here)
    one = [alerts_on_way(here, [watcher]) for watcher in side]
    way = "alerts along 8 in of way"
    return [
        _figure("one sighting", _sightings(here, False), repetitions, 1.0),
        _figure("one sighting with its error", _sightings(here, True), repetitions),
        _figure(f"{way}, one watcher", cycle(one), repetitions, 60.0),
        _figure(f"{way}, 20 watchers", cycle([alerts_on_way(here, side)]), repetitions, 150.0),
    ]


def _figure(what: str, calls: Iterator[Callable[[], Any]], repetitions: int, at_most: float | None = None) -> Figure:
    # the first call includes one-time costs
    next(calls)()
    times = [1000 * timed(next(calls))[1].cpu_s for _ in range(repetitions)]
    low, median, high = np.quantile(times, [0.25, 0.5, 0.75]).tolist()
    target = None if at_most is None else Target(at_most=at_most)
    return Figure(what, median, " ms", (), target, repetitions, (low, high))


def with_errors(snapshot: Snapshot) -> Snapshot:
    """The same with every model as sure as one at rest."""
    error = ((SIGMA**2, 0.0, 0.0), (0.0, SIGMA**2, 0.0), (0.0, 0.0, SIGMA**2))
    return replace(snapshot, models=tuple(replace(placed, covariance=error) for placed in snapshot.models))


def waiting_side(snapshot: Snapshot) -> list[str]:
    """The models of the side that watches."""
    return [placed.model.id for placed in snapshot.models if placed.model.side == SEATS[1]]


def _sightings(snapshot: Snapshot, error: bool) -> Iterator[Callable[[], Any]]:
    """Each of another pair, after another model has moved."""
    for number, watcher in enumerate(cycle(waiting_side(snapshot))):
        later = with_one_moved(snapshot, number)
        yield lambda later=later, watcher=watcher: sighting(later, watcher, MOVER, error=error)  # type: ignore[misc]


def alerts_on_way(snapshot: Snapshot, waiting: Sequence[str]) -> Callable[[], dict[str, list[AlertView]]]:
    """The search for waiting models that could break into eight inches of path with a corner."""
    game, mover = BOOKS.usual.demo().watched, snapshot.model(MOVER)
    assert game
    state = game(snapshot, MOVER, waiting)
    x, y, z = mover.x_in, mover.y_in, mover.z_in
    way = [(x, y, z), (x + 6.0, y, z), (x + 6.0, y + 2.0, z)]
    names = BOOKS.usual.phrases.build_names(state, {})
    return lambda: BOOKS.usual.facts.find_alerts(MOVER, state, snapshot, way, names)


# What the page asks while somebody measures from a chosen model: its sightings of all others, each with its error.
#
# That is the live path with everything in it: who blocks, every pair, every distance, and the errors of one model's
# sightings. After another model moved, errors are worked out again only where that one may have come near the line of
# view, or left it.

# Large tables take long, and so does getting ready for each move.
MOVES = 12


def chosen_model(repetitions: int) -> list[Figure]:
    """The gain over a fresh look, and whether it comes to the same."""
    return [figure for models in MOVE_LIMITS for figure in _page_after_moves(models, min(repetitions, MOVES))]


def _page_after_moves(models: int, moves: int) -> list[Figure]:
    first = with_errors(sight_scene(models))
    chosen = first.models[0].model.id
    later = [moved for moved in _moved(first, models, 2 * moves) if moved.models[0] is first.models[0]][:moves]
    part, whole, unequal = [], [], 0
    for moved in later:
        afresh, time = timed(_look, SightCache(blocking), moved, chosen)
        whole.append(time)
        known = SightCache(blocking)
        _look(known, first, chosen)
        again, time = timed(known.sightings, moved, chosen)
        part.append(time)
        unequal += afresh != again
    gain = cheaper(part, whole)
    note = f"median {milliseconds(part):.1f} ms against {milliseconds(whole):.1f} ms"
    what = f"{models} models, one chosen, with its errors, after another moved"
    return [
        Figure(f"{what}: cheaper than afresh", gain.median, "x", (), None, len(later), gain.quartiles, note),
        Figure(f"{what}: looks that differ", float(unequal), "", (), Target(at_most=0), len(later)),
    ]


def _moved(first: Snapshot, models: int, moves: int) -> list[Snapshot]:
    """The first position with one model elsewhere, a different move each."""
    scene = sight_scene(models)
    found = []
    for number in range(moves):
        places = with_errors(with_one_moved(scene, number)).models
        kept = [then if then == now else now for then, now in zip(first.models, places, strict=True)]
        found.append(Snapshot(first.time, tuple(kept), first.terrain))
    return found


def _look(sights: SightCache, snapshot: Snapshot, chosen: str) -> dict[str, object]:
    """A look with nothing known before."""
    forget_answers()
    return dict(sights.sightings(snapshot, chosen))


SHAPELY = "shapely, pair by pair"
SHAPELY_AT_ONCE = "shapely, vectorised with a tree"
# large tables take long
FEW = 10
# the loop over shapely takes seconds: it runs for every n-th pair, and its time is multiplied
EVERY = 8
ENOUGH = 0.25


def sight(repetitions: int = 30) -> BenchResult:
    """The cost of sight between all pairs, its cost after one model moved, and its accuracy."""
    snapshot = sight_scene()
    table = full_job(snapshot)
    full = _sight_times(lambda: full_job(snapshot), repetitions)
    figures = [*_beside_shapely(snapshot, table, full), *beside_rays(repetitions), *growth(min(repetitions, FEW))]
    figures += [*after_moves(repetitions), *shapes(repetitions), _obstructions(table, repetitions)]
    figures += [*watching(repetitions), *chosen_model(repetitions)]
    title = (
        f"sight between all {len(table)} ordered pairs of {len(snapshot.models)} models, 25 prisms, with who blocks "
        f"by the rules of {BOOKS.usual.title}"
    )
    return BenchResult("sight", title, tuple(figures))


def _beside_shapely(snapshot: Snapshot, table: SightTable, full: list[Time]) -> list[Figure]:
    rows = np.arange(0, len(table), EVERY)
    pairs = list(zip(table.viewer[rows].tolist(), table.target[rows].tolist(), strict=True))
    blocks = blocking(snapshot)
    by_shapely(snapshot, pairs[:2], blocks)
    theirs, time = timed(lambda: by_shapely(snapshot, pairs, blocks))
    at_once, vectorised = timed(lambda: by_shapely_at_once(snapshot, pairs, blocks))
    quicker = cheaper(full, [Time(EVERY * vectorised.cpu_s, EVERY * vectorised.wall_s)])
    whole = Time(EVERY * time.cpu_s, EVERY * time.wall_s)
    gain, ours = cheaper(full, [whole]), table.visible[rows]
    flips = int(((ours >= ENOUGH) != (theirs >= ENOUGH)).sum())
    mine, peer = milliseconds(full), 1000 * whole.cpu_s
    note = f"median {mine:.1f} ms against {peer:.0f} ms; shapely's time from {len(rows)} pairs"
    return [
        Figure(f"cheaper than {SHAPELY}", gain.median, "x", (), Target(400), len(full), gain.quartiles, note),
        Figure(f"cheaper than {SHAPELY_AT_ONCE}", quicker.median, "x", (), None, len(full), quicker.quartiles,
               f"{1000 * EVERY * vectorised.cpu_s:.0f} ms; the two differ by {np.abs(at_once - theirs).max():.0e}"),
        Figure("largest difference of a share", float(np.abs(ours - theirs).max()), "", (), Target(at_most=1e-4),
               note="circles are polygons to shapely"),
        Figure("verdicts that differ", float(flips), "", (), Target(at_most=0), note="a quarter visible, or not"),
    ]  # fmt: skip


def _obstructions(table: SightTable, repetitions: int) -> Figure:
    """How much the obstructions, their distances and the terrain's own share of all pairs cost on top of the share."""
    scene, pairs, seen = table.scene, (table.viewer, table.target), table.views()
    alone = _sight_times(lambda: compute_hidden_shares(seen, scene.hiders, *pairs), repetitions)
    everything = _sight_times(
        lambda: (scene.shares(seen, *pairs), all_distances(scene.models, scene.edges)), repetitions
    )
    cost = cheaper(alone, everything)
    note = "every obstruction's own share and distance, and the share past terrain alone"
    # without a target: where the share alone grows cheaper, this grows; `beside_rays` has the target
    return Figure("obstructions too, against the share alone", cost.median, "x", (), None,
                  repetitions, cost.quartiles, note)  # fmt: skip


def _sight_times(call: Callable[[], Any], repetitions: int) -> list[Time]:
    # the first call includes one-time costs
    call()
    return [timed(call)[1] for _ in range(repetitions)]


# corners of a circle: the largest base's polygon is then accurate to a ten-thousandth of an inch
OUTLINE = 256


def ranges(models: int = 40, repetitions: int = 30) -> BenchResult:
    """The cost of the ranges of all pairs, with their uncertainty, and the largest difference between both."""
    snapshot = _snapshot(models)
    ours = _range_times(lambda: all_ranges(snapshot), repetitions)
    theirs = _range_times(lambda: _by_shapely(snapshot), repetitions)
    gain = cheaper(ours, theirs)
    mine, peer = (1000 * float(np.median([time.cpu_s for time in times])) for times in (ours, theirs))
    apart = np.abs(np.array([measured.horizontal_in for measured in all_ranges(snapshot)]) - _by_shapely(snapshot))
    note = f"median {mine:.2f} ms against {peer:.1f} ms; shapely's leave out sigma, rise and nearest points"
    return BenchResult(
        "ranges",
        f"ranges between all {models * (models - 1) // 2} pairs of {models} models",
        (
            Figure(f"cheaper than {SHAPELY}", gain.median, "x", (), None, repetitions, gain.quartiles, note),
            Figure(
                "largest difference between the two", float(apart.max()), " in", note="shapely's outlines are polygons"
            ),
        ),
    )


def _snapshot(models: int) -> Snapshot:
    scene = demo_scene(1920, 1080, "plain", models)
    known = ((0.02**2, 0.0, 0.0), (0.0, 0.02**2, 0.0), (0.0, 0.0, 0.01**2))
    placed = [
        Placed(scene.roster.by_id[name], spot.x_in, spot.y_in, spot.z_in, spot.heading_rad, known)
        for name, spot in scene.spots.items()
    ]
    return Snapshot(0.0, tuple(placed), scene.terrain)


def _by_shapely(snapshot: Snapshot) -> np.ndarray:
    outlines = [placed.footprint.outline(OUTLINE) for placed in snapshot.models]
    return np.array([one.distance(other) for i, one in enumerate(outlines) for other in outlines[i + 1 :]])


def _range_times(call: Callable[[], Any], repetitions: int) -> list[Time]:
    # the first call includes one-time costs
    call()
    return [timed(call)[1] for _ in range(repetitions)]
