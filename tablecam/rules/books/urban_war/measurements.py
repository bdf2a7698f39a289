"""From the table to Urban War: geometry ends here, and measured facts are copied into the answer to a question.

    raw = table_answer(question.ask, MeasuredTable(snapshot, game.state, moves))
    if raw is not None: game.answer(raw, question=question.line, by="table", position=write(snapshot))

None: the table cannot tell (a model is not seen, a path has gaps, the question is a person's), and a player answers.
"""

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tablecam.base.i18n import Message
from tablecam.base.lengths import short
from tablecam.rules.ask import Ask
from tablecam.rules.books.urban_war.rules.codes import MATERIALS
from tablecam.rules.books.urban_war.rules.facts import COVER, COVER_BEYOND_IN, ROUNDING, SIGHT, Deploy, Under
from tablecam.rules.books.urban_war.rules.house_rules import HouseRules
from tablecam.rules.books.urban_war.rules.state import State
from tablecam.rules.books.views import SightLimits
from tablecam.rules.facts import Contact, Move, Ranges, Sight
from tablecam.rules.plain import Json
from tablecam.sensing.tracking.odometer import Travel
from tablecam.table.measure.facts import Measurement, Verdict
from tablecam.table.measure.near_friends import near_friends
from tablecam.table.measure.obstruction_distance import measure_along_view
from tablecam.table.measure.ranges import TOUCHING_IN, Range, contact, measure_ranges
from tablecam.table.measure.sight import Eye, sightings
from tablecam.table.measure.sighting import Obstruction, Sighting
from tablecam.table.measure.why import Why, why
from tablecam.table.miniature import Placed
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


@dataclass(frozen=True)
class MeasuredTable:
    """The table's knowledge: all positions, and the paths of the models that have moved since the question."""

    snapshot: Snapshot
    state: State
    travelled: Mapping[str, Travel] = field(default_factory=dict)

    @property
    def rules(self) -> HouseRules:
        """The house rules for measuring on this table."""
        return self.state.rules

    def has(self, *models: str) -> bool:
        """Check whether all of the models are seen, and the camera's pose is trusted."""
        standing = {model.model.id for model in self.snapshot.models}
        return not self.snapshot.pose_untrusted and standing.issuperset(models)


def table_answer(ask: Ask[Any], table: MeasuredTable) -> Json:
    """The table's answer as JSON, None where it has none."""
    for kind, answer in ANSWERS:
        if isinstance(ask, kind):
            return answer(ask, table)
    return None


def _answer_ranges(ask: Ranges, table: MeasuredTable) -> Json:
    """Measure between base edges; with height unless the house measures in plan. Clause: UW-QS Measuring distance."""
    if not table.has(ask.model, *ask.others):
        return None
    ranges = _find_ranges(table, ask.model, ask.others)
    return {model: list(_choose_distance(ranges[model], table.rules)) for model in ask.others}


def _choose_distance(found: Range, rules: HouseRules) -> tuple[float, float]:
    if rules.distance_mode == "horizontal":
        return found.horizontal_in, found.gap_sigma_in
    return found.range_in, found.sigma_in


def _find_ranges(table: MeasuredTable, model: str, others: tuple[str, ...]) -> dict[str, Range]:
    return {pair.b: pair for pair in measure_ranges(table.snapshot, model, others)}


def _answer_contact(ask: Contact, table: MeasuredTable) -> Json:
    """The models that it touches, within the house's tolerance."""
    if isinstance(ask, Under) or not table.has(ask.model, *ask.others):
        return None
    ranges = _find_ranges(table, ask.model, ask.others)
    verdicts = {model: touching(ranges[model], table.rules) for model in ask.others}
    return {model: verdict.value for model, verdict in verdicts.items() if verdict is not Verdict.NO}


def touching(found: Range, rules: HouseRules) -> Verdict:
    """Check whether bases touch: paint and moulds leave a gap up to the tolerance."""
    slack = max(rules.contact_tolerance - TOUCHING_IN, 0.0)
    gap = Measurement(found.gap_in - slack, found.gap_sigma_in)
    return contact(gap, Measurement(found.rise_in, found.rise_sigma_in))


def _answer_sight(ask: Sight, table: MeasuredTable) -> Json:
    """The model's sight of each target, and what the measurement cannot tell. Clause: UW-QS Line of Sight."""
    if not table.has(ask.viewer, *ask.targets):
        return None
    through = blocks(table, ask.transparent)
    pairs = [(ask.viewer, target) for target in ask.targets]
    return dict(zip(ask.targets, build_sighting_records(table, pairs, through), strict=True))


def build_sighting_records(
    table: MeasuredTable, pairs: Sequence[tuple[str, str]], through: np.ndarray, error: bool = True
) -> list[dict[str, Json]]:
    """Each viewer's sight of its target for the log, from the eye of the house rules. through: models that block."""
    eye = Eye.ANYWHERE if table.rules.los_view_origin == "base" else Eye.CENTRE
    found = sightings(table.snapshot, pairs, through, eye, error)
    if table.rules.cover_distance == "line":
        found = [measure_along_view(table.snapshot, pair_sighting) for pair_sighting in found]
    return [build_sighting_record(pair_sighting, table.rules) for pair_sighting in found]


