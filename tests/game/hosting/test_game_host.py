"""One game on a server: what each role is told, commands that come late, and a game that outlives its server."""

import json
import random

import pytest
from hosting import BLUE, FORCES, RED, STANDING, answers, choose, game, hosted, initiative, keys, one_answer, orders

from tablecam.game.hosting import commands
from tablecam.game.hosting.game_host import GameHost
from tablecam.rules.ask import IllegalAnswer
from tablecam.storage.line_store import LogTaken

ROLES = ("table", "red", "blue", "umpire", "spectator")


def test_before_a_game_there_is_none(tmp_path) -> None:
    host = hosted(tmp_path)
    assert host.view_for("table") == {"game": None}
    assert host.log("table", None, 0) is None
    with pytest.raises(IllegalAnswer, match="no game is in progress"):
        host.answer("red", {"key": "1.2.0", "raw": [7]})


def test_every_role_gets_the_game_as_json(host: GameHost) -> None:
    for role in ROLES:
        assert json.loads(json.dumps(game(host, role), allow_nan=False))["role"] == role


def test_an_answer_goes_to_the_question_that_its_key_names(host: GameHost) -> None:
    orders(host)
    red, blue = (keys(host, seat)[0] for seat in ("red", "blue"))
    host.answer("blue", {"key": blue["key"], "raw": [3], "source": "dice pad"})
    host.answer("red", {"key": red["key"], "raw": [9], "source": "dice pad"})
    assert game(host)["heading"].endswith("Red rolls 9 and Blue rolls 3 for initiative: Red wins")


def test_an_answer_that_comes_twice_is_refused_and_changes_nothing(host: GameHost) -> None:
    orders(host)
    said = {"key": keys(host, "red")[0]["key"], "raw": [9], "source": "dice pad"}
    host.answer("red", said)
    before = host.view_for("table")
    with pytest.raises(IllegalAnswer, match="no longer open"):
        host.answer("red", said)
    assert host.view_for("table") == before


def test_a_key_of_another_game_names_nothing_in_this_one(host: GameHost) -> None:
    old = keys(host, "red")[0]["key"]
    host.begin({**STANDING, "instead": True})
    assert keys(host, "red")[0]["key"] != old
    with pytest.raises(IllegalAnswer, match="no longer open"):
        host.answer("red", {"key": old, "raw": dict.fromkeys(RED, "snap-fire")})


def test_no_seat_answers_for_the_other_and_a_spectator_for_nobody(host: GameHost) -> None:
    orders(host)
    for role in ("blue", "umpire", "spectator"):
        question = next(each for each in game(host, role)["questions"] if each["seat"] == "red")
        assert not question["mine"]
        with pytest.raises(IllegalAnswer, match="for Red to answer"):
            host.answer(role, {"key": question["key"], "raw": [9]})


def test_a_side_ends_its_own_moves(host: GameHost) -> None:
    initiative(host)
    choose(host, "red", "ida")
    choose(host, "red", "rush")
    (move,) = game(host, "blue")["questions"]
    assert move["kind"] == "Move"
    assert not move["mine"]
    with pytest.raises(IllegalAnswer, match="for Red to answer"):
        host.answer("blue", {"key": move["key"], "raw": 3.0})
    choose(host, "red", 3.0, source="keypad")
    assert game(host)["last"]["text"] == "Ida has moved 3″"


def test_the_shared_tablet_answers_for_both_and_the_log_says_for_whom(host: GameHost) -> None:
    orders(host)
    choose(host, "table", [9])
    choose(host, "table", [3])
    with host.reading() as open_game:
        assert open_game
        given = [open_game.game.log[line].by for line in open_game.game.acts.done]
    assert given == ["red", "blue", "red", "blue"]


def test_at_the_shared_tablet_a_private_question_is_answered_as_its_seat(host: GameHost) -> None:
    initiative(host)
    assert game(host)["questions"] == []
    assert game(host)["waits"] == "red"
    held = host.private("red")
    (question,) = held["questions"]
    order = {"label": "Order", "value": "Snap-fire", "kind": "own"}
    assert {each["model"]: each["counters"] for each in held["hidden"]} == {model: [order] for model in RED}
    assert question["text"] == "Which model is activated?"
    host.answer("table", {"key": question["key"], "raw": "ida", "seat": "red"})
    assert game(host)["heading"] == "Red: Ida is activated"


def test_a_model_named_aloud_is_activated_without_a_look_at_what_its_side_is_asked(host: GameHost) -> None:
    initiative(host)
    for role in ("blue", "umpire", "spectator"):
        with pytest.raises(IllegalAnswer, match="its own models"):
            host.do(commands.name, role, {"model": "ida"})
    host.do(commands.name, "table", {"model": "ida"})
    assert game(host)["heading"] == "Red: Ida is activated"
    assert host.private("red")["questions"] == []


