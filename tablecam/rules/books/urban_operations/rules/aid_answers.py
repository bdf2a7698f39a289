"""The possible answers to each parameter of the player aid: a code, a number, or a list. Pure, and their only place."""

from dataclasses import dataclass
from typing import Literal

from tablecam.rules.books.urban_operations.rules.cards import LEADERS, WEAPON_KINDS, WEIGHTS

YES_NO = ("yes", "no")
# how a weapon breaches; which blocks an effect hits; whether a sniper's target may reply
BREACHES = ("contact", "distance", "none")
WHO = ("friends", "everybody")
SHAPES = ("axis", "radius")
REPLIES = ("none", "no_reply", "reply", "reply_in_range")
# without the causes that quality never changes: withdrawal, critical hits, a fallen leader
CAUSES = (
    "fire", "assault", "effect", "explosion", "mine", "3d", "toxic", "inadequate", "event", "backblast", "pair",
)  # fmt: skip

Lists = Literal["units", "classes", "weapons", "causes", "leaders", ""]


@dataclass(frozen=True)
class AnswerKind:
    """The answers to a parameter. codes: the choices; lists: the kind of members, for a list."""

    codes: tuple[str, ...] = YES_NO
    lists: Lists = ""


def _number_answers(most: int) -> AnswerKind:
    return AnswerKind(tuple(map(str, range(most + 1))))


UNITS, CLASSES, WEAPONS = AnswerKind(lists="units"), AnswerKind(lists="classes"), AnswerKind(lists="weapons")
# kinds of units by the names on unit cards, not those of a game, which would reveal blocks face down
UNIT_KINDS = (
    # no text: codes
    "command", "rifles", "machine gun", "engineers", "scouts", "sniper", "anti-tank", "truck", "carrier", "tank",
)  # fmt: skip
MEMBERS = {"units": UNIT_KINDS, "classes": WEIGHTS, "weapons": WEAPON_KINDS, "causes": CAUSES, "leaders": LEADERS}
# by parameter; "*" stands for any segment of its name
KINDS = {
    "weapon.*.targets": CLASSES, "weapon.*.breach": AnswerKind(BREACHES), "weapon.*.no_building": AnswerKind(),
    "unit.fp": _number_answers(9), "explosion.osl": _number_answers(3),
    "event_table.value": AnswerKind(("nothing", "losses")),
    "3d.*.osl": _number_answers(4), "3d.conditions.cancel_if": AnswerKind(),
    "3d.conditions.modify_if": AnswerKind(),
    "blocks.seven_condition.value": AnswerKind(("commander", "none")),
    "engineer.units": UNITS, "carrier.capacity": _number_answers(3), "carrier.exposed": CLASSES, "scout.units": UNITS,
    "assault.exempt": UNITS, "smoke.units": UNITS, "withdraw.*.mp": AnswerKind(("2", "4")),
    "inadequate.side": AnswerKind(("shooter", "target")), "cover_fire.effect": AnswerKind(("joins", "takes", "fires")),
    "critical.*.weapon": WEAPONS, "critical.*.target": CLASSES, "osl.weak": _number_answers(3),
    "losses.exempt": AnswerKind(lists="causes"), "weapons_effect.*.osl": _number_answers(3),
    "weapons_effect.*.who": AnswerKind(WHO), "weapons_effect.*.shape": AnswerKind(SHAPES),
    "barricade.blocks": CLASSES, "mine.osl": _number_answers(4), "mine.triggers": CLASSES, "mine_ap.triggers": CLASSES,
    "backblast.weapons": WEAPONS, "sniper.floor": _number_answers(3), "sniper.targets": AnswerKind(REPLIES),
    "sniper.targets.*": AnswerKind(REPLIES), "suppress.targets": CLASSES,
    "pair.losses": AnswerKind(("none", "foot", "vehicle")), "ambush.units": UNITS, "ambush.targets": CLASSES,
    "superstructure.carriers": CLASSES, "leader_lost.units": AnswerKind(lists="leaders"), "wreck.classes": CLASSES,
}  # fmt: skip


def get_kind(key: str) -> AnswerKind:
    """The answers to the parameter of that name; KeyError for an unknown name."""
    return KINDS[find_pattern(key)]


def find_pattern(key: str) -> str:
    """The name of a parameter as in `KINDS`, with "*" in the place of a segment that varies."""
    parts = key.split(".")
    wild = (".".join([*parts[:index], "*", *parts[index + 1 :]]) for index in range(len(parts)))
    return next((name for name in (key, *wild) if name in KINDS), key)
