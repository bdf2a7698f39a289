"""The events of weeks and their strategic turns: projects, ramps, rafts, damage."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from tablecam.base.clause import Clause
from tablecam.base.i18n import Message, ngettext
from tablecam.base.i18n import gettext as _
from tablecam.rules.books.urr.rules.codes import because, row
from tablecam.rules.books.urr.rules.pieces import WORK_KINDS, Palisade, SiegeTower, SiegeWork
from tablecam.rules.books.urr.rules.state import UrrPhase, UrrState
from tablecam.rules.event import Event
from tablecam.rules.frozen import copy_with
from tablecam.rules.plain import Json
from tablecam.rules.sentence import ModelNames, Rolled, Sentence

PHASES = {"bombardment": Message("the trebuchet phase begins"), "tactical": Message("the tactical turn begins")}
PROJECT_ROWS = {
    "palisade": 27, "repair": 28, "horse": 29, "rabbit": 29, "bridge": 30, "rafts": 30, "flood": 31, "crane": 32,
    "tunnel": 32, "shields": 33, "tower": 33,
}  # fmt: skip
PROJECTS = {
    "nothing": Message("build nothing"),
    "horse": Message("build a hollow horse"),
    "rabbit": Message("build a hollow rabbit"),
    "bridge": Message("build a pontoon bridge"),
    "rafts": Message("build rafts"),
    "crane": Message("build a crane"),
    "tunnel": Message("dig a short tunnel"),
}


@dataclass(frozen=True, kw_only=True)
class WeekBegan(Event):
    """A week begins, with its strategic turn or with the scenario's first phase."""

    form = (Message("Week began"), Message("A week begins."))
    rests_on = row(39)

    week: int

    def apply(self, state: UrrState) -> UrrState:
        """Begin a week: all units are free again, and a strategic turn of siege has worn the palisades."""
        units = {name: replace(unit, duty="") for name, unit in state.units.items()}
        worn_palisades = {place: replace(palisade, worn=True) for place, palisade in state.palisades.items()}
        return replace(
            state, turn=self.week, phase=state.begins, units=units, done=(), builders={}, combat=None, hurled=False,
            palisades=worn_palisades, fires={},
        )  # fmt: skip

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence("", _("week {week} begins", week=self.week))


@dataclass(frozen=True, kw_only=True)
class WeekPhaseBegan(Event):
    """A phase of the week begins."""

    form = (Message("Phase began"), Message("The trebuchet phase or the tactical turn begins."))
    rests_on = row(39)

    phase: Literal["bombardment", "tactical"]

    def apply(self, state: UrrState) -> UrrState:
        return copy_with(state, phase=UrrPhase(self.phase), done=(), builders={})

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence("", str(PHASES[self.phase]))


@dataclass(frozen=True, kw_only=True)
class EngineDamaged(Event):
    """Raids on an engine are settled. damage: their total penalty on its rolls from now on."""

    form = (Message("Engine damaged"), Message("What raids take off the rolls of an engine, in all."))
    rests_on = row(24)

    engine: str
    damage: int

    def apply(self, state: UrrState) -> UrrState:
        state = state.with_done(f"raids:{self.engine}")
        if self.engine not in state.engines:
            return state
        engine = copy_with(state.engines[self.engine], damage=max(0, self.damage))
        return copy_with(state, engines={**state.engines, self.engine: engine})

    def sentence(self, names: ModelNames) -> Sentence:
        if not self.damage:
            return Sentence(names(self.engine), _("is untouched by raids"), aside=True)
        return Sentence(names(self.engine), _("is damaged: {amount} off its rolls", amount=self.damage))


