"""The events of dice, hits and losses in a combat."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tablecam.base.i18n import Message, ngettext
from tablecam.base.i18n import gettext as _
from tablecam.rules.books.urr.rules.clauses import row
from tablecam.rules.books.urr.rules.reasons import UrrReason
from tablecam.rules.books.urr.rules.state import CombatStage, FightPhase, UrrState
from tablecam.rules.event import Event
from tablecam.rules.sentence import ModelNames, Rolled, Sentence

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
        return Sentence(names(self.unit), _("lose a step of armour") if self.armour else _("lose a step"))


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
        return Sentence(names(self.unit), _("are out"))


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
        return replace(state, combat=None)

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