def blocks(table: MeasuredTable, transparent: tuple[str, ...]) -> np.ndarray:
    """Models that block: all but the named ones, and models that the game has removed but nobody has put away."""
    return blocking(table.snapshot, table.state, transparent)


def build_sighting_record(found: Sighting, rules: HouseRules) -> dict[str, Json]:
    """A sighting for the log, with the doubts that its error leaves."""
    reading = SightSwitches(rules.los_min_fraction, rules.cover_min_hidden)
    verdicts = {SIGHT: is_in_sight(found, reading), COVER: has_cover(found, reading)}
    doubt = [what for what, verdict in verdicts.items() if verdict is Verdict.TOO_CLOSE]
    record: dict[str, Json] = {
        "visible": found.visible,
        "visible_past_terrain": found.visible_past_terrain,
        "obstructions": [
            {"name": obstruction.name, "kind": obstruction.kind, "distance_in": obstruction.distance_in,
             "hidden": obstruction.hidden, "material": obstruction.material or ""}
            for obstruction in found.obstructions
        ],
    }  # fmt: skip
    return {**record, "doubt": doubt} if doubt else record


def _answer_move(ask: Move, table: MeasuredTable) -> Json:
    """The tracked path; a model that nobody has touched has not moved."""
    if not table.has(ask.model):
        return None
    travel = table.travelled.get(ask.model, Travel(0.0, 0.0))
    straight = table.rules.move_measure == "straight"
    length = travel.straight_in if straight else travel.path_in
    if length is None:
        return None
    sigma = travel.sigma_in if straight else travel.path_sigma_in
    return {"length_in": length, "sigma_in": sigma, "end": _to_place(table.snapshot.model(ask.model))}


def _to_place(placed: Placed) -> list[float]:
    return [placed.x_in, placed.y_in, placed.z_in]


def _answer_deploy(ask: Deploy, table: MeasuredTable) -> Json:
    """The depth of its base's far side, or near side, from its own edge. Clause: UW-QS Setup (UW-116)."""
    edge = table.state.edges.get(table.state[ask.model].side)
    if not edge or not table.has(ask.model):
        return None
    model = table.snapshot.model(ask.model)
    nearest, furthest = depths(model, edge, table.snapshot)
    depth = furthest if table.rules.deployment_measure == "whole" else nearest
    return {"length_in": max(depth, 0.0), "sigma_in": model.sigma_in, "end": _to_place(model)}


def depths(placed: Placed, edge: str, snapshot: Snapshot) -> tuple[float, float]:
    """The distances of the nearest and the furthest point of a base from a table edge: near, far, left or right."""
    across = edge in ("near", "far")
    size, centre = (snapshot.depth_in, placed.y_in) if across else (snapshot.width_in, placed.x_in)
    depth = centre if edge in ("near", "left") else size - centre
    half_extent_in = placed.footprint.extent_in(math.pi / 2 if across else 0.0)
    return depth - half_extent_in, depth + half_extent_in


# narrower kinds first
ANSWERS: tuple[tuple[type[Ask[Any]], Callable[[Any, MeasuredTable], Json]], ...] = (
    (Deploy, _answer_deploy), (Move, _answer_move), (Contact, _answer_contact), (Sight, _answer_sight),
    (Ranges, _answer_ranges),
)  # fmt: skip


# the precision of a limit in texts, in inches
NEAR = Message("Near: within {near}", near=short(COVER_BEYOND_IN))


class UrbanWarSightReading:
    """A quarter in view is enough; objects within an inch of the viewer give no cover."""

    def limits(self, state: Any = None) -> SightLimits:
        """The limits by the game's house rules. Clauses: UW-QS Line of Sight, Cover."""
        rules = state.rules if isinstance(state, State) else HouseRules()
        return SightLimits(rules.los_min_fraction, COVER_BEYOND_IN, rules.cover_min_hidden, NEAR)

    def blocking(self, snapshot: Snapshot, state: Any = None) -> np.ndarray:
        """All models block except those that the game has removed, and friends near the viewer."""
        return blocking(snapshot, state)

    def recompute_sight(self, ask: Mapping[str, Json], target: str, state: State, snapshot: Snapshot) -> Why | None:
        """The viewer's sight of one target at the time of a question; None where one of them was not on the table."""
        table, viewer = MeasuredTable(snapshot, state), str(ask["viewer"])
        if target not in ask["targets"] or not table.has(viewer, target):
            return None
        eye = Eye.ANYWHERE if state.rules.los_view_origin == "base" else Eye.CENTRE
        through = blocks(table, tuple(ask.get("transparent", ())))
        return why(snapshot, viewer, target, through, eye, near_in=COVER_BEYOND_IN)
