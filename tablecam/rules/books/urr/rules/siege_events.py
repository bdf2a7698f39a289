"""The events of engines, fires, the berserk, and the end of the game."""

from dataclasses import dataclass

from tablecam.base.i18n import Message, ngettext
from tablecam.base.i18n import gettext as _
from tablecam.rules.books.urr.rules.codes import UrrReason, row
from tablecam.rules.books.urr.rules.pieces import UNDEAD, TokenStock
from tablecam.rules.books.urr.rules.state import BERSERK, UrrPhase, UrrState
from tablecam.rules.event import Event
from tablecam.rules.frozen import copy_with
from tablecam.rules.sentence import ModelNames, Rolled, Sentence


@dataclass(frozen=True, kw_only=True)
class EngineShot(Event):
    """An engine has hammered at a section. hits: the steps that it loses."""

    form = (Message("Engine shot"), Message("An engine has hammered at a section."))
    rests_on = row(24)

    engine: str
    section: str
    faces: tuple[int, ...]
    hits: int

    def apply(self, state: UrrState) -> UrrState:
        return state.with_done(f"engine:{self.engine}").with_wall_hits(self.section, self.hits)

    def sentence(self, names: ModelNames) -> Sentence:
        engine, section = names(self.engine), names(self.section)

        def summed(rolled: Rolled) -> Sentence:
            values = {"section": section, "sum": rolled.sum}
            if not self.hits:
                return Sentence(engine, _("rolls against {section}, {sum}", **values), closes=True)
            does = ngettext(
                "rolls against {section}, {sum}, and {n} step is crossed off",
                "rolls against {section}, {sum}, and {n} steps are crossed off",
                self.hits,
                **values,
            )
            return Sentence(engine, does, closes=True)

        if not self.hits:
            return Sentence(engine, _("misses {section}", section=section), summed=summed)
        does = ngettext(
            "hits {section}: {n} step is crossed off", "hits {section}: {n} steps are crossed off", self.hits,
            section=section,
        )  # fmt: skip
        return Sentence(engine, does, closes=True, summed=summed)


@dataclass(frozen=True, kw_only=True)
class EngineIdle(Event):
    """An engine does nothing in this trebuchet phase."""

    form = (Message("Engine idle"), Message("An engine does nothing in this phase."))

    engine: str

    def apply(self, state: UrrState) -> UrrState:
        return state.with_done(f"engine:{self.engine}")

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence(names(self.engine), _("does nothing"))


@dataclass(frozen=True, kw_only=True)
class UndeadHurled(Event):
    """A trebuchet has sent undead over the wall. steps: the steps that they arrive with."""

    form = (Message("Undead hurled"), Message("A trebuchet has sent undead over the wall."))
    rests_on = row(34)

    engine: str
    unit: str
    steps: int

    def apply(self, state: UrrState) -> UrrState:
        state = state.with_unit(self.unit, steps=self.steps, inside=True)
        return copy_with(state.with_done(f"engine:{self.engine}"), hurled=True)

    def sentence(self, names: ModelNames) -> Sentence:
        does = ngettext(
            "hurls {unit} over the wall with {n} step left",
            "hurls {unit} over the wall with {n} steps left",
            self.steps,
            unit=names(self.unit),
        )
        return Sentence(names(self.engine), does)


@dataclass(frozen=True, kw_only=True)
class FireSet(Event):
    """A trebuchet has set a quarter on fire. food: the cost of the ammunition, if it is paid now."""

    form = (Message("Fire set"), Message("A trebuchet has set a quarter on fire."))
    rests_on = row(35)

    engine: str
    quarter: str
    food: int = 0

    def apply(self, state: UrrState) -> UrrState:
        state = state.with_done(f"engine:{self.engine}")
        side = state.engines[self.engine].side if self.engine in state.engines else state.attacker
        if self.food:
            state = _pay_stock(state.with_done(f"ammunition:{side}"), side, food=self.food)
        return copy_with(state, hurled=True, fires={**state.fires, self.quarter: ()})

    def sentence(self, names: ModelNames) -> Sentence:
        quarter = names(self.quarter)
        if not self.food:
            return Sentence(names(self.engine), _("sets {quarter} on fire", quarter=quarter))
        does = ngettext(
            "sets {quarter} on fire for {n} food token", "sets {quarter} on fire for {n} food tokens", self.food,
            quarter=quarter,
        )  # fmt: skip
        return Sentence(names(self.engine), does)


@dataclass(frozen=True, kw_only=True)
class TacticalTurnSkipped(Event):
    """Nobody attacks in this week."""

    form = (Message("No tactical turn"), Message("Nobody attacks in this week."))
    rests_on = row(39)

    def apply(self, state: UrrState) -> UrrState:
        return state.with_done("skipped")

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence("", _("nobody attacks in this week"))


@dataclass(frozen=True, kw_only=True)
class CombatsDeclined(Event):
    """A side begins no more combats in this tactical turn."""

    form = (Message("No more combats"), Message("A side begins no more combats in this turn."))

    seat: str

    def apply(self, state: UrrState) -> UrrState:
        return state.with_done(f"no-more:{self.seat}")

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence(names(self.seat), _("begins no more combats"), aside=True)


