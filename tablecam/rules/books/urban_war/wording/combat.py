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


def _describe_target(event: combat.TargetNamed, known: Names) -> Sentence:
    values = {"target": known(event.target), "weapon": event.weapon, "range": RANGES.get(event.band, event.band)}
    if event.speculative:
        does = _("fires speculatively at {target} with the {weapon} {range}", **values)
    else:
        does = _("shoots at {target} with the {weapon} {range}", **values)
    return Sentence(known(event.shooter), does)


def _build_sum_clause(rolled: Rolled) -> Sentence:
    """The sum of a roll alone: it contains the event, and earlier events name the roller."""
    return Sentence("", rolled.sum, closes=True)


def _describe_shot(event: combat.ShotFired, known: Names) -> Sentence:
    return Sentence(known(event.shooter), _shot_text(event, known(event.target)), aside=True, summed=_build_sum_clause)


def _shot_text(event: combat.ShotFired, target: str) -> str:
    if not event.hits:
        return _("misses {target}", target=target)
    if len(event.faces) == 1:
        return _("hits {target}", target=target)
    return ngettext("hits {target} {n} time", "hits {target} {n} times", event.hits, target=target)


def _describe_strike(event: combat.Struck, known: Names) -> Sentence:
    """A model's weapon, and the number of hits that it makes."""

    def build_sum_clause(rolled: Rolled) -> Sentence:
        # Translators: {strikes} is "strikes at Bob with the Axe", {sum} "to hit 7+ (AS 4, against 10): rolled 6, ..."
        return Sentence(
            known(event.striker), _("{strikes}, {sum}", strikes=_blow_text(event, known), sum=rolled.sum), closes=True
        )

    does = _("{strikes}: {hits}", strikes=_blow_text(event, known), hits=_hits_text(event))
    return Sentence(known(event.striker), does, closes=True, summed=build_sum_clause)


def _blow_text(event: combat.Struck, known: Names) -> str:
    values = {"target": known(event.target), "weapon": event.weapon}
    if event.weapon == BARE_HANDS.name:
        return _("strikes at {target} with bare hands", **values)
    return _("strikes at {target} with the {weapon}", **values)


def _hits_text(event: combat.Struck) -> str:
    if len(event.faces) == 1:
        return _("a hit") if event.hits else _("a miss")
    return ngettext("{n} hit", "{n} hits", event.hits) if event.hits else _("no hit")


def _describe_damage(event: combat.DamageRolled, known: Names) -> Sentence:
    model = known(event.model)
    if not event.wounds:
        does = _("nothing gets through to {model}", model=model)
    else:
        does = ngettext("{n} gets through to {model}", "{n} get through to {model}", event.wounds, model=model)
    return Sentence("", does, aside=True, summed=_build_sum_clause)


def _describe_armour(event: combat.ArmourRolled, known: Names) -> Sentence:
    if not event.stopped:
        does = _("stops no hit with heavy armour")
    else:
        does = ngettext("stops {n} hit with heavy armour", "stops {n} hits with heavy armour", event.stopped)
    return Sentence(known(event.model), does, aside=True, summed=_build_sum_clause)


def _describe_cover(event: combat.CoverRolled, known: Names) -> Sentence:
    if not event.saved:
        does = _("saves no wound by cover")
    else:
        does = ngettext("saves {n} wound by cover", "saves {n} wounds by cover", event.saved)
    return Sentence(known(event.model), does, aside=True, summed=_build_sum_clause)


def _describe_wounds(event: combat.Wounded, known: Names) -> Sentence:
    does = ngettext("loses {n} wound", "loses {n} wounds", event.wounds) if event.wounds else _("loses no wound")
    return Sentence(known(event.model), does)


def _describe_charge(event: combat.Charged, known: Names) -> Sentence:
    does = ngettext("counts as charging", "count as charging", len(event.models))
    return Sentence(known.all(event.models), does, aside=True)


def _describe_attack(event: combat.Attacked, known: Names) -> Sentence:
    defender = known(event.defender)
    if event.fights_back:
        does = _("attacks {defender}: {defender} fights back", defender=defender)
    else:
        does = _("attacks {defender}: {defender} does not fight back", defender=defender)
    return Sentence(known(event.attacker), does, closes=True)


def _describe_result(event: combat.CombatDecided, known: Names) -> Sentence:
    hits = ", ".join(_("{model} {hits}", model=known(model), hits=count) for model, count in event.hits.items())
    if not event.loser:
        return Sentence("", _("neither loses the close combat (hits: {hits})", hits=hits or _("none")), closes=True)
    return Sentence(known(event.loser), _("loses the close combat (hits: {hits})", hits=hits or _("none")), closes=True)


COMBAT_WORDS: Mapping[type[Event], Callable[[Any, Names], Sentence]] = {
    combat.TargetNamed: _describe_target,
    combat.ShotLost: lambda event, known: Sentence(known(event.shooter), _("loses the shot")),
    combat.ShotEvaded: lambda event, known: Sentence(known(event.target), _("is no longer where the shot falls")),
    combat.ShotFired: _describe_shot,
    combat.Struck: _describe_strike,
    combat.ArmourRolled: _describe_armour,
    combat.DamageRolled: _describe_damage,
    combat.CoverRolled: _describe_cover,
    combat.Wounded: _describe_wounds,
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
    combat.Charged: _describe_charge,
    combat.Attacked: _describe_attack,
    combat.FoughtBack: lambda event, known: Sentence(
        known(event.model), _("has struck back at {enemy}", enemy=known(event.enemy)), aside=True
    ),
    combat.CombatDecided: _describe_result,
}
