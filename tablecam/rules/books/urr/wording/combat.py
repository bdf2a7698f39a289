"""The events of a combat as clauses."""

from collections.abc import Callable, Mapping
from typing import Any

from tablecam.base.i18n import Message, ngettext
from tablecam.base.i18n import gettext as _
from tablecam.rules.books.urr.rules import combat_events as e
from tablecam.rules.books.urr.wording.names import UrrNames
from tablecam.rules.event import Event
from tablecam.rules.system import Rolled, Sentence

ENDED = {"ranged": Message("the ranged phase is over"), "melee": Message("the melee phase is over")}


def _word_combat_beginning(event: e.CombatBegan, known: UrrNames) -> Sentence:
    by, against = known(event.by), known(event.against)
    if not event.place:
        return Sentence(by, _("attack {side}", side=against))
    return Sentence(by, _("attacks {side} at {place}", side=against, place=known(event.place)))


def _word_muster(event: e.Mustered, known: UrrNames) -> Sentence:
    if not event.units:
        return Sentence(known(event.party), _("has nobody there"))
    return Sentence(known(event.party), _("fights with {units}", units=known.all(event.units)))


def _word_raiders(event: e.RaidersAttached, known: UrrNames) -> Sentence:
    if not event.unit:
        return Sentence(known(event.raiders), _("go with nobody"), aside=True)
    return Sentence(known(event.raiders), _("go with {unit}", unit=known(event.unit)))


def _word_tower_crew(event: e.TowerManned, known: UrrNames) -> Sentence:
    match bool(event.shooter), bool(event.fighter):
        case True, True:
            says = _("{shooter} shoot from the siege tower, {fighter} fight from it", shooter=known(event.shooter),
                     fighter=known(event.fighter))  # fmt: skip
        case True, False:
            says = _("{shooter} shoot from the siege tower", shooter=known(event.shooter))
        case False, True:
            says = _("{fighter} fight from the siege tower", fighter=known(event.fighter))
        case _other:
            says = _("nobody is in the siege tower")
    return Sentence("", says)


def _word_breach(event: e.BreachEntered, known: UrrNames) -> Sentence:
    if not event.unit:
        return Sentence("", _("nobody climbs through the breach"), aside=True)
    if not event.exposed:
        return Sentence(known(event.unit), _("climb through the breach"))
    return Sentence(known(event.unit), _("climb through the breach, {amount} worse off", amount=event.exposed))


def _word_stances(event: e.StancesTaken, known: UrrNames) -> Sentence:
    attacking = [unit for unit, stance in event.stances.items() if stance == "attack"]
    if not attacking:
        return Sentence("", _("everybody defends"))
    defending = [unit for unit in event.stances if unit not in attacking]
    if not defending:
        return Sentence("", _("everybody attacks"))
    return Sentence("", _("{some} attack, {others} defend", some=known.all(attacking), others=known.all(defending)))


def _word_roll(event: e.UnitRolled, known: UrrNames) -> Sentence:
    unit = known(event.unit)

    def summed(rolled: Rolled) -> Sentence:
        # Translators: {sum} is "to attack 4 + score 2 = 6 against 6/10/14: 1 hit"
        return Sentence(unit, _("roll {sum}", sum=rolled.sum), closes=True)

    does = ngettext("score {n} hit", "score {n} hits", event.hits) if event.hits else _("score no hit")
    return Sentence(unit, does, aside=True, summed=summed)


def _word_hit(event: e.HitTaken, known: UrrNames) -> Sentence:
    if event.wasted:
        return Sentence(known(event.unit), _("are gone already: a hit is wasted"))
    return Sentence(known(event.unit), _("lose a step of armour") if event.armour else _("lose a step"))


def _word_lost_hits(event: e.HitsLost, known: UrrNames) -> Sentence:
    says = ngettext(
        "{n} hit on {side} finds nobody", "{n} hits on {side} find nobody", event.hits, side=known(event.party)
    )
    return Sentence("", says)


def _word_restored_steps(event: e.StepsRestored, known: UrrNames) -> Sentence:
    return Sentence(known(event.unit), ngettext("get {n} step back", "get {n} steps back", event.steps))


def _word_place_taken(event: e.PlaceTaken, known: UrrNames) -> Sentence:
    place = known(event.place)
    if not event.units:
        return Sentence(known(event.by), _("takes {place}", place=place))
    if event.city:
        return Sentence(known.all(event.units), _("enter {place}, which nobody defends: the city falls", place=place))
    return Sentence(known.all(event.units), _("enter {place}, which nobody defends", place=place))


def _word_combat_end(event: e.CombatEnded, known: UrrNames) -> Sentence:
    if not event.why:
        return Sentence("", _("the combat is over"))
    return Sentence("", _("the combat is over: {why}", why=known.text(event.why)), closes=True)


COMBAT_WORDS: Mapping[type[Event], Callable[[Any, UrrNames], Sentence]] = {
    e.CombatBegan: _word_combat_beginning,
    e.Mustered: _word_muster,
    e.RaidersAttached: _word_raiders,
    e.TowerManned: _word_tower_crew,
    e.RoundBegan: lambda event, _known: Sentence("", _("round {round} begins", round=event.round)),
    e.BreachEntered: _word_breach,
    e.StancesTaken: _word_stances,
    e.UnitRolled: _word_roll,
    e.HitTaken: _word_hit,
    e.HitsLost: _word_lost_hits,
    e.UnitEliminated: lambda event, known: Sentence(known(event.unit), _("are out")),
    e.FightPhaseClosed: lambda event, _known: Sentence("", str(ENDED[event.phase]), aside=True),
    e.StepsRestored: _word_restored_steps,
    e.HealingAsked: lambda event, known: Sentence(known(event.party), _("asks for magic"), aside=True),
    e.PlaceTaken: _word_place_taken,
    e.CombatEnded: _word_combat_end,
}