def acted(host: GameHost) -> str:
    """Ida has rushed, and red is asked what now; the key of that."""
    initiative(host)
    for raw in ("ida", "rush", 3.0):
        choose(host, "red", raw, source="keypad")
    question = game(host)["questions"][0]
    assert (question["text"], question["announce"]["after"]) == ("Ida has acted: what now?", question["key"])
    return str(question["key"])


def test_naming_the_next_model_at_the_shared_tablet_ends_the_action_before(host: GameHost) -> None:
    host.do(commands.name, "table", {"model": "anvil", "after": acted(host)})
    assert game(host)["heading"] == "Blue: Anvil is activated"
    host.do(commands.undo, "table", {"line": game(host)["last"]["line"]})
    assert game(host)["last"]["text"] == "Red: End the action"


def test_where_the_next_cannot_be_named_the_action_has_ended_all_the_same(host: GameHost) -> None:
    key = acted(host)
    host.do(commands.name, "table", {"model": "ida", "after": key})
    assert game(host)["last"]["text"] == "Red: End the action"
    assert game(host)["waits"] == "blue"


def test_only_the_end_of_an_action_is_answered_by_naming_the_next(host: GameHost) -> None:
    key = acted(host)
    choose(host, "red", "follow-up")
    with pytest.raises(IllegalAnswer, match="no longer open"):
        host.do(commands.name, "table", {"model": "anvil", "after": key})
    with pytest.raises(IllegalAnswer, match="another question is open"):
        host.do(commands.name, "table", {"model": "anvil", "after": game(host)["questions"][0]["key"]})
    with pytest.raises(IllegalAnswer, match="do not name"):
        host.do(commands.name, "blue", {"model": "anvil", "after": game(host)["questions"][0]["key"]})


def test_a_refusal_to_name_tells_nothing_of_what_lies_face_down(host: GameHost) -> None:
    orders(host, ida="overwatch")
    choose(host, "red", [9])
    choose(host, "blue", [3])
    choose(host, "red", "first")
    before, said = host.view_for("table"), set()
    for model in ("ida", "anvil"):
        with pytest.raises(IllegalAnswer) as refused:
            host.do(commands.name, "table", {"model": model})
        said.add(str(refused.value).replace(model.capitalize(), "X").replace("Blue", "Red"))
    assert said == {"do not name X now: Red looks at its own counters and chooses in private"}
    assert host.view_for("table") == before


def test_the_app_rolls_where_dice_are_asked_for_and_nowhere_else(host: GameHost) -> None:
    orders(host)
    host.answer("red", {"key": keys(host, "red")[0]["key"], "app_dice": True})
    assert game(host)["last"]["text"].startswith("Red rolls ")
    choose(host, "blue", [10 if " 10 " not in game(host)["last"]["text"] else 9])
    with pytest.raises(IllegalAnswer, match="only where the game asks"):
        host.answer("table", {"key": keys(host, "table")[0]["key"], "app_dice": True})


def test_a_measurement_of_the_client_s_own_is_never_the_table_s(host: GameHost) -> None:
    initiative(host)
    choose(host, "red", "ida")
    choose(host, "red", "rush")
    with pytest.raises(IllegalAnswer, match="no camera"):
        choose(host, "red", {"length_in": 1.0}, source="table")


def test_a_game_in_progress_is_not_left_by_mistake(host: GameHost) -> None:
    with pytest.raises(IllegalAnswer, match="game 1 is in progress"):
        host.begin(STANDING)
    with pytest.raises(IllegalAnswer, match="game 1 is in progress"):
        host.open({"game": 2})
    assert host.begin({**STANDING, "instead": True}) == 2
    assert host.open({"game": 1, "instead": True}) == 1


@pytest.mark.slow
def test_another_server_does_not_go_on_with_it_before_it_is_put_away(host: GameHost, tmp_path) -> None:
    other = hosted(tmp_path)
    with pytest.raises(LogTaken):
        other.open({"game": 1})
    assert not other.go_on()
    host.close()
    assert other.open({"game": 1}) == 1


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_after_a_power_cut_the_same_is_asked_and_the_same_is_known(seed: int, tmp_path) -> None:
    host = hosted(tmp_path)
    host.begin({"forces": FORCES})
    answers(host, seed, 60 + 35 * seed)
    before = [(host.view_for(role), host.log(role, None, 0)) for role in ROLES]
    host.close()
    again = hosted(tmp_path)
    assert again.go_on()
    assert [(again.view_for(role), again.log(role, None, 0)) for role in ROLES] == before


