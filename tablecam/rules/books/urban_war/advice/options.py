"""A model's options from its position: bands, reach, open shots with their odds, moves and charges."""

import math
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import shapely

from tablecam.base.i18n import InContext, Later, Message
from tablecam.base.lengths import figures, short, short_in_words
from tablecam.rules.books.breather import take_breath
from tablecam.rules.books.urban_war.advice.odds_words import fight_odds_shown
from tablecam.rules.books.urban_war.board import BANDS as BAND_NAMES
from tablecam.rules.books.urban_war.measurements import MeasuredTable, table_answer
from tablecam.rules.books.urban_war.rules.actions import MOVE_SHOOT, legal_actions
from tablecam.rules.books.urban_war.rules.cards import Band, Shot
from tablecam.rules.books.urban_war.rules.chances import OtherTarget, shot_attack
from tablecam.rules.books.urban_war.rules.codes import MATERIALS, row
from tablecam.rules.books.urban_war.rules.combat_chances import apply_charge, compute_expected_fight
from tablecam.rules.books.urban_war.rules.facts import BAND_LIMITS, Look
from tablecam.rules.books.urban_war.rules.overwatch import has_active_moved as has_moved
from tablecam.rules.books.urban_war.rules.target_priority import Priority, TargetView, priority, usable, view
from tablecam.rules.books.views import (
    AdviceFact,
    AdviceGroup,
    AdviceNote,
    AdviceNumber,
    AdviceOdds,
    AdviceRegion,
    AdviceRing,
    AdviceRow,
    AdviceView,
    Text,
)
from tablecam.rules.coded_text import Template
from tablecam.rules.facts import Fact, Ranges
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

# The umpire's forecasts for Urban War, before anybody rolls: targets, odds, reach.
#
# They rest on the same answers and rules as the game itself; nothing in this module changes the game.

BANDS = tuple(zip(("short", "medium", "long", "extreme"), BAND_LIMITS, strict=True))


def views(table: MeasuredTable, shooter: str) -> Mapping[str, TargetView]:
    """The shooter's view of every enemy on the table: range, band, sight, cover; doubts follow the measurement."""
    enemies = tuple(enemy for enemy in table.state.enemies(shooter) if table.has(enemy))
    if not enemies or not table.has(shooter):
        return {}
    friends = tuple(friend for friend in table.state.friends(shooter) if table.has(friend))
    radius = table.rules.friend_block_radius
    near = _measure_ranges(table, shooter, friends) if friends else {}
    transparent = tuple(friend for friend in friends if near[friend].is_at_most(radius))
    look = Look(viewer=shooter, targets=enemies, transparent=transparent)
    sightings, ranges = look.parse_json(table_answer(look, table)), _measure_ranges(table, shooter, enemies)
    return {enemy: view(ranges[enemy], sightings[enemy], table.rules) for enemy in enemies}


def _measure_ranges(table: MeasuredTable, model: str, others: tuple[str, ...]) -> Mapping[str, Fact]:
    ask = Ranges(model=model, others=others, limits=BAND_LIMITS)
    return ask.parse_json(table_answer(ask, table))


@dataclass(frozen=True)
class Prospect:
    """The chances of a shot at a target with a weapon. kills: to remove it, command check included."""

    target: str
    weapon: str
    priority: bool
    kills: Fraction


def prospects(
    table: MeasuredTable, shooter: str, seen: Mapping[str, TargetView] | None = None
) -> tuple[Priority, tuple[Prospect, ...]]:
    """The priority target with its reason, and every open shot with its exact odds.

    seen: the shooter's `views`, if already computed. The odds exclude the Commander's bonus, which is measured when the
    check is made.
    """
    state = table.state
    seen = views(table, shooter) if seen is None else seen
    priority_target = priority(state, shooter, seen)
    active = state.action is not None and state.action.model == shooter
    open_shots = []
    for target, it in seen.items():
        for weapon in usable(state, shooter, it.band) if it.visible and not state[target].contacts else ():
            assert it.band
            shot = Shot(it.band, it.cover, moved=active and has_moved(state))
            is_first = target in priority_target.targets
            attack = shot_attack(
                state, shooter, target, weapon, shot, None if is_first else OtherTarget(priority_target)
            )
            open_shots.append(Prospect(target, weapon.name, is_first, attack.kills(state[target].wounds)))
    return priority_target, tuple(open_shots)


@dataclass(frozen=True)
class Reach:
    """A model's reach, by kind of move, and as a region for its base's centre; charges: the path to each enemy.

    The documents are silent on climbing and on passing friends, so nothing is guessed: paths go round other bases, and
    round terrain higher than the model's floor.
    """

    allowances: Mapping[str, float]
    regions: Mapping[str, shapely.Geometry]
    charges: Mapping[str, ShortestPath]