@dataclass(frozen=True, kw_only=True)
class WallSapped(Event):
    """Sappers have taken steps from a section; empty if they have not."""

    form = (Message("Wall sapped"), Message("Sappers have taken steps from a section."))
    rests_on = row(24)

    section: str = ""
    steps: int = 0

    def apply(self, state: UrrState) -> UrrState:
        return state.with_done("sapping").with_wall_hits(self.section, self.steps)

    def sentence(self, names: ModelNames) -> Sentence:
        if not self.section:
            return Sentence("", _("nothing is sapped"), aside=True)
        does = ngettext("loses {n} step to sappers", "loses {n} steps to sappers", self.steps)
        return Sentence(names(self.section), does)


@dataclass(frozen=True, kw_only=True)
class PlaceFlooded(Event):
    """Water or lava comes over a place; empty if none does."""

    form = (Message("Place flooded"), Message("Water or lava comes over a place."))
    rests_on = row(31)

    place: str = ""

    def apply(self, state: UrrState) -> UrrState:
        state = state.with_done("flood")
        if not self.place or self.place in state.flooded:
            return state
        return copy_with(state, flooded=(*state.flooded, self.place))

    def sentence(self, names: ModelNames) -> Sentence:
        if not self.place:
            return Sentence("", _("nothing is flooded"), aside=True)
        return Sentence(names(self.place), _("is flooded"))


@dataclass(frozen=True, kw_only=True)
class FloodedPlaceLost(Event):
    """A flooded place that nobody has repaired is lost for long."""

    form = (Message("Flooded place lost"), Message("Nobody has repaired a flooded place in time."))
    rests_on = row(31)

    place: str

    def apply(self, state: UrrState) -> UrrState:
        dry = tuple(place for place in state.flooded if place != self.place)
        return copy_with(state, flooded=dry, places_lost=(*state.places_lost, self.place))

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence(names(self.place), _("is lost to the flood"))


@dataclass(frozen=True, kw_only=True)
class ProjectDone(Event):
    """An engineer corps has done a project. kind "nothing": it has not. number: from 1, its project of this week."""

    form = (Message("Project done"), Message("Engineers have done a project."))

    unit: str
    number: int = 1
    kind: str = "nothing"
    place: str = ""

    @classmethod
    def find_clause(cls, record: Mapping[str, Json]) -> Clause:
        """The clause of the kind of project."""
        return row(PROJECT_ROWS.get(str(record.get("kind")), 26))

    def apply(self, state: UrrState) -> UrrState:
        state = state.with_done(f"project:{self.unit}:{self.number}")
        side = state.units[self.unit].side if self.unit in state.units else state.attacker
        match self.kind:
            case "palisade":
                return copy_with(state, palisades={**state.palisades, self.place: Palisade(side)})
            case "repair":
                return state.with_wall_hits(self.place, -1)
            case "flood":
                return copy_with(state, flooded=tuple(place for place in state.flooded if place != self.place))
            case "shields":
                tower = SiegeTower(side, worked=state.turn)
                return copy_with(
                    state.with_done(f"shields-now:{self.place}"), towers={**state.towers, self.place: tower}
                )
            case "tower" if self.place in state.towers:
                return _change_tower(state, self.place, built=True)
            case "horse" | "rabbit" | "bridge" | "rafts" | "crane" | "tunnel" as kind:
                return copy_with(state, works=(*state.works, SiegeWork(side, kind, self.place)))
        return state

    def sentence(self, names: ModelNames) -> Sentence:
        place = names(self.place)
        match self.kind:
            case "palisade":
                does = _("build a palisade around {place}", place=place)
            case "repair":
                does = _("repair {place} by a step", place=place)
            case "flood":
                does = _("make {place} dry again", place=place)
            case "shields":
                does = _("build the shields for a ramp to {place}", place=place)
            case "tower":
                does = _("build the siege tower for {place}", place=place)
            case kind:
                does = str(PROJECTS.get(kind, kind))
        return Sentence(names(self.unit), does)


