"""The target question in full: every enemy with all facts for and against a shot, the most useful first.

The priority target comes first with its reason, then open targets by distance, and closed targets last.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tablecam.base.i18n import InContext, Later, Message, listing
from tablecam.base.lengths import describe_length
from tablecam.rules.books.urban_war.advice.advice import PRIORITY, STAR, TARGET_SELECTION
from tablecam.rules.books.urban_war.advice.odds_words import check_shown, shot_odds
from tablecam.rules.books.urban_war.advice.sights import sights
from tablecam.rules.books.urban_war.advice.target_facts import Situation, facts, range_fact, sight_fact
from tablecam.rules.books.urban_war.board import BANDS
from tablecam.rules.books.urban_war.rules.target_options import SPECULATIVE
from tablecam.rules.books.urban_war.rules.target_priority import priority
from tablecam.rules.books.urban_war.table.answers import MeasuredTable
from tablecam.rules.books.views import AdviceNote, AdviceOdds, AdviceRow, AdviceView, Text
from tablecam.rules.plain import Json
from tablecam.rules.sentence import ModelNames
from tablecam.table.snapshot import Snapshot

CHECK = InContext("a chance", "check")
CHECKED = Message("Command check first")
STILL_FIRST = Message("★ the priority target all the same")


def target_advice(snapshot: Snapshot, state: Any, ask: Mapping[str, Json], names: ModelNames) -> AdviceView | None:
    """The rows for the question of a model's target; None where the table cannot tell."""
    table, shooter = MeasuredTable(snapshot, state), ask["subject"][0]
    shooter_sights = sights(table, shooter)
    if shooter_sights is None:
        return None
    situation = Situation(state, shooter_sights, priority(state, shooter, shooter_sights.views), names)
    options = {option["id"]: option for option in ask["options"]}
    rows = [_describe_target(situation, snapshot, target, options.get(target, {})) for target in shooter_sights.views]
    rows += [
        _describe_speculative(situation, id.removeprefix(SPECULATIVE))
        for id in options
        if id.startswith(SPECULATIVE) and id.removeprefix(SPECULATIVE) in shooter_sights.views
    ]
    distance = {target: it.range.value for target, it in shooter_sights.views.items()}
    rows.sort(key=lambda row: (bool(row.closed), row.style != "first", not row.line, distance[row.target]))
    return AdviceView(model=shooter, rows=tuple(rows), note=AdviceNote(why_first(situation), TARGET_SELECTION))


def _describe_target(situation: Situation, snapshot: Snapshot, target: str, option: Mapping[str, Json]) -> AdviceRow:
    is_first = target in situation.first.targets
    if not option or option.get("why_not"):
        return _describe_closed(situation, target, option, is_first)
    check = situation.find_check(target)
    notes = [CHECKED] if check else []
    return AdviceRow(
        key=f"target {target}",  # no text
        kind="target",
        target=target,
        badge=PRIORITY if is_first else "",
        mark=STAR if is_first else "",
        text=why_first(situation) if is_first else "",
        notes=tuple(notes),
        odds=tuple(_list_odds(situation, target)),
        line=_draw_line(snapshot, situation.shooter, target),
        style="first" if is_first else "checked" if check else "plain",
        clause=TARGET_SELECTION if is_first or check else "",
        option=target,
        facts=facts(situation, target),
    )


def _describe_closed(situation: Situation, target: str, option: Mapping[str, Json], first: bool) -> AdviceRow:
    return AdviceRow(
        key=f"target {target}",  # no text
        kind="target",
        target=target,
        badge=STILL_FIRST if first else "",
        style="too_far",
        clause=str(option.get("clause", "")),
        option=target,
        closed=why_closed(situation, target, option.get("why_not")),
        facts=(range_fact(situation, target), sight_fact(situation, target)),
    )


def _describe_speculative(situation: Situation, target: str) -> AdviceRow:
    """A shot at an enemy that is not seen, as a house rule; the players agree on the details."""
    return AdviceRow(
        key=f"speculative {target}",  # no text
        kind="target",
        target=target,
        text=Message("Speculatively: the players agree how, −1 to hit"),
        option=SPECULATIVE + target,
        facts=(range_fact(situation, target),),
    )


def _list_odds(situation: Situation, target: str) -> list[AdviceOdds]:
    """The check's chance where one is needed; to hit, wound and remove with the best weapon; then all other weapons."""
    wounds_left, names = situation.state[target].wounds, situation.names
    check = situation.find_check(target)
    shown = [replace(check_shown(check, names), label=CHECK)] if check else []
    for number, (weapon, attack) in enumerate(situation.attacks(target)):
        hit, wound, remove = shot_odds(attack, wounds_left, names)
        if number == 0:
            shown += [hit, wound, remove]
        else:
            label = Message("remove with {weapon}", weapon=weapon.name)
            shown.append(AdviceOdds(label, remove.share, remove.per_cent, remove.sums))
    return shown


def _draw_line(snapshot: Snapshot, shooter: str, target: str) -> tuple[tuple[float, float], ...]:
    ends = (snapshot.model(shooter), snapshot.model(target))
    return tuple((round(endpoint.x_in, 2), round(endpoint.y_in, 2)) for endpoint in ends)


def why_first(situation: Situation) -> Text:
    """The reason for the priority target, and for skipping nearer enemies. Clause: UW-QS Target selection."""
    priority_target, views = situation.first, situation.sights.views
    if not priority_target.targets:
        return Message("No enemy outside close combat is in sight")
    far = views[priority_target.targets[0]].range.value
    needs_sight = situation.state.rules.priority_requires_los
    values = {"far": describe_length(far)}
    reason = (
        Message("{far}: the nearest in sight", **values) if needs_sight else Message("{far}: the nearest", **values)
    )
    nearer = [target for target, it in views.items() if it.range.value < far and target not in priority_target.targets]
    fighting = [target for target in nearer if situation.state[target].contacts]
    unseen = [target for target in nearer if target not in fighting and not views[target].visible]
    model_lists = {key: listing(map(situation.names, group)) for key, group in (("f", fighting), ("u", unseen))}
    if fighting and unseen:
        return Message(
            "{reason}; nearer, but unseen: {unseen}; nearer, but in close combat: {fighting}",
            reason=reason, unseen=model_lists["u"], fighting=model_lists["f"],
        )  # fmt: skip
    if fighting:
        return Message("{reason}; nearer, but in close combat: {models}", reason=reason, models=model_lists["f"])
    if len(unseen) == 1:
        return Message("{reason}; {model} is nearer, but unseen", reason=reason, model=model_lists["u"])
    if unseen:
        return Message("{reason}; {models} are nearer, but unseen", reason=reason, models=model_lists["u"])
    return reason


def why_closed(situation: Situation, target: str, why: Json) -> Text:
    """The reason why a target cannot be shot at, in six words or fewer."""
    code = why.get("code") if isinstance(why, Mapping) else None
    it = situation.sights.views[target]
    match code:
        case "in-close-combat":
            return Message("in close combat")
        case "not-seen":
            needed = f"{100 * situation.state.rules.los_min_fraction:.0f}\u00a0%"
            return Message("not seen: less than {needed}", needed=needed)
        case "range":
            return Message("out of range")
        case "band" if it.band:
            return Message("no weapon reaches {band}", band=BANDS[it.band.value])
    return Later(situation.names.read, why) if why else Message("cannot be shot at")
