"""The events of a combat: muster, dice, hits and losses."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from tablecam.base.i18n import Message, ngettext
from tablecam.base.i18n import gettext as _
from tablecam.rules.books.urr.rules.codes import UrrReason, row
from tablecam.rules.books.urr.rules.state import BERSERK, CombatStage, FightPhase, UrrCombat, UrrState
from tablecam.rules.event import Event
from tablecam.rules.frozen import copy_with
from tablecam.rules.sentence import ModelNames, Rolled, Sentence


@dataclass(frozen=True, kw_only=True)
class CombatBegan(Event):
    """A combat begins at a place. by: the party that attacks there; against: the other."""

    form = (Message("Combat began"), Message("One side attacks another at a place."))
    rests_on = row(40)

    place: str
    by: str
    against: str

    def apply(self, state: UrrState) -> UrrState:
        if self.by not in {*state.sides, BERSERK} - {self.against} or self.against not in state.sides:
            return state
        combat = UrrCombat(self.place, self.by, self.against)
        return copy_with(state, combat=combat).with_done(f"fought:{self.place}")

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

    def __post_init__(self) -> None:
        super().__post_init__()
        if strange := sorted(set(self.stances.values()) - {"attack", "defend"}):
            raise ValueError(f"StancesTaken.stances: '{strange[0]}' is neither attack nor defend")

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


NEXT = {"ranged": CombatStage.MELEE, "melee": CombatStage.AFTER}
ENDED = {"ranged": Message("the ranged phase is over"), "melee": Message("the melee phase is over")}


@dataclass(frozen=True, kw_only=True)
class UnitRolled(Event):
    """A unit has rolled its die. against: the party that takes the hits."""

    form = (Message("Unit rolled"), Message("The die of a unit, and its hits on the other side."))
    rests_on = row(4)

    unit: str
    phase: FightPhase
    face: int
    total: int
    hits: int
    against: str

    def apply(self, state: UrrState) -> UrrState:
        if state.combat is None:
            return state
        pending = _increase_count(state.combat.pending, self.against, self.hits)
        return state.with_combat(rolled=(*state.combat.rolled, self.unit), pending=pending)

    def sentence(self, names: ModelNames) -> Sentence:
        unit = names(self.unit)

        def summed(rolled: Rolled) -> Sentence:
            # Translators: {sum} is "to attack 4 + score 2 = 6 against 6/10/14: 1 hit"
            return Sentence(unit, _("roll {sum}", sum=rolled.sum), closes=True)

        does = ngettext("score {n} hit", "score {n} hits", self.hits) if self.hits else _("score no hit")
        return Sentence(unit, does, aside=True, summed=summed)


@dataclass(frozen=True, kw_only=True)
class HitTaken(Event):
    """A unit loses a step. armour: a step of its armour; wasted: the unit has no steps left."""

    form = (Message("Hit taken"), Message("A unit loses a step, of its own or of its armour."))
    rests_on = row(7)

    unit: str
    armour: bool = False
    wasted: bool = False

    def apply(self, state: UrrState) -> UrrState:
        if self.unit not in state.units:
            return state
        state = _count_hit(state, self.unit)
        unit = state[self.unit]
        if self.wasted:
            return state
        if self.armour and unit.armour:
            return state.with_unit(self.unit, armour=unit.armour - 1)
        return state.with_unit(self.unit, steps=max(0, unit.steps - 1))

    def sentence(self, names: ModelNames) -> Sentence:
        if self.wasted:
            return Sentence(names(self.unit), _("are already gone: a hit is wasted"))
        does = _("lose a step of armour") if self.armour else _("lose a step")
        return Sentence(names(self.unit), does, outcome=does, of=self.unit, moment="saved" if self.armour else "hit")


@dataclass(frozen=True, kw_only=True)
class HitsLost(Event):
    """Hits that nobody is left to take."""

    form = (Message("Hits lost"), Message("Hits that nobody is left to take."))
    rests_on = row(7)

    party: str
    hits: int

    def apply(self, state: UrrState) -> UrrState:
        return state.with_combat(pending={**state.combat.pending, self.party: 0}) if state.combat else state

    def sentence(self, names: ModelNames) -> Sentence:
        says = ngettext(
            "{n} hit on {side} finds nobody", "{n} hits on {side} find nobody", self.hits, side=names(self.party)
        )
        return Sentence("", says)


@dataclass(frozen=True, kw_only=True)
class UnitEliminated(Event):
    """A unit has no steps left and leaves play."""

    form = (Message("Unit eliminated"), Message("A unit leaves play."))
    rests_on = row(1)

    unit: str

    def apply(self, state: UrrState) -> UrrState:
        return state.with_unit(self.unit, steps=0, armour=0, removed=True, duty="")

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence(names(self.unit), _("are out"), outcome=_("are out"), of=self.unit, moment="out")


@dataclass(frozen=True, kw_only=True)
class FightPhaseClosed(Event):
    """The ranged or the melee phase of a round is over."""

    form = (Message("Phase over"), Message("The ranged or the melee phase of a round is over."))
    rests_on = row(2)

    phase: FightPhase

    def apply(self, state: UrrState) -> UrrState:
        return state.with_stage(NEXT[self.phase])

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence("", str(ENDED[self.phase]), aside=True)


@dataclass(frozen=True, kw_only=True)
class StepsRestored(Event):
    """Magic gives steps back to a unit."""

    form = (Message("Steps restored"), Message("Magic gives steps back to a unit."))
    rests_on = row(37)

    unit: str
    steps: int

    def apply(self, state: UrrState) -> UrrState:
        unit = state.units.get(self.unit)
        if unit is None or unit.removed:
            return state
        return state.with_unit(self.unit, steps=max(0, min(unit.steps + self.steps, unit.profile.steps)))

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence(names(self.unit), ngettext("get {n} step back", "get {n} steps back", self.steps))


@dataclass(frozen=True, kw_only=True)
class HealingAsked(Event):
    """A party has settled which steps magic restores after this round."""

    form = (Message("Healing settled"), Message("What magic restores to a side after this round."))

    party: str

    def apply(self, state: UrrState) -> UrrState:
        return state.with_prepared(f"healing:{self.party}")

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence(names(self.party), _("asks for magic"), aside=True)


@dataclass(frozen=True, kw_only=True)
class PlaceTaken(Event):
    """A side takes a place that nobody defends, without a fight. units: the units that are inside the city now.

    city: the place is the city itself, which the side holds from now on.
    """

    form = (Message("Place taken"), Message("A side takes a place that nobody defends, without a fight."))
    rests_on = row(25)

    place: str
    by: str
    units: tuple[str, ...] = ()
    city: bool = False

    def apply(self, state: UrrState) -> UrrState:
        """Free the units, and let the place be fought for; who takes the city holds it."""
        if state.combat and state.combat.place == self.place:
            state = replace(
                state, combat=None, done=tuple(code for code in state.done if code != f"fought:{self.place}")
            )
        for unit in self.units:
            state = state.with_unit(unit, inside=True, duty="")
        return _take_city(state, self.by) if self.city and self.by in state.sides else state

    def sentence(self, names: ModelNames) -> Sentence:
        place = names(self.place)
        if not self.units:
            return Sentence(names(self.by), _("takes {place}", place=place))
        if self.city:
            return Sentence(
                names.all(self.units), _("enter {place}, which nobody defends: the city falls", place=place)
            )
        return Sentence(names.all(self.units), _("enter {place}, which nobody defends", place=place))


@dataclass(frozen=True, kw_only=True)
class CombatEnded(Event):
    """A combat is over."""

    form = (Message("Combat ended"), Message("A combat is over."))
    rests_on = row(40)

    why: UrrReason | str = ""

    def apply(self, state: UrrState) -> UrrState:
        return copy_with(state, combat=None)

    def sentence(self, names: ModelNames) -> Sentence:
        if not self.why:
            return Sentence("", _("the combat is over"))
        return Sentence("", _("the combat is over: {why}", why=names.text(self.why)), closes=True)


def _count_hit(state: UrrState, unit: str) -> UrrState:
    """Count a hit on a unit, whether or not it costs a step."""
    combat = state.combat
    party = combat.find_party(unit) if combat else ""
    if combat is None or not party:
        return state
    pending = {**combat.pending, party: max(0, combat.pending.get(party, 0) - 1)}
    return state.with_combat(
        pending=pending, lost=_increase_count(combat.lost, unit, 1), in_phase=_increase_count(combat.in_phase, unit, 1)
    )


def _take_city(state: UrrState, by: str) -> UrrState:
    """Give walls and quarters to a side; the other side is outside and attacks from now on."""
    loser = state.other(by)
    return replace(
        state,
        attacker=loser,
        sides={seat: replace(side, holds_city=seat == by) for seat, side in state.sides.items()},
        sections={name: replace(section, side=by) for name, section in state.sections.items()},
        units={name: replace(unit, inside=unit.inside and unit.side != loser) for name, unit in state.units.items()},
    )


def _increase_count(counts: Mapping[str, int], key: str, by: int) -> dict[str, int]:
    return {**counts, key: counts.get(key, 0) + by}
