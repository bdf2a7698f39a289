"""How Urban War reads sight: which models block it, when a model may be shot at, and what gives it cover."""

from dataclasses import dataclass

import numpy as np

from tablecam.measure.facts import Verdict
from tablecam.measure.ranges import all_ranges
from tablecam.measure.sighting import Obstruction, Sighting
from tablecam.rulebooks.urban_war.rules.facts import COVER_BEYOND_IN, ROUNDING
from tablecam.table.snapshot import Snapshot

# Friends no further from the shooter than this do not block. Clause: UW-QS Range and LOS.
FRIENDS_IN = 2.0

# The better save first. Clause: UW-RS Obstruction Cover Table.
MATERIALS = ("solid", "flimsy")


@dataclass(frozen=True)
class SightSwitches:
    """The switches. visible: the share of a target that is enough to shoot at; hidden: the share more than which an
    obstruction has to hide, alone, to count as cover."""

    visible: float = 0.25
    hidden: float = 0.005


def blocking(snapshot: Snapshot) -> np.ndarray:
    """Which models block, (viewer, 1, blocker): all but the viewer's friends within 2 in of it, base edge to base edge.

    Clause: UW-QS Range and LOS.
    """
    number = {placed.model.id: row for row, placed in enumerate(snapshot.models)}
    blocks = np.ones((len(number), 1, len(number)), bool)
    for each in all_ranges(snapshot):
        a, b = number[each.a], number[each.b]
        friends = snapshot.models[a].model.side == snapshot.models[b].model.side
        if friends and each.range_in <= FRIENDS_IN + ROUNDING:
            blocks[a, 0, b] = blocks[b, 0, a] = False
    return blocks


def in_sight(sighting: Sighting, reading: SightSwitches | None = None) -> Verdict:
    """Whether enough of the target shows. Clause: UW-QS Line of Sight."""
    return sighting.verdict((reading or SightSwitches()).visible)


def cover(sighting: Sighting, reading: SightSwitches | None = None) -> Obstruction | None:
    """The obstruction that gives the best save: of terrain, more than 1 in from the shooter; None without cover.

    Of equal saves the one that hides most. Models never give cover. Clause: UW-QS Cover.
    """
    least = (reading or SightSwitches()).hidden
    giving = [each for each in sighting.obstructions if _gives_cover(each, least)]
    return min(giving, key=lambda each: (MATERIALS.index(str(each.material)), -each.hidden), default=None)


def in_cover(sighting: Sighting, reading: SightSwitches | None = None) -> Verdict:
    """Whether the target has cover; TOO_CLOSE where that, or how good it is, turns within the error of both places."""
    best = cover(sighting, reading)
    material = best.material if best else None

    def same(each: Sighting) -> bool:
        found = cover(each, reading)
        return (found.material if found else None) == material

    if sighting.holds(same) is Verdict.TOO_CLOSE:
        return Verdict.TOO_CLOSE
    return Verdict.YES if best else Verdict.NO


def _gives_cover(obstruction: Obstruction, least: float) -> bool:
    far_enough = obstruction.distance_in > COVER_BEYOND_IN + ROUNDING
    return obstruction.kind == "terrain" and far_enough and obstruction.hidden > least
