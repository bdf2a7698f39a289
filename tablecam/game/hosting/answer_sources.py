"""The source of an answer, as the log keeps it beside the answer."""

from collections.abc import Mapping

from tablecam.base.i18n import Message

# the source of a measurement; an unusual method follows after a comma
TABLE = "table"
# the source of an answer that needs no player, because every other one is closed
ONLY = "only answer"  # no text
NOTHING_ELSE = Message("every other answer is ruled out")
# The words on the left are in logs: they never change.
HOW: Mapping[str, Message] = {
    "as the crow flies": Message("as the crow flies"),  # no text
}


def name_measured_source(how: str = "") -> str:
    """The source of a measurement as the log keeps it: `table`, or `table, as the crow flies`."""
    return f"{TABLE}, {how}" if how else TABLE


def how_measured(source: str) -> str:
    """The method of a measurement, or why no player answered, by source; empty for the usual method and a player."""
    if source == ONLY:
        return str(NOTHING_ELSE)
    who, _comma, how = source.partition(", ")
    return str(HOW.get(how, how)) if who == TABLE else ""
