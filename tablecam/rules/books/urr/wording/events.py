"""Events of the weeks as short plain clauses: `Long arm` `hits the second section once`. One function per event."""

from collections.abc import Callable, Mapping
from typing import Any

from tablecam.base.i18n import Message, ngettext
from tablecam.base.i18n import gettext as _
from tablecam.rules.books.urr.rules import events as e
from tablecam.rules.books.urr.rules.reasons import because
from tablecam.rules.books.urr.wording.combat import COMBAT_WORDS
from tablecam.rules.books.urr.wording.names import UrrNames
from tablecam.rules.event import Event
from tablecam.rules.system import Rolled, Sentence

Say = Callable[[Any, UrrNames], Sentence]
PHASES = {"bombardment": Message("the trebuchet phase begins"), "tactical": Message("the tactical turn begins")}
PROJECTS = {
    "nothing": Message("build nothing"),
    "horse": Message("build a hollow horse"),
    "rabbit": Message("build a hollow rabbit"),
    "bridge": Message("build a pontoon bridge"),
    "rafts": Message("build rafts"),
    "crane": Message("build a crane"),
    "tunnel": Message("dig a short tunnel"),
}


def told(event: Event, known: UrrNames) -> Sentence:
    """The clause of an event; KeyError for one that is not of this rulebook."""
    return WORDS[type(event)](event, known)


def _word_damage(event: e.EngineDamaged, known: UrrNames) -> Sentence:
    if not event.damage:
        return Sentence(known(event.engine), _("is untouched by raids"), aside=True)
    return Sentence(known(event.engine), _("is damaged: {amount} off its rolls", amount=event.damage))


def _word_sapping(event: e.WallSapped, known: UrrNames) -> Sentence:
    if not event.section:
        return Sentence("", _("nothing is sapped"), aside=True)
    does = ngettext("loses {n} step to sappers", "loses {n} steps to sappers", event.steps)
    return Sentence(known(event.section), does)


def _word_flood(event: e.PlaceFlooded, known: UrrNames) -> Sentence:
    if not event.place:
        return Sentence("", _("nothing is flooded"), aside=True)
    return Sentence(known(event.place), _("is flooded"))


def _word_project(event: e.ProjectDone, known: UrrNames) -> Sentence:
    place = known(event.place)
    match event.kind:
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
    return Sentence(known(event.unit), does)


def _word_ramp(event: e.RampPushed, known: UrrNames) -> Sentence:
    section = known(event.section)
    if not event.builders:
        return Sentence("", _("nobody builds the ramp to {section}", section=section))
    return Sentence(known.all(event.builders), _("build the ramp to {section}", section=section))


def _word_builder_shot(event: e.BuilderShotAt, known: UrrNames) -> Sentence:
    builder = known(event.builder)
    if not event.shooter:
        return Sentence("", _("nobody shoots at {unit}", unit=builder), aside=True)
    shooter = known(event.shooter)

    def summed(rolled: Rolled) -> Sentence:
        return Sentence(shooter, _("roll against {unit}, {sum}", unit=builder, sum=rolled.sum), closes=True)

    does = ngettext("shoot at {unit}: {n} hit", "shoot at {unit}: {n} hits", event.hits, unit=builder)
    return Sentence(shooter, does, closes=True, summed=summed)


def _word_rafts(event: e.RaftsUsed, known: UrrNames) -> Sentence:
    if not event.place:
        return Sentence(known(event.side), _("keeps its rafts"), aside=True)
    return Sentence(known(event.side), _("crosses at {place} on its rafts", place=known(event.place)))


def _word_engine_shot(event: e.EngineShot, known: UrrNames) -> Sentence:
    engine, section = known(event.engine), known(event.section)

    def summed(rolled: Rolled) -> Sentence:
        values = {"section": section, "sum": rolled.sum}
        if not event.hits:
            return Sentence(engine, _("rolls against {section}, {sum}", **values), closes=True)
        does = ngettext(
            "rolls against {section}, {sum}, and {n} step is crossed off",
            "rolls against {section}, {sum}, and {n} steps are crossed off",
            event.hits,
            **values,
        )
        return Sentence(engine, does, closes=True)

    if not event.hits:
        return Sentence(engine, _("misses {section}", section=section), summed=summed)
    does = ngettext(
        "hits {section}: {n} step is crossed off", "hits {section}: {n} steps are crossed off", event.hits,
        section=section,
    )  # fmt: skip
    return Sentence(engine, does, closes=True, summed=summed)


