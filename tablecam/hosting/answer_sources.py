"""Where an answer comes from, as the log has it beside the answer."""

from collections.abc import Mapping

from tablecam.i18n import Message

# the source of what the table has measured; how, where that is not the usual way, stands behind a comma
TABLE = "table"
# The words on the left are in logs: they never change.
HOW: Mapping[str, Message] = {
    "as the crow flies": Message("as the crow flies"),  # no text
}


def measured_source(how: str = "") -> str:
    """The source of a measurement as the log has it: `table`, or `table, as the crow flies`."""
    return f"{TABLE}, {how}" if how else TABLE


def how_measured(source: str) -> str:
    """How it was measured, by its source; empty for the usual way, and for what the table did not measure."""
    who, _comma, how = source.partition(", ")
    return str(HOW.get(how, how)) if who == TABLE else ""
