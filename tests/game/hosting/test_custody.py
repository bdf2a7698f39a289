"""A database that goes away while a game and an event are played on it: nothing is lost that was acknowledged."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from hosting import FORCES, answers, hosted, keys

from tablecam.club.event.event_store import Overtaken
from tablecam.club.event.registry import EventRegistry
from tablecam.club.tournament.entrant import Entrant
from tablecam.game.hosting import database_watch
from tablecam.game.hosting.database_watch import Custody, NothingToRescue
from tablecam.game.hosting.game_host import GameHost
from tablecam.game.hosting.open_game import ASK_FACTS, YES
from tablecam.storage.database import open_database
from tablecam.storage.database_fault import DamagedDatabase, DatabaseFault, LostDatabase, UnwritableDatabase
from tablecam.storage.game_store import GameStore
from tablecam.storage.line_store import TournamentStore

BEGIN = {"forces": FORCES, "rules": {"deployed": True}}


class Evening:
    """A game and an event on one database, each with some lines."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "games.db"
        self.host = hosted(folder)
        other = self.host.begin(BEGIN)
        self.host.begin(BEGIN | {"instead": True})
        answers(self.host, 3, 25)
        self.host.do(lambda game, _role, _said: game.kept.set(ASK_FACTS, YES), "table", {})
        self.registry = EventRegistry(TournamentStore(open_database(str(self.file))))
        self.club = self.registry.begin("Friday", "TO", seed=7)
        self.enter("ann")
        self.told: list[str] = []
        self.custody = Custody((self.host, self.registry), self.told.append)
        self.other = self.host.store.read(other)

    def enter(self, player: str) -> None:
        self.club.act("TO", lambda event: event.enter(Entrant(player, player.title(), "", 9)))

    def lines(self) -> tuple[str, ...]:
        with self.host.reading() as open_game:
            assert open_game
            return open_game.kept.lines

    def lose(self) -> None:
        for path in self.file.parent.glob("games.db*"):
            path.unlink()

    def roll(self) -> tuple[str, dict[str, object]]:
        """Plays on until dice are asked for; who rolls, and the server's dice as the answer."""
        for seed in range(200):
            for seat in ("red", "blue"):
                for key in keys(self.host, seat):
                    if key["kind"] == "Roll":
                        return seat, {"key": key["key"], "app_dice": True}
            answers(self.host, seed, 1)
        raise AssertionError("no dice were asked for")


@pytest.fixture
def evening(tmp_path: Path):
    evening = Evening(tmp_path)
    yield evening
    evening.host.close()


@pytest.mark.slow
def test_a_lost_file_is_noticed_and_said_once_without_anybody_answering(evening: Evening) -> None:
    evening.custody.look()
    assert evening.custody.fault is None
    evening.lose()
    for _ in range(3):
        evening.custody.look()
    assert isinstance(evening.custody.fault, LostDatabase)
    (said,) = evening.told
    assert "was deleted or moved while it was in use" in said
    assert "“Write everything to a new file” on the table's page" in said
    assert str(evening.file) in said
    assert str(evening.file) not in str(evening.custody.fault.on_page)


@pytest.mark.slow
def test_what_is_in_memory_goes_on_in_a_new_file_with_all_its_lines(evening: Evening) -> None:
    before, event, questions = evening.lines(), evening.club.lines, keys(evening.host, "red")
    evening.lose()
    with pytest.raises(LostDatabase):
        answers(evening.host, 4, 5)
    with pytest.raises(LostDatabase):
        evening.enter("bob")
    path = evening.custody.rescue()
    assert evening.custody.fault is None
    assert f"--db {path} opens it" in evening.told[1]
    assert keys(evening.host, "red") == questions
    answers(evening.host, 5, 5)
    evening.enter("bob")
    assert len(evening.lines()) > len(before)
    # another program finds it all, and what nobody had open as well: the old file can still be read
    evening.host.close()
    engine = open_database(str(path))
    store = GameStore(engine)
    assert store.read(1) == evening.other
    with store.open(2) as kept:
        assert kept.lines[: len(before)] == before
        assert kept.settings()[ASK_FACTS] == YES
    assert TournamentStore(engine).read(1)[: len(event)] == event
    assert store.games()[0].begun == "2026-03-07T19:30:00+00:00"
    with store.new() as another:
        another.append(['{"game":"duel"}'])
        assert another.id == 3


@pytest.mark.slow
def test_a_file_whose_name_is_taken_by_another_is_not_written_over(evening: Evening) -> None:
    evening.lose()
    evening.file.write_text("a letter")
    path = evening.custody.rescue()
    assert evening.file.read_text() == "a letter"
    assert path.parent == evening.file.parent
    assert path.name.startswith("games-rescued-")


@pytest.mark.slow
def test_a_file_that_could_not_be_written_does_not_stay(evening: Evening, tmp_path: Path, monkeypatch) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    folder, write = evening.file.parent, database_watch.write_logs

    def write_elsewhere(engine: Any, logs: Any) -> None:
        if str(folder / "games") in str(engine.url):
            raise DatabaseFault("the disk is full")
        write(engine, logs)

    evening.lose()
    monkeypatch.setattr(database_watch, "write_logs", write_elsewhere)
    assert evening.custody.rescue().parent == tmp_path / "here"
    assert [path.name for path in folder.glob("games*.db*") if path.name != "games.db.keys"] == []