def _word_hurling(event: e.UndeadHurled, known: UrrNames) -> Sentence:
    does = ngettext(
        "hurls {unit} over the wall with {n} step left", "hurls {unit} over the wall with {n} steps left", event.steps,
        unit=known(event.unit),
    )  # fmt: skip
    return Sentence(known(event.engine), does)


def _word_fire(event: e.FireSet, known: UrrNames) -> Sentence:
    quarter = known(event.quarter)
    if not event.food:
        return Sentence(known(event.engine), _("sets {quarter} on fire", quarter=quarter))
    does = ngettext(
        "sets {quarter} on fire for {n} food token", "sets {quarter} on fire for {n} food tokens", event.food,
        quarter=quarter,
    )  # fmt: skip
    return Sentence(known(event.engine), does)


def _word_fire_fight(event: e.FireFought, known: UrrNames) -> Sentence:
    quarter = known(event.quarter)
    if event.magic:
        return Sentence("", _("magic puts out the fire at {quarter}", quarter=quarter))
    if not event.units:
        return Sentence("", _("nobody fights the fire at {quarter}", quarter=quarter))
    return Sentence(known.all(event.units), _("fight the fire at {quarter}", quarter=quarter))


def _word_burnt_quarter(event: e.QuarterBurnt, known: UrrNames) -> Sentence:
    does = _("burns down, with {food} food and {gold} gold", food=f"{event.food:g}", gold=f"{event.gold:g}")
    return Sentence(known(event.quarter), does)


def _word_berserk_attack(event: e.BerserkWent, known: UrrNames) -> Sentence:
    if not event.target:
        return Sentence(known(event.unit), _("find nobody alive"))
    return Sentence(known(event.unit), _("turn on {target}", target=known(event.target)))


def _word_ending(event: e.EndingAsked, _known: UrrNames) -> Sentence:
    return Sentence("", _("the game goes on") if event.goes_on else _("both sides want to end it"), aside=True)


def _word_game_end(event: e.PlayEnded, known: UrrNames) -> Sentence:
    why = known.text(event.why)
    if not event.winner:
        return Sentence("", _("the game is over: {why}", why=why), closes=True)
    return Sentence(known(event.winner), _("wins: {why}", why=why), closes=True)


WORDS: Mapping[type[Event], Say] = {
    e.WeekBegan: lambda event, _known: Sentence("", _("week {week} begins", week=event.week)),
    e.WeekPhaseBegan: lambda event, _known: Sentence("", str(PHASES[event.phase])),
    e.EngineDamaged: _word_damage,
    e.WallSapped: _word_sapping,
    e.PlaceFlooded: _word_flood,
    e.FloodedPlaceLost: lambda event, known: Sentence(known(event.place), _("is lost to the flood")),
    e.ProjectDone: _word_project,
    e.RampPushed: _word_ramp,
    e.BuilderShotAt: _word_builder_shot,
    e.RaftsUsed: _word_rafts,
    e.WorkDestroyed: lambda event, known: Sentence(
        known(event.side), _("loses: {work}", work=because(event.kind)), closes=True
    ),
    e.EngineShot: _word_engine_shot,
    e.EngineIdle: lambda event, known: Sentence(known(event.engine), _("does nothing")),
    e.UndeadHurled: _word_hurling,
    e.FireSet: _word_fire,
    e.TacticalTurnSkipped: lambda _event, _known: Sentence("", _("nobody attacks in this week")),
    e.CombatsDeclined: lambda event, known: Sentence(known(event.seat), _("begins no more combats"), aside=True),
    e.FireFought: _word_fire_fight,
    e.FireDoused: lambda event, known: Sentence("", _("the fire at {quarter} is out", quarter=known(event.quarter))),
    e.QuarterBurnt: _word_burnt_quarter,
    e.UndeadWentBerserk: lambda event, known: Sentence(
        "", _("the Grand Necromancer is dead, and the undead of {side} go berserk", side=known(event.side))
    ),
    e.BerserkWent: _word_berserk_attack,
    e.EndingAsked: _word_ending,
    e.PlayEnded: _word_game_end,
    **COMBAT_WORDS,
}
