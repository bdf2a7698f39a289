"""Urban War's advice on open questions, by action; for a model in contact, the best action and opponent."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from tablecam.base.i18n import Counted, InContext, Message
from tablecam.base.lengths import short
from tablecam.rules.books.breather import take_breath
from tablecam.rules.books.urban_war.advice.odds_words import break_off_shown, fight_odds_shown, initiative_shown
from tablecam.rules.books.urban_war.advice.odds_words import odds as odds_of
from tablecam.rules.books.urban_war.advice.options import KINDS, action_advice, charge_advice, move_advice
from tablecam.rules.books.urban_war.advice.targets import find_aura, target_advice
from tablecam.rules.books.urban_war.measurements import MeasuredTable
from tablecam.rules.books.urban_war.rules.actions import BREAK_OFF, FIGHT
from tablecam.rules.books.urban_war.rules.chances import find_inspiration
from tablecam.rules.books.urban_war.rules.check_chances import rally_odds
from tablecam.rules.books.urban_war.rules.codes import row
from tablecam.rules.books.urban_war.rules.combat_chances import break_off_odds, compute_expected_fight
from tablecam.rules.books.urban_war.rules.state import State
from tablecam.rules.books.urban_war.rules.turn import STRIP_IN
from tablecam.rules.books.views import AdviceRegion, AdviceRow, AdviceView
from tablecam.rules.per_cent import share_text
from tablecam.rules.plain import Json
from tablecam.rules.sentence import ModelNames
from tablecam.table.snapshot import Snapshot

# Advice for a model in contact: its best action and opponent, and the initiative; chances by the rules alone.
#
# It uses only public information; of the table it takes only whether the Commander is near enough to help.

INITIATIVE, FIGHTING, BREAKING_OFF, RALLYING = (str(row(number)) for number in (46, 68, 70, 76))
NEAR_AS_NOW = Message("If it still stands as near to its Commander")
FIGHTS, BREAKS_OFF = InContext("an action", "Fight"), Message("Break off")


def initiative_advice(
    _snapshot: Snapshot, state: Any, _ask: Mapping[str, Json], names: ModelNames
) -> AdviceView | None:
    """The chance of each side before the roll, with the penalty of a lost or panicked Commander."""
    odds = initiative_shown(state, names)
    return AdviceView(model="", rows=(AdviceRow("initiative", "target", "", odds=odds, clause=INITIATIVE),))


def action_and_fight_advice(
    snapshot: Snapshot, state: Any, ask: Mapping[str, Json], names: ModelNames
) -> AdviceView | None:
    """Advice on a model's action: its reach and targets to charge; in contact, the fight or the break-off."""
    model = str(next(iter(ask.get("subject") or ()), ""))
    fighter = state.fighters.get(model)
    if fighter is None or not fighter.contacts:
        return action_advice(snapshot, state, ask, names)
    take_breath()
    open_ways = {str(option["id"]) for option in ask["options"] if not option.get("why_not")}
    rows = []
    if FIGHT in open_ways:
        enemy = _find_best_opponent(state, model)
        text = Message("Fight; {model} is the best opponent", model=names(enemy)) if fighter.contacts[1:] else FIGHTS
        rows.append(replace(_describe_fight(state, model, enemy, names), option=FIGHT, text=text))
    if BREAK_OFF in open_ways:
        rows.append(_describe_break_off(MeasuredTable(snapshot, state), model, names))
    action_view = action_advice(snapshot, state, ask, names) or AdviceView(model=model)
    return replace(action_view, rows=(*rows, *action_view.rows))


def rally_advice(_snapshot: Snapshot, state: Any, ask: Mapping[str, Json], _names: ModelNames) -> AdviceView | None:
    """The value of follow-up actions to a panicked model: each begins with another try. Clause: UW-076."""
    model = str(next(iter(ask.get("subject") or ()), ""))
    fighter, action = state.fighters.get(model), state.action
    if fighter is None or action is None or action.model != model or action.shocked:
        return None
    followups_left, once = fighter.profile.CAL - fighter.followups_used, Fraction(str(ask["check"]["odds"]))
    if followups_left < 1:
        return None
    bonus = find_inspiration(state, model) if _is_inspired(ask["check"]) else ()
    sums = (Message("Each try: {share}", share=share_text(once)), NEAR_AS_NOW)
    odds = tuple(
        odds_of(
            Counted("rallies with {n} follow-up", "rallies with {n} follow-ups", tries - 1),
            rally_odds(state, model, tries, bonus), sums,
        )
        for tries in range(2, followups_left + 2)
    )  # fmt: skip
    return AdviceView(model=model, rows=(AdviceRow("rally", "target", "", odds=odds, clause=RALLYING),))


