"""A club event as files: a snapshot of each round, the export that another machine takes in, and spreadsheets."""

import csv
import io
import json
from pathlib import Path

import pytest
from club_events import all_draws, begun, playing, store_in

from tablecam.base.errors import BadFile
from tablecam.club.event.event_store import StoredEvent
from tablecam.club.event.export import as_json, pairings_csv, standings_csv
from tablecam.club.tournament.club_event import ClubEvent
from tablecam.club.tournament.conduct import penalise
from tablecam.club.tournament.entrant import Entrant
from tablecam.storage.database import open_database
from tablecam.storage.line_store import TournamentStore

# what a server wrote before violations had codes: drafts by hand, undo, corrections, a concession, a late player
BEFORE_CODES = Path(__file__).resolve().parents[2] / "golden" / "tournament" / "event_before_codes.json"


@pytest.fixture
def store(tmp_path: Path) -> TournamentStore:
    return store_in(tmp_path)


def test_each_published_round_is_kept_as_a_file_that_can_be_taken_in(store: TournamentStore, tmp_path: Path) -> None:
    club = playing(store, snapshots=tmp_path / "kept")
    before = club.state
    all_draws(club)
    club.act("TO", lambda night: night.draft().publish())
    assert sorted(path.name for path in (tmp_path / "kept").iterdir()) == [
        "tournament-1-round-1.json", "tournament-1-round-2.json",
    ]  # fmt: skip
    text = (tmp_path / "kept" / "tournament-1-round-1.json").read_text()
    assert StoredEvent.take_in(store, text).state == before


def test_a_snapshot_that_a_kill_prevented_is_written_on_opening(store: TournamentStore, tmp_path: Path) -> None:
    playing(store)
    StoredEvent.open(store, 1, tmp_path)
    assert (tmp_path / "tournament-1-round-1.json").is_file()


def test_a_round_stands_where_its_snapshot_cannot_be_written(store: TournamentStore, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    club = playing(store, snapshots=tmp_path / "file")
    assert club.state.event.number == 1
    assert "cannot be written" in club.snapshot_fault


def test_an_exported_event_is_the_same_event_on_another_machine(store: TournamentStore, tmp_path: Path) -> None:
    club = playing(store)
    all_draws(club)
    club.undo("TO")
    other = TournamentStore(open_database(str(tmp_path / "other.db")))
    again = StoredEvent.take_in(other, as_json(club.lines, club.state))
    assert (again.state, again.lines, again.audit) == (club.state, club.lines, club.audit)
    again.redo("TO")
    again.act("TO", ClubEvent.draft)
    assert again.state.draft is not None


@pytest.mark.slow
def test_an_event_of_a_version_whose_logs_kept_sentences_is_taken_in_as_it_was(store: TournamentStore) -> None:
    text = BEFORE_CODES.read_text(encoding="utf-8")
    club = StoredEvent.take_in(store, text)
    written = json.loads(as_json(club.lines, club.state))
    standings = written["state"]["standings"]
    assert [line.pop("penalty") for line in standings] == [0] * len(standings)
    assert (written["state"].pop("teams"), written["state"].pop("prizes")) == ([], [])
    assert written == json.loads(text)
    assert (club.state.event.number, club.state.draft is not None, len(club.audit)) == (2, True, 30)
    assert "Ann (a) meets Eve (e) again, against UW-TG" in " ".join(act.sentence for act in club.audit)
    club.act("TO", ClubEvent.drop_draft)


def test_an_export_that_was_edited_is_refused_at_its_line(store: TournamentStore) -> None:
    club = begun(store)
    said = json.loads(as_json(club.lines, club.state))
    said["log"][2]["by"] = "Mallory"
    with pytest.raises(BadFile, match="line 3 of the log is not what was exported"):
        StoredEvent.take_in(store, json.dumps(said))
    assert len(store.list_logs()) == 1


@pytest.mark.parametrize(
    "text", ["", "[]", '{"tablecam":"club night"}', '{"tablecam":"club night","log":[]}', "[" * 9999]
)
def test_what_is_no_export_is_refused(store: TournamentStore, text: str) -> None:
    with pytest.raises(BadFile):
        StoredEvent.take_in(store, text)
    assert store.list_logs() == ()


def test_csv_has_a_row_for_each_player_and_byes_are_rows(store: TournamentStore) -> None:
    club = playing(store)
    all_draws(club)
    header, *rows = pairings_csv(club.state).splitlines()
    assert header.startswith("round,table,player,name,opponent")
    assert len(rows) == 5
    bye = club.state.event.drawn[0].byes[0]
    assert rows[-1] == f"1,,{bye},{bye.title()},,,,,,,,24,bye"
    assert len(standings_csv(club.state).splitlines()) == 6


def test_the_standings_have_what_a_penalty_has_taken(store: TournamentStore) -> None:
    club = playing(store)
    club.act("TO", lambda night: night.decide(lambda state, by: penalise(state, "a", "yellow", 4, by, "slow play")))
    penalties = {row["player"]: row["penalty"] for row in csv.DictReader(io.StringIO(standings_csv(club.state)))}
    assert penalties.pop("a") == "4"
    assert set(penalties.values()) == {"0"}


def test_a_name_is_no_formula_in_a_spreadsheet(store: TournamentStore) -> None:
    club = begun(store, "ab")
    club.act("TO", lambda night: night.enter(Entrant("x", "=1+1", "@home", 5)))
    assert ",'=1+1,'@home," in standings_csv(club.state)