@pytest.mark.slow
def test_a_folder_that_is_gone_leaves_the_working_folder(evening: Evening, tmp_path: Path, monkeypatch) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "stick").mkdir()
    there = Evening(tmp_path / "stick")
    monkeypatch.chdir(tmp_path / "here")
    shutil.rmtree(tmp_path / "stick")
    path = there.custody.rescue()
    assert path.parent == tmp_path / "here"
    answers(there.host, 6, 3)
    there.host.close()


def test_nothing_is_written_where_the_database_is_there(evening: Evening) -> None:
    with pytest.raises(NothingToRescue):
        evening.custody.rescue()
    assert {path.name for path in evening.file.parent.glob("*.db")} == {"games.db"}


@pytest.mark.slow
def test_a_full_disk_is_said_until_a_line_is_written_again(evening: Evening, monkeypatch) -> None:
    full = UnwritableDatabase("full")

    def fails(*_given):
        raise full

    with monkeypatch.context() as patched:
        patched.setattr("tablecam.storage.line_store.writing", fails)
        with pytest.raises(UnwritableDatabase):
            answers(evening.host, 9, 5)
    evening.custody.look()
    assert evening.custody.fault is full
    assert evening.custody.can_rescue
    answers(evening.host, 9, 5)
    evening.custody.look()
    assert evening.custody.fault is None


class Doubtful:
    """Keeps the lines of one try, and does not say so."""

    def __init__(self, store) -> None:
        self.store, self.insert = store, store.append

    def append(self, *given):
        self.insert(*given)
        self.store.append = self.insert
        raise DatabaseFault("the connection was lost")


@pytest.mark.slow
def test_an_answer_that_was_kept_unheard_counts_once_when_it_is_sent_again(evening: Evening, monkeypatch) -> None:
    host: GameHost = evening.host
    seat, said = evening.roll()
    host.store.append = Doubtful(host.store).append
    before = len(evening.lines())
    monkeypatch.setattr("tablecam.game.hosting.game_host.throw_dice", lambda ask: [3] * ask.count)
    with pytest.raises(DatabaseFault):
        host.answer(seat, said)
    assert len(evening.lines()) == before
    # dice of the server fall otherwise the second time: those that were kept count
    monkeypatch.setattr("tablecam.game.hosting.game_host.throw_dice", lambda ask: [8] * ask.count)
    host.answer(seat, said)
    assert '"answer":[3' in evening.lines()[before]
    assert evening.lines() == host.store.read(2)
    assert len(evening.lines()) > before
    answers(host, 8, 5)
    assert evening.lines() == host.store.read(2)


@pytest.mark.slow
def test_an_act_that_was_kept_unheard_is_not_done_twice(evening: Evening) -> None:
    store = evening.registry.store
    store.append = Doubtful(store).append
    with pytest.raises(DatabaseFault):
        evening.enter("bob")
    with pytest.raises(Overtaken, match="everything sent before is saved"):
        evening.enter("bob")
    assert list(evening.club.state.event.entrants) == ["ann", "bob"]
    evening.enter("cal")


def emptied(file: Path) -> None:
    file.write_bytes(b"")


def cut_short(file: Path) -> None:
    with file.open("r+b") as content:
        content.truncate(file.stat().st_size // 2)


def overwritten(file: Path) -> None:
    file.write_bytes(b"rubbish" * file.stat().st_size)


def overwritten_by_an_empty_database(file: Path) -> None:
    open_database(str(file.with_name("other.db"))).dispose()
    shutil.copyfile(file.with_name("other.db"), file)


def pulled_out(file: Path) -> None:
    shutil.rmtree(file.parent)
    # somebody else's disk at the same place: no file can be made there
    file.parent.write_text("")


@pytest.mark.slow
@pytest.mark.parametrize(
    "harm",
    [
        emptied,
        pulled_out,
        *(
            pytest.param(harm, marks=pytest.mark.long)
            for harm in (cut_short, overwritten, overwritten_by_an_empty_database)
        ),
    ],
)
def test_no_acknowledged_act_is_lost_when_the_file_is_harmed(tmp_path: Path, monkeypatch, harm) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    monkeypatch.chdir(tmp_path)
    evening = Evening(disk)
    with evening.registry.store.engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA wal_checkpoint(RESTART)")
    evening.enter("bob")
    lines, event = evening.lines(), evening.club.lines
    harm(evening.file)
    for _ in range(2):
        with pytest.raises((LostDatabase, DamagedDatabase)):
            evening.enter("cyd")
    evening.custody.look()
    assert (evening.lines(), evening.club.lines) == (lines, event)
    # a program killed now loses nothing either
    [copy] = tmp_path.rglob("games-memory*.db")
    store = GameStore(open_database(str(copy)))
    assert store.read(evening.host.list_open_logs()[0].id) == lines
    assert TournamentStore(store.engine).read(evening.club.id) == event
    store.engine.dispose()
    path = evening.custody.rescue()
    evening.enter("cyd")
    assert TournamentStore(open_database(str(path))).read(evening.club.id)[:-1] == event
    assert GameStore(open_database(str(path))).read(evening.host.list_open_logs()[0].id) == lines
    assert not [*tmp_path.rglob("games-memory*.db")]
    evening.host.close()
