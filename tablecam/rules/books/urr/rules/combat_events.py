"""The events of a combat, until its dice are rolled."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from tablecam.base.i18n import Message
from tablecam.base.i18n import gettext as _
from tablecam.rules.books.urr.rules.clauses import row
from tablecam.rules.books.urr.rules.state import BERSERK, CombatStage, UrrCombat, UrrState
from tablecam.rules.event import Event
from tablecam.rules.sentence import ModelNames, Sentence


@dataclass(frozen=True, kw_only=True)
class CombatBegan(Event):
    """A combat begins at a place. by: the party that attacks there; against: the other."""

    form = (Message("Combat began"), Message("One side attacks another at a place."))
    rests_on = row(40)

    place: str
    by: str
    against: str

    def apply(self, state: UrrState) -> UrrState:
        combat = UrrCombat(self.place, self.by, self.against)
        return replace(state, combat=combat).with_done(f"fought:{self.place}")

    def sentence(self, names: ModelNames) -> Sentence:
        by, against = names(self.by), names(self.against)
        if not self.place:
            return Sentence(by, _("attack {side}", side=against))
        return Sentence(by, _("attacks {side} at {place}", side=against, place=names(self.place)))


@dataclass(frozen=True, kw_only=True)
class Mustered(Event):
    """The units of a party that fight."""

    form = (Message("Mustered"), Message("The units of a side that fight in this combat."))
    rests_on = row(8)

    party: str
    units: tuple[str, ...] = ()

    def apply(self, state: UrrState) -> UrrState:
        if state.combat is None:
            return state
        state = state.with_combat(parties={**state.combat.parties, self.party: self.units})
        if self.party != BERSERK:
            for unit in self.units:
                state = state.with_unit(unit, duty="fought")
        return state

    def sentence(self, names: ModelNames) -> Sentence:
        if not self.units:
            return Sentence(names(self.party), _("has nobody there"))
        return Sentence(names(self.party), _("fights with {units}", units=names.all(self.units)))


@dataclass(frozen=True, kw_only=True)
class RaidersAttached(Event):
    """A raiding unit goes with a unit; empty if it goes with none."""

    form = (Message("Raiders attached"), Message("A raiding unit goes with a unit, or with none."))
    rests_on = row(9)
    takes = {"unit": "loser"}

    raiders: str
    unit: str = ""

    def apply(self, state: UrrState) -> UrrState:
        if state.combat is None:
            return state
        attached = {unit: raiders for unit, raiders in state.combat.attached.items() if raiders != self.raiders}
        state = state.with_prepared(f"raiders:{self.raiders}")
        return state.with_combat(attached={**attached, self.unit: self.raiders} if self.unit else attached)

    def sentence(self, names: ModelNames) -> Sentence:
        if not self.unit:
            return Sentence(names(self.raiders), _("go with nobody"), aside=True)
        return Sentence(names(self.raiders), _("go with {unit}", unit=names(self.unit)))


@dataclass(frozen=True, kw_only=True)
class TowerManned(Event):
    """The crew of the siege tower: one unit shoots, one fights."""

    form = (Message("Tower manned"), Message("The crew of the siege tower."))
    rests_on = row(33)
    takes = {"shooter": "loser", "fighter": "loser"}

    shooter: str = ""
    fighter: str = ""

    def apply(self, state: UrrState) -> UrrState:
        crew = {self.shooter: "ranged", self.fighter: "melee"}
        crewed = {unit: job for unit, job in crew.items() if unit}
        return state.with_prepared("tower").with_combat(tower=crewed)

    def sentence(self, names: ModelNames) -> Sentence:
        match bool(self.shooter), bool(self.fighter):
            case True, True:
                says = _("{shooter} shoot from the siege tower, {fighter} fight from it", shooter=names(self.shooter),
                         fighter=names(self.fighter))  # fmt: skip
            case True, False:
                says = _("{shooter} shoot from the siege tower", shooter=names(self.shooter))
            case False, True:
                says = _("{fighter} fight from the siege tower", fighter=names(self.fighter))
            case _other:
                says = _("nobody is in the siege tower")
        return Sentence("", says)


@dataclass(frozen=True, kw_only=True)
class RoundBegan(Event):
    """A combat round begins."""

    form = (Message("Round began"), Message("A combat round begins."))
    rests_on = row(2)

    round: int

    def apply(self, state: UrrState) -> UrrState:
        return state.with_combat(
            stage=CombatStage.ROUND, round=self.round, stances={}, exposed={}, prepared=(), rolled=(), pending={},
            in_phase={},
        )  # fmt: skip

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence("", _("round {round} begins", round=self.round))


@dataclass(frozen=True, kw_only=True)
class BreachEntered(Event):
    """A unit climbs through the breach; empty if none does. exposed: the resulting penalty on its rolls this round."""

    form = (Message("Breach entered"), Message("A unit climbs through the breach, or none does."))
    rests_on = row(25)
    takes = {"unit": "loser"}

    unit: str = ""
    exposed: int = 0

    def apply(self, state: UrrState) -> UrrState:
        state = state.with_prepared("breach")
        if not self.unit or state.combat is None:
            return state
        return state.with_unit(self.unit, inside=True).with_combat(exposed={self.unit: self.exposed})

    def sentence(self, names: ModelNames) -> Sentence:
        if not self.unit:
            return Sentence("", _("nobody climbs through the breach"), aside=True)
        if not self.exposed:
            return Sentence(names(self.unit), _("climb through the breach"))
        return Sentence(names(self.unit), _("climb through the breach, {amount} worse off", amount=self.exposed))


@dataclass(frozen=True, kw_only=True)
class StancesTaken(Event):
    """Both sides show the stances of their units in this round: attack or defend."""

    form = (Message("Stances taken"), Message("What every unit does in this round: attack or defend."))
    rests_on = row(6)
    takes = {"stances": "json"}

    stances: Mapping[str, str] = field(default_factory=dict)

    def apply(self, state: UrrState) -> UrrState:
        return state.with_combat(stances=self.stances).with_stage(CombatStage.RANGED)

    def sentence(self, names: ModelNames) -> Sentence:
        attacking = [unit for unit, stance in self.stances.items() if stance == "attack"]
        if not attacking:
            return Sentence("", _("everybody defends"))
        defending = [unit for unit in self.stances if unit not in attacking]
        if not defending:
            return Sentence("", _("everybody attacks"))
        return Sentence("", _("{some} attack, {others} defend", some=names.all(attacking), others=names.all(defending)))
