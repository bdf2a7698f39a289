"""A club night that is kept: acts, undo, audit, snapshots, others who write at the same time, and going on with it."""

import itertools
import json
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tablecam.errors import BadFile
from tablecam.session.club_event import ClubEvent, NothingToUndo, Overtaken
from tablecam.session.club_export import as_json, pairings_csv, standings_csv
from tablecam.session.club_list import nights
from tablecam.session.club_log import BadClubLog, ClubLine, read, read_club_log, write
from tablecam.storage.database import open_database
from tablecam.storage.tournament_store import TournamentStore
from tablecam.tournament.entrant import Entrant
from tablecam.tournament.night import Night
from tablecam.tournament.refusal import Refused
from tablecam.tournament.scoring import Side

START = datetime(2026, 5, 1, 18, 0, tzinfo=UTC)


class Watch:
    """A clock that goes on a second with every look, and by hand."""

    def __init__(self) -> None:
        self.now = START
        self._ticks = itertools.count(1)

    def __call__(self) -> datetime:
        return self.now + timedelta(seconds=next(self._ticks))


@pytest.fixture
def store(tmp_path: Path) -> TournamentStore:
    return TournamentStore(open_database(str(tmp_path / "games.db")), Watch())


def enter(player: str, models: int = 10) -> Callable[[Night], Night]:
    return lambda night: night.enter(Entrant(player, player.title(), f"faction of {player}", models))


def begun(store: TournamentStore, players: str = "abcde", snapshots: Path | None = None) -> ClubEvent:
    club = ClubEvent.begin(store, "Friday", seed=7, by="TO", snapshots=snapshots)
    for player in players:
        club.act("TO", enter(player))
    return club


def playing(store: TournamentStore, players: str = "abcde", snapshots: Path | None = None) -> ClubEvent:
    club = begun(store, players, snapshots)
    club.act("TO", Night.draft)
    club.act("TO", Night.publish)
    return club


def all_draws(club: ClubEvent) -> None:
    for game in club.state.event.open_games:
        club.act("TO", lambda night, pair=game.pair: night.report(Side(pair[0]), Side(pair[1])))


def test_what_was_done_is_there_for_the_next_program(store: TournamentStore) -> None:
    club = playing(store)
    club.act("TO", Night.start_clock)
    again = ClubEvent.open(store, club.id)
    assert again.seen == club.seen
    assert again.audit == club.audit


def test_what_is_refused_leaves_no_line(store: TournamentStore) -> None:
    club = playing(store)
    before = club.seen
    with pytest.raises(Refused):
        club.act("TO", Night.draft)
    assert club.seen == before == ClubEvent.open(store, club.id).seen


