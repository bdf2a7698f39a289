"""What is known of a target, as the facts of its row: range, sight both ways, cover, the number to hit, the check.

What the measurement cannot tell stands beside the fact, with the answer that follows from each way of telling it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from tablecam.base.i18n import InContext, Message, listing
from tablecam.base.lengths import in_words, short_in_words
from tablecam.rules.books.table_facts import ModelNames
from tablecam.rules.books.urban_war.advice.sights import Sights
from tablecam.rules.books.urban_war.board import BANDS
from tablecam.rules.books.urban_war.rules import checks
from tablecam.rules.books.urban_war.rules.card import Band, Weapon
from tablecam.rules.books.urban_war.rules.chances import Attack, shot_attack
from tablecam.rules.books.urban_war.rules.clauses import row
from tablecam.rules.books.urban_war.rules.facts import BAND_LIMITS, COVER, SIGHT, UPPER_ENDS, band
from tablecam.rules.books.urban_war.rules.overwatch import moved
from tablecam.rules.books.urban_war.rules.shot import Shot
from tablecam.rules.books.urban_war.rules.state import State
from tablecam.rules.books.urban_war.rules.target_priority import Priority, TargetView, other_target_check, usable
from tablecam.rules.books.views import AdviceFact, Text
from tablecam.rules.check import Check, several

COVERS: Mapping[str, Text] = {"solid": Message("solid"), "flimsy": Message("flimsy")}
OUT_OF_RANGE = Message("out of range")


@dataclass(frozen=True)
class Situation:
    """Everything that the rows of one shooter rest on. first: the priority target; check: for any other."""

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

    def check_of(self, target: str) -> Check | None:
        """The check that a target takes first; None where it takes none."""
        free = not self.first.targets and not self.state[target].contacts
        return None if free or target in self.first.targets else self.check

    def could_be_first(self, target: str) -> bool:
        """Whether the measurement cannot tell if a target is the nearest."""
        return bool(self.first.doubtful) and target in (*self.first.targets, *self.first.doubtful)

    def attack(self, target: str, weapon: Weapon, at: Band, cover: str | None = None) -> Attack:
        """A shot as it would be rolled now, the check for another target included. cover: another than is measured."""
        figures = weapon.at(at)
        assert figures
        shot = Shot(at, self.sights.views[target].cover if cover is None else cover, moved=moved(self.state))
        return shot_attack(self.state, self.shooter, target, figures, shot, self.check_of(target))

    def attacks(self, target: str) -> list[tuple[Weapon, Attack]]:
        """A shot with each weapon that can be used at the range of a target, the best first."""
        at, left = self.sights.views[target].band, self.state[target].wounds
        found = [
            (weapon, self.attack(target, weapon, at))
            for weapon in usable(self.state, self.shooter, at)
            if at is not None
        ]
        return sorted(found, key=lambda it: it[1].kills(left), reverse=True)

    def hits_on(self, target: str, at: Band | None) -> Text:
        """The number to hit in a band, with the weapon that needs least; that it cannot be where none reaches."""
        weapons = usable(self.state, self.shooter, at)
        needs = [self.attack(target, weapon, at).to_hit.needed or 11 for weapon in weapons if at is not None]
        return Message("hits on {needed}+", needed=min(needs)) if needs else Message("no shot")


def facts(situation: Situation, target: str) -> tuple[AdviceFact, ...]:
    """All facts of a target that can be shot at, in the order of a row.

    In games where the players have settled every doubt before they are asked for a target, nothing is unsure by then.
    """
    found = tuple(_facts(situation, target))
    return found if situation.state.doubts_wait else tuple(replace(fact, unsure="") for fact in found)


def _facts(situation: Situation, target: str) -> Iterator[AdviceFact]:
    yield range_fact(situation, target)
    yield sight_fact(situation, target)
    if warning := one_sided(situation, target):
        yield AdviceFact("one-sided", Message("Careful"), warning)
    yield _cover(situation, target)
    if attacks := situation.attacks(target):
        yield _need(attacks[0][1])
    yield from _check(situation, target)


def range_fact(situation: Situation, target: str) -> AdviceFact:
    """The range with its band. Clause: UW-QS Ranges."""
    it = situation.sights.views[target]
    far = in_words(it.range.value)
    name = BANDS[it.band.value] if it.band else OUT_OF_RANGE
    text = Message("{far}, {band}", far=far, band=name)
    return AdviceFact("range", Message("Range"), text, _range_unsure(situation, target), str(row(27)))


def _range_unsure(situation: Situation, target: str) -> Text:
    distance = situation.sights.views[target].range
    for limit in distance.in_doubt(BAND_LIMITS):
        near = next(name for name, end in UPPER_ENDS.items() if end == limit)
        beyond = band(distance.decided(limit, False))
        return Message(
            "{band} if at most {limit}: {one}, else {other}",
            band=BANDS[near.value], limit=short_in_words(limit, 4),
            one=situation.hits_on(target, near), other=situation.hits_on(target, beyond),
        )  # fmt: skip
    return ""


def sight_fact(situation: Situation, target: str) -> AdviceFact:
    """What each sees of the other. Clause: UW-QS Line of Sight."""
    there, back = (seen[target].visible for seen in (situation.sights.seen, situation.sights.back_seen))
    text = Message("you see {there} of them, they see {back} of you", there=_share(there), back=_share(back))
    unsure: Text = ""
    if SIGHT in situation.sights.doubts(target):
        needed, at = _share(situation.state.rules.los_min_fraction), situation.sights.views[target].band
        unsure = Message("{one} if {needed} shows, else no shot", one=situation.hits_on(target, at), needed=needed)
    return AdviceFact("sight", Message("Sight"), text, unsure, str(row(29)))


def _share(share: float) -> str:
    return f"{100 * share:.0f}\u00a0%"


def one_sided(situation: Situation, target: str) -> Text:
    """That only one side could shoot, by range, sight and weapons; empty where both could, or neither."""
    there = _can_shoot(situation.state, situation.shooter, situation.sights.views[target])
    back = _can_shoot(situation.state, target, situation.sights.back[target])
    if there == back:
        return ""
    return Message("They could not shoot at you") if there else Message("They could shoot at you")


def _can_shoot(state: State, model: str, it: TargetView) -> bool:
    return it.visible and it.band is not None and bool(usable(state, model, it.band))


def _cover(situation: Situation, target: str) -> AdviceFact:
    """What saves. Clause: UW-QS Cover."""
    material = situation.sights.views[target].cover
    unsure: Text = ""
    if COVER in situation.sights.doubts(target):
        unsure = (
            Message("{cover}, or none: too close to call", cover=_save(material))
            if material
            else Message("none, or some: too close to call")
        )
    return AdviceFact("cover", Message("Cover"), cover_text(material), unsure, str(row(85)))


def cover_text(material: str) -> Text:
    """What saves, and on what."""
    return _save(material) if material else Message("none")


def _save(material: str) -> Text:
    return Message("{material}, saves on {needed}+", material=COVERS[material], needed=checks.SAVES[material])


def _need(attack: Attack) -> AdviceFact:
    """The number to hit. Clause: UW-QS Rolling to Hit."""
    return AdviceFact("need", Message("To hit"), need_text(attack.to_hit), clause=str(row(81)))


def need_text(to_hit: Check) -> Text:
    """The number to hit, by itself."""
    return Message("cannot hit") if to_hit.needed is None else Message("{needed}+", needed=to_hit.needed)


def check_text(check: Check) -> Text:
    """What a command check needs, by itself."""
    if check.needed is None:
        return Message("cannot pass")
    return Message("{needed}+ on {dice}", needed=check.needed, dice=several(check.dice, check.die))


def _check(situation: Situation, target: str) -> Iterator[AdviceFact]:
    """The command check for another target, and where it is unsure whether there is one."""
    unsure: Text = ""
    check = situation.check_of(target)
    if situation.could_be_first(target):
        others = [name for name in (*situation.first.targets, *situation.first.doubtful) if name != target]
        unsure = Message("no check if nearer than {models}", models=listing(map(situation.names, others)))
    if check or unsure:
        text = check_text(check or situation.check)
        yield AdviceFact("check", InContext("a fact", "Command check"), text, unsure, str(row(79)))
