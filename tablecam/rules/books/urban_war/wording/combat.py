"""The events of shooting and fighting as clauses."""

from collections.abc import Callable, Mapping
from typing import Any

from tablecam.base.i18n import InContext, Message, ngettext
from tablecam.base.i18n import gettext as _
from tablecam.rules.books.urban_war.rules import combat_events as combat
from tablecam.rules.books.urban_war.rules.close_combat import BARE_HANDS
from tablecam.rules.books.urban_war.wording.names import Names
from tablecam.rules.event import Event
from tablecam.rules.system import Rolled, Sentence

NOBODY = InContext("subject of a clause", "nobody")
RANGES = {
    "contact": Message("in base contact"),
    "short": Message("at short range"),
    "medium": Message("at medium range"),
    "long": Message("at long range"),
    "extreme": Message("at extreme range"),
}


def _target_named(event: combat.TargetNamed, known: Names) -> Sentence:
    values = {"target": known(event.target), "weapon": event.weapon, "range": RANGES.get(event.band, event.band)}
    if event.speculative:
        does = _("fires speculatively at {target} with the {weapon} {range}", **values)
    else:
        does = _("shoots at {target} with the {weapon} {range}", **values)
    return Sentence(known(event.shooter), does)


def _sum_alone(rolled: Rolled) -> Sentence:
    """The sum of a roll says what the event says, and the events before it say whose roll it is."""
    return Sentence("", rolled.sum, closes=True)


def _shot_fired(event: combat.ShotFired, known: Names) -> Sentence:
    return Sentence(known(event.shooter), _shot(event, known(event.target)), aside=True, summed=_sum_alone)


def _shot(event: combat.ShotFired, target: str) -> str:
    if not event.hits:
        return _("misses {target}", target=target)
    if len(event.faces) == 1:
        return _("hits {target}", target=target)
    return ngettext("hits {target} {n} time", "hits {target} {n} times", event.hits, target=target)


def _struck(event: combat.Struck, known: Names) -> Sentence:
    """What a model strikes with, and how many hits that makes."""

    def summed(rolled: Rolled) -> Sentence:
        # Translators: {strikes} is "strikes at Bob with the Axe", {sum} "to hit 7+ (AS 4, against 10): rolled 6, ..."
        return Sentence(
            known(event.striker), _("{strikes}, {sum}", strikes=_blow(event, known), sum=rolled.sum), closes=True
        )

    does = _("{strikes}: {hits}", strikes=_blow(event, known), hits=_hits(event))
    return Sentence(known(event.striker), does, closes=True, summed=summed)


def _blow(event: combat.Struck, known: Names) -> str:
    values = {"target": known(event.target), "weapon": event.weapon}
    if event.weapon == BARE_HANDS.name:
        return _("strikes at {target} with bare hands", **values)
    return _("strikes at {target} with the {weapon}", **values)


def _hits(event: combat.Struck) -> str:
    if len(event.faces) == 1:
        return _("a hit") if event.hits else _("a miss")
    return ngettext("{n} hit", "{n} hits", event.hits) if event.hits else _("no hit")


def _damage_rolled(event: combat.DamageRolled, known: Names) -> Sentence:
    model = known(event.model)
    if not event.wounds:
        does = _("nothing gets through to {model}", model=model)
    else:
        does = ngettext("{n} gets through to {model}", "{n} get through to {model}", event.wounds, model=model)
    return Sentence("", does, aside=True, summed=_sum_alone)


def _armour_rolled(event: combat.ArmourRolled, known: Names) -> Sentence:
    if not event.stopped:
        does = _("stops no hit with heavy armour")
    else:
        does = ngettext("stops {n} hit with heavy armour", "stops {n} hits with heavy armour", event.stopped)
    return Sentence(known(event.model), does, aside=True, summed=_sum_alone)


def _cover_rolled(event: combat.CoverRolled, known: Names) -> Sentence:
    if not event.saved:
        does = _("saves no wound by cover")
    else:
        does = ngettext("saves {n} wound by cover", "saves {n} wounds by cover", event.saved)
    return Sentence(known(event.model), does, aside=True, summed=_sum_alone)


def _wounded(event: combat.Wounded, known: Names) -> Sentence:
    does = ngettext("loses {n} wound", "loses {n} wounds", event.wounds) if event.wounds else _("loses no wound")
    return Sentence(known(event.model), does)


def _charged(event: combat.Charged, known: Names) -> Sentence:
    does = ngettext("counts as charging", "count as charging", len(event.models))
    return Sentence(known.all(event.models), does, aside=True)


def _attacked(event: combat.Attacked, known: Names) -> Sentence:
    defender = known(event.defender)
    if event.fights_back:
        does = _("attacks {defender}: {defender} fights back", defender=defender)
    else:
        does = _("attacks {defender}: {defender} does not fight back", defender=defender)
    return Sentence(known(event.attacker), does, closes=True)


def _combat_decided(event: combat.CombatDecided, known: Names) -> Sentence:
    hits = ", ".join(_("{model} {hits}", model=known(model), hits=count) for model, count in event.hits.items())
    if not event.loser:
        return Sentence("", _("neither loses the close combat (hits: {hits})", hits=hits or _("none")), closes=True)
    return Sentence(known(event.loser), _("loses the close combat (hits: {hits})", hits=hits or _("none")), closes=True)


COMBAT_WORDS: Mapping[type[Event], Callable[[Any, Names], Sentence]] = {
    combat.TargetNamed: _target_named,
    combat.ShotLost: lambda event, known: Sentence(known(event.shooter), _("loses the shot")),
    combat.ShotEvaded: lambda event, known: Sentence(known(event.target), _("is no longer where the shot falls")),
    combat.ShotFired: _shot_fired,
    combat.Struck: _struck,
    combat.ArmourRolled: _armour_rolled,
    combat.DamageRolled: _damage_rolled,
    combat.CoverRolled: _cover_rolled,
    combat.Wounded: _wounded,
    combat.HalfWoundsSeen: lambda event, known: Sentence(known(event.model), _("is down to half wounds")),
    combat.Removed: lambda event, known: Sentence(known(event.model), _("is taken off the table")),
    combat.ShieldAimed: lambda event, known: Sentence(
        known(event.model), _("turns the battleshield against {enemy}", enemy=known(event.enemy))
    ),
    combat.Engaged: lambda event, known: Sentence(
        known(event.model), _("comes into base contact with {enemies}", enemies=known.all(event.enemies))
    ),
    combat.Disengaged: lambda event, known: Sentence(
        known(event.model), _("leaves contact with {enemies}", enemies=known.all(event.enemies))
    ),
    combat.Charged: _charged,
    combat.Attacked: _attacked,
    combat.FoughtBack: lambda event, known: Sentence(
        known(event.model), _("has struck back at {enemy}", enemy=known(event.enemy)), aside=True
    ),
    combat.CombatDecided: _combat_decided,
}
