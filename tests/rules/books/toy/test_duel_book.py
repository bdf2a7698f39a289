"""A book that no other file knows: registered by one row, played at the terminal and by a host, read back, reported."""

import random
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from duel_book import DUEL_BOOK, WITH_DUEL, DuelPhrases

import tablecam
from tablecam.commands.replay import replay
from tablecam.commands.umpire import umpire
from tablecam.game.hosting import commands, game_view
from tablecam.game.hosting.game_host import GameHost
from tablecam.game.playthrough import anything
from tablecam.game.replay.archive import Archive
from tablecam.game.replay.battle_report import report
from tablecam.game.replay.recorded_game import WHOLE
from tablecam.game.verify import verify
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.game_setups import GameSetups
from tablecam.storage.database import open_database
from tablecam.storage.game_store import GameStore

NEW = {"book": "duel", "scenario": "street"}
SEATS = ("red", "blue")


@pytest.fixture
def store(tmp_path: Path) -> GameStore:
    return GameStore(open_database(str(tmp_path / "games.db")))


@pytest.fixture
def host(store: GameStore) -> GameHost:
    host = GameHost(store, GameSetups(WITH_DUEL), dict)
    host.begin(NEW)
    return host


def game_of(host: GameHost, role: str = "table") -> dict[str, Any]:
    told: dict[str, Any] = host.view_for(role)["game"]
    return told


def answer(host: GameHost, seat: str, kind: str, raw: Any) -> None:
    question = next(each for each in game_of(host, seat)["questions"] if each["kind"] == kind and each["mine"])
    host.answer(seat, {"key": question["key"], "raw": raw, "source": "keypad"})


def orders(host: GameHost) -> None:
    answer(host, "red", "Assign", {"ann": "walk", "dan": "wait"})
    answer(host, "blue", "Assign", {"bob": "wait", "cat": "walk"})


def to_the_end(host: GameHost, seed: int = 1) -> None:
    chance = random.Random(seed)
    while not game_of(host)["over"]:
        with host.reading() as open_game:
            assert open_game
            question = chance.choice(open_game.game.open)
            seat = question.ask.seat or chance.choice(SEATS)
            key, raw = open_game.key(question, seat), anything(question.ask, chance.randrange)
        with suppress(IllegalAnswer):
            host.answer(seat, {"key": key, "raw": raw, "source": "keypad"})


def at_the_terminal(command: Any, folder: Path, *words: str, typed: str = "") -> Result:
    return CliRunner().invoke(command, [*words, "--db", str(folder / "games.db")], input=typed, obj=WITH_DUEL)


def test_the_usual_catalogue_has_no_such_book() -> None:
    assert list(WITH_DUEL.books) == [*BOOKS.books, "duel"]
    with pytest.raises(IllegalAnswer, match="there is no rulebook 'duel'"):
        BOOKS.book("duel")


def test_at_the_terminal_it_is_begun_answered_and_read_back(tmp_path: Path) -> None:
    said = at_the_terminal(umpire, tmp_path, "--book", "duel", typed="*=walk\n*=wait\n")
    assert said.exit_code == 0, said.output
    assert "red assign? orders of ann, dan: walk | wait" in said.stdout
    assert "OrdersGiven seat=Red" in at_the_terminal(replay, tmp_path, "1").stdout


@pytest.mark.slow
def test_at_the_terminal_it_plays_itself_and_stands_up_to_being_made_again(tmp_path: Path) -> None:
    said = at_the_terminal(umpire, tmp_path, "--book", "duel", "--scenario", "street", "--auto", "--seed", "3")
    assert said.exit_code == 0, said.output
    assert "identical: every ruling" in at_the_terminal(replay, tmp_path, "1", "--verify").stdout
    # in the words of the book, as on the page
    transcript = at_the_terminal(replay, tmp_path, "1").stdout
    assert "takes a wound" in transcript
    assert "Wounded" not in transcript
    page = tmp_path / "report.html"
    assert at_the_terminal(replay, tmp_path, "1", "--report", str(page)).exit_code == 0
    written = page.read_text(encoding="utf-8")
    assert "Standing" in written
    assert "takes a wound" in written


def test_a_side_concedes_and_the_other_has_won(host: GameHost) -> None:
    host.do(commands.concede, "table", {"seat": "red"})
    told = game_of(host)
    result = told["result"]
    assert (result["winner"], result["reason"]) == ("blue", "the other side has conceded")
    assert (told["over"], result["headline"]) == (True, "Blue wins")


