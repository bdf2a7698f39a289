"""What the page asks while somebody measures from a chosen model: its sightings of all others, each with its error.

That is the live path with everything in it: who blocks, every pair, every distance, and the errors of one model's
sightings. After another model moved, errors are worked out again only where that one may have come near the line of
view, or left it.
"""

from tablecam.bench.figure import Figure, Target
from tablecam.bench.sight_jobs import blocking
from tablecam.bench.sight_moves import MODELS
from tablecam.bench.sight_scale import milliseconds
from tablecam.bench.sight_scene import sight_scene, with_one_moved
from tablecam.bench.sight_watch import with_errors
from tablecam.bench.timing import cheaper, timed
from tablecam.measure.near_friends import forget_answers
from tablecam.table.snapshot import Snapshot
from webui.sight_cache import SightCache

# Large tables take long, and so does getting ready for each move.
MOVES = 12


def chosen_model(repetitions: int) -> list[Figure]:
    """The gain over a fresh look, and whether it comes to the same."""
    return [figure for models in MODELS for figure in _after_moves(models, min(repetitions, MOVES))]


def _after_moves(models: int, moves: int) -> list[Figure]:
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