@dataclass(frozen=True, kw_only=True)
class FireFought(Event):
    """Two units fight a fire for the whole tactical turn; empty if none do. magic: it is put out at once."""

    form = (Message("Fire fought"), Message("Two units fight a fire, or none do."))
    rests_on = row(36)

    quarter: str
    units: tuple[str, ...] = ()
    magic: bool = False

    def apply(self, state: UrrState) -> UrrState:
        state = state.with_done(f"fire:{self.quarter}")
        for unit in self.units:
            state = state.with_unit(unit, duty="fire")
        if self.quarter not in state.fires:
            return state
        if self.magic:
            return _remove_fire(state, self.quarter)
        return copy_with(state, fires={**state.fires, self.quarter: self.units})

    def sentence(self, names: ModelNames) -> Sentence:
        quarter = names(self.quarter)
        if self.magic:
            return Sentence("", _("magic puts out the fire at {quarter}", quarter=quarter))
        if not self.units:
            return Sentence("", _("nobody fights the fire at {quarter}", quarter=quarter))
        return Sentence(names.all(self.units), _("fight the fire at {quarter}", quarter=quarter))


@dataclass(frozen=True, kw_only=True)
class FireDoused(Event):
    """A fire is out, with some buildings damaged."""

    form = (Message("Fire out"), Message("A fire is out."))
    rests_on = row(36)

    quarter: str

    def apply(self, state: UrrState) -> UrrState:
        return _remove_fire(state, self.quarter)

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence("", _("the fire at {quarter} is out", quarter=names(self.quarter)))


@dataclass(frozen=True, kw_only=True)
class QuarterBurnt(Event):
    """A fire that nobody fought has destroyed a quarter, with food and gold."""

    form = (Message("Quarter burnt"), Message("A fire has destroyed a quarter, with food and gold."))
    rests_on = row(36)

    quarter: str
    food: float = 0.0
    gold: float = 0.0

    def apply(self, state: UrrState) -> UrrState:
        holder = next((seat for seat, side in state.sides.items() if side.holds_city), state.defender)
        state = _pay_stock(_remove_fire(state, self.quarter), holder, self.food, self.gold)
        return copy_with(state, quarters_lost=(*state.quarters_lost, self.quarter))

    def sentence(self, names: ModelNames) -> Sentence:
        does = _("burns down, with {food} food and {gold} gold", food=f"{self.food:g}", gold=f"{self.gold:g}")
        return Sentence(names(self.quarter), does)


@dataclass(frozen=True, kw_only=True)
class UndeadWentBerserk(Event):
    """The Grand Necromancer is dead: the undead of a side attack the living nearest to them from now on."""

    form = (Message("Undead berserk"), Message("The undead of a side obey nobody any more."))
    rests_on = row(21)

    side: str

    def apply(self, state: UrrState) -> UrrState:
        for name, unit in state.units.items():
            if unit.side == self.side and unit.profile.people == UNDEAD and not unit.removed:
                state = state.with_unit(name, berserk=True)
        return _remove_berserk_units(state)

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence(
            "", _("the Grand Necromancer is dead, and the undead of {side} go berserk", side=names(self.side))
        )


@dataclass(frozen=True, kw_only=True)
class BerserkWent(Event):
    """Berserk undead turn on the nearest living unit; empty if there is none."""

    form = (Message("Berserk attack"), Message("Berserk undead turn on the nearest living unit."))
    rests_on = row(21)
    takes = {"target": "loser"}

    unit: str
    target: str = ""

    def apply(self, state: UrrState) -> UrrState:
        return state.with_done(f"berserk:{self.unit}")

    def sentence(self, names: ModelNames) -> Sentence:
        if not self.target:
            return Sentence(names(self.unit), _("find nobody alive"))
        return Sentence(names(self.unit), _("turn on {target}", target=names(self.target)))


@dataclass(frozen=True, kw_only=True)
class EndingAsked(Event):
    """Both sides have said whether the game goes on after this week."""

    form = (Message("Ending asked"), Message("Whether the game goes on after this week."))

    goes_on: bool = True

    def apply(self, state: UrrState) -> UrrState:
        return state.with_done("ending:on" if self.goes_on else "ending:over")

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence("", _("the game goes on") if self.goes_on else _("both sides want to end it"), aside=True)


@dataclass(frozen=True, kw_only=True)
class PlayEnded(Event):
    """The game is over. winner: empty if the rules name none."""

    form = (Message("Game ended"), Message("The game is over, with or without a winner."))
    rests_on = row(40)

    winner: str = ""
    why: UrrReason | str = ""

    def apply(self, state: UrrState) -> UrrState:
        return copy_with(state, phase=UrrPhase.OVER, combat=None, winner=self.winner, ending=self.why)

    def sentence(self, names: ModelNames) -> Sentence:
        why = names.text(self.why)
        if not self.winner:
            return Sentence("", _("the game is over: {why}", why=why), closes=True)
        return Sentence(names(self.winner), _("wins: {why}", why=why), closes=True)


def _pay_stock(state: UrrState, side: str, food: float = 0.0, gold: float = 0.0) -> UrrState:
    if side not in state.sides:
        return state
    stock = state.sides[side].stock
    remaining = TokenStock(max(0.0, stock.food - food), max(0.0, stock.gold - gold))
    return copy_with(state, sides={**state.sides, side: copy_with(state.sides[side], stock=remaining)})


def _remove_fire(state: UrrState, quarter: str) -> UrrState:
    return copy_with(state, fires={place: units for place, units in state.fires.items() if place != quarter})


def _remove_berserk_units(state: UrrState) -> UrrState:
    """Remove berserk units from the combat in progress."""
    if state.combat is None:
        return state
    parties = {
        party: tuple(unit for unit in units if party == BERSERK or not state[unit].berserk)
        for party, units in state.combat.parties.items()
    }
    return state.with_combat(parties=parties)