def reach(table: MeasuredTable, model: str) -> Reach:
    """The reach of a model's moves from its position. Clauses: UW-QS Rush, Move + Shoot, Assault."""
    snapshot, profile = table.snapshot, table.state[model].profile
    hindrances = (*terrain_in_the_way(snapshot, model), *models_in_the_way(snapshot, model))
    in_contact = bool(table.state[model].contacts)
    # no text
    far = {"break off": profile.break_off_in} if in_contact else {"move": profile.MV, "rush": profile.charge_in}
    allowances = {kind: float(inches) for kind, inches in far.items()}
    enemies = () if in_contact else tuple(enemy for enemy in table.state.enemies(model) if table.has(enemy))
    return Reach(
        allowances=allowances,
        regions={
            kind: compute_reach_region(snapshot, model, inches, hindrances) for kind, inches in allowances.items()
        },
        charges={enemy: path_to_touch(snapshot, model, enemy, hindrances) for enemy in enemies},
    )


# the actions that begin the moves of a reach
MOVES_BY = {"move": MOVE_SHOOT}
RINGS = tuple(AdviceRing(BAND_NAMES[name], upper_end_in) for name, upper_end_in in BANDS)
CHARGE = AdviceGroup("charge", InContext("a kind of move", "Charge"))
PRIORITY = Message("★ priority")
STAR = "★"
TARGET_SELECTION = str(row(79))
NUMBER_CODES: Mapping[Verdict, Any] = {Verdict.YES: "yes", Verdict.NO: "no", Verdict.TOO_CLOSE: "too_close"}


def advice(snapshot: Snapshot, state: Any, model: str, names: ModelNames) -> AdviceView:
    """All advice for one model of the game."""
    table = MeasuredTable(snapshot, state)
    target_views = views(table, model)
    priority_target, shots = prospects(table, model, target_views)
    far = reach(table, model)
    allowance = far.allowances.get("rush", 0.0)
    rows = (
        *(_describe_target(enemy, it, priority_target, shots) for enemy, it in target_views.items()),
        *(_describe_charge(enemy, path, allowance) for enemy, path in far.charges.items()),
    )
    actions = {option.id for option in legal_actions(state, model) if not option.why_not}
    return AdviceView(
        model=model,
        rings=RINGS,
        regions=tuple(_describe_regions(far, actions)),
        rows=tuple(_add_deed(advice_row, actions, names) for advice_row in rows),
        note=_describe_priority(priority_target, names),
    )


def _describe_regions(far: Reach, actions: AbstractSet[str]) -> Iterator[AdviceRegion]:
    for kind, region in far.regions.items():
        inches, action = far.allowances[kind], MOVES_BY.get(kind, kind)
        answers = (action,) if action in actions else ()
        yield AdviceRegion(kind, _region_label(kind, short(inches, 4)), inches, rings(region), answers)


def _add_deed(advice_row: AdviceRow, actions: AbstractSet[str], names: ModelNames) -> AdviceRow:
    """Add the action that shoots at the row's target, or charges it."""
    charges = advice_row.kind == "way"
    action = CHARGES if charges else MOVE_SHOOT
    possible = advice_row.style != "too_far" if charges else bool(advice_row.odds)
    if action not in actions or not possible:
        return advice_row
    target = names(advice_row.target)
    deed = Message("Charge {model}", model=target) if charges else Message("Shoot {model}", model=target)
    weapons = sorted(advice_row.odds, key=lambda odds: -Fraction(odds.share))
    # with several weapons the player is asked for one
    best = (str(weapons[0].label),) if len(weapons) > 1 else ()
    return replace(advice_row, deed=deed, answers=(action, advice_row.target, *best))


def _describe_target(target: str, it: TargetView, first: Priority, shots: tuple[Prospect, ...]) -> AdviceRow:
    comes_first = target in first.targets
    return AdviceRow(
        key=f"target {target}",  # no text
        kind="target",
        target=target,
        badge=PRIORITY if comes_first else "",
        mark=STAR if comes_first else "",
        text=band_text(it.range, it.band),
        notes=(MATERIALS[it.cover].cover,) if it.visible and it.cover else (),
        odds=tuple(_describe_odds(shot) for shot in shots if shot.target == target),
        style="first" if comes_first else "plain",
        clause=TARGET_SELECTION if comes_first else "",
    )


