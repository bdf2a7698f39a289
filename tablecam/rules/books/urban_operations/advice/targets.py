"""Advice on the targets of a block: the distance of each enemy, and the odds of a fight with it.

The nearest targets come first, closed ones last. The players judge sight, and a table without a hex grid gets no
advice. No line depends on the unit of a block face down: such an enemy shows its distance and no odds to everybody.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from tablecam.base.i18n import Counted, Later, Message, listing
from tablecam.rules.books.breather import take_breath
from tablecam.rules.books.urban_operations.advice.odds_words import fight_shown
from tablecam.rules.books.urban_operations.board import WEAPONS
from tablecam.rules.books.urban_operations.rules.cards import UNKNOWN
from tablecam.rules.books.urban_operations.rules.clauses import row
from tablecam.rules.books.urban_operations.rules.fight_chances import best_weapon, fight_odds, suits
from tablecam.rules.books.urban_operations.rules.state import OperationsState
from tablecam.rules.books.urban_operations.rules.weapons import band, list_weapons_in_reach
from tablecam.rules.books.urban_operations.table_facts import distances
from tablecam.rules.books.views import AdviceFact, AdviceOdds, AdviceRow, AdviceView, Text
from tablecam.rules.plain import Json
from tablecam.rules.sentence import ModelNames
from tablecam.table.snapshot import Snapshot

FACE_DOWN = Message("Face down: who it is nobody is told, so there are no odds")
NO_ODDS = Message("No odds: the aid does not say enough of these two")
INADEQUATE = Message("Its best weapon may not fire at such a target: no duel, and one of the two loses 2 OSL")


def target_advice(snapshot: Snapshot, state: Any, ask: Mapping[str, Json], names: ModelNames) -> AdviceView | None:
    """A row for every enemy on the map, the nearest first; None without a hex grid."""
    block = str(ask["subject"][0])
    if snapshot.grid is None or not stands(snapshot, state, block):
        return None
    take_breath()
    enemies = [str(option["id"]) for option in ask["options"] if not option.get("why_not")]
    far = {enemy: sorted(distances(snapshot, block, enemy)) for enemy in enemies if stands(snapshot, state, enemy)}
    plan = TargetPlan(snapshot, state, block, str(ask["action"]).removeprefix("target."), names)
    rows = [_build_target_row(plan, enemy, far[enemy]) for enemy in sorted(far, key=lambda it: far[it])]
    closed = [_build_closed_row(option, names) for option in ask["options"] if option.get("why_not")]
    return AdviceView(model=block, rows=(*rows, *closed))


class TargetPlan(NamedTuple):
    """The block, the kind of attack, and the table for the advice on targets."""

    snapshot: Snapshot
    state: OperationsState
    block: str
    kind: str
    names: ModelNames


def stands(snapshot: Snapshot, state: OperationsState, block: str) -> bool:
    """Whether a block's model shows its place; a block aboard a vehicle is where the vehicle is."""
    has_model = any(entry.model.id == block for entry in snapshot.models)
    return has_model and block in state.blocks and not state[block].aboard


def _build_target_row(plan: TargetPlan, enemy: str, far: list[int]) -> AdviceRow:
    state, block = plan.state, plan.block
    models = (plan.snapshot.model(block), plan.snapshot.model(enemy))
    is_in_reach = bool(list_weapons_in_reach(state, block, far[0]))
    odds = odds_against(state, block, enemy, plan.kind, far[0], plan.names) if is_in_reach else ()
    return AdviceRow(
        key=f"target {enemy}",  # no text
        kind="target",
        target=enemy,
        text=_explain_missing_odds(plan, enemy, far[0], bool(odds)),
        odds=odds,
        line=tuple((round(model.x_in, 2), round(model.y_in, 2)) for model in models),
        style="plain" if is_in_reach else "too_far",
        clause=str(row(54)) if odds else "",
        option=enemy,
        facts=(_distance_fact(state, block, far), *([_firepower_fact(state, block, far[0])] if is_in_reach else [])),
    )


def odds_against(
    state: OperationsState, block: str, enemy: str, kind: str, ep: int, names: ModelNames
) -> tuple[AdviceOdds, ...]:
    """The chances of a fight with a revealed block; empty for any other."""
    if not state[enemy].revealed:
        return ()
    chances = fight_odds(state, block, enemy, kind, ep)
    return fight_shown(state, chances, kind, names) if chances else ()


def _explain_missing_odds(plan: TargetPlan, enemy: str, ep: int, known: bool) -> Text:
    if not list_weapons_in_reach(plan.state, plan.block, ep):
        return Message("No weapon of the block reaches so far")
    if known:
        return ""
    if not plan.state[enemy].revealed:
        return FACE_DOWN
    weapon = best_weapon(plan.state, plan.block, ep)
    if weapon and not suits(plan.state, plan.block, enemy, weapon):
        return INADEQUATE
    return NO_ODDS


def _build_closed_row(option: Mapping[str, Json], names: ModelNames) -> AdviceRow:
    return AdviceRow(
        key=f"target {option['id']}",  # no text
        kind="target",
        target="",
        style="too_far",
        clause=str(option.get("clause") or ""),
        option=str(option["id"]),
        closed=Later(names.read, option["why_not"]),
    )


def _distance_fact(state: OperationsState, block: str, far: list[int]) -> AdviceFact:
    """Clause: UO Firepower and range (UO-005)."""
    card = state[block].card
    bands = sorted({band(state, card, far[0], weapon) for weapon in card.weapons})
    text = Message("{far}, band {band}", far=Counted("{n} EP", "{n} EP", far[0]), band=listing(map(str, bands)))
    unsure: Text = ""
    if len(far) > 1:
        firepowers = listing(_firepower_fact(state, block, ep).text for ep in far)
        unsure = Message("{near} EP or {far} EP: {either}", near=far[0], far=far[-1], either=firepowers)
    return AdviceFact("range", Message("Range"), text, unsure, str(row(5)))


def _firepower_fact(state: OperationsState, block: str, ep: int) -> AdviceFact:
    """Clause: UO Firepower and range (UO-005)."""
    card = state[block].card
    weapons = list_weapons_in_reach(state, block, ep)
    printed = {weapon: card.weapons[weapon].fp[band(state, card, ep, weapon) - 1] for weapon in weapons}
    lines = [
        Message("{weapon}: {fp}", weapon=WEAPONS[weapon], fp="?" if fp == UNKNOWN else fp)
        for weapon, fp in printed.items()
    ]
    text = listing(lines) if lines else Message("out of reach")
    return AdviceFact("need", Message("Firepower"), text, clause=str(row(5)))
