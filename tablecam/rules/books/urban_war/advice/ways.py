"""Where a model could go, and whom it could charge: for the questions what it does, how it moves, whom it charges.

A row for each enemy: by which way and how long, with the chance of the fight. All of it is on the table for everybody
to see, and the rules are those of the game itself.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from tablecam.base.i18n import Later, Message
from tablecam.base.lengths import figures, short, short_in_words
from tablecam.rules.books.breather import take_breath
from tablecam.rules.books.table_facts import ModelNames
from tablecam.rules.books.urban_war.advice.advice import CHARGE, NUMBER_CODES
from tablecam.rules.books.urban_war.advice.odds_words import fight_odds_shown
from tablecam.rules.books.urban_war.rules.clauses import row
from tablecam.rules.books.urban_war.rules.fight_chances import charged, expected_fight
from tablecam.rules.books.urban_war.table.answers import MeasuredTable
from tablecam.rules.books.views import AdviceFact, AdviceNumber, AdviceRegion, AdviceRow, AdviceView, Text
from tablecam.rules.per_cent import per_cent
from tablecam.rules.plain import Json
from tablecam.table.measure.facts import Verdict
from tablecam.table.measure.paths import (
    Hindrance,
    ShortestPath,
    distance_to,
    models_in_the_way,
    path_to_touch,
    reach_of,
    terrain_in_the_way,
)
from tablecam.table.measure.regions import rings
from tablecam.table.snapshot import Snapshot

ASSAULT = str(row(69))
MOVE, RUSH, CHARGES, BREAK_OFF = "move", "rush", "charge", "break off"  # no text
# what a question allows, by its action
KINDS = {"move.move": MOVE, "move.rush": RUSH, "move.charge": CHARGES, "move.break-off": BREAK_OFF}
# for the error of places, where it is only about saving work
MARGIN_IN = 0.25
TOO_FAR = Message("too far")
NO_PATH = Message("no path leads there")
FALLS_SHORT = Message("The way is too long: the charge falls short")


@dataclass(frozen=True)
class Setting:
    """The model that goes, on its table. awaited: whether players wait for the advice before they answer."""

    table: MeasuredTable
    model: str
    names: ModelNames
    awaited: bool = False

    @property
    def allowance(self) -> float:
        """How far it may charge."""
        return float(self.table.state[self.model].profile.charge_in)


def action_advice(snapshot: Snapshot, state: Any, ask: Mapping[str, Json], names: ModelNames) -> AdviceView | None:
    """What a model does: its reach for each kind of move that is open to it, and whom it could charge."""
    setting = _setting(snapshot, state, ask, names)
    if setting is None:
        return None
    open_ways = {str(option["id"]) for option in ask["options"] if not option.get("why_not")}
    charges = CHARGES in open_ways
    return AdviceView(
        model=setting.model,
        regions=tuple(_regions(setting, _allowances(setting, open_ways))),
        rows=tuple(replace(found, group=CHARGE) for found in _charges(setting)) if charges else (),
    )


def charge_advice(snapshot: Snapshot, state: Any, ask: Mapping[str, Json], names: ModelNames) -> AdviceView | None:
    """Whom a model charges: the nearest by its way first, those out of reach last."""
    setting = _setting(snapshot, state, ask, names)
    if setting is None:
        return None
    setting, options = replace(setting, awaited=True), {str(option["id"]): option for option in ask["options"]}
    rows = [_answering(found, options.get(found.target), names) for found in _charges(setting)]
    return AdviceView(
        model=setting.model, regions=tuple(_regions(setting, {CHARGES: setting.allowance})), rows=tuple(rows)
    )


def move_advice(snapshot: Snapshot, state: Any, ask: Mapping[str, Json], names: ModelNames) -> AdviceView | None:
    """How a model moves: its reach as far as it still may go, and the way to the enemy that it charges."""
    setting = _setting(snapshot, state, ask, names)
    if setting is None:
        return None
    kind, allowance = KINDS.get(str(ask["action"]), MOVE), float(ask["allowance_in"])
    target = next(iter(ask["subject"][1:]), "")
    rows = tuple(_charges(setting, (target,), allowance)) if setting.table.has(target) else ()
    return AdviceView(model=setting.model, regions=tuple(_regions(setting, {kind: allowance})), rows=rows)


def _setting(snapshot: Snapshot, state: Any, ask: Mapping[str, Json], names: ModelNames) -> Setting | None:
    """None where the model is not seen. Who asks puts all models where the game has them (`advice_worker.py`)."""
    model, table = str(next(iter(ask.get("subject") or ()), "")), MeasuredTable(snapshot, state)
    return Setting(table, model, names) if table.has(model) else None


def _allowances(setting: Setting, open_ways: set[str]) -> dict[str, float]:
    """How far it may go, by kind of move; a charge reaches as far as a rush."""
    profile, found = setting.table.state[setting.model].profile, {}
    if open_ways & {"move+shoot", "shoot+move", MOVE}:  # no text
        found[MOVE] = float(profile.MV)
    if RUSH in open_ways:
        found[RUSH] = setting.allowance
    if CHARGES in open_ways:
        found[CHARGES] = setting.allowance
    if BREAK_OFF in open_ways:
        found[BREAK_OFF] = float(profile.break_off_in)
    return found


def _regions(setting: Setting, allowances: Mapping[str, float]) -> Iterator[AdviceRegion]:
    """Where its base's centre can get to. A charge ends at a base, so that its rows say more than a region."""
    snapshot, model = setting.table.snapshot, setting.model
    hindrances = nearby_hindrances(setting, max(allowances.values(), default=0.0))
    outlines: dict[float, Json] = {}
    for kind, inches in allowances.items():
        if inches not in outlines:
            take_breath(quietly=not setting.awaited)
            outlines[inches] = rings(reach_of(snapshot, model, inches, hindrances))
        yield AdviceRegion(kind, _label(kind, inches), inches, outlines[inches])


