"""How Urban War reads sight: which models block it, when a model may be shot at, and what gives it cover."""

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from tablecam.rules.books.urban_war.rules.facts import COVER_BEYOND_IN, ROUNDING
from tablecam.rules.books.urban_war.rules.house_rules import HouseRules
from tablecam.rules.books.urban_war.rules.state import State
from tablecam.table.measure.facts import Verdict
from tablecam.table.measure.near_friends import near_friends
from tablecam.table.measure.sighting import Obstruction, Sighting
from tablecam.table.snapshot import Snapshot

# The better save first. Clause: UW-RS Obstruction Cover Table.
MATERIALS = ("solid", "flimsy")

WITHOUT_GAME = HouseRules()


@dataclass(frozen=True)
class SightSwitches:
    """The switches. visible: the share of a target that is enough to shoot at; hidden: the share more than which an
    obstruction has to hide, alone, to count as cover."""

    visible: float = 0.25
    hidden: float = 0.005


def blocking(snapshot: Snapshot, state: object = None, transparent: Collection[str] | None = None) -> np.ndarray:
    """Which models block, (viewer, 1, blocker): all but those that the game has removed, and friends near the viewer.

    state: of the game in progress, if it is one of Urban War: who is removed there blocks nobody, although it may not
    have been put away yet, and friends are near as its house rules say; else within 2 in, base edge to base edge.
    transparent: the friends near the one viewer that matters, where they are known already; nothing is measured then.
    Clause: UW-QS Range and LOS.
    """
    known = state if isinstance(state, State) else None
    gone = {name for name, fighter in known.fighters.items() if not fighter.alive} if known else set()
    if transparent is not None:
        return np.tile(_others(snapshot, gone.union(transparent)), (len(snapshot.models), 1, 1))
    rules = known.rules if known else WITHOUT_GAME
    near = near_friends(snapshot.models, rules.friend_block_radius + ROUNDING, rules.distance_mode == "horizontal")
    blocks = ~near
    if gone:
        blocks &= _others(snapshot, gone)
    return blocks[:, None]


def _others(snapshot: Snapshot, ids: Collection[str]) -> np.ndarray:
    """(n,): whether a model is none of these."""
    return np.array([placed.model.id not in ids for placed in snapshot.models], bool)


def in_sight(sighting: Sighting, reading: SightSwitches | None = None) -> Verdict:
    """Whether enough of the target shows. Clause: UW-QS Line of Sight."""
    return sighting.verdict((reading or SightSwitches()).visible)


def cover(sighting: Sighting, reading: SightSwitches | None = None) -> Obstruction | None:
    """The obstruction that gives the best save: of terrain, more than 1 in from the shooter; None without cover.

    Of equal saves the one that hides most. Models never give cover. Clause: UW-QS Cover.
    """
    least = (reading or SightSwitches()).hidden
    giving = [obstruction for obstruction in sighting.obstructions if _gives_cover(obstruction, least)]
    return min(
        giving, key=lambda obstruction: (MATERIALS.index(str(obstruction.material)), -obstruction.hidden), default=None
    )


def in_cover(sighting: Sighting, reading: SightSwitches | None = None) -> Verdict:
    """Whether the target has cover; TOO_CLOSE where that, or how good it is, turns within the error of both places."""
    best = cover(sighting, reading)
    material = best.material if best else None

    def same(other: Sighting) -> bool:
        found = cover(other, reading)
        return (found.material if found else None) == material

    if sighting.holds(same) is Verdict.TOO_CLOSE:
        return Verdict.TOO_CLOSE
    return Verdict.YES if best else Verdict.NO


def _gives_cover(obstruction: Obstruction, least: float) -> bool:
    far_enough = obstruction.distance_in > COVER_BEYOND_IN + ROUNDING
    return obstruction.kind == "terrain" and far_enough and obstruction.hidden > least
