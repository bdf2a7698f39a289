"""What the games of a database owe: told while they run, whole when they are closed, and never more than that."""

import json
import re
import shutil
from pathlib import Path

import pytest
from evenings import begun, blue_orders, closed_duel, duel, played, rules
from paper_record import PaperRecord

from tablecam.doors.hub.anti_entropy import SETTLES_S
from tablecam.doors.hub.message import WHOLE, read_batch
from tablecam.doors.hub.outbox import DONE, GAME_ID, PARENT, GameOutbox
from tablecam.doors.hub.topics import FULL, SEALED, STREAMS, TOLD
from tablecam.storage.database import open_database
from tablecam.storage.database_file import line_sum
from tablecam.storage.game_store import GameStore


class PaperHub:
    """A hub that takes everything at once. traffic: all that ever left the table, inflated."""

    def __init__(self) -> None:
        self.records: dict[tuple[str, str], PaperRecord] = {}
        self.traffic: list[str] = []
        self.now = 0.0

    def connect(self, outbox: GameOutbox) -> None:
        outbox.refresh()
        outbox.begin_connection(self.now)
        for key, record in self.records.items():
            outbox.take_word(key, record.have, self.now)
        self.now += SETTLES_S

    def rounds(self, outbox: GameOutbox, count: int = 6) -> None:
        for _ in range(count):
            self.now += 1
            outbox.refresh()
            for key, batch in list(outbox.due(self.now)):
                sent = batch.encode()
                self.traffic.append(json.dumps([*key, vars(read_batch(sent))]))
                outbox.take_word(key, self.records.setdefault(key, PaperRecord()).take(read_batch(sent)), self.now)


def outbox_of(path: Path) -> tuple[GameStore, GameOutbox, list[str]]:
    said: list[str] = []
    store = GameStore(open_database(str(path)))
    return store, GameOutbox(store, rules, said.append), said


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@pytest.mark.slow
def test_a_running_game_tells_what_a_spectator_sees_and_nothing_of_its_full_log(path: Path) -> None:
    store, outbox, _ = outbox_of(path)
    hub = PaperHub()
    hub.connect(outbox)
    with store.new() as kept:
        game = begun(kept)
        blue_orders(game, "overwatch")
        hub.rounds(outbox)
        played(game, 7, 60)
        hub.rounds(outbox)
        traffic, sums = "\n".join(hub.traffic), [""]
        for line in kept.lines:
            sums.append(line_sum(sums[-1], line))
        hidden = [line for line in kept.lines if line.startswith('{"answer"') and '"secret":true' in line]
    assert hidden
    assert {stream for _, stream in hub.records} == {TOLD, SEALED}
    told = next(record for (_, stream), record in hub.records.items() if stream == TOLD)
    assert outbox.behind == 0
    assert told.upto < len(kept.lines)
    assert told.sum not in sums
    # up to the first line that is hidden both logs are the same, and so are their sums
    alike = next(number for number, line in enumerate(kept.lines) if line in hidden)
    assert [sum_ for sum_ in sums[alike + 1 :] if sum_ in traffic] == []
    for line in hidden:
        assert json.dumps(line)[1:-1] not in traffic


def test_what_leaves_is_the_same_to_the_byte_whatever_was_ordered_in_secret(tmp_path: Path) -> None:
    traffic = []
    for order in ("overwatch", "snap-fire"):
        store, outbox, _ = outbox_of(tmp_path / f"{order}.db")
        hub = PaperHub()
        hub.connect(outbox)
        with store.new() as kept:
            game = begun(kept)
            store.set(1, GAME_ID, "6a2f41a3-c54c-4b3d-9d6e-0f5a4d1c2b3a")
            hub.rounds(outbox)
            blue_orders(game, order)
            hub.rounds(outbox)
        traffic.append(hub.traffic)
    told, sealed = (
        [[each for each in sent if (SEALED in each) == of_seals] for sent in traffic] for of_seals in (False, True)
    )
    assert told[0] == told[1] != []
    # what is sealed differs, and nobody sees how without the key
    assert re.sub(r"[0-9a-f]{12,}", "", "".join(sealed[0])) == re.sub(r"[0-9a-f]{12,}", "", "".join(sealed[1])) != ""


