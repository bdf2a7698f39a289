"""Answers of Urban Operations in the players' words."""

from tablecam.base.i18n import gettext as _
from tablecam.base.i18n import join_items
from tablecam.rules.books.urban_operations.wording.names import BlockNames
from tablecam.rules.books.urban_operations.wording.options import Ask, label_option
from tablecam.rules.books.urban_operations.wording.questions import describe_question
from tablecam.rules.books.urban_operations.wording.sums import describe_roll
from tablecam.rules.plain import Json


def describe_answer(ask: Ask, raw: Json, by: str, known: BlockNames, sum: str = "") -> str:
    """An answer as one line. raw: None where the answer is private. sum: the roll's sum, in words."""
    seat = str(ask.get("seat") or "")
    if raw is None:
        return _("{who} has answered", who=_name_answerer(seat or by, known))
    if sum:
        return describe_roll(ask, sum, known)
    question = describe_question(ask, known)
    match str(ask["kind"]):
        case "Roll":
            dice = join_items(raw if isinstance(raw, list | tuple) else [raw])
            return _("{question}: {dice}", question=question, dice=dice)
        case "Confirm":
            return _("{question} Yes", question=question) if raw else _("{question} No", question=question)
        case "Count":
            return _("{question} {n}", question=question, n=raw)
        case "Pick":
            options = [label_option(ask, option, known) for option in ask.get("options", ()) if option["id"] in raw]
            return _("{question} {options}", question=question, options=join_items(options) if options else _("None"))
    chosen = next((option for option in ask.get("options", ()) if option["id"] == raw), {"id": raw})
    option = label_option(ask, chosen, known)
    if not seat:
        # the table's answer concerns both sides, so the question matters more than its speaker
        return _("{question} {option}", question=question, option=option)
    return _("{who}: {option}", who=known(seat), option=option)


def _name_answerer(seat: str, known: BlockNames) -> str:
    return _("The table") if seat == "table" else known(seat)