def test_a_deed_that_breaks_leaves_no_line(store: TournamentStore) -> None:
    club = begun(store)
    with pytest.raises(ZeroDivisionError):
        club.act("TO", lambda night: night.drop("a") if 1 // 0 else night)
    assert club.state == ClubEvent.open(store, club.id).state


def test_a_deed_that_does_nothing_leaves_no_line(store: TournamentStore) -> None:
    club = begun(store)
    before = club.sequence
    club.act("TO", lambda night: night)
    assert club.sequence == before


def test_a_deed_may_be_tried_without_being_done(store: TournamentStore) -> None:
    club = begun(store)
    assert club.night("TO").draft().state.draft is not None
    assert club.state.draft is None


def test_an_event_that_is_not_there_is_refused(store: TournamentStore) -> None:
    with pytest.raises(BadFile, match="has no tournament 3; it has none yet"):
        ClubEvent.open(store, 3)


# the audit trail


def test_the_audit_says_who_did_what_and_when(store: TournamentStore) -> None:
    club = begun(store, "ab")
    club.act("Ref", lambda night: night.set_rounds(2, "time for two"))
    last = club.audit[-1]
    assert (last.line, last.by, last.said, last.counts) == (4, "Ref", "the event has 2 rounds (time for two)", True)
    assert datetime.fromisoformat(last.at) > START
    assert [act.line for act in club.audit] == [1, 2, 3, 4]


def test_what_was_taken_back_stays_in_the_audit(store: TournamentStore) -> None:
    club = begun(store, "ab")
    club.undo("Ref")
    assert [(act.by, act.counts) for act in club.audit] == [("TO", True), ("TO", True), ("TO", False), ("Ref", True)]
    assert club.audit[-1].said == "takes back line 3"


# undo and redo


def test_undo_takes_acts_back_one_by_one_and_redo_gives_them_again(store: TournamentStore) -> None:
    club = begun(store, "a")
    states = [club.state, *(club.act("TO", enter(player)) for player in "bcd")]
    for state in reversed(states[:-1]):
        assert club.undo("TO") == state
    for state in states[1:]:
        assert club.redo("TO") == state
    assert ClubEvent.open(store, club.id).seen == club.seen


def test_after_something_else_there_is_nothing_to_do_again(store: TournamentStore) -> None:
    club = begun(store)
    club.undo("TO")
    club.act("TO", enter("x"))
    with pytest.raises(NothingToUndo, match="nothing to do again"):
        club.redo("TO")


def test_the_opening_cannot_be_taken_back(store: TournamentStore) -> None:
    club = begun(store, "")
    with pytest.raises(NothingToUndo, match="nothing can be taken back"):
        club.undo("TO")


def test_undo_hits_only_the_line_that_is_meant(store: TournamentStore) -> None:
    club = begun(store, "ab")
    with pytest.raises(NothingToUndo, match="line 2 can be taken back now, the last is line 3"):
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
    assert club.redoable.said == "takes back line 2"


def test_nights_are_listed_by_name(store: TournamentStore) -> None:
    begun(store)
    ClubEvent.begin(store, "Saturday", seed=8, by="TO")
    assert [(each.id, each.title, each.lines) for each in nights(store)] == [(1, "Friday", 6), (2, "Saturday", 1)]
    assert nights(store)[0].last > nights(store)[0].begun


def test_undo_leaves_the_clock_alone(store: TournamentStore) -> None:
    club = playing(store)
    club.act("TO", Night.start_clock)
    pair = club.state.event.open_games[0].pair
    club.act("TO", lambda night: night.report(Side(pair[0]), Side(pair[1])))
    club.act("TO", Night.pause_clock)
    club.undo("TO")
    assert len(club.state.event.open_games) == 2
    assert club.clock().running == "paused"


def test_a_round_taken_back_goes_with_its_clock_and_leaves_the_draft(store: TournamentStore) -> None:
    club = playing(store)
    drawn = club.state.event.drawn[0]
    club.act("TO", Night.start_clock)
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
    club.act("TO", Night.start_clock)
    all_draws(club)
    club.act("TO", lambda night: night.draft().publish())
    club.undo("TO")
    assert club.clock().number == 1
    club.act("TO", Night.pause_clock)
    with pytest.raises(NothingToUndo):
        club.redo("TO")


def test_a_correction_leaves_published_rounds_alone(store: TournamentStore) -> None:
    club = playing(store)
    all_draws(club)
    club.act("TO", Night.draft)
    club.act("TO", Night.publish)
    drawn, game = club.state.event.drawn, club.state.event.games[0]
    sides = Side(game.pair[0], 0), Side(game.pair[1], 10)
    club.act("TO", lambda night: night.correct(1, sides, "misread"))
    assert club.state.event.drawn == drawn
    assert club.state.event.scores()[game.pair[0]] >= 24
    assert "round 2 as published (misread)" in club.audit[-1].said


# several programs


def test_an_act_is_decided_on_what_others_have_written(store: TournamentStore) -> None:
    ours, theirs = begun(store), ClubEvent.open(store, 1)
    theirs.act("Ref", lambda night: night.drop("a"))
    with pytest.raises(Refused, match="has left the event already"):
        ours.act("TO", lambda night: night.drop("a"))
    assert ours.seen == theirs.seen


def test_an_act_meant_for_an_older_state_is_refused_where_its_author_wants_that(store: TournamentStore) -> None:
    ours, theirs = begun(store), ClubEvent.open(store, 1)
    seen = ours.sequence
    theirs.act("Ref", enter("x"))
    with pytest.raises(Overtaken, match="look at it again"):
        ours.act("TO", lambda night: night.drop("b"), sequence=seen)
    ours.act("TO", lambda night: night.drop("b"), sequence=ours.sequence)


def test_an_act_overtaken_between_deciding_and_writing_is_decided_again(store: TournamentStore) -> None:
    ours, theirs = begun(store), ClubEvent.open(store, 1)
    once = iter([True])

    def drop(night: Night) -> Night:
        if next(once, False):
            theirs.act("Ref", lambda other: other.drop("a"))
        return night.drop("b")

    ours.act("TO", drop)
    assert ours.state.event.dropped == {"a", "b"}
    assert ClubEvent.open(store, 1).seen == ours.seen


def test_many_phones_and_two_programs_write_at_once_and_nothing_is_lost(store: TournamentStore) -> None:
    players = [f"p{number:02}" for number in range(24)]
    club = ClubEvent.begin(store, "Friday", seed=7, by="TO")
    clubs = [club, ClubEvent.open(store, club.id), ClubEvent.open(store, club.id)]
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda each: each[1].act("TO", enter(each[0])), zip(players, itertools.cycle(clubs))))
        club.act("TO", Night.draft)
        club.act("TO", Night.publish)

        def tell(player: str, other: str, which: ClubEvent) -> None:
            which.act(player, lambda night: night.report_side(player, Side(other, 4), Side(player, 4)))

        pairs = [pair for game in club.state.event.games for pair in (game.pair, game.pair[::-1])]
        list(threads.map(lambda each: tell(*each[0], each[1]), zip(pairs, itertools.cycle(clubs))))
    for each in clubs:
        each.refresh()
    assert clubs[0].seen == clubs[1].seen == clubs[2].seen
    assert clubs[0].state.event.open_games == ()
    assert set(clubs[0].state.event.scores().values()) == {12}
    assert clubs[0].sequence == 1 + 24 + 2 + 24


