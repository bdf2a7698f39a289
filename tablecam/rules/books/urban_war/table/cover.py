"""Sight in Urban War: the models that block it, the share that allows a shot, and cover."""

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from tablecam.rules.books.urban_war.rules.facts import COVER_BEYOND_IN, ROUNDING
from tablecam.rules.books.urban_war.rules.house_rules import HouseRules
from tablecam.rules.books.urban_war.rules.materials import MATERIALS
from tablecam.rules.books.urban_war.rules.state import State
from tablecam.table.measure.facts import Verdict
from tablecam.table.measure.near_friends import near_friends
from tablecam.table.measure.sighting import Obstruction, Sighting
from tablecam.table.snapshot import Snapshot

WITHOUT_GAME = HouseRules()


@dataclass(frozen=True)
class SightSwitches:
    """The switches for reading sight.

    visible: the share of a target that is enough to shoot at. hidden: the share that an obstruction has to exceed,
    alone,
    to count as cover.
    """

    visible: float = 0.25
    hidden: float = 0.005


def blocking(snapshot: Snapshot, state: object = None, transparent: Collection[str] | None = None) -> np.ndarray:
    """The blocking models, (viewer, 1, blocker): all but those that the game has removed, and friends near the viewer.

    state: of the game in progress, if it is Urban War: its removed models do not block, although they may still stand
    on
    the table, and its house rules define near friends; else they are within 2 in, base edge to base edge.
    transparent: the friends near the only viewer that matters, where they are known; nothing is measured then.
    Clause: UW-QS Range and LOS.
    """
    game_state = state if isinstance(state, State) else None
    gone = {name for name, fighter in game_state.fighters.items() if not fighter.alive} if game_state else set()
    if transparent is not None:
        return np.tile(_mask_others(snapshot, gone.union(transparent)), (len(snapshot.models), 1, 1))
    rules = game_state.rules if game_state else WITHOUT_GAME
    near = near_friends(snapshot.models, rules.friend_block_radius + ROUNDING, rules.distance_mode == "horizontal")
    blocks = ~near
    if gone:
        blocks &= _mask_others(snapshot, gone)
    return blocks[:, None]


def _mask_others(snapshot: Snapshot, ids: Collection[str]) -> np.ndarray:
    """(n,): true for models other than these."""
    return np.array([model.model.id not in ids for model in snapshot.models], bool)


def is_in_sight(sighting: Sighting, reading: SightSwitches | None = None) -> Verdict:
    """Check whether enough of the target shows. Clause: UW-QS Line of Sight."""
    return sighting.verdict((reading or SightSwitches()).visible)


def cover(sighting: Sighting, reading: SightSwitches | None = None) -> Obstruction | None:
    """The obstruction that gives the best save: of terrain, more than 1 in from the shooter; None without cover.

    Of equal saves the one that hides most. Models never give cover. Clause: UW-QS Cover.
    """
    min_hidden = (reading or SightSwitches()).hidden
    giving = [obstruction for obstruction in sighting.obstructions if _gives_cover(obstruction, min_hidden)]
    return min(
        giving,
        key=lambda obstruction: (MATERIALS[str(obstruction.material)].save, -obstruction.hidden),
        default=None,
    )


def has_cover(sighting: Sighting, reading: SightSwitches | None = None) -> Verdict:
    """Check whether the target has cover; TOO_CLOSE where cover, or its save, changes within the position error."""
    best = cover(sighting, reading)
    material = best.material if best else None

    def has_same_material(other: Sighting) -> bool:
        obstruction = cover(other, reading)
        return (obstruction.material if obstruction else None) == material

    if sighting.holds(has_same_material) is Verdict.TOO_CLOSE:
        return Verdict.TOO_CLOSE
    return Verdict.YES if best else Verdict.NO


def _gives_cover(obstruction: Obstruction, least: float) -> bool:
    far_enough = obstruction.distance_in > COVER_BEYOND_IN + ROUNDING
    return obstruction.kind == "terrain" and far_enough and obstruction.hidden > least