def test_how_a_game_asks_outlives_its_server_and_is_its_own(host: GameHost, tmp_path) -> None:
    host.do(commands.settings, "table", {"ask_facts": True})
    host.close()
    again = hosted(tmp_path)
    again.go_on()
    assert game(again)["ask_facts"]
    again.begin({**STANDING, "instead": True})
    assert not game(again)["ask_facts"]
    again.open({"game": 1, "instead": True})
    again.do(commands.settings, "table", {"ask_facts": False})
    again.close()
    again.open({"game": 1})
    assert not game(again)["ask_facts"]


def test_a_game_that_is_closed_is_not_gone_on_with_and_one_that_is_only_over_waits_for_its_result(
    host: GameHost, tmp_path
) -> None:
    host.do(commands.concede, "red", {})
    host.close()
    again = hosted(tmp_path)
    assert again.go_on()
    assert (game(again)["over"], game(again)["closed"]) == (True, False)
    again.put_game_away("table", {"number": game(again)["number"]})
    assert not again.go_on()
    with pytest.raises(IllegalAnswer, match="game 1 is closed"):
        again.open({"game": 1})
    assert again.list_games()[0]["id"] == 1


@pytest.mark.slow
@pytest.mark.parametrize("role", ROLES)
def test_a_screen_that_comes_back_gets_exactly_what_it_lacks(role: str, tmp_path) -> None:
    host, chance = hosted(tmp_path), random.Random(5)
    host.begin({"forces": FORCES})
    had: list[dict] = []
    for _ in range(120):
        one_answer(host, chance)
        if chance.random() < 0.3 and (told := host.log(role, 1, len(had))):
            assert told["from"] == len(had) + 1
            had += told["lines"]
    had += (host.log(role, 1, len(had)) or {"lines": []})["lines"]
    assert had == host.log(role, None, 0)["lines"]
    assert [each["n"] for each in had] == list(range(1, len(had) + 1))
    assert host.log(role, 1, len(had)) is None


@pytest.mark.parametrize("had", [(1, 10_000), (2, 3), (1, -4), (None, 7)])
def test_a_screen_that_says_nonsense_of_what_it_has_gets_all(host: GameHost, had) -> None:
    assert host.log("red", *had)["from"] == 1


def test_refusals_name_models_as_players_do(host: GameHost) -> None:
    with pytest.raises(IllegalAnswer, match="must name each of Brandt, Ida"):
        choose(host, "red", {"ida": "snap-fire"})


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({}, "name a force"),
        ({"forces": {"red": "harbour-watch", "blue": "nobody"}}, "there is no force nobody"),
        ({"forces": FORCES, "rules": {"shok": True}}, "no house rule shok"),
        ({"forces": FORCES, "rules": {"shock": "perhaps"}}, "cannot be played"),
        ({"forces": FORCES, "tags": {"Place": 7}}, "tags must map names to words"),
        ({"forces": {"red": "harbour-watch", "blue": "harbour-watch"}}, "give each model its own id"),
    ],
)
def test_a_game_that_cannot_be_played_is_refused_and_nothing_is_kept(said, sentence: str, tmp_path) -> None:
    host = hosted(tmp_path)
    with pytest.raises(IllegalAnswer, match=sentence):
        host.begin(said)
    assert host.view_for("table") == {"game": None}
    assert host.list_games() == []


def test_a_game_of_any_book_is_begun_as_a_pairing(tmp_path) -> None:
    host = hosted(tmp_path)
    assert all(book["club_events"] for book in host.setups.list_books()["books"])
    host.begin({"book": "urr", "tags": {"Club night": "1", "Round": "1", "Red entrant": "ann", "Blue entrant": "bob"}})
    with host.reading() as open_game:
        assert open_game
        assert open_game.game.log.header.tags["Club night"] == "1"


def test_the_forces_and_house_rules_that_there_are_are_listed(tmp_path) -> None:
    books = {book["name"]: book for book in hosted(tmp_path).setups.list_books()["books"]}
    assert list(books)[:3] == ["urban-war", "urr", "urban-operations"]
    listed = books["urban-war"]
    watch = next(each for each in listed["forces"] if each["name"] == "harbour_watch")
    assert [each["id"] for each in watch["models"]] == list(RED)
    assert f"{sum(each['points'] for each in watch['models'])} points" in watch["facts"]
    shock = next(each for each in listed["rules"] if each["key"] == "shock")
    assert (shock["kind"], shock["default"]) == ("flag", None)
    assert (shock["title"], shock["group"], shock["words"]) == ("Shock", "The rules", {"null": "As the rules in use"})
    assert set(BLUE) <= {model["id"] for force in listed["forces"] for model in force["models"]}