def test_who_waits_hears_of_what_another_program_does(store: TournamentStore) -> None:
    ours, theirs = begun(store), ClubEvent.open(store, 1)
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


# the clock


def test_the_clock_goes_by_the_time_of_the_store(store: TournamentStore) -> None:
    club = playing(store)
    club.act("TO", Night.start_clock)
    watch = store.now
    assert isinstance(watch, Watch)
    watch.now += timedelta(minutes=66)
    face = club.clock()
    assert (face.running, face.due) == ("running", (15,))
    assert ClubEvent.open(store, club.id).clock().remaining_s < face.remaining_s


# snapshots


def test_each_published_round_is_kept_as_a_file_that_can_be_taken_in(store: TournamentStore, tmp_path: Path) -> None:
    club = playing(store, snapshots=tmp_path / "kept")
    before = club.state
    all_draws(club)
    club.act("TO", lambda night: night.draft().publish())
    assert sorted(path.name for path in (tmp_path / "kept").iterdir()) == [
        "tournament-1-round-1.json", "tournament-1-round-2.json",
    ]  # fmt: skip
    text = (tmp_path / "kept" / "tournament-1-round-1.json").read_text()
    assert ClubEvent.take_in(store, text).state == before


def test_a_snapshot_that_a_kill_prevented_is_written_on_opening(store: TournamentStore, tmp_path: Path) -> None:
    playing(store)
    ClubEvent.open(store, 1, tmp_path)
    assert (tmp_path / "tournament-1-round-1.json").is_file()


