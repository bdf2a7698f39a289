"""What was done on a club event is taken back act by act, and done again: rounds, clocks and drafts with it."""

import json
from functools import partial
from pathlib import Path

import pytest
from club_events import all_draws, begun, enter, playing, store_in

from tablecam.club.event.event_store import NothingToUndo, StoredEvent
from tablecam.club.event.log import read_club_log
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.forces import ForceLine, ForceList
from tablecam.club.tournament.scoring import Side
from tablecam.storage.line_store import TournamentStore


@pytest.fixture
def store(tmp_path: Path) -> TournamentStore:
    return store_in(tmp_path)


def test_undo_takes_acts_back_one_by_one_and_redo_gives_them_again(store: TournamentStore) -> None:
    club = begun(store, "a")
    states = [club.state, *(club.act("TO", enter(player)) for player in "bcd")]
    for state in reversed(states[:-1]):
        assert club.undo("TO").event == state.event
    for state in states[1:]:
        assert club.redo("TO").event == state.event
    assert club.state == states[-1]
    assert StoredEvent.open(store, club.id).seen == club.seen


def test_after_something_else_there_is_nothing_to_do_again(store: TournamentStore) -> None:
    club = begun(store)
    club.undo("TO")
    club.act("TO", enter("x"))
    with pytest.raises(NothingToUndo, match="nothing to redo"):
        club.redo("TO")


def test_the_opening_cannot_be_taken_back(store: TournamentStore) -> None:
    club = begun(store, "")
    with pytest.raises(NothingToUndo, match="nothing can be taken back"):
        club.undo("TO")


def test_undo_hits_only_the_line_that_is_meant(store: TournamentStore) -> None:
    club = begun(store, "ab")
    with pytest.raises(NothingToUndo, match="line 2 cannot be taken back now, the last is line 3"):
        club.undo("TO", line=2)
    assert list(club.undo("TO", line=3).event.entrants) == ["a"]


def test_what_undo_and_redo_would_do_can_be_shown_first(store: TournamentStore) -> None:
    club = begun(store, "")
    assert (club.undoable, club.redoable) == (None, None)
    club.act("TO", enter("a"))
    assert club.undoable == club.audit[-1]
    club.undo("Ref", line=club.undoable.line)
    assert club.undoable is None
    assert club.redoable == club.audit[-1]
    assert club.redoable.sentence == "takes back line 2"
    assert club.redoable.undoes == (2,)


def test_undo_leaves_the_clock_alone(store: TournamentStore) -> None:
    club = playing(store)
    club.act("TO", ClubEvent.start_clock)
    pair = club.state.event.open_games[0].pair
    club.act("TO", lambda night: night.report(Side(pair[0]), Side(pair[1])))
    club.act("TO", ClubEvent.pause_clock)
    club.undo("TO")
    assert len(club.state.event.open_games) == 2
    assert club.clock().running == "paused"


def test_a_round_taken_back_goes_with_its_clock_and_leaves_the_draft(store: TournamentStore) -> None:
    club = playing(store)
    drawn = club.state.event.drawn[0]
    club.act("TO", ClubEvent.start_clock)
    club.act("TO", lambda night: night.set_round_length(60))
    running = club.state
    club.undo("TO")
    assert club.state.event.number == 0
    assert club.state.draft == drawn
    assert club.clock().running == "waiting"
    assert club.state.opened.minutes == 60
    assert club.redo("TO").event == running.event


def test_a_round_taken_back_does_not_come_again_under_the_clock_of_another(store: TournamentStore) -> None:
    club = playing(store)
    club.act("TO", ClubEvent.start_clock)
    all_draws(club)
    club.act("TO", lambda night: night.draft().publish())
    club.undo("TO")
    assert club.clock().number == 1
    club.act("TO", ClubEvent.pause_clock)
    with pytest.raises(NothingToUndo):
        club.redo("TO")


def test_a_correction_leaves_published_rounds_alone(store: TournamentStore) -> None:
    club = playing(store)
    all_draws(club)
    club.act("TO", ClubEvent.draft)
    club.act("TO", ClubEvent.publish)
    drawn, game = club.state.event.drawn, club.state.event.games[0]
    sides = Side(game.pair[0], 0), Side(game.pair[1], 10)
    club.act("TO", lambda night: night.correct(1, sides, "misread"))
    assert club.state.event.drawn == drawn
    assert club.state.event.scores()[game.pair[0]] >= 24
    assert "round 2 as published (misread)" in club.audit[-1].sentence


def test_a_line_says_whose_act_it_is_and_an_older_one_shows_it(store: TournamentStore) -> None:
    club = playing(store)
    one, other = club.state.event.open_games[0].pair
    club.act(one, lambda night: night.report_side(one, Side(other, 1), Side(one, 2)))
    club.act("table", lambda night: night.fill_card(Side(one, 2), Side(other, 1), "a game"))
    club.act("TO", lambda night: night.set_round_length(60))
    lines = [json.loads(line) for line in club.lines]
    assert [line["as"] for line in lines[-3:]] == ["player", "program", "desk"]
    older = read_club_log([json.dumps({key: value for key, value in line.items() if key != "as"}) for line in lines])
    assert [older.find_author(line) for line in older.lines] == [line["as"] for line in lines]
    assert older.done == [number for number, line in enumerate(lines, 1) if line["as"] == "desk"][1:-1]


def test_the_desk_takes_back_its_act_before_one_of_a_player(store: TournamentStore) -> None:
    club = begun(store, "ab")
    force = ForceList.with_totals("Ferry", club.state.event.entrants["b"].faction, (ForceLine("Hand", 90, 10),))
    club.act("b", lambda night: night.list_force("b", force))
    club.undo("TO")
    assert list(club.state.event.entrants) == ["a"]
    club.redo("TO")
    assert club.state.forces["b"] == force


def test_a_card_that_is_cleared_stays_so_once_a_player_has_reported_again(store: TournamentStore) -> None:
    club = playing(store)
    one, other = club.state.event.open_games[0].pair
    report = partial(ClubEvent.report_side, player=one, opponent=Side(other, 1))
    club.act(one, report)
    club.act("TO", lambda night: night.clear_card(one, "a slip"))
    club.act(one, report)
    with pytest.raises(NothingToUndo, match="players have reported since"):
        club.undo("TO")
    assert club.undoable is None
    assert len(club.state.card(club.state.event.games[0]).reports) == 1
