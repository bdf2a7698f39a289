"""A club event that several write to and wait on at the same time, in one program and in two."""

import itertools
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest
from club_events import begun, enter, playing, store_in

from tablecam.club.event.event_store import Overtaken, StoredEvent
from tablecam.club.event.round_acts import repair_swap
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.refusal import TournamentRefusal
from tablecam.club.tournament.scoring import Side
from tablecam.club.tournament.sign_up_list import MarksSet
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


def test_an_act_is_refused_where_the_part_that_it_changes_has_changed_since(store: TournamentStore) -> None:
    ours, theirs = begun(store), StoredEvent.open(store, 1)
    seen = ours.sequence
    theirs.act("Ref", lambda night: night.after(MarksSet(player="b", paid=True, list_approved=False)))
    with pytest.raises(Overtaken, match="check it again"):
        ours.act("TO", lambda night: night.drop("b"), sequence=seen)
    ours.act("TO", lambda night: night.drop("b"), sequence=ours.sequence)


def test_an_act_passes_whatever_else_has_changed_since(store: TournamentStore) -> None:
    ours, theirs = begun(store), StoredEvent.open(store, 1)
    ours.act("TO", ClubEvent.draft)
    seen = ours.sequence
    theirs.act("Ref", lambda night: night.after(MarksSet(player="a", paid=True, list_approved=False)))
    theirs.act("Ref", lambda night: night.set_round_length(60))
    ours.act("TO", ClubEvent.publish, sequence=seen)
    assert ours.state.event.number == 1


def test_a_draft_that_was_taken_back_or_made_otherwise_is_not_published_unseen(store: TournamentStore) -> None:
    ours, theirs = begun(store), StoredEvent.open(store, 1)
    ours.act("TO", ClubEvent.draft)
    seen = ours.sequence
    theirs.undo("Ref")
    theirs.act("Ref", ClubEvent.draft)
    with pytest.raises(Overtaken):
        ours.act("TO", ClubEvent.publish, sequence=seen)


def test_a_repair_is_refused_only_where_a_game_that_it_ends_has_a_report(store: TournamentStore) -> None:
    ours = playing(store, "abcdefgh")
    seen, games = ours.sequence, ours.state.event.games
    one, other = games[0].pair
    ours.act(one, lambda night: night.report_side(one, Side(other, 4)))
    swap = partial(repair_swap, reason="friends")
    with pytest.raises(Overtaken):
        ours.act("TO", partial(swap, one=one, other=games[1].pair[0]), sequence=seen)
    ours.act("TO", partial(swap, one=games[2].pair[0], other=games[3].pair[0]), sequence=seen)


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
