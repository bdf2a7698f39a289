"""The advice of Urban Operations on open questions, by their actions: targets, fights, staying or leaving."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

from tablecam.base.i18n import Counted, InContext, Later, Message, listing
from tablecam.rules.books.breather import take_breath
from tablecam.rules.books.plain_odds import Naming, describe_modifier, odds
from tablecam.rules.books.urban_operations.board import WEAPONS
from tablecam.rules.books.urban_operations.rules import menu
from tablecam.rules.books.urban_operations.rules.codes import row
from tablecam.rules.books.urban_operations.rules.fight_chances import (
    ASSAULT,
    FightChances,
    best_weapon,
    fight_odds,
    leaving_odds,
    suits,
)
from tablecam.rules.books.urban_operations.rules.pieces import UNKNOWN
from tablecam.rules.books.urban_operations.rules.state import OperationsState
from tablecam.rules.books.urban_operations.rules.weapons import band, list_weapons_in_reach
from tablecam.rules.books.urban_operations.table_facts import distances
from tablecam.rules.books.views import AdviceFact, AdviceOdds, AdviceRow, AdviceView, Text
from tablecam.rules.per_cent import share_text
from tablecam.rules.plain import Json
from tablecam.rules.sentence import ModelNames
from tablecam.table.snapshot import Snapshot

NOT_COUNTED = Message(
    "Not counted: command chain, position, cover and supporting fire, and the weapons effect; players say those"
)
UNKNOWN_ROWS = Message("Critical rows that the aid has lost count as ordinary")


def fight_shown(state: OperationsState, found: FightChances, kind: str, names: Naming) -> tuple[AdviceOdds, ...]:
    """The chances that the target loses the fight, and that each block loses OSL and is lost."""
    sums = tuple(fight_lines(state, found, kind, names))
    blocks = found.blocks
    rows = [odds(Message("{block} loses the fight", block=names(blocks[1])), found.beaten, sums)]
    for side in (1, 0):
        osl, name = state[blocks[side]].osl, names(blocks[side])
        loses = found.losses.chance(lambda it, at=side: it[at] > 0)  # type: ignore[misc]
        gone = found.losses.chance(lambda it, at=side, left=osl: it[at] >= left)  # type: ignore[misc]
        if side == 0 or loses:
            rows.append(odds(_describe_loss(name), loses, sums))
        rows.append(odds(_describe_destruction(name), gone, sums))
    return tuple(rows)


def fight_lines(state: OperationsState, found: FightChances, kind: str, names: Naming) -> Iterator[Text]:
    """The modifiers of each side's die, and the facts that the chances leave out."""
    for block, modifiers in zip(found.blocks, found.added, strict=True):
        if not modifiers:
            yield Message("{block} cannot answer", block=names(block))
        for modifier in modifiers:
            yield Message("{block}: {added}", block=names(block), added=describe_modifier(modifier, names))
    for block in found.blocks:
        yield Counted("{block} has {n} OSL left", "{block} has {n} OSL left", state[block].osl, block=names(block))
    if kind == ASSAULT:
        yield Message("The loser of an assault is driven off, and one without a way out is gone")
    if found.doubtful:
        yield UNKNOWN_ROWS
    yield NOT_COUNTED


def leaving_shown(state: OperationsState, block: str, names: Naming) -> tuple[AdviceOdds, ...]:
    """The chances that a block that leaves loses OSL, and that it is lost."""
    lost = leaving_odds(state, block)
    no_loss = lost.chance(lambda osl: osl == 0)
    sums = (
        Message("7 to 9 lose nothing, {share}; 2 to 6 lose 1 OSL, 0 and 1 lose 2", share=share_text(no_loss)),
        Message("Over an outer wall the die counts one less"),
    )
    return (
        odds(_describe_loss(names(block)), 1 - no_loss, sums),
        odds(_describe_destruction(names(block)), lost.chance(lambda osl: osl >= state[block].osl), sums),
    )


def _describe_loss(block: str) -> Message:
    return Message("{block} loses OSL", block=block)


def _describe_destruction(block: str) -> Message:
    return Message("{block} is gone", block=block)


# Advice on the targets of a block: the distance of each enemy, and the odds of a fight with it.
#
# The nearest targets come first, closed ones last. The players judge sight, and a table without a hex grid gets no
# advice. No line depends on the unit of a block face down: such an enemy shows its distance and no odds to everybody.

FACE_DOWN = Message("Face down: nobody knows who it is, so there are no odds")
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


# Advice on staying or leaving under fire, and on a block's action: the odds of the best fight of each.
#
# A block's own side answers for its action in secret; the question of leaving concerns two blocks that everybody knows.

ATTACKS = ("fire", "suppress", "assault")
OPPORTUNITY = "opportunity"
ROWS = {"fire": 50, "suppress": 91, "assault": 38}