def test_a_round_stands_where_its_snapshot_cannot_be_written(store: TournamentStore, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    club = playing(store, snapshots=tmp_path / "file")
    assert club.state.event.number == 1
    assert "cannot be written" in club.snapshot_fault


# exports


def test_an_exported_event_is_the_same_event_on_another_machine(store: TournamentStore, tmp_path: Path) -> None:
    club = playing(store)
    all_draws(club)
    club.undo("TO")
    other = TournamentStore(open_database(str(tmp_path / "other.db")))
    again = ClubEvent.take_in(other, as_json(club.lines, club.state))
    assert (again.state, again.lines, again.audit) == (club.state, club.lines, club.audit)
    again.redo("TO")
    again.act("TO", Night.draft)
    assert again.state.draft is not None


def test_an_export_that_was_edited_is_refused_at_its_line(store: TournamentStore) -> None:
    club = begun(store)
    said = json.loads(as_json(club.lines, club.state))
    said["log"][2]["by"] = "Mallory"
    with pytest.raises(BadFile, match="line 3 of the log is not what was exported"):
        ClubEvent.take_in(store, json.dumps(said))
    assert len(store.listed()) == 1


@pytest.mark.parametrize(
    "text", ["", "[]", '{"tablecam":"club night"}', '{"tablecam":"club night","log":[]}', "[" * 9999]
)
def test_what_is_no_export_is_refused(store: TournamentStore, text: str) -> None:
    with pytest.raises(BadFile):
        ClubEvent.take_in(store, text)
    assert store.listed() == ()


def test_csv_has_a_row_for_each_player_and_byes_are_rows(store: TournamentStore) -> None:
    club = playing(store)
    all_draws(club)
    header, *rows = pairings_csv(club.state).splitlines()
    assert header.startswith("round,table,player,name,opponent")
    assert len(rows) == 5
    bye = club.state.event.drawn[0].byes[0]
    assert rows[-1] == f"1,,{bye},{bye.title()},,,,,,,,24,bye"
    assert len(standings_csv(club.state).splitlines()) == 6


def test_a_name_is_no_formula_in_a_spreadsheet(store: TournamentStore) -> None:
    club = begun(store, "ab")
    club.act("TO", lambda night: night.enter(Entrant("x", "=1+1", "@home", 5)))
    assert ",'=1+1,'@home," in standings_csv(club.state)


# the log


def test_a_line_is_read_back_as_it_was_written(store: TournamentStore) -> None:
    club = playing(store)
    club.act("TO", lambda night: night.start_clock().extend_clock(60, table=1, reason="light"))
    club.undo("TO")
    club.redo("TO")
    assert [write(read(text, number)) for number, text in enumerate(club.lines, 1)] == list(club.lines)


BAD = {
    "is no line of a club night": "{",
    "'WonByCharm', which nothing": '{"did":[{"name":"WonByCharm"}],"by":"x","at":""}',
    "lacks its field 'seed'": '{"did":[{"name":"EventOpened"}],"by":"x","at":""}',
    "KeyError": '{"did":[]}',
    "takes back lines that do not count": '{"undone":[9],"by":"x","at":""}',
    "what line 9 did not take back": '{"redone":9,"by":"x","at":""}',
}


@pytest.mark.parametrize("message", BAD)
def test_a_line_that_cannot_stand_is_named(store: TournamentStore, message: str) -> None:
    lines = [*begun(store).lines, BAD[message]]
    with pytest.raises(BadClubLog, match=f"line 7 of the log.*{message}"):
        read_club_log(lines)


def test_a_log_begins_with_its_opening() -> None:
    with pytest.raises(BadClubLog, match="does not open a club night"):
        read_club_log([])
    with pytest.raises(BadClubLog, match="takes back"):
        read_club_log([write(ClubLine("x", "", undone=(1,)))])
