"""Urban War's rolls in one line with all their numbers: `to hit 7+ (SH 4, moved −1, against 10): rolled 6, a miss`."""

from tablecam.base.i18n import InContext, Message, ngettext
from tablecam.base.i18n import gettext as _
from tablecam.rules.books.sum_words import SumStyle
from tablecam.rules.books.urban_war.rules.materials import materials_by_check
from tablecam.rules.roll_sum import RollSum


def _hits_text(sum: RollSum) -> str:
    if len(sum.tries) == 1:
        return _("a hit") if sum.scored else _("a miss")
    return ngettext("{n} hit", "{n} hits", sum.scored) if sum.scored else _("no hit")


def _wounds_text(sum: RollSum) -> str:
    if not sum.scored:
        return _("nothing gets through")
    return ngettext("{n} gets through", "{n} get through", sum.scored)


def _armour_text(sum: RollSum) -> str:
    return ngettext("{n} hit stopped", "{n} hits stopped", sum.scored) if sum.scored else _("no hit stopped")


def _cover_text(sum: RollSum) -> str:
    return ngettext("{n} wound saved", "{n} wounds saved", sum.scored) if sum.scored else _("no wound saved")


COMMAND = InContext("a roll of dice", "command")
# no text: the keys are codes
SUMS = SumStyle(
    stats=frozenset({"SH", "AS", "ST", "CD", "CAL", "heavy-armour"}),
    short={
        "weapon.contact": Message("weapon"),
        "weapon.short": Message("short range"),
        "weapon.medium": Message("medium range"),
        "weapon.long": Message("long range"),
        "weapon.extreme": Message("extreme range"),
        "size": Message("big target"),
        "AS-of": lambda v: Message("AS of {model}", **v),
        "heavy-armour": InContext("added to dice", "armour"),
        "priority-cover": Message("priority target in cover"),
        "commander-near": InContext("added to dice", "aura"),
        "commander-panicked": Message("Commander panicked"),
        "commander-dead": Message("Commander dead"),
    },
    labels={
        "to hit": InContext("a roll of dice", "to hit"),  # no text
        "to hit in close combat": InContext("a roll of dice", "to hit"),  # no text
        "damage": InContext("a roll of dice", "damage"),
        "damage in close combat": InContext("a roll of dice", "damage"),  # no text
        "heavy armour": InContext("a roll of dice", "heavy armour"),  # no text
        **{name: material.cover for name, material in materials_by_check().items()},
        "another target": COMMAND,  # no text
        "disruption shot": COMMAND,  # no text
        "intercept charge": COMMAND,  # no text
        "panic check": COMMAND,  # no text
        "rally": COMMAND,
        "shock test": COMMAND,  # no text
        "break off": COMMAND,  # no text
        "evade": COMMAND,
    },
    verdicts={
        "to hit": _hits_text,  # no text
        "to hit in close combat": _hits_text,  # no text
        "damage": _wounds_text,
        "damage in close combat": _wounds_text,  # no text
        "heavy armour": _armour_text,  # no text
        **dict.fromkeys(materials_by_check(), _cover_text),
    },
)  # fmt: skip
