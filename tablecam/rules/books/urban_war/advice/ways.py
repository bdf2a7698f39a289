"""A model's possible moves and charges: for the questions on its action, its move and the enemy to charge.

A row for each enemy: the path and its length, with the chance of the fight. All of it is public information, and the
rules are those of the game itself.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from tablecam.base.i18n import Later, Message
from tablecam.base.lengths import figures, short, short_in_words
from tablecam.rules.books.breather import take_breath
from tablecam.rules.books.urban_war.advice.advice import CHARGE, NUMBER_CODES
from tablecam.rules.books.urban_war.advice.odds_words import fight_odds_shown
from tablecam.rules.books.urban_war.rules.clauses import row
from tablecam.rules.books.urban_war.rules.fight_chances import apply_charge, compute_expected_fight
from tablecam.rules.books.urban_war.table.answers import MeasuredTable
from tablecam.rules.books.views import AdviceFact, AdviceNumber, AdviceRegion, AdviceRow, AdviceView, Text
from tablecam.rules.per_cent import per_cent
from tablecam.rules.plain import Json
from tablecam.rules.sentence import ModelNames
from tablecam.table.measure.facts import Verdict
from tablecam.table.measure.paths import (
    Hindrance,
    ShortestPath,
    compute_reach_region,
    measure_distance,
    models_in_the_way,
    path_to_touch,
    rings,
    terrain_in_the_way,
)
from tablecam.table.snapshot import Snapshot

ASSAULT = str(row(69))
MOVE, RUSH, CHARGES, BREAK_OFF = "move", "rush", "charge", "break off"  # no text
# the moves that a question allows, by its action
KINDS = {"move.move": MOVE, "move.rush": RUSH, "move.charge": CHARGES, "move.break-off": BREAK_OFF}
# a margin for position errors, in shortcuts that only save work
MARGIN_IN = 0.25
TOO_FAR = Message("too far")
NO_PATH = Message("no path leads there")
FALLS_SHORT = Message("The way is too long: the charge falls short")


@dataclass(frozen=True)
class Setting:
    """The model that moves, on its table. awaited: the players wait for the advice before they answer."""

    table: MeasuredTable
    model: str
    names: ModelNames
    awaited: bool = False

    @property
    def allowance(self) -> float:
        """The length of its charge."""
        return float(self.table.state[self.model].profile.charge_in)


def action_advice(snapshot: Snapshot, state: Any, ask: Mapping[str, Json], names: ModelNames) -> AdviceView | None:
    """Advice on a model's action: its reach for each open kind of move, and the enemies that it could charge."""
    setting = _make_setting(snapshot, state, ask, names)
    if setting is None:
        return None
    open_ways = {str(option["id"]) for option in ask["options"] if not option.get("why_not")}
    charges = CHARGES in open_ways
    return AdviceView(
        model=setting.model,
        regions=tuple(_describe_regions(setting, _compute_allowances(setting, open_ways))),
        rows=tuple(replace(charge_row, group=CHARGE) for charge_row in _describe_charges(setting)) if charges else (),
    )


def charge_advice(snapshot: Snapshot, state: Any, ask: Mapping[str, Json], names: ModelNames) -> AdviceView | None:
    """Advice on a charge: the nearest enemy by path first, enemies out of reach last."""
    setting = _make_setting(snapshot, state, ask, names)
    if setting is None:
        return None
    setting, options = replace(setting, awaited=True), {str(option["id"]): option for option in ask["options"]}
    rows = [_answer_row(charge_row, options.get(charge_row.target), names) for charge_row in _describe_charges(setting)]
    return AdviceView(
        model=setting.model, regions=tuple(_describe_regions(setting, {CHARGES: setting.allowance})), rows=tuple(rows)
    )


def move_advice(snapshot: Snapshot, state: Any, ask: Mapping[str, Json], names: ModelNames) -> AdviceView | None:
    """Advice on a move: the reach that the model has left, and the path to the enemy that it charges."""
    setting = _make_setting(snapshot, state, ask, names)
    if setting is None:
        return None
    kind, allowance = KINDS.get(str(ask["action"]), MOVE), float(ask["allowance_in"])
    target = next(iter(ask["subject"][1:]), "")
    rows = tuple(_describe_charges(setting, (target,), allowance)) if setting.table.has(target) else ()
    return AdviceView(model=setting.model, regions=tuple(_describe_regions(setting, {kind: allowance})), rows=rows)


def _make_setting(snapshot: Snapshot, state: Any, ask: Mapping[str, Json], names: ModelNames) -> Setting | None:
    """The setting; None for an unseen model. The caller places all models by the game (`advice_worker.py`)."""
    model, table = str(next(iter(ask.get("subject") or ()), "")), MeasuredTable(snapshot, state)
    return Setting(table, model, names) if table.has(model) else None


def _compute_allowances(setting: Setting, open_ways: set[str]) -> dict[str, float]:
    """The length of each kind of move; a charge reaches as far as a rush."""
    profile, allowances = setting.table.state[setting.model].profile, {}
    if open_ways & {"move+shoot", "shoot+move", MOVE}:  # no text
        allowances[MOVE] = float(profile.MV)
    if RUSH in open_ways:
        allowances[RUSH] = setting.allowance
    if CHARGES in open_ways:
        allowances[CHARGES] = setting.allowance
    if BREAK_OFF in open_ways:
        allowances[BREAK_OFF] = float(profile.break_off_in)
    return allowances


