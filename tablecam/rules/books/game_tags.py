"""The tags of a log that tie a game to a club event. Commands that load no rulebook read them too."""

# the tags of a game that is a pairing of a club event: the event, the round, and an entrant for each seat
EVENT, ROUND, ENTRANT = "Club night", "Round", "entrant"  # no text
# the tag of what a seat's models bring along from earlier games of a campaign; it has room for every model
WARBAND, LONGEST_WARBAND = "warband", 2000  # no text


def is_event_tag(tag: str) -> bool:
    """Whether a tag of a log names the pairing of a club event that the game is."""
    return tag in (EVENT, ROUND) or tag.endswith(f" {ENTRANT}") or is_warband_tag(tag)


def is_warband_tag(tag: str) -> bool:
    """Whether a tag of a log says what the models of a seat bring along from a campaign."""
    return tag.endswith(f" {WARBAND}")