def test_where_the_book_cannot_concede_nobody_is_offered_to(host: GameHost) -> None:
    assert game_of(host)["can_concede"] == ["red", "blue"]

    class Stubborn(DuelPhrases):
        def make_concession(self, state: Any, seat: str) -> None:
            return None

    with host.reading() as open_game:
        assert open_game
        open_game.book = replace(open_game.book, phrases=Stubborn())
        assert game_view.game(open_game, "table")["can_concede"] == []


def test_another_program_plays_it_and_reads_its_result() -> None:
    played = tablecam.new_game("duel", books=WITH_DUEL)
    played.play(seed=1)
    result = played.result
    assert result is not None
    assert (result.winner in ("red", "blue", ""), [side.seat for side in result.sides]) == (True, ["red", "blue"])
    assert str(result.reason) in ("the other side is gone", "time is up")
    with pytest.raises(IllegalAnswer, match="each seat needs one force"):
        tablecam.new_game("duel", books=WITH_DUEL, red="harbour_watch")


def test_it_is_offered_beside_the_others_and_needs_no_forces(host: GameHost) -> None:
    offered = host.setups.list_books()["books"]
    assert [each["name"] for each in offered] == [*BOOKS.books, "duel"]
    assert offered[-1]["forces"] == []
    assert [each["id"] for each in offered[-1]["scenarios"]] == ["street", "cursed"]
    with pytest.raises(IllegalAnswer, match="there is no scenario moon"):
        host.setups.setup({"book": "duel", "scenario": "moon"})


def test_every_seat_sees_its_own_orders_and_the_others_face_down(host: GameHost) -> None:
    orders(host)
    own, others = (game_of(host, "red")["state"]["models"][model]["counters"] for model in ("dan", "bob"))
    assert own == [{"label": "Order", "value": "wait", "kind": "own"}]
    assert others == [{"label": "Order", "value": None, "kind": "hidden"}]
    assert host.private("blue")["hidden"][0] == {
        "model": "bob",
        "counters": [{"label": "Order", "value": "wait", "kind": "own"}],
    }


def test_plain_words_ask_and_tell(host: GameHost) -> None:
    assert game_of(host, "red")["questions"][0]["text"] == "Orders"
    orders(host)
    answer(host, "red", "Choose", "ann")
    (move, offer) = game_of(host, "blue")["questions"]
    assert (move["text"], offer["text"]) == ("Ann moves, up to 6″", "Shoot at Ann")
    answer(host, "red", "Move", 4.0)
    assert any(line["text"] == "Moved model=Ann length_in=4.0" for line in host.log("red", None, 0)["lines"])


def test_an_answer_is_taken_back_and_a_die_is_disputed(host: GameHost) -> None:
    orders(host)
    answer(host, "red", "Choose", "ann")
    before = game_of(host)["state"]
    answer(host, "red", "Move", 4.0)
    last = game_of(host)["last"]
    host.do(commands.undo, "table", {"line": last["line"]})
    assert game_of(host)["state"] == before
    answer(host, "red", "Move", 4.0)
    answer(host, "red", "Ranges", {"bob": 10.0, "cat": 12.0})
    answer(host, "red", "Choose", "bob")
    answer(host, "red", "Roll", [9])
    answer(host, "blue", "Roll", [9, 9])
    assert game_of(host)["state"]["models"]["bob"]["left"] == 1
    rolled = next(
        each for each in host.log("red", None, 0)["lines"] if "to hit" in each["text"] and each["overrulable"]
    )
    host.do(commands.overrule, "red", {"line": rolled["n"], "raw": [2], "why": "it was cocked"})
    host.do(commands.agree, "blue", {"proposal": game_of(host)["proposal"]["key"]})
    assert game_of(host)["state"]["models"]["bob"]["left"] == 2


def test_a_game_to_its_end_is_resumed_read_back_verified_and_reported(host: GameHost, store: GameStore) -> None:
    to_the_end(host)
    told = game_of(host)
    assert told["result"]["reason"] in ("the other side is gone", "time is up")
    host.close()
    host.open({"game": 1})
    assert game_of(host)["result"] == told["result"]
    host.close()
    with Archive(store, WITH_DUEL).reading(1) as past:
        assert past.over
        assert verify(DUEL_BOOK.system, past.log) is None
        known = past.view_as(WHOLE)
        assert known.moment(len(known.lines)).state["models"]["ann"]["of"] == 2
        page = report(known, "2026-11-20")
    assert "Standing" in page
    assert "Turn 1" in page


def test_what_an_umpire_may_say_happened_has_a_form_of_the_events_themselves(host: GameHost) -> None:
    assert {each["name"] for each in host.list_forms()} >= {"Moved", "Wounded", "Shaken"}
