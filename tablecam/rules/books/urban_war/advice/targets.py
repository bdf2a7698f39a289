"""The target question in full: every enemy with all facts for and against a shot, the most useful first.

The priority target comes first with its reason, then open targets by distance, and closed targets last.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from tablecam.base.i18n import InContext, Later, Message, listing
from tablecam.base.lengths import describe_length, short_in_words
from tablecam.rules.books.breather import take_breath
from tablecam.rules.books.urban_war.advice.odds_words import check_shown, shot_odds
from tablecam.rules.books.urban_war.advice.options import PRIORITY, STAR, TARGET_SELECTION
from tablecam.rules.books.urban_war.board import BANDS
from tablecam.rules.books.urban_war.measurements import MeasuredTable, blocking, build_sighting_records, table_answer
from tablecam.rules.books.urban_war.rules.cards import Band, Shot, Weapon
from tablecam.rules.books.urban_war.rules.chances import Attack, OtherTarget, find_inspiration, shot_attack
from tablecam.rules.books.urban_war.rules.codes import MATERIALS, row
from tablecam.rules.books.urban_war.rules.facts import BAND_LIMITS, COVER, SIGHT, UPPER_ENDS, JudgedSighting, Look, band
from tablecam.rules.books.urban_war.rules.overwatch import has_active_moved
from tablecam.rules.books.urban_war.rules.state import State
from tablecam.rules.books.urban_war.rules.target_priority import (
    SPECULATIVE,
    Priority,
    TargetView,
    priority,
    usable,
    view,
)
from tablecam.rules.books.views import AdviceFact, AdviceNote, AdviceOdds, AdviceRow, AdviceView, Text
from tablecam.rules.check import Check, Modifier, several
from tablecam.rules.facts import Fact, Ranges, SightingFact
from tablecam.rules.plain import Json
from tablecam.rules.sentence import ModelNames
from tablecam.table.snapshot import Snapshot


@dataclass(frozen=True)
class Sights:
    """A shooter's sight of each enemy, and each enemy's of it. seen: with the doubts of the measurement.

    aura: the bonus of a Commander within reach on its command checks.
    """

    shooter: str
    views: Mapping[str, TargetView]
    seen: Mapping[str, SightingFact]
    back: Mapping[str, TargetView]
    back_seen: Mapping[str, SightingFact]
    aura: tuple[Modifier, ...] = ()

    def doubts(self, target: str) -> tuple[str, ...]:
        """The doubts about the sight of a target: sight, cover or both."""
        target_sighting = self.seen[target]
        return target_sighting.doubt if isinstance(target_sighting, JudgedSighting) else ()


def sights(table: MeasuredTable, shooter: str) -> Sights | None:
    """All sights, in small steps; None where the table cannot tell: the shooter or a whole side is not seen."""
    enemies = tuple(enemy for enemy in table.state.enemies(shooter) if table.has(enemy))
    if not enemies or not table.has(shooter):
        return None
    take_breath()
    ranges = measure_ranges(table, shooter, enemies)
    transparent = near_friends(table, shooter)
    seen = Look(viewer=shooter, targets=enemies, transparent=transparent)
    sightings = seen.parse_json(table_answer(seen, table))
    take_breath()
    back = _look_back(table, shooter, enemies)
    return Sights(
        shooter=shooter,
        views={enemy: view(ranges[enemy], sightings[enemy], table.rules) for enemy in enemies},
        seen=sightings,
        back={enemy: view(ranges[enemy], back[enemy], table.rules) for enemy in enemies},
        back_seen=back,
        aura=find_aura(table, shooter),
    )


def near_friends(table: MeasuredTable, viewer: str) -> tuple[str, ...]:
    """The friends that do not block a model's sight, as the table measures it."""
    friends = tuple(friend for friend in table.state.friends(viewer) if table.has(friend))
    near = measure_ranges(table, viewer, friends) if friends else {}
    return tuple(friend for friend in friends if near[friend].is_at_most(table.rules.friend_block_radius))


def measure_ranges(table: MeasuredTable, model: str, others: tuple[str, ...]) -> Mapping[str, Fact]:
    """The range to each of several visible models."""
    ask = Ranges(model=model, others=others, limits=BAND_LIMITS)
    return ask.parse_json(table_answer(ask, table))


def _look_back(table: MeasuredTable, shooter: str, enemies: tuple[str, ...]) -> dict[str, SightingFact]:
    """The sight that each enemy has of the shooter, without the doubts of the measurement."""
    pairs = [(enemy, shooter) for enemy in enemies]
    records = build_sighting_records(table, pairs, blocking(table.snapshot, table.state), error=False)
    return {
        enemy: Look(viewer=enemy, targets=(shooter,)).parse_json({shooter: record})[shooter]
        for enemy, record in zip(enemies, records, strict=True)
    }


