"""A game read back: the state and the board after every line, as far as a role may know them."""

import json
from pathlib import Path

import pytest
from hosting import FORCES, answers, hosted, keys
from table_game import Player, begun, played

from tablecam.base.errors import BadFile
from tablecam.game.change_plan import fold
from tablecam.game.hosting.log_view import NOBODY
from tablecam.game.log import read_log
from tablecam.game.replay.archive import Archive, write_visible_log
from tablecam.game.replay.recorded_game import WHOLE, RecordedGame
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.books.catalogue import BOOKS
from tablecam.storage.database import open_database
from tablecam.storage.game_store import GameStore, read_game


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> GameStore:
    return GameStore(open_database(str(tmp_path_factory.mktemp("kept") / "games.db")))


@pytest.fixture(scope="module")
def whole(store: GameStore) -> Player:
    """Game 1, which is over."""
    return played(store, seed=6, turns=4)


@pytest.fixture
def past(whole: Player, store: GameStore) -> RecordedGame:
    return RecordedGame.read(store.read(1), {}, BOOKS)


@pytest.mark.slow
def test_the_state_after_every_line_is_the_fold_of_the_log_as_it_stood_then(
    past: RecordedGame, store: GameStore
) -> None:
    texts = store.read(1)
    for number in range(1, len(texts) + 1, 97):
        assert past.get_state(number) == fold(past.system, read_log(texts[:number]))
    assert past.state == fold(past.system, past.log)


@pytest.mark.slow
def test_lines_that_were_taken_back_have_the_state_that_they_had(store: GameStore) -> None:
    player = begun(store, seed=2)
    for _ in range(40):
        player.one_answer()
    before, reached = player.game.log.last, player.game.state
    player.game.undo()
    player.game.redo()
    while player.game.state == reached:
        player.game.undo()
    past = RecordedGame.read(store.read(player.game.sink.id), {}, BOOKS)
    assert past.get_state(before) == reached
    assert past.state == player.game.state != reached
    texts = store.read(player.game.sink.id)
    for number in range(before, past.log.last + 1):
        assert past.get_state(number) == fold(past.system, read_log(texts[:number]))


@pytest.mark.slow
def test_a_board_is_the_one_that_was_measured_last(past: RecordedGame) -> None:
    known = past.view_as(WHOLE)
    measured = [number for number in past.log.live if getattr(past.log[number], "position", "")]
    for number in measured[:: len(measured) // 12]:
        for at in (number, number + 1):
            snapshot = known.snapshot(at)
            assert snapshot is not None
            assert len(snapshot.models) == 12
    moved = next(number for number in measured if past.log.question(number)["kind"] == "Move")
    model, end = past.log.question(moved)["model"], past.log[moved].answer["end"]
    there = known.snapshot(moved).model(model)
    assert (there.x_in, there.y_in) == pytest.approx(end[:2], abs=1e-3)


@pytest.mark.slow
def test_a_game_without_measurements_shows_the_places_that_it_remembers(tmp_path: Path) -> None:
    host = hosted(tmp_path)
    host.begin({"forces": FORCES})
    answers(host, 4, 60)
    with Archive(host.store, BOOKS).reading(1) as past:
        known = past.view_as(NOBODY)
        assert known.snapshot(1) is None
        last = known.snapshot(len(known.lines))
        standing = {name for name, each in past.state.fighters.items() if each.place}
    assert {each.model.id for each in last.models if last} == standing if standing else last is None


@pytest.mark.slow
def test_what_a_seat_knows_has_no_line_state_or_file_of_the_others_orders(tmp_path: Path) -> None:
    told = []
    for order in ("overwatch", "snap-fire"):
        folder = tmp_path / order
        folder.mkdir()
        host = hosted(folder)
        host.begin({"forces": FORCES, "rules": {"deployed": True}})
        for seat, given in (("red", order), ("blue", "snap-fire")):
            question = keys(host, seat)[0]
            orders = dict.fromkeys(question["ask"]["items"], given)
            host.answer(seat, {"key": question["key"], "raw": orders})
        with Archive(host.store, BOOKS).reading(1) as past:
            for seat in ("blue", NOBODY):
                known = past.view_as(seat)
                moments = [known.moment(number) for number in range(1, len(known.lines) + 1)]
                told.append((seat, json.dumps([(each.line, each.state, each.heading) for each in moments])))
                told.append((seat, write_visible_log(known)))
            assert order in write_visible_log(past.view_as("red"))
    assert told[:4] == told[4:]
    assert "hidden" in told[0][1]


@pytest.mark.slow
def test_a_role_counts_its_own_lines(past: RecordedGame) -> None:
    known = past.view_as("blue")
    assert len(known.lines) < past.log.last
    assert [line["n"] for line in known.lines] == list(range(1, len(known.lines) + 1))
    assert known.moment(len(known.lines)).number == len(known.lines)
    for number in (0, len(known.lines) + 1):
        with pytest.raises(IllegalAnswer, match=f"no line {number}"):
            known.moment(number)


@pytest.mark.slow
def test_an_answer_about_sight_says_who_looked_at_whom(past: RecordedGame) -> None:
    known = past.view_as(WHOLE)
    looks = [n for n in range(1, past.log.last + 1) if known.moment(n).sight]
    assert looks
    assert all(known.lines[n - 1]["kind"] == "answer" for n in looks)
    assert past.log.question(looks[0])["viewer"] == known.moment(looks[0]).sight["viewer"]


@pytest.mark.slow
def test_a_game_is_over_when_nothing_more_is_asked(whole: Player, store: GameStore) -> None:
    texts = store.read(1)
    assert RecordedGame.read(texts, {}, BOOKS).over
    half = RecordedGame.read(texts[: len(texts) // 2], {}, BOOKS)
    assert not half.over
    half.grow(texts[len(texts) // 2 :])
    assert half.over


def test_the_archive_follows_a_game_that_goes_on(tmp_path: Path) -> None:
    host = hosted(tmp_path)
    host.begin({"forces": FORCES})
    archive = Archive(host.store, BOOKS)
    with archive.reading(1) as past:
        before = len(past.view_as("red").lines)
    answers(host, 1, 10)
    with archive.reading(1) as past, host.reading() as open_game:
        assert past.log.lines == open_game.game.log.lines
        assert past.view_as("red").lines == open_game.logs["red"].lines
        assert len(past.view_as("red").lines) > before
    with pytest.raises(BadFile, match="has no game 9"), archive.reading(9):
        pass


@pytest.mark.slow
def test_the_file_of_a_game_can_be_taken_in_again(past: RecordedGame, store: GameStore, tmp_path: Path) -> None:
    (tmp_path / "game.jsonl").write_text(write_visible_log(past.view_as(WHOLE)), encoding="utf-8")
    assert read_game(tmp_path / "game.jsonl") == store.read(1)
    (tmp_path / "blue.jsonl").write_text(write_visible_log(past.view_as("blue")), encoding="utf-8")
    assert len(read_game(tmp_path / "blue.jsonl")) == len(past.view_as("blue").lines)