def _is_inspired(check: Mapping[str, Json]) -> bool:
    """Whether a check in a record has the bonus of a Commander who is near."""
    reasons = [modifier["why"] for modifier in check["modifiers"]]
    return any(why["code"] == "commander-near" for why in reasons if isinstance(why, Mapping))


def opponent_advice(_snapshot: Snapshot, state: Any, ask: Mapping[str, Json], names: ModelNames) -> AdviceView | None:
    """Advice on a model's opponent: the enemy with the best chances first."""
    model = str(next(iter(ask.get("subject") or ()), ""))
    take_breath()
    enemies = [str(option["id"]) for option in ask["options"] if not option.get("why_not")]
    enemies.sort(key=lambda enemy: compute_expected_fight(state, model, enemy)[1].gain, reverse=True)
    rows = tuple(replace(_describe_fight(state, model, enemy, names), option=enemy) for enemy in enemies)
    return AdviceView(model=model, rows=rows)


def _describe_fight(state: State, model: str, enemy: str, names: ModelNames) -> AdviceRow:
    """The close combat as it would be fought now. Clause: UW-QS Assault (UW-068)."""
    _weapons, fight = compute_expected_fight(state, model, enemy)
    return AdviceRow(
        key=f"fight {enemy}",  # no text
        kind="target",
        target=enemy,
        odds=fight_odds_shown(fight, names),
        clause=FIGHTING,
    )


def _find_best_opponent(state: State, model: str) -> str:
    """The enemy in contact with the best chances for the model."""
    return max(state[model].contacts, key=lambda enemy: compute_expected_fight(state, model, enemy)[1].gain)


def _describe_break_off(table: MeasuredTable, model: str, names: ModelNames) -> AdviceRow:
    """The chances of breaking off; if the check fails, it fights its best opponent. Clause: UW-QS Assault (UW-070)."""
    state = table.state
    enemy = _find_best_opponent(state, model)
    weapons, _fight_then = compute_expected_fight(state, model, enemy)
    bonus = find_aura(table, model) if table.has(model) else ()
    break_off_chances = break_off_odds(state, model, enemy, weapons, bonus)
    return AdviceRow(
        key="break off",  # no text
        kind="way",
        target=model,
        text=BREAKS_OFF,
        odds=break_off_shown(break_off_chances, names),
        clause=BREAKING_OFF,
        option=BREAK_OFF,
    )


def deploy_advice(snapshot: Snapshot, state: Any, ask: Mapping[str, Json], _names: ModelNames) -> AdviceView | None:
    """The strip along its own edge in which a side deploys. Clause: UW-QS Setup (UW-116)."""
    model = str(next(iter(ask.get("subject") or ()), ""))
    side = state[model].side if model in state.fighters else str(ask.get("seat") or "")
    edge = state.edges.get(side)
    if not edge:
        return None
    label = Message("Deploy within {far}", far=short(STRIP_IN))
    return AdviceView(model=model, regions=(AdviceRegion("deploy", label, STRIP_IN, [_outline_strip(edge, snapshot)]),))


def _outline_strip(edge: str, snapshot: Snapshot) -> list[tuple[float, float]]:
    """The corners of the strip along a table edge: near, far, left or right."""
    width, depth = snapshot.width_in, snapshot.depth_in
    left, right = {"left": (0.0, STRIP_IN), "right": (width - STRIP_IN, width)}.get(edge, (0.0, width))
    low, high = {"near": (0.0, STRIP_IN), "far": (depth - STRIP_IN, depth)}.get(edge, (0.0, depth))
    return [(left, low), (right, low), (right, high), (left, high)]


ADVISERS: Mapping[str, Callable[[Snapshot, Any, Mapping[str, Json], ModelNames], AdviceView | None]] = {
    "shoot.target": target_advice,
    "roll-off.initiative": initiative_advice,
    "check.rally": rally_advice,
    "action": action_and_fight_advice,
    "fight.opponent": opponent_advice,
    "charge.target": charge_advice,
    "deploy": deploy_advice,
    "move.deploy": deploy_advice,
    **dict.fromkeys(KINDS, move_advice),
}


def question_advice(snapshot: Snapshot, state: Any, ask: Mapping[str, Json], names: ModelNames) -> AdviceView | None:
    """The advice on a question by its action; None for a question that needs none."""
    adviser = ADVISERS.get(str(ask.get("action", "")))
    return adviser(snapshot, state, ask, names) if adviser else None
