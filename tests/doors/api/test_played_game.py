"""The game's door: a rulebook's questions answered by a program, and the log kept."""

import json
from pathlib import Path

import pytest

import tablecam

FORCES = {"red": "harbour_watch", "blue": "tunnel_kin"}


@pytest.fixture
def game() -> tablecam.PlayedGame:
    return tablecam.new_game("urban-war", **FORCES)


@pytest.fixture(scope="module")
def finished() -> tablecam.PlayedGame:
    played = tablecam.new_game("urban-war", **FORCES, rules={"deployed": True})
    played.play(seed=47)
    return played


def test_questions_are_answered_as_typed_or_as_json(game: tablecam.PlayedGame) -> None:
    assert (game.book, game.seats, game.over) == ("urban-war", ("red", "blue"), False)
    assert [question.ask.seat for question in game.questions] == ["red", "blue"]
    assert game.answer("7") == ()
    assert game.answer([3]) == ("Red rolls 7 and Blue rolls 3 for the table side: Red wins",)
    assert str(game.questions[0].ask) == "table edge: near | far | left | right"


def test_a_question_is_answered_out_of_turn(game: tablecam.PlayedGame) -> None:
    game.answer([3], game.questions[1])
    assert [question.ask.seat for question in game.questions] == ["red"]


def test_an_answer_that_cannot_stand_changes_nothing(game: tablecam.PlayedGame) -> None:
    before = game.log
    with pytest.raises(tablecam.IllegalAnswer, match="a d10 shows"):
        game.answer([77])
    asked = game.questions[0]
    game.answer([7])
    with pytest.raises(tablecam.IllegalAnswer, match="no longer open"):
        game.answer([7], asked)
    game.undo()
    assert game.log[: len(before)] == before
    with pytest.raises(tablecam.IllegalAnswer, match="nothing to take back"):
        game.undo()


@pytest.mark.slow
def test_the_same_seed_plays_the_same_game(finished: tablecam.PlayedGame) -> None:
    again = tablecam.new_game("urban-war", **FORCES, rules={"deployed": True})
    again.play(seed=47)
    assert finished.over
    assert again.log == finished.log
    assert finished.questions == ()
    with pytest.raises(tablecam.IllegalAnswer, match="the game is over"):
        finished.answer("7")


@pytest.mark.slow
def test_a_transcript_is_read_and_the_rulings_stand(finished: tablecam.PlayedGame) -> None:
    assert finished.transcript().startswith('[Game "urban-war"]\n[Red "Harbour Watch"]')
    assert " wins: " in finished.transcript().splitlines()[-1]
    assert finished.verify() is None


@pytest.mark.slow
def test_a_game_says_how_it_stands_and_how_it_ended(game: tablecam.PlayedGame, finished: tablecam.PlayedGame) -> None:
    stands, ended = game.result, finished.result
    assert isinstance(stands, tablecam.GameResultView)
    assert isinstance(ended, tablecam.GameResultView)
    assert (stands.winner, stands.reason) == ("", "")
    assert str(ended.headline) == f"{ended.winner.capitalize()} wins"
    assert [side.seat for side in ended.sides] == ["red", "blue"]
    assert {column.key for column in ended.columns} == set(ended.sides[0].cells)


@pytest.mark.slow
def test_a_game_is_saved_and_loaded(finished: tablecam.PlayedGame, tmp_path: Path) -> None:
    finished.save(tmp_path / "game.jsonl")
    loaded = tablecam.load_game(tmp_path / "game.jsonl")
    assert loaded.log == finished.log
    assert loaded.transcript() == finished.transcript()


def test_a_saved_game_goes_on(game: tablecam.PlayedGame, tmp_path: Path) -> None:
    game.answer("7")
    game.save(tmp_path / "game.jsonl")
    loaded = tablecam.load_game(tmp_path / "game.jsonl")
    assert loaded.answer("3") == game.answer("3")
    assert loaded.log == game.log


@pytest.mark.slow
def test_a_ruling_that_was_changed_is_found(finished: tablecam.PlayedGame, tmp_path: Path) -> None:
    lines = [json.loads(line) for line in finished.log]
    moved = next(line["event"] for line in lines if line.get("event", {}).get("name") == "Moved")
    moved["length_in"] += 1
    (tmp_path / "game.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    difference = tablecam.load_game(tmp_path / "game.jsonl").verify()
    assert difference
    assert "the rules now say" in difference


def test_a_seat_knows_what_it_may(game: tablecam.PlayedGame) -> None:
    assert isinstance(game.view("red"), dict)
    with pytest.raises(tablecam.IllegalAnswer, match="there is no seat green, only red and blue"):
        game.view("green")


@pytest.mark.parametrize(
    ("book", "forces", "sentence"),
    [
        ("urban-war", {"red": "harbour_watch"}, "each seat needs one force"),
        ("urban-war", {**FORCES, "green": "tunnel_kin"}, "each seat needs one force"),
        ("urban-war", {**FORCES, "red": "nobody"}, "nobody is neither a file nor a starter team"),
        ("urban-piece", FORCES, "there is no rulebook 'urban-piece'"),
        ("urban-war", {**FORCES, "rules": {"shok": True}}, "there is no house rule shok"),
    ],
)
def test_what_cannot_be_begun_is_one_sentence(book: str, forces: dict, sentence: str) -> None:
    with pytest.raises(tablecam.TablecamError, match=sentence):
        tablecam.new_game(book, **forces)


def test_a_force_is_a_file_too(tmp_path: Path) -> None:
    (tmp_path / "empty.toml").write_text('name = "Nobody"\n')
    with pytest.raises(tablecam.BadFile, match=r"empty\.toml"):
        tablecam.new_game("urban-war", red=tmp_path / "empty.toml", blue="tunnel_kin")


def test_a_log_that_is_no_log(tmp_path: Path) -> None:
    (tmp_path / "game.jsonl").write_text("hello\n")
    with pytest.raises(tablecam.BadFile):
        tablecam.load_game(tmp_path / "game.jsonl")
    with pytest.raises(tablecam.BadFile):
        tablecam.load_game(tmp_path / "nowhere.jsonl")
