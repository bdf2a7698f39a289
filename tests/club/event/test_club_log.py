"""The lines of a club event's log: read back as they were written, and refused where they cannot stand."""

from pathlib import Path

import pytest
from club_events import begun, playing, store_in

from tablecam.club.event.log import BadClubLog, ClubLine, read, read_club_log, write
from tablecam.storage.line_store import TournamentStore


@pytest.fixture
def store(tmp_path: Path) -> TournamentStore:
    return store_in(tmp_path)


def test_a_line_is_read_back_as_it_was_written(store: TournamentStore) -> None:
    store.steady, store.boot = lambda: 7.25, "since noon"
    club = playing(store)
    club.act("TO", lambda night: night.start_clock().extend_clock(60, table=1, reason="light"))
    club.undo("TO")
    club.redo("TO")
    assert [write(read(text, number)) for number, text in enumerate(club.lines, 1)] == list(club.lines)
    assert '"clock":{"boot":"since noon","ahead_s":' in club.lines[-3]


BAD = {
    "is no line of a club event": "{",
    "'WonByCharm', which nothing": '{"did":[{"name":"WonByCharm"}],"by":"x","at":"2026-05-01"}',
    "lacks its field 'seed'": '{"did":[{"name":"EventOpened"}],"by":"x","at":"2026-05-01"}',
    "KeyError": '{"did":[]}',
    "the clock of a machine": '{"did":[],"by":"x","at":"2026-05-01","clock":{"boot":"x","ahead_s":"inf"}}',
    "Invalid isoformat string": '{"did":[],"by":"x","at":"<b>"}',
    "takes back lines that do not count": '{"undone":[9],"by":"x","at":"2026-05-01"}',
    "what line 9 did not take back": '{"redone":9,"by":"x","at":"2026-05-01"}',
}


@pytest.mark.parametrize("message", BAD)
def test_a_line_that_cannot_stand_is_named(store: TournamentStore, message: str) -> None:
    lines = [*begun(store).lines, BAD[message]]
    with pytest.raises(BadClubLog, match=f"line 7 of the log.*{message}"):
        read_club_log(lines)


def test_a_log_begins_with_its_opening() -> None:
    with pytest.raises(BadClubLog, match="does not open a club event"):
        read_club_log([])
    with pytest.raises(BadClubLog, match="takes back"):
        read_club_log([write(ClubLine("x", "2026-05-01", undone=(1,)))])
