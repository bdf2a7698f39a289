"""Urr's rolls in one line with all their numbers: `to attack 4 + score 2 − wood 1 = 5 against 6/10/14: no hit`."""

from tablecam.base.i18n import InContext, Message, ngettext
from tablecam.base.i18n import gettext as _
from tablecam.rules.books.sum_words import SumStyle
from tablecam.rules.roll_sum import RollSum


def _format_hits(sum: RollSum) -> str:
    return ngettext("{n} hit", "{n} hits", sum.scored) if sum.scored else _("no hit")


# no text: the keys are codes
SUMS = SumStyle(
    stats=frozenset({"melee", "ranged", "engine"}),
    short={
        "melee": InContext("added to dice", "score"),
        "ranged": InContext("added to dice", "score"),
        "engine": InContext("added to dice", "score"),
        "wall-strength": InContext("added to dice", "wall"),
        "rough": InContext("added to dice", "rough ground"),
        "undead-target": InContext("added to dice", "undead target"),
    },
    labels={
        "roll.ranged": Message("to shoot"),
        "roll.attack": Message("to attack"),
        "roll.defence": Message("to defend"),
        "roll.engine": InContext("a roll of dice", "to hit"),
    },
    verdicts={"ranged": _format_hits, "melee": _format_hits, "engine": _format_hits},
)
