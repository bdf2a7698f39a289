"""What has happened is plain data: it can be written down, and a log that is read back is the same event."""

import json

import pytest
from played_event import day

from tablecam.club.tournament.event import Tournament
from tablecam.rules.plain import from_plain, to_plain


@pytest.mark.parametrize("seed", range(5))
def test_an_event_read_back_from_json_is_the_same_event(seed: int) -> None:
    *_, (event, _) = day(9, seed, trouble=0.1)
    written = [(type(each), json.dumps(to_plain(each))) for each in event.log_events]
    read = [from_plain(kind, json.loads(text), kind.__name__) for kind, text in written]
    assert Tournament.replay(read) == event