def _describe_regions(setting: Setting, allowances: Mapping[str, float]) -> Iterator[AdviceRegion]:
    """The regions that its base's centre can reach. A charge ends at a base, so its rows say more than a region."""
    snapshot, model = setting.table.snapshot, setting.model
    hindrances = nearby_hindrances(setting, max(allowances.values(), default=0.0))
    outlines: dict[float, Json] = {}
    for kind, inches in allowances.items():
        if inches not in outlines:
            take_breath(quietly=not setting.awaited)
            outlines[inches] = rings(compute_reach_region(snapshot, model, inches, hindrances))
        yield AdviceRegion(kind, _region_label(kind, inches), inches, outlines[inches])


def _region_label(kind: str, inches: float) -> Text:
    far = short(inches)
    if kind == RUSH:
        return Message("Rush {far}", far=far)
    if kind == CHARGES:
        return Message("Charge {far}", far=far)
    if kind == BREAK_OFF:
        return Message("Break off {far}", far=far)
    return Message("Move {far}", far=far)


def _describe_charges(
    setting: Setting, enemies: tuple[str, ...] | None = None, allowance: float | None = None
) -> Iterator[AdviceRow]:
    """A row for each enemy on the table: the nearest by path first, then those without a path."""
    table, limit = setting.table, setting.allowance if allowance is None else allowance
    hindrances = nearby_hindrances(setting, limit)
    rows_by_length = []
    for enemy in table.state.enemies(setting.model) if enemies is None else enemies:
        if not table.has(enemy):
            continue
        take_breath(quietly=not setting.awaited)
        min_length_in = _min_distance(setting, enemy)
        if min_length_in > limit + MARGIN_IN:
            rows_by_length.append((min_length_in, _describe_too_far(enemy, min_length_in, limit)))
            continue
        path = path_to_touch(table.snapshot, setting.model, enemy, hindrances)
        far = path.length.value if path.length else float("inf")
        take_breath(quietly=not setting.awaited)
        rows_by_length.append((far, _describe_charge(setting, enemy, path, limit)))
    yield from (row for _far, row in sorted(rows_by_length, key=lambda it: it[0]))


def nearby_hindrances(setting: Setting, limit: float) -> tuple[Hindrance, ...]:
    """Hindrances within a model's reach. Those beyond it affect only paths that are too long."""
    snapshot, model = setting.table.snapshot, setting.model
    mover = snapshot.model(model)
    near = limit + mover.footprint.reach_in + MARGIN_IN
    hindrances = (*terrain_in_the_way(snapshot, model), *models_in_the_way(snapshot, model))
    return tuple(
        hindrance for hindrance in hindrances if measure_distance(hindrance.shape, (mover.x_in, mover.y_in)) <= near
    )


def _min_distance(setting: Setting, enemy: str) -> float:
    """The least distance of two bases, in plan: no path is shorter."""
    mover, target = (setting.table.snapshot.model(model) for model in (setting.model, enemy))
    centre_distance = math.dist((mover.x_in, mover.y_in), (target.x_in, target.y_in))
    return centre_distance - mover.footprint.reach_in - target.footprint.reach_in


def _describe_too_far(enemy: str, least: float, limit: float) -> AdviceRow:
    """An enemy that is too far away by any path."""
    far = Message("at least {far} of {most}", far=figures(least), most=short_in_words(limit))
    return AdviceRow(
        key=f"charge {enemy}",  # no text
        kind="way",
        target=enemy,
        number=AdviceNumber(round(least, 2), limit, NUMBER_CODES[Verdict.NO]),
        style="too_far",
        clause=ASSAULT,
        facts=(AdviceFact("range", Message("Way"), far, "", ASSAULT),),
    )


def _describe_charge(setting: Setting, enemy: str, path: ShortestPath, limit: float) -> AdviceRow:
    """The path, its length, and the chance of the fight. Clause: UW-QS Assault (UW-069)."""
    verdict = path.at_most(limit)
    if path.length and verdict is Verdict.NO:
        return _describe_too_far(enemy, path.length.value, limit)
    far = figures(path.length.value) if path.length else None
    length_text = Message("{far} of {most}", far=far, most=short_in_words(limit)) if far else NO_PATH
    charge_row = AdviceRow(
        key=f"charge {enemy}",  # no text
        kind="way",
        target=enemy,
        number=AdviceNumber(round(path.length.value, 2), limit, NUMBER_CODES[verdict]) if path.length else None,
        line=tuple((round(x, 2), round(y, 2)) for x, y in path.points) if path.length else None,
        style="plain" if path.length else "too_far",
        clause=ASSAULT,
        facts=(AdviceFact("range", Message("Way"), length_text, _doubt_text(verdict), ASSAULT),),
    )
    return _add_fight(setting, charge_row) if path.length else charge_row


def _doubt_text(verdict: Verdict) -> Text:
    return Message("the players say whether it is short enough") if verdict is Verdict.TOO_CLOSE else ""


def _add_fight(setting: Setting, found: AdviceRow) -> AdviceRow:
    """Add the chances of the fight at the end of the path."""
    state, model, enemy = setting.table.state, setting.model, found.target
    _weapons, fight = compute_expected_fight(apply_charge(state, model, enemy), model, enemy)
    they, you = per_cent(fight.defender_falls), per_cent(fight.attacker_falls)
    note = Message("If you charge: {they} % they fall, {you} % you do", they=they, you=you)
    return replace(found, text=note, odds=fight_odds_shown(fight, setting.names))


def _answer_row(found: AdviceRow, option: Mapping[str, Json] | None, names: ModelNames) -> AdviceRow:
    """The row of an answer: open, or closed with its reason."""
    if option is None or option.get("why_not"):
        closed: Text = TOO_FAR if found.number else NO_PATH
        if option and found.style != "too_far":
            closed = Later(names.read, option["why_not"])
        return replace(found, option=found.target, closed=closed, style="too_far", line=None, odds=(), text="")
    return replace(found, option=found.target)