def find_aura(table: MeasuredTable, model: str) -> tuple[Modifier, ...]:
    """The Commander's bonus on a model's checks, where the table shows it within reach."""
    commander, bonus = table.state.commander(table.state[model].side), find_inspiration(table.state, model)
    if not bonus or not commander or not table.has(commander.id):
        return ()
    return bonus if measure_ranges(table, commander.id, (model,))[model].is_at_most(table.rules.aura_in) else ()


# The facts of a target's row: range, sight both ways, cover, the number to hit, the check.
#
# A doubt of the measurement stands beside its fact, with the answer that follows from each verdict.

OUT_OF_RANGE = Message("out of range")


@dataclass(frozen=True)
class Situation:
    """The basis of all rows of one shooter. first: the priority target; check: for any other."""

    state: State
    sights: Sights
    first: Priority
    names: ModelNames

    @property
    def shooter(self) -> str:
        """The model that shoots."""
        return self.sights.shooter

    @property
    def other(self) -> OtherTarget:
        """The check for any other target, with the Commander's bonus where it is within reach."""
        return OtherTarget(self.first, self.sights.aura)

    def find_other(self, target: str) -> OtherTarget | None:
        """The same for a target; None where no check is needed."""
        free = not self.first.targets and not self.state[target].contacts
        return None if free or target in self.first.targets else self.other

    def find_check(self, target: str) -> Check | None:
        """The check before a shot at a target; None where none is needed."""
        other_target = self.find_other(target)
        return other_target.build_check(self.state, self.shooter) if other_target else None

    def could_be_first(self, target: str) -> bool:
        """Check whether the measurement cannot tell if a target is the nearest."""
        return bool(self.first.doubtful) and target in (*self.first.targets, *self.first.doubtful)

    def attack(self, target: str, weapon: Weapon, at: Band, cover: str | None = None) -> Attack:
        """A shot as it would be rolled now, its check included. cover: overrides the measured cover."""
        shot = Shot(at, self.sights.views[target].cover if cover is None else cover, moved=has_active_moved(self.state))
        return shot_attack(self.state, self.shooter, target, weapon, shot, self.find_other(target))

    def attacks(self, target: str) -> list[tuple[Weapon, Attack]]:
        """A shot with each weapon that can be used at the range of a target, the best first."""
        if target not in self._attacks:
            self._attacks[target] = self._list_attacks(target)
        return self._attacks[target]

    @cached_property
    def _attacks(self) -> dict[str, list[tuple[Weapon, Attack]]]:
        """The attacks that have been played out, by target."""
        return {}

    def _list_attacks(self, target: str) -> list[tuple[Weapon, Attack]]:
        range_band, wounds_left = self.sights.views[target].band, self.state[target].wounds
        attack_options = [
            (weapon, self.attack(target, weapon, range_band))
            for weapon in usable(self.state, self.shooter, range_band)
            if range_band is not None
        ]
        return sorted(attack_options, key=lambda it: it[1].kills(wounds_left), reverse=True)

    def hits_on(self, target: str, at: Band | None) -> Text:
        """The number to hit in a band, with the weapon that needs least; a note where no weapon reaches."""
        weapons = usable(self.state, self.shooter, at)
        needs = [self.attack(target, weapon, at).to_hit.lowest_pass or 11 for weapon in weapons if at is not None]
        return Message("hits on {needed}+", needed=min(needs)) if needs else Message("no shot")


def facts(situation: Situation, target: str) -> tuple[AdviceFact, ...]:
    """All facts of an open target, in the order of a row.

    In games where the players settle every doubt before they are asked for a target, no fact is unsure.
    """
    target_facts = tuple(_list_facts(situation, target))
    return target_facts if situation.state.doubts_wait else tuple(replace(fact, unsure="") for fact in target_facts)


def _list_facts(situation: Situation, target: str) -> Iterator[AdviceFact]:
    yield range_fact(situation, target)
    yield sight_fact(situation, target)
    if warning := one_sided(situation, target):
        yield AdviceFact("one-sided", Message("Careful"), warning)
    yield _cover_fact(situation, target)
    if attacks := situation.attacks(target):
        yield _need_fact(attacks[0][1])
    yield from _check_facts(situation, target)


