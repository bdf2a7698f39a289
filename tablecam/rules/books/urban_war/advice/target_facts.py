"""The facts of a target's row: range, sight both ways, cover, the number to hit, the check.

A doubt of the measurement stands beside its fact, with the answer that follows from each verdict.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tablecam.base.i18n import InContext, Message, listing
from tablecam.base.lengths import describe_length, short_in_words
from tablecam.rules.books.urban_war.advice.sights import Sights
from tablecam.rules.books.urban_war.board import BANDS
from tablecam.rules.books.urban_war.rules.card import Band, Weapon
from tablecam.rules.books.urban_war.rules.chances import Attack, shot_attack
from tablecam.rules.books.urban_war.rules.clauses import row
from tablecam.rules.books.urban_war.rules.facts import BAND_LIMITS, COVER, SIGHT, UPPER_ENDS, band
from tablecam.rules.books.urban_war.rules.materials import MATERIALS
from tablecam.rules.books.urban_war.rules.overwatch import has_active_moved
from tablecam.rules.books.urban_war.rules.shot import Shot
from tablecam.rules.books.urban_war.rules.state import State
from tablecam.rules.books.urban_war.rules.target_priority import Priority, TargetView, other_target_check, usable
from tablecam.rules.books.views import AdviceFact, Text
from tablecam.rules.check import Check, several
from tablecam.rules.sentence import ModelNames

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
    def check(self) -> Check:
        """The command check for any other target, with the Commander's bonus where it is within reach."""
        return other_target_check(self.state, self.shooter, (*self.first.bonus, *self.sights.aura))

    def find_check(self, target: str) -> Check | None:
        """The check before a shot at a target; None where none is needed."""
        free = not self.first.targets and not self.state[target].contacts
        return None if free or target in self.first.targets else self.check

    def could_be_first(self, target: str) -> bool:
        """Check whether the measurement cannot tell if a target is the nearest."""
        return bool(self.first.doubtful) and target in (*self.first.targets, *self.first.doubtful)

    def attack(self, target: str, weapon: Weapon, at: Band, cover: str | None = None) -> Attack:
        """A shot as it would be rolled now, its check included. cover: overrides the measured cover."""
        figures = weapon.get_figures(at)
        assert figures
        shot = Shot(at, self.sights.views[target].cover if cover is None else cover, moved=has_active_moved(self.state))
        return shot_attack(self.state, self.shooter, target, figures, shot, self.find_check(target))

    def attacks(self, target: str) -> list[tuple[Weapon, Attack]]:
        """A shot with each weapon that can be used at the range of a target, the best first."""
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
        text = check_text(check or situation.check)
        yield AdviceFact("check", InContext("a fact", "Command check"), text, unsure, str(row(79)))
