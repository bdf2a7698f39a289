"""From the table to Urban War: here geometry ends, and measured facts are copied into the answer that was asked for.

    raw = table_answer(question.ask, MeasuredTable(snapshot, game.state, moves))
    if raw is not None: game.answer(raw, question=question.line, by="table", position=write(snapshot))

None: the table cannot tell (a model is not seen, a way has gaps, the question is a person's), and a player answers.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tablecam.rules.ask import Ask
from tablecam.rules.books.urban_war.rules.facts import COVER, SIGHT, Deploy, Under
from tablecam.rules.books.urban_war.rules.house_rules import HouseRules
from tablecam.rules.books.urban_war.rules.state import State
from tablecam.rules.books.urban_war.table.cover import SightSwitches, blocking, in_cover, in_sight
from tablecam.rules.facts import Contact, Move, Ranges, Sight
from tablecam.rules.plain import Json
from tablecam.sensing.tracking.odometer import Travel
from tablecam.table.measure.contact import TOUCHING_IN, contact
from tablecam.table.measure.facts import Measurement, Verdict
from tablecam.table.measure.obstruction_distance import in_view
from tablecam.table.measure.ranges import Range, ranges_from
from tablecam.table.measure.sight import Eye, sighting
from tablecam.table.measure.sighting import Sighting
from tablecam.table.miniature import Placed
from tablecam.table.snapshot import Snapshot


@dataclass(frozen=True)
class MeasuredTable:
    """What the table knows: where all stand, and how far those that have moved since the question have gone."""

    snapshot: Snapshot
    state: State
    travelled: Mapping[str, Travel] = field(default_factory=dict)

    @property
    def rules(self) -> HouseRules:
        """How this table measures."""
        return self.state.rules

    def has(self, *models: str) -> bool:
        """Whether all of them stand where they are seen, and the camera is trusted."""
        standing = {placed.model.id for placed in self.snapshot.models}
        return not self.snapshot.pose_untrusted and standing.issuperset(models)


def table_answer(ask: Ask[Any], table: MeasuredTable) -> Json:
    """The answer of the table as JSON, None where it has none."""
    for kind, answer in ANSWERS:
        if isinstance(ask, kind):
            return answer(ask, table)
    return None


def _ranges(ask: Ranges, table: MeasuredTable) -> Json:
    """Between nearest base edges; height counts unless the house measures in plan. Clause: UW-QS Measuring distance."""
    if not table.has(ask.model, *ask.others):
        return None
    found = _from(table, ask.model, ask.others)
    return {other: list(_measured(found[other], table.rules)) for other in ask.others}


def _measured(found: Range, rules: HouseRules) -> tuple[float, float]:
    if rules.distance_mode == "horizontal":
        return found.horizontal_in, found.gap_sigma_in
    return found.range_in, found.sigma_in


def _from(table: MeasuredTable, model: str, others: tuple[str, ...]) -> dict[str, Range]:
    return {pair.b: pair for pair in ranges_from(table.snapshot, model, others)}


def _contact(ask: Contact, table: MeasuredTable) -> Json:
    """Whom it touches, within the house's tolerance."""
    if isinstance(ask, Under) or not table.has(ask.model, *ask.others):
        return None
    found = _from(table, ask.model, ask.others)
    verdicts = {other: touching(found[other], table.rules) for other in ask.others}
    return {other: verdict.value for other, verdict in verdicts.items() if verdict is not Verdict.NO}


def touching(found: Range, rules: HouseRules) -> Verdict:
    """Whether bases touch: a gap up to the tolerance is one that paint and moulds leave."""
    slack = max(rules.contact_tolerance - TOUCHING_IN, 0.0)
    gap = Measurement(found.gap_in - slack, found.gap_sigma_in)
    return contact(gap, Measurement(found.rise_in, found.rise_sigma_in))


def _sight(ask: Sight, table: MeasuredTable) -> Json:
    """What it sees of each target, and what cannot be told. Clause: UW-QS Line of Sight."""
    if not table.has(ask.viewer, *ask.targets):
        return None
    through = blocks(table, ask.transparent)
    eye = Eye.ANYWHERE if table.rules.los_view_origin == "base" else Eye.CENTRE
    seen = {target: sighting(table.snapshot, ask.viewer, target, through, eye) for target in ask.targets}
    if table.rules.cover_distance == "line":
        seen = {target: in_view(table.snapshot, found) for target, found in seen.items()}
    return {target: seen_record(found, table.rules) for target, found in seen.items()}


def blocks(table: MeasuredTable, transparent: tuple[str, ...]) -> np.ndarray:
    """All models block but those named, and those that the game has removed and nobody has put away yet."""
    return blocking(table.snapshot, table.state, transparent)


def seen_record(found: Sighting, rules: HouseRules) -> dict[str, Json]:
    """A sighting as a rulebook may log it, with what its error leaves in doubt."""
    reading = SightSwitches(rules.los_min_fraction, rules.cover_min_hidden)
    verdicts = {SIGHT: in_sight(found, reading), COVER: in_cover(found, reading)}
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


def _move(ask: Move, table: MeasuredTable) -> Json:
    """The path as it was tracked; a model that nobody has touched has gone nowhere."""
    if not table.has(ask.model):
        return None
    travel = table.travelled.get(ask.model, Travel(0.0, 0.0))
    straight = table.rules.move_measure == "straight"
    length = travel.straight_in if straight else travel.path_in
    if length is None:
        return None
    sigma = travel.sigma_in if straight else travel.path_sigma_in
    return {"length_in": length, "sigma_in": sigma, "end": _place(table.snapshot.model(ask.model))}


def _place(placed: Placed) -> list[float]:
    return [placed.x_in, placed.y_in, placed.z_in]


def _deploy(ask: Deploy, table: MeasuredTable) -> Json:
    """How deep from its own edge its base reaches, or begins as a house rule. Clause: UW-QS Setup (UW-116)."""
    edge = table.state.edges.get(table.state[ask.model].side)
    if not edge or not table.has(ask.model):
        return None
    placed = table.snapshot.model(ask.model)
    nearest, furthest = depths(placed, edge, table.snapshot)
    depth = furthest if table.rules.deployment_measure == "whole" else nearest
    return {"length_in": max(depth, 0.0), "sigma_in": placed.sigma_in, "end": _place(placed)}


def depths(placed: Placed, edge: str, snapshot: Snapshot) -> tuple[float, float]:
    """How far the nearest and the furthest point of a base lie from a table edge: near, far, left or right."""
    across = edge in ("near", "far")
    size, centre = (snapshot.depth_in, placed.y_in) if across else (snapshot.width_in, placed.x_in)
    depth = centre if edge in ("near", "left") else size - centre
    half = placed.footprint.extent_in(math.pi / 2 if across else 0.0)
    return depth - half, depth + half


# the narrower kinds first
ANSWERS: tuple[tuple[type[Ask[Any]], Callable[[Any, MeasuredTable], Json]], ...] = (
    (Deploy, _deploy), (Move, _move), (Contact, _contact), (Sight, _sight), (Ranges, _ranges),
)  # fmt: skip
