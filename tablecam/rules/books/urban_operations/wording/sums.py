"""Rolls of Urban Operations in one line with all their numbers."""

from collections.abc import Sequence

from tablecam.base.i18n import InContext, Message, ngettext
from tablecam.base.i18n import gettext as _
from tablecam.base.lengths import with_minus
from tablecam.rules.books.sum_words import Ask, SumStyle, SumWords
from tablecam.rules.books.urban_operations.rules.withdrawal import MOST_LOST
from tablecam.rules.roll_sum import RollSum
from tablecam.rules.sentence import ModelNames


def _judge_withdrawal(sum: RollSum) -> str:
    loss = MOST_LOST - sum.scored
    return ngettext("loses {n} OSL", "loses {n} OSL", loss) if loss else _("loses no OSL")


def _judge_fortification(sum: RollSum) -> str:
    return _("not stopped") if sum.scored else _("stopped")


def _judge_softening(sum: RollSum) -> str:
    return _("1 OSL less") if sum.scored else _("nothing changes")


def _judge_holding(sum: RollSum) -> str:
    return _("nothing changes") if sum.scored else _("1 OSL more")


def _judge_collapse(sum: RollSum) -> str:
    return _("it falls") if sum.scored else _("it stands")


# no text: the keys are codes
SUMS = SumStyle(
    stats=frozenset({"firepower.light", "firepower.heavy"}),
    labels={
        "withdrawal": InContext("a roll of dice", "withdrawal"),
        "through the fortification": InContext("a roll of dice", "through the fortification"),  # no text
        "softened loss": InContext("a roll of dice", "quality"),  # no text
        "no worse loss": InContext("a roll of dice", "quality"),  # no text
        "no explosion": Message("to stay"),  # no text
        "collapse": Message("to fall"),
    },
    verdicts={
        "withdrawal": _judge_withdrawal,
        "through the fortification": _judge_fortification,  # no text
        "softened loss": _judge_softening,  # no text
        "no worse loss": _judge_holding,  # no text
        "collapse": _judge_collapse,
    },
    plain_duels=False,
)


def describe_roll(ask: Ask, sum: str, names: ModelNames) -> str:
    """A roll as a line of its own: the roller, and the sum."""
    subject = [names(str(word)) for word in ask.get("subject", ())]
    match str(ask.get("action", "")):
        case "duel":
            return _("{block} against {other}: {sum}",
                     block=_find_roller(ask, subject), other=_find_roller(ask, subject[::-1]), sum=sum)  # fmt: skip
        case "collapse":
            return _("The building, {sum}", sum=sum)
    return _("{block}, {sum}", block=subject[0] if subject else names(str(ask.get("seat") or "")), sum=sum)


def _find_roller(ask: Ask, subject: Sequence[str]) -> str:
    """The one of two fighters whose die it is."""
    return subject[int(ask["check"]["sides"][0]["seat"] != ask.get("seat"))]


def die_and_firepower(sum: RollSum, total: int, names: ModelNames) -> str:
    """The gain of a fight's die with all modifiers: `1 (die 7) + light weapons 3 = 4`."""
    added = SumWords({}, sum, names, SUMS).added
    gain = total - sum.modifier
    values = {"gain": gain, "face": sum.faces[0], "added": added, "total": with_minus(total)}
    if not added:
        return _("{gain} (die {face})", **values)
    # Translators: {added} is " + light weapons 3 − worn down 1"
    return _("{gain} (die {face}){added} = {total}", **values)
