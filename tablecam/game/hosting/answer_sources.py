"""Where an answer comes from, as the log has it beside the answer."""

from collections.abc import Mapping

from tablecam.base.i18n import Message

# the source of what the table has measured; how, where that is not the usual way, stands behind a comma
TABLE = "table"
# the source of an answer that is taken without a player, since nothing else is open
ONLY = "only answer"  # no text
NOTHING_ELSE = Message("every other answer is closed")
# The words on the left are in logs: they never change.
HOW: Mapping[str, Message] = {
    "as the crow flies": Message("as the crow flies"),  # no text
}


def measured_source(how: str = "") -> str:
    """The source of a measurement as the log has it: `table`, or `table, as the crow flies`."""
    return f"{TABLE}, {how}" if how else TABLE


def how_measured(source: str) -> str:
    """How it was measured or why nobody gave it, by its source; empty for the usual way, and for what a player gave."""
    if source == ONLY:
        return str(NOTHING_ELSE)
    who, _comma, how = source.partition(", ")
    return str(HOW.get(how, how)) if who == TABLE else ""
