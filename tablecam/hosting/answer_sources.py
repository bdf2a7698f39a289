"""Where an answer comes from, as the log has it beside the answer."""

# the source of what the table has measured; how, where that is not the usual way, stands behind a comma
TABLE = "table"


def measured_source(how: str = "") -> str:
    """The source of a measurement as the log has it: `table`, or `table, as the crow flies`."""
    return f"{TABLE}, {how}" if how else TABLE


def how_measured(source: str) -> str:
    """How it was measured, by its source; empty for the usual way, and for what the table did not measure."""
    who, _, how = source.partition(", ")
    return how if who == TABLE else ""