@dataclass(frozen=True, kw_only=True)
class RampPushed(Event):
    """Two units have worked on the ramp of a siege tower for a week; empty if none have."""

    form = (Message("Ramp pushed"), Message("Two units have built on a ramp for a week."))
    rests_on = row(33)

    section: str
    builders: tuple[str, ...] = ()

    def apply(self, state: UrrState) -> UrrState:
        state = state.with_done(f"ramp:{self.section}")
        if not self.builders or self.section not in state.towers:
            return state
        state = copy_with(state, builders={**state.builders, **dict.fromkeys(self.builders, self.section)})
        return _change_tower(state, self.section, weeks=state.towers[self.section].weeks + 1)

    def sentence(self, names: ModelNames) -> Sentence:
        section = names(self.section)
        if not self.builders:
            return Sentence("", _("nobody builds the ramp to {section}", section=section))
        return Sentence(names.all(self.builders), _("build the ramp to {section}", section=section))


@dataclass(frozen=True, kw_only=True)
class BuilderShotAt(Event):
    """A unit on the wall has shot at a unit that builds the ramp; empty if none does."""

    form = (Message("Builder shot at"), Message("A unit has shot at one that builds the ramp."))
    rests_on = row(33)
    takes = {"shooter": "loser"}

    builder: str
    shooter: str = ""
    face: int = 0
    total: int = 0
    hits: int = 0

    def apply(self, state: UrrState) -> UrrState:
        return state.with_done(f"shot-at:{self.builder}").with_done(f"shooter:{self.shooter}")

    def sentence(self, names: ModelNames) -> Sentence:
        builder = names(self.builder)
        if not self.shooter:
            return Sentence("", _("nobody shoots at {unit}", unit=builder), aside=True)
        shooter = names(self.shooter)

        def summed(rolled: Rolled) -> Sentence:
            return Sentence(shooter, _("roll against {unit}, {sum}", unit=builder, sum=rolled.sum), closes=True)

        does = ngettext("shoot at {unit}: {n} hit", "shoot at {unit}: {n} hits", self.hits, unit=builder)
        return Sentence(shooter, does, closes=True, summed=summed)


@dataclass(frozen=True, kw_only=True)
class RaftsUsed(Event):
    """An army crosses the river on its rafts, which are gone; empty if it waits."""

    form = (Message("Rafts used"), Message("An army crosses the river on its rafts."))
    rests_on = row(30)

    side: str
    place: str = ""

    def apply(self, state: UrrState) -> UrrState:
        state = state.with_done(f"rafts:{self.side}")
        return _remove_work(state, self.side, "rafts") if self.place else state

    def sentence(self, names: ModelNames) -> Sentence:
        if not self.place:
            return Sentence(names(self.side), _("keeps its rafts"), aside=True)
        return Sentence(names(self.side), _("crosses at {place} on its rafts", place=names(self.place)))


@dataclass(frozen=True, kw_only=True)
class WorkDestroyed(Event):
    """A bridge, rafts or another work is destroyed."""

    form = (Message("Work destroyed"), Message("A bridge, rafts or another work is destroyed."))
    rests_on = row(30)
    takes = {"kind": WORK_KINDS}

    side: str
    kind: str

    def apply(self, state: UrrState) -> UrrState:
        return _remove_work(state, self.side, self.kind)

    def sentence(self, names: ModelNames) -> Sentence:
        return Sentence(names(self.side), _("loses: {work}", work=because(self.kind)), closes=True)


def _change_tower(state: UrrState, section: str, **fields: Any) -> UrrState:
    return copy_with(
        state, towers={**state.towers, section: copy_with(state.towers[section], worked=state.turn, **fields)}
    )


def _remove_work(state: UrrState, side: str, kind: str) -> UrrState:
    """Remove one work of that kind."""
    removed = next((work for work in state.works if (work.side, work.kind) == (side, kind)), None)
    if removed is None:
        return state
    number = state.works.index(removed)
    return copy_with(state, works=(*state.works[:number], *state.works[number + 1 :]))