def withdraw_advice(snapshot: Snapshot, state: Any, ask: Mapping[str, Json], names: ModelNames) -> AdviceView | None:
    """The odds of staying and of leaving. Clauses: UO-051, UO-054."""
    block, enemy = (str(name) for name in ask["subject"][:2])
    if not (state[block].revealed and state[enemy].revealed):
        return None
    take_breath()
    open_ways = {str(option["id"]) for option in ask["options"] if not option.get("why_not")}
    rows = []
    far = _nearest_ep(snapshot, state, enemy, block)
    stays = odds_against(state, enemy, block, _find_attack_kind(state, enemy), far, names) if far is not None else ()
    if stays:
        rows.append(AdviceRow("stay", "target", "", odds=stays, clause=str(row(54)), option="stay"))
    if "withdraw" in open_ways:
        leaves = leaving_shown(state, block, names)
        rows.append(AdviceRow("withdraw", "way", "", odds=leaves, clause=str(row(51)), option="withdraw"))
    return AdviceView(model=block, rows=tuple(rows)) if rows else None


def _find_attack_kind(state: OperationsState, block: str) -> str:
    """The attack of the firing block; opportunity fire for a block that does not act."""
    acting = state.acting
    return acting.action if acting and acting.block == block and acting.action in ATTACKS else OPPORTUNITY


def action_advice(snapshot: Snapshot, state: Any, ask: Mapping[str, Json], names: ModelNames) -> AdviceView | None:
    """The best target of fire, suppressing fire and assault, from where the block stands."""
    block = str(ask["subject"][0])
    if snapshot.grid is None or not stands(snapshot, state, block):
        return None
    take_breath()
    open_ways = [str(option["id"]) for option in ask["options"] if not option.get("why_not")]
    far = {
        enemy: ep for enemy in state.enemies(block) if (ep := _nearest_ep(snapshot, state, block, enemy)) is not None
    }  # fmt: skip
    candidates = [_build_best_row(state, block, kind, far, names) for kind in ATTACKS if kind in open_ways]
    rows = tuple(candidate for candidate in candidates if candidate)
    return AdviceView(model=block, rows=rows) if rows else None


def _build_best_row(
    state: OperationsState, block: str, kind: str, far: Mapping[str, int], names: ModelNames
) -> AdviceRow | None:
    """The row of an action with the target most likely to lose; None where no known target is in reach."""
    against = {enemy: odds_against(state, block, enemy, kind, ep, names) for enemy, ep in far.items()}
    targets = [enemy for enemy, odds in against.items() if odds]
    if not targets:
        return None
    enemy = max(targets, key=lambda each: Fraction(against[each][0].share))
    text = Message("Best at {block}, {ep} EP away, if it is seen", block=names(enemy), ep=far[enemy])
    return AdviceRow(kind, "way", "", text=text, odds=against[enemy], clause=str(row(ROWS[kind])), option=kind)


# A block that may be activated fires without a move in two taps: its action, its stay and its target are one deed.

FIRE, STAND = "fire", "stand"


def model_advice(snapshot: Snapshot, state: Any, model: str, names: ModelNames) -> AdviceView:
    """Fire of a block at each enemy, the nearest first; no rows for a block that may not be activated now."""
    if snapshot.grid is None or not stands(snapshot, state, model) or not _may_fire(state, model):
        return AdviceView(model)
    plan = TargetPlan(snapshot, state, model, FIRE, names)
    enemies = [enemy for enemy in state.enemies(model) if stands(snapshot, state, enemy)]
    far = {enemy: sorted(distances(snapshot, model, enemy)) for enemy in enemies}
    rows = [_build_target_row(plan, enemy, far[enemy]) for enemy in sorted(far, key=lambda it: far[it])]
    return AdviceView(model, rows=tuple(_turn_into_deed(target_row, names) for target_row in rows))


def _may_fire(state: OperationsState, block: str) -> bool:
    is_open = any(option.id == FIRE and not option.why_not for option in menu.options(state, block))
    return is_open and block in menu.ready(state)


def _turn_into_deed(target_row: AdviceRow, names: ModelNames) -> AdviceRow:
    """The row of a target as a deed, where a weapon reaches it; no answer to an open question."""
    enemy = target_row.target
    if target_row.style == "too_far":
        return replace(target_row, option="")
    deed = Message("{action}: {model}", action=InContext("an action", "Fire"), model=names(enemy))
    return replace(target_row, option="", deed=deed, answers=(FIRE, STAND, enemy))


def _nearest_ep(snapshot: Snapshot, state: OperationsState, one: str, two: str) -> int | None:
    """The EP between two blocks on a grid, the lower number where two are possible; None where it is unknown."""
    if snapshot.grid is None or not (stands(snapshot, state, one) and stands(snapshot, state, two)):
        return None
    return min(distances(snapshot, one, two), default=None)


ADVISERS: Mapping[str, Callable[[Snapshot, Any, Mapping[str, Json], ModelNames], AdviceView | None]] = {
    "target.fire": target_advice,
    "target.suppress": target_advice,
    "target.assault": target_advice,
    "withdraw": withdraw_advice,
    "action": action_advice,
}


def question_advice(snapshot: Snapshot, state: Any, ask: Mapping[str, Json], names: ModelNames) -> AdviceView | None:
    """The advice on a question by its action; None for a question that needs none."""
    adviser = ADVISERS.get(str(ask.get("action", "")))
    return adviser(snapshot, state, ask, names) if adviser else None