def band_text(distance: Fact, band: Band | None) -> Text:
    """The band of a range; both bands where the measurement leaves two."""
    near, far = (_find_band(distance.value + side * 2 * distance.sigma) for side in (-1, 1))
    if band is Band.CONTACT or near == far:
        return _band_name(band.value if band else "")
    return Message("{near} or {far}: too close to call", near=_band_name(near), far=_band_name(far))


def _find_band(inches: float) -> str:
    return next(
        (name for (name, _), upper_end_in in zip(BANDS, BAND_LIMITS, strict=True) if inches <= upper_end_in), ""
    )


def _band_name(name: str) -> Text:
    return BAND_NAMES.get(name, Message("out of range"))


def _describe_odds(prospect: Prospect) -> AdviceOdds:
    share = str(prospect.kills.limit_denominator(1000))
    return AdviceOdds(prospect.weapon, share, round(100 * float(prospect.kills)))


def _describe_charge(enemy: str, path: ShortestPath, allowance: float) -> AdviceRow:
    """The shortest path to an enemy, and whether it is short enough; too close to call counts as lawful."""
    verdict = path.at_most(allowance)
    number = AdviceNumber(round(path.length.value, 2), allowance, NUMBER_CODES[verdict]) if path.length else None
    return AdviceRow(
        key=f"charge {enemy}",  # no text
        kind="way",
        target=enemy,
        text=path.reason or "",
        number=number,
        line=tuple((round(x, 2), round(y, 2)) for x, y in path.points),
        style="too_far" if verdict is Verdict.NO else "plain",
        group=CHARGE,
    )


def _describe_priority(first: Priority, names: ModelNames) -> AdviceNote:
    """The priority target and its reason, with the check for any other target."""
    why = names.text(first.why)
    text = why[:1].upper() + why[1:]
    return AdviceNote(
        text=text,
        clause=TARGET_SELECTION,
        odds=AdviceOdds(Message("check"), str(first.check.odds), round(100 * float(first.check.odds))),
    )


# A model's possible moves and charges: for the questions on its action, its move and the enemy to charge.
#
# A row for each enemy: the path and its length, with the chance of the fight. All of it is public information, and the
# rules are those of the game itself.

ASSAULT = str(row(69))
MOVE, RUSH, CHARGES, BREAK_OFF = "move", "rush", "charge", "break off"  # no text
# the moves that a question allows, by its action
KINDS = {"move.move": MOVE, "move.rush": RUSH, "move.charge": CHARGES, "move.break-off": BREAK_OFF}
REGIONS: Mapping[str, Template] = {
    MOVE: Message("Move {far}"),
    RUSH: Message("Rush {far}"),
    CHARGES: Message("Charge {far}"),
    BREAK_OFF: Message("Break off {far}"),
}
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
        regions=tuple(_outline_regions(setting, _compute_allowances(setting, open_ways))),
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
        model=setting.model,
        regions=tuple(_outline_regions(setting, {CHARGES: setting.allowance})),
        rows=tuple(rows),
    )


def move_advice(snapshot: Snapshot, state: Any, ask: Mapping[str, Json], names: ModelNames) -> AdviceView | None:
    """Advice on a move: the reach that the model has left, and the path to the enemy that it charges."""
    setting = _make_setting(snapshot, state, ask, names)
    if setting is None:
        return None
    kind, allowance = KINDS.get(str(ask["action"]), MOVE), float(ask["allowance_in"])
    target = next(iter(ask["subject"][1:]), "")
    rows = tuple(_describe_charges(setting, (target,), allowance)) if setting.table.has(target) else ()
    return AdviceView(model=setting.model, regions=tuple(_outline_regions(setting, {kind: allowance})), rows=rows)


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


def _outline_regions(setting: Setting, allowances: Mapping[str, float]) -> Iterator[AdviceRegion]:
    """The regions that its base's centre can reach. A charge ends at a base, so its rows say more than a region."""
    snapshot, model = setting.table.snapshot, setting.model
    hindrances = nearby_hindrances(setting, max(allowances.values(), default=0.0))
    outlines: dict[float, Json] = {}
    for kind, inches in allowances.items():
        if inches not in outlines:
            take_breath(quietly=not setting.awaited)
            outlines[inches] = rings(compute_reach_region(snapshot, model, inches, hindrances))
        yield AdviceRegion(kind, _region_label(kind, short(inches)), inches, outlines[inches])


def _region_label(kind: str, far: Message) -> Text:
    return REGIONS.get(kind, REGIONS[MOVE]).with_values(far=far)


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
        rows_by_length.append((far, _describe_charge_odds(setting, enemy, path, limit)))
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


def _describe_charge_odds(setting: Setting, enemy: str, path: ShortestPath, limit: float) -> AdviceRow:
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
