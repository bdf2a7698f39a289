"""The events of shooting and fighting as clauses."""

from collections.abc import Callable, Mapping
from typing import Any

from tablecam.i18n import InContext, Message, ngettext
from tablecam.i18n import gettext as _
from tablecam.rulebooks.urban_war.rules import combat_events as combat
from tablecam.rulebooks.urban_war.rules.close_combat import BARE_HANDS
from tablecam.rulebooks.urban_war.wording.names import Names, dice
from tablecam.rules.event import Event
from tablecam.rules.system import Sentence

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


def _shot_fired(event: combat.ShotFired, known: Names) -> Sentence:
    values = {"dice": dice(event.faces), "target": known(event.target)}
    return Sentence(known(event.shooter), _shot(event, values), closes=True)


def _shot(event: combat.ShotFired, values: Mapping[str, str]) -> str:
    if len(event.faces) == 1:
        hit = _("rolls {dice} against {target}: a hit", **values)
        return hit if event.hits else _("rolls {dice} against {target}: a miss", **values)
    if not event.hits:
        return _("rolls {dice} against {target}: no hit", **values)
    return ngettext(
        "rolls {dice} against {target}: {n} hit", "rolls {dice} against {target}: {n} hits", event.hits, **values
    )


def _struck(event: combat.Struck, known: Names) -> Sentence:
    """What a model strikes with and rolls, and how many hits that makes."""
    values = {"target": known(event.target), "weapon": event.weapon, "dice": dice(event.faces), "hits": _hits(event)}
    if event.weapon == BARE_HANDS.name:
        does = _("strikes at {target} with bare hands, rolling {dice}: {hits}", **values)
    else:
        does = _("strikes at {target} with the {weapon}, rolling {dice}: {hits}", **values)
    return Sentence(known(event.striker), does, closes=True)


def _hits(event: combat.ShotFired | combat.Struck) -> str:
    if len(event.faces) == 1:
        return _("a hit") if event.hits else _("a miss")
    return ngettext("{n} hit", "{n} hits", event.hits) if event.hits else _("no hit")


def _damage_rolled(event: combat.DamageRolled, known: Names) -> Sentence:
    values = {"model": known(event.model), "dice": dice(event.faces)}
    if not event.wounds:
        does = _("the damage roll on {model} is {dice}: nothing gets through", **values)
    else:
        does = ngettext(
            "the damage roll on {model} is {dice}: {n} gets through",
            "the damage roll on {model} is {dice}: {n} get through",
            event.wounds,
            **values,
        )
    return Sentence("", does, closes=True)


def _armour_rolled(event: combat.ArmourRolled, known: Names) -> Sentence:
    values = {"dice": dice(event.faces)}
    if not event.stopped:
        does = _("rolls {dice} for heavy armour: no hit stopped", **values)
    else:
        does = ngettext(
            "rolls {dice} for heavy armour: {n} hit stopped",
            "rolls {dice} for heavy armour: {n} hits stopped",
            event.stopped,
            **values,
        )
    return Sentence(known(event.model), does, closes=True)


def _cover_rolled(event: combat.CoverRolled, known: Names) -> Sentence:
    saved = ngettext("{n} wound saved", "{n} wounds saved", event.saved) if event.saved else _("no wound saved")
    values = {"dice": dice(event.faces), "saved": saved}
    if event.material == "solid":
        does = _("rolls {dice} for solid cover: {saved}", **values)
    else:
        does = _("rolls {dice} for flimsy cover: {saved}", **values)
    return Sentence(known(event.model), does, closes=True)


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
    who = known(event.loser) if event.loser else str(NOBODY)
    return Sentence(who, _("loses the close combat (hits: {hits})", hits=hits or _("none")), closes=True)


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