def _label(kind: str, inches: float) -> Text:
    far = short(inches)
    if kind == RUSH:
        return Message("Rush {far}", far=far)
    if kind == CHARGES:
        return Message("Charge {far}", far=far)
    if kind == BREAK_OFF:
        return Message("Break off {far}", far=far)
    return Message("Move {far}", far=far)


def _charges(
    setting: Setting, enemies: tuple[str, ...] | None = None, allowance: float | None = None
) -> Iterator[AdviceRow]:
    """A row for each enemy on the table: the nearest by its way first, then those that no way leads to."""
    table, limit = setting.table, setting.allowance if allowance is None else allowance
    hindrances = nearby_hindrances(setting, limit)
    found = []
    for enemy in table.state.enemies(setting.model) if enemies is None else enemies:
        if not table.has(enemy):
            continue
        take_breath(quietly=not setting.awaited)
        apart = _apart(setting, enemy)
        if apart > limit + MARGIN_IN:
            found.append((apart, _too_far(enemy, apart, limit)))
            continue
        path = path_to_touch(table.snapshot, setting.model, enemy, hindrances)
        far = path.length.value if path.length else float("inf")
        take_breath(quietly=not setting.awaited)
        found.append((far, _row(setting, enemy, path, limit)))
    yield from (row for _far, row in sorted(found, key=lambda it: it[0]))


def nearby_hindrances(setting: Setting, limit: float) -> tuple[Hindrance, ...]:
    """What stands in the way of a model within its reach. Without the rest, only ways that are too long get shorter."""
    snapshot, model = setting.table.snapshot, setting.model
    placed = snapshot.model(model)
    near = limit + placed.footprint.reach_in + MARGIN_IN
    every = (*terrain_in_the_way(snapshot, model), *models_in_the_way(snapshot, model))
    return tuple(one for one in every if distance_to(one.shape, (placed.x_in, placed.y_in)) <= near)


def _apart(setting: Setting, enemy: str) -> float:
    """How far two bases are apart at least, in plan: no way is shorter."""
    one, other = (setting.table.snapshot.model(model) for model in (setting.model, enemy))
    apart = math.dist((one.x_in, one.y_in), (other.x_in, other.y_in))
    return apart - one.footprint.reach_in - other.footprint.reach_in


def _too_far(enemy: str, least: float, limit: float) -> AdviceRow:
    """An enemy that is too far off, whichever way is gone."""
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


def _row(setting: Setting, enemy: str, path: ShortestPath, limit: float) -> AdviceRow:
    """By which way, how long, and the chance of the fight. Clause: UW-QS Assault (UW-069)."""
    verdict = path.at_most(limit)
    if path.length and verdict is Verdict.NO:
        return _too_far(enemy, path.length.value, limit)
    far = figures(path.length.value) if path.length else None
    way = Message("{far} of {most}", far=far, most=short_in_words(limit)) if far else NO_PATH
    found = AdviceRow(
        key=f"charge {enemy}",  # no text
        kind="way",
        target=enemy,
        number=AdviceNumber(round(path.length.value, 2), limit, NUMBER_CODES[verdict]) if path.length else None,
        line=tuple((round(x, 2), round(y, 2)) for x, y in path.points) if path.length else None,
        style="plain" if path.length else "too_far",
        clause=ASSAULT,
        facts=(AdviceFact("range", Message("Way"), way, _unsure(verdict), ASSAULT),),
    )
    return _with_fight(setting, found) if path.length else found


def _unsure(verdict: Verdict) -> Text:
    return Message("the players say whether it is short enough") if verdict is Verdict.TOO_CLOSE else ""


def _with_fight(setting: Setting, found: AdviceRow) -> AdviceRow:
    """With what the fight would come to, once the model is there."""
    state, model, enemy = setting.table.state, setting.model, found.target
    _weapons, fight = expected_fight(charged(state, model, enemy), model, enemy)
    they, you = per_cent(fight.defender_falls), per_cent(fight.attacker_falls)
    note = Message("If you charge: {they} % they fall, {you} % you do", they=they, you=you)
    return replace(found, text=note, odds=fight_odds_shown(fight, setting.names))


def _answering(found: AdviceRow, option: Mapping[str, Json] | None, names: ModelNames) -> AdviceRow:
    """The row of an answer that can be given, or why it cannot."""
    if option is None or option.get("why_not"):
        closed: Text = TOO_FAR if found.number else NO_PATH
        if option and found.style != "too_far":
            closed = Later(names.read, option["why_not"])
        return replace(found, option=found.target, closed=closed, style="too_far", line=None, odds=(), text="")
    return replace(found, option=found.target)
