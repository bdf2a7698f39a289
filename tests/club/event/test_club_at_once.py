"""A club event that several write to and wait on at the same time, in one program and in two."""

import itertools
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from club_events import begun, enter, store_in

from tablecam.club.event.event_store import Overtaken, StoredEvent
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.scoring import Side
from tablecam.storage.line_store import TournamentStore


@pytest.fixture
def store(tmp_path: Path) -> TournamentStore:
    return store_in(tmp_path)


def test_an_act_is_decided_on_what_others_have_written(store: TournamentStore) -> None:
    ours, theirs = begun(store), StoredEvent.open(store, 1)
    theirs.act("Ref", lambda night: night.drop("a"))
    with pytest.raises(TournamentRefusal, match="has left the event already"):
        ours.act("TO", lambda night: night.drop("a"))
    assert ours.seen == theirs.seen


def test_an_act_meant_for_an_older_state_is_refused_where_its_author_wants_that(store: TournamentStore) -> None:
    ours, theirs = begun(store), StoredEvent.open(store, 1)
    seen = ours.sequence
    theirs.act("Ref", enter("x"))
    with pytest.raises(Overtaken, match="check it again"):
        ours.act("TO", lambda night: night.drop("b"), sequence=seen)
    ours.act("TO", lambda night: night.drop("b"), sequence=ours.sequence)


def test_an_act_overtaken_between_deciding_and_writing_is_decided_again(store: TournamentStore) -> None:
    ours, theirs = begun(store), StoredEvent.open(store, 1)
    once = iter([True])

    def drop(night: ClubEvent) -> ClubEvent:
        if next(once, False):
            theirs.act("Ref", lambda other: other.drop("a"))
        return night.drop("b")

    ours.act("TO", drop)
    assert ours.state.event.dropped == {"a", "b"}
    assert StoredEvent.open(store, 1).seen == ours.seen


@pytest.mark.slow
def test_many_phones_and_two_programs_write_at_once_and_nothing_is_lost(store: TournamentStore) -> None:
    players = [f"p{number:02}" for number in range(24)]
    club = StoredEvent.begin(store, "Friday", seed=7, by="TO")
    clubs = [club, StoredEvent.open(store, club.id), StoredEvent.open(store, club.id)]
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda each: each[1].act("TO", enter(each[0])), zip(players, itertools.cycle(clubs))))
        club.act("TO", ClubEvent.draft)
        club.act("TO", ClubEvent.publish)

        def tell(player: str, other: str, which: StoredEvent) -> None:
            which.act(player, lambda night: night.report_side(player, Side(other, 4), Side(player, 4)))

        pairs = [pair for game in club.state.event.games for pair in (game.pair, game.pair[::-1])]
        list(threads.map(lambda each: tell(*each[0], each[1]), zip(pairs, itertools.cycle(clubs))))
    for each in clubs:
        each.refresh()
    assert clubs[0].seen == clubs[1].seen == clubs[2].seen
    assert clubs[0].state.event.open_games == ()
    assert set(clubs[0].state.event.scores().values()) == {12}
    assert clubs[0].sequence == 1 + 24 + 2 + 24


@pytest.mark.slow
def test_who_waits_hears_of_what_another_program_does(store: TournamentStore) -> None:
    ours, theirs = begun(store), StoredEvent.open(store, 1)
    seen = ours.sequence
    assert not ours.wait(seen, 0.01)
    writer = threading.Thread(target=lambda: theirs.act("Ref", enter("x")))
    writer.start()
    assert ours.wait(seen, 30)
    writer.join()
    assert "x" in ours.state.event.entrants


def test_who_waits_hears_at_once_of_what_this_program_does(store: TournamentStore) -> None:
    club = begun(store)
    with ThreadPoolExecutor(1) as threads:
        heard = threads.submit(club.wait, club.sequence, 30)
        club.act("TO", enter("x"))
        assert heard.result()