@pytest.mark.slow
def test_a_closed_game_is_sent_whole_and_never_again(path: Path) -> None:
    store, outbox, _ = outbox_of(path)
    lines = closed_duel(store)
    hub = PaperHub()
    hub.connect(outbox)
    hub.rounds(outbox)
    assert {stream: record.have.state for (_, stream), record in hub.records.items()} == dict.fromkeys(STREAMS, WHOLE)
    assert next(record for (_, stream), record in hub.records.items() if stream == FULL).kept == lines
    assert store.settings_named(DONE) == {1: "yes"}
    sent = len(hub.traffic)
    _, again, _ = outbox_of(path)
    hub.connect(again)
    hub.rounds(again)
    assert len(hub.traffic) == sent


def test_a_game_of_an_earlier_version_is_closed_when_it_is_over(path: Path) -> None:
    store, outbox, _ = outbox_of(path)
    lines = closed_duel(store, closes=False)
    hub = PaperHub()
    hub.connect(outbox)
    hub.rounds(outbox)
    assert next(record for (_, stream), record in hub.records.items() if stream == FULL).kept == lines


def test_a_game_that_is_over_and_not_closed_keeps_its_full_log(path: Path) -> None:
    store, outbox, _ = outbox_of(path)
    with store.new() as kept:
        game = played(duel(kept), 3)
        hub = PaperHub()
        hub.connect(outbox)
        hub.rounds(outbox)
        assert game.over
        assert {stream for _, stream in hub.records} == {TOLD, SEALED}
        game.close("table")
        hub.rounds(outbox)
    assert {stream for _, stream in hub.records} == {*STREAMS}


def test_a_game_has_one_name_from_its_first_line_on(path: Path) -> None:
    store, outbox, _ = outbox_of(path)
    with store.new() as kept:
        game = begun(kept)
        outbox.refresh()
        named = store.settings(1)[GAME_ID]
        played(game, 1, 5)
        outbox.refresh()
    _, again, _ = outbox_of(path)
    again.refresh()
    assert store.settings(1)[GAME_ID] == named


@pytest.mark.slow
def test_a_restored_backup_forks_and_goes_on_under_a_name_that_has_its_parent(path: Path, tmp_path: Path) -> None:
    store, outbox, said = outbox_of(path)
    hub, backup = PaperHub(), tmp_path / "backup.db"
    hub.connect(outbox)
    with store.new() as kept:
        game = played(begun(kept), 2, 30)
        hub.rounds(outbox)
        store.engine.dispose()
        shutil.copy(path, backup)
        played(game, 3, 30)
        hub.rounds(outbox)
    (before,) = {game for game, _ in hub.records}
    first = list(hub.records[before, TOLD].kept)
    assert said == []

    store, outbox, said = outbox_of(backup)
    hub.connect(outbox)
    hub.rounds(outbox)
    settings = store.settings(1)
    assert settings[PARENT] == before != settings[GAME_ID]
    assert hub.records[before, TOLD].kept == first
    assert hub.records[settings[GAME_ID], TOLD].upto > 0
    assert f'"parent": "{before}"' in "\n".join(hub.traffic)
    assert len(said) == 1
    assert before in said[0]


def test_a_log_that_cannot_be_read_keeps_no_other_back(path: Path) -> None:
    store, outbox, said = outbox_of(path)
    store.append(None, 0, "", ['{"game":"chess","setup":{},"seats":[]}'])
    with store.new() as kept:
        played(begun(kept), 1, 3)
    hub = PaperHub()
    hub.connect(outbox)
    hub.rounds(outbox)
    assert len({game for game, _ in hub.records}) == 1
    assert len(said) == 1
    assert "game 1 is not sent" in said[0]


@pytest.mark.slow
def test_games_from_before_are_sent_a_few_at_a_time(path: Path) -> None:
    store, outbox, _ = outbox_of(path)
    for seed in range(9):
        with store.new() as kept:
            played(begun(kept), seed, 12)
    hub = PaperHub()
    hub.connect(outbox)
    hub.rounds(outbox, 20)
    assert len({game for game, _ in hub.records}) == 9
    assert outbox.behind == 0


def test_nothing_is_read_twice_while_nothing_grows(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store, outbox, _ = outbox_of(path)
    with store.new() as kept:
        played(begun(kept), 1, 10)
    outbox.refresh()
    outbox.refresh()

    def read(*given: object) -> None:
        raise AssertionError(f"read again: {given}")

    monkeypatch.setattr(store, "since", read)
    outbox.refresh()
