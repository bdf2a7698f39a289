"""Names that players typed stand wherever a side is named: in questions, log, refusals and results, for every role."""

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from hosting import answers, game, hosted, keys, one_answer
from made_languages import shipped

from tablecam.base.i18n import speaking
from tablecam.game.hosting.commands import abandon, concede
from tablecam.game.hosting.game_host import GameHost
from tablecam.rules.ask import IllegalAnswer
from tablecam.rules.books.side_names import withholding_names

ROLES = ("table", "red", "blue", "umpire", "spectator")
NAMES = {"red": " Anna  Lind ", "blue": "<b>Ben</b> {who}"}
SHOWN = ("Anna Lind", "<b>Ben</b> {who}")
BOOKS = ("urban-war", "urr", "urban-operations")
# what Urban Operations calls two kinds of events, whoever plays
EVENT_COLOURS = re.compile(r"Red: played at once")
SEAT_WORD = re.compile(r"\b(Red|Blue|Rot|Blau)\b")


def begin(folder: Path, book: str, **more: Any) -> GameHost:
    host = hosted(folder)
    forces = {"forces": {"red": "harbour-watch", "blue": "tunnel-kin"}} if book == "urban-war" else {}
    host.begin({"book": book, **forces, **more})
    return host


def all_told(host: GameHost) -> str:
    """All that any role reads of a game, and the list of games, without the tags that logs keep."""
    told: list[Any] = [(host.view_for(role), host.log(role, None, 0)) for role in ROLES]
    rows = [{key: value for key, value in row.items() if key != "tags"} for row in host.list_games()]
    return EVENT_COLOURS.sub("", json.dumps([told, rows], default=str))


@pytest.mark.parametrize("book", BOOKS)
def test_no_text_of_a_game_names_a_seat_whose_player_has_typed_a_name(tmp_path: Path, book: str) -> None:
    host = begin(tmp_path, book, players=NAMES)
    chance = random.Random(3)
    for _ in range(20):
        for _ in range(5):
            if not game(host)["over"]:
                one_answer(host, chance)
        told = all_told(host)
        assert not SEAT_WORD.search(told), SEAT_WORD.search(told)
    assert all(json.dumps(name)[1:-1] in told for name in SHOWN)
    host.close()


def test_a_seat_without_a_typed_name_is_named_in_the_readers_language(tmp_path: Path) -> None:
    host = begin(tmp_path, "urban-war")
    answers(host, 2, 40)
    with speaking(shipped(tmp_path).translations("de")):
        german = all_told(host)
    assert not re.search(r"\b(Red|Blue)\b", german)
    assert re.search(r"\bRot\b", german)
    assert re.search(r"\bRed\b", all_told(host))
    host.close()


def test_a_refusal_and_a_concession_name_the_players(tmp_path: Path) -> None:
    host = begin(tmp_path, "urban-war", players=NAMES)
    key = keys(host, "red")[0]["key"]
    with pytest.raises(IllegalAnswer, match=r"no longer open|Anna Lind"):
        host.answer("blue", {"key": key, "raw": {}})
    host.do(concede, "blue", {})
    log = host.log("table", None, 0)
    assert log
    assert any("<b>Ben</b> {who} concedes" in line["text"] for line in log["lines"])
    result = game(host)["result"]
    assert result["headline"] == "Anna Lind wins"
    host.close()


def test_a_line_that_a_seat_breaks_off_names_its_player(tmp_path: Path) -> None:
    host = begin(tmp_path, "urban-war", players=NAMES)
    host.do(abandon, "umpire", {"why": "<i>knocked</i>"})
    log = host.log("spectator", None, 0)
    assert log
    assert any(line["text"].startswith("Umpire breaks off") for line in log["lines"])
    host.close()


def test_what_goes_further_than_the_table_has_no_typed_name(tmp_path: Path) -> None:
    host = begin(tmp_path, "urban-war", players=NAMES)
    answers(host, 2, 40)
    with withholding_names():
        told = all_told(host)
    assert not any(json.dumps(name)[1:-1] in told for name in SHOWN)
    assert "Red" in told
    # and what was made with names before and after is not mixed up with it
    assert "Anna Lind" in all_told(host)
    host.close()


@pytest.mark.parametrize("players", [["Anna"], {"green": "Anna"}, {"red": 7}])
def test_names_for_what_is_no_seat_are_refused_with_an_example(tmp_path: Path, players: Any) -> None:
    with pytest.raises(IllegalAnswer, match=r'name the players by their seats: \{"players": \{"red"'):
        begin(tmp_path, "urban-operations", players=players)
