"""A club event that is kept: what is done stands for the next program, its audit, the list of events, the clock."""

import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from club_events import START, Watch, begun, playing, store_in

from tablecam.base.errors import BadFile
from tablecam.club.event.entrant_acts import announce
from tablecam.club.event.event_store import StoredEvent
from tablecam.club.event.registry import list_events
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.storage.line_store import TournamentStore


@pytest.fixture
def store(tmp_path: Path) -> TournamentStore:
    return store_in(tmp_path)


def test_what_was_done_is_there_for_the_next_program(store: TournamentStore) -> None:
    club = playing(store)
    club.act("TO", ClubEvent.start_clock)
    again = StoredEvent.open(store, club.id)
    assert again.seen == club.seen
    assert again.audit == club.audit


def test_what_is_refused_leaves_no_line(store: TournamentStore) -> None:
    club = playing(store)
    before = club.seen
    with pytest.raises(TournamentRefusal):
        club.act("TO", ClubEvent.draft)
    assert club.seen == before == StoredEvent.open(store, club.id).seen


def test_a_deed_that_breaks_leaves_no_line(store: TournamentStore) -> None:
    club = begun(store)
    with pytest.raises(ZeroDivisionError):
        club.act("TO", lambda night: night.drop("a") if 1 // 0 else night)
    assert club.state == StoredEvent.open(store, club.id).state


def test_a_deed_that_does_nothing_leaves_no_line(store: TournamentStore) -> None:
    club = begun(store)
    before = club.sequence
    club.act("TO", lambda night: night)
    assert club.sequence == before


def test_a_deed_may_be_tried_without_being_done(store: TournamentStore) -> None:
    club = begun(store)
    assert club.event_for("TO").draft().state.draft is not None
    assert club.state.draft is None


def test_an_event_that_is_not_there_is_refused(store: TournamentStore) -> None:
    with pytest.raises(BadFile, match="has no tournament 3; it has none yet"):
        StoredEvent.open(store, 3)


def test_the_audit_says_who_did_what_and_when(store: TournamentStore) -> None:
    club = begun(store, "ab")
    club.act("Ref", lambda night: night.set_rounds(2, "time for two"))
    last = club.audit[-1]
    assert (last.line, last.by, last.sentence, last.counts) == (4, "Ref", "the event has 2 rounds (time for two)", True)
    assert datetime.fromisoformat(last.at) > START
    assert [act.line for act in club.audit] == [1, 2, 3, 4]


def test_what_was_taken_back_stays_in_the_audit(store: TournamentStore) -> None:
    club = begun(store, "ab")
    club.undo("Ref")
    assert [(act.by, act.counts) for act in club.audit] == [("TO", True), ("TO", True), ("TO", False), ("Ref", True)]
    assert club.audit[-1].sentence == "takes back line 3"


@pytest.mark.slow
def test_nights_are_listed_by_name(store: TournamentStore) -> None:
    begun(store)
    StoredEvent.begin(store, "Saturday", seed=8, by="TO")
    assert [(each.id, each.title, each.lines) for each in list_events(store)] == [(1, "Friday", 6), (2, "Saturday", 1)]
    assert list_events(store)[0].last > list_events(store)[0].begun


def test_the_clock_goes_by_the_time_of_the_store(store: TournamentStore) -> None:
    club = playing(store)
    club.act("TO", ClubEvent.start_clock)
    watch = store.now
    assert isinstance(watch, Watch)
    watch.now += timedelta(minutes=66)
    face = club.clock()
    assert (face.running, face.due) == ("running", (15,))
    assert StoredEvent.open(store, club.id).clock().remaining_s < face.remaining_s


@pytest.fixture
def california(monkeypatch) -> Iterator[None]:
    if not hasattr(time, "tzset"):
        pytest.skip("this system reads its zone once")
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "America/Los_Angeles")
        time.tzset()
        yield
    time.tzset()


def test_the_day_of_an_evening_is_that_of_the_club_and_the_announced_one_wins(
    store: TournamentStore, california: None
) -> None:
    # 18:30 in California is the next day in UTC
    store.now.now = datetime.fromisoformat("2026-05-02T01:30:00+00:00")
    club = playing(store)
    assert club.day == "2026-05-01"
    club.act("TO", lambda night: announce(night, "2026-05-08", ""))
    assert club.day == "2026-05-08"