def range_fact(situation: Situation, target: str) -> AdviceFact:
    """The range with its band. Clause: UW-QS Ranges."""
    it = situation.sights.views[target]
    far = describe_length(it.range.value)
    name = BANDS[it.band.value] if it.band else OUT_OF_RANGE
    text = Message("{far}, {band}", far=far, band=name)
    return AdviceFact("range", Message("Range"), text, _describe_range_doubt(situation, target), str(row(27)))


def _describe_range_doubt(situation: Situation, target: str) -> Text:
    distance = situation.sights.views[target].range
    for limit in distance.find_doubtful_limits(BAND_LIMITS):
        near = next(name for name, upper_end_in in UPPER_ENDS.items() if upper_end_in == limit)
        beyond = band(distance.decide_limit(limit, False))
        return Message(
            "{band} if at most {limit}: {one}, else {other}",
            band=BANDS[near.value], limit=short_in_words(limit, 4),
            one=situation.hits_on(target, near), other=situation.hits_on(target, beyond),
        )  # fmt: skip
    return ""


def sight_fact(situation: Situation, target: str) -> AdviceFact:
    """The share that each sees of the other. Clause: UW-QS Line of Sight."""
    target_share, shooter_share = (
        sightings[target].visible for sightings in (situation.sights.seen, situation.sights.back_seen)
    )
    text = Message(
        "you see {there} of them, they see {back} of you",
        there=_to_percent(target_share),
        back=_to_percent(shooter_share),
    )
    unsure: Text = ""
    if SIGHT in situation.sights.doubts(target):
        needed, range_band = _to_percent(situation.state.rules.los_min_fraction), situation.sights.views[target].band
        unsure = Message(
            "{one} if {needed} shows, else no shot", one=situation.hits_on(target, range_band), needed=needed
        )
    return AdviceFact("sight", Message("Sight"), text, unsure, str(row(29)))


def _to_percent(share: float) -> str:
    return f"{100 * share:.0f}\u00a0%"


def one_sided(situation: Situation, target: str) -> Text:
    """A warning that only one side could shoot, by range, sight and weapons; empty where both could, or neither."""
    shooter_can_shoot = _can_shoot(situation.state, situation.shooter, situation.sights.views[target])
    target_can_shoot = _can_shoot(situation.state, target, situation.sights.back[target])
    if shooter_can_shoot == target_can_shoot:
        return ""
    return Message("They could not shoot at you") if shooter_can_shoot else Message("They could shoot at you")


def _can_shoot(state: State, model: str, it: TargetView) -> bool:
    return it.visible and it.band is not None and bool(usable(state, model, it.band))


def _cover_fact(situation: Situation, target: str) -> AdviceFact:
    """The cover of a target. Clause: UW-QS Cover."""
    material = situation.sights.views[target].cover
    unsure: Text = ""
    if COVER in situation.sights.doubts(target):
        unsure = (
            Message("{cover}, or none: too close to call", cover=_save_text(material))
            if material
            else Message("none, or some: too close to call")
        )
    return AdviceFact("cover", Message("Cover"), cover_text(material), unsure, str(row(85)))


def cover_text(material: str) -> Text:
    """The cover with the number that saves."""
    return _save_text(material) if material else Message("none")


def _save_text(material: str) -> Text:
    kind = MATERIALS[material]
    return Message("{material}, saves on {needed}+", material=kind.name, needed=kind.save)


def _need_fact(attack: Attack) -> AdviceFact:
    """The number to hit. Clause: UW-QS Rolling to Hit."""
    return AdviceFact("need", Message("To hit"), need_text(attack.to_hit), clause=str(row(81)))


def need_text(to_hit: Check) -> Text:
    """The number to hit, on its own."""
    return Message("cannot hit") if to_hit.lowest_pass is None else Message("{needed}+", needed=to_hit.lowest_pass)


def check_text(check: Check) -> Text:
    """The number that a command check needs, on its own."""
    if check.lowest_pass is None:
        return Message("cannot pass")
    return Message("{needed}+ on {dice}", needed=check.lowest_pass, dice=several(check.dice, check.die))


def _check_facts(situation: Situation, target: str) -> Iterator[AdviceFact]:
    """The command check for another target, and the doubt whether one is needed."""
    unsure: Text = ""
    check = situation.find_check(target)
    if situation.could_be_first(target):
        others = [name for name in (*situation.first.targets, *situation.first.doubtful) if name != target]
        unsure = Message("no check if nearer than {models}", models=listing(map(situation.names, others)))
    if check or unsure:
        text = check_text(check or situation.other.build_check(situation.state, situation.shooter))
        yield AdviceFact("check", InContext("a fact", "Command check"), text, unsure, str(row(79)))


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
