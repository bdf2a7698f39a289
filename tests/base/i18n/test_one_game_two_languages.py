"""One game at one table, over the wire: a device reads German and centimetres, another one English and inches."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pypdfium2
import pytest
from flask.testing import FlaskClient
from hosting import answers
from whole import Whole, whole

from tablecam.base.languages import Languages
from webui import create_app

# words that no German text has, but for names
ENGLISH = re.compile(r"\b(the|and|with|rolls?|moves?|shoots?|of|is|to hit|turn|Print|sheet|Range)\b")
SHEETS = ("board", "gauge", "reference", "models")


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Whole]:
    """A game that has gone on for a while."""
    everything = whole(tmp_path_factory.mktemp("two"))
    assert everything.parts.host is not None
    answers(everything.parts.host, 3, 30)
    yield everything
    assert everything.parts.live is not None
    everything.parts.live.stop()


@pytest.fixture(scope="module")
def devices(table: Whole, german: Languages) -> tuple[FlaskClient, FlaskClient]:
    """A German device with centimetres, and one that has chosen nothing."""
    app = create_app(replace(table.parts, languages=german))
    one, other = app.test_client(), app.test_client()
    one.set_cookie("language", "de")
    one.set_cookie("unit", "cm")
    return one, other


def read(devices: tuple[FlaskClient, FlaskClient], path: str) -> tuple[str, str]:
    """What the two are sent."""
    german, english = (device.get(path) for device in devices)
    assert (german.status_code, english.status_code) == (200, 200), path
    return german.text, english.text


@pytest.mark.slow
def test_the_log_is_one_and_each_reads_it_in_their_own_words(devices: tuple[FlaskClient, FlaskClient]) -> None:
    german, english = (device.get("/api/games/1/log").json["lines"] for device in devices)
    assert [line["n"] for line in german] == [line["n"] for line in english]
    assert [line["text"] for line in german if ENGLISH.search(line["text"])] == []
    assert sum(bool(ENGLISH.search(line["text"])) for line in english) > len(english) / 4
    kept = [device.get("/api/games/1/log.jsonl").text for device in devices]
    assert kept[0] == kept[1]


@pytest.mark.slow
def test_the_game_is_one_and_each_reads_its_questions_and_lengths(devices: tuple[FlaskClient, FlaskClient]) -> None:
    german, english = (device.get("/api/game").json["game"] for device in devices)
    questions = [[(one["key"], one["text"]) for one in game["questions"]] for game in (german, english)]
    assert [key for key, _text in questions[0]] == [key for key, _text in questions[1]]
    assert all(one != other for one, other in zip(*questions, strict=True))
    assert german["heading"] != english["heading"]
    refused = [device.post("/api/game/answer", json={"question": "none"}).json["error"]["says"] for device in devices]
    assert refused[0] != refused[1]


@pytest.mark.slow
def test_reports_and_prints_are_in_the_language_of_the_device(devices: tuple[FlaskClient, FlaskClient]) -> None:
    german, english = read(devices, "/api/games/1/report.html")
    assert '<html lang="de">' in german
    assert '<html lang="en">' in english
    assert ENGLISH.search(english)
    left = re.sub(r"<(style|svg|script)\b.*?</\1>|<[^>]*>", " ", german, flags=re.DOTALL)
    assert ENGLISH.findall(left) == []
    for name in SHEETS:
        texts = [_text_of(device.get(f"/api/setup/print/a4/{name}.pdf").data) for device in devices]
        assert texts[0] != texts[1]
        assert ENGLISH.findall(texts[0]) == []
        assert "■" not in texts[0], "a letter that the font of the print does not have"


def _text_of(pdf: bytes) -> str:
    document = pypdfium2.PdfDocument(pdf)
    try:
        return " ".join(page.get_textpage().get_text_range() for page in document)
    finally:
        document.close()
