"""The battle report: one file that needs nothing else, with every turn drawn and told."""

import re
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from table_game import Player, begun, played

from tablecam.game.dice_statistics import luck
from tablecam.game.log import AnswerLine
from tablecam.game.replay.archive import Archive
from tablecam.game.replay.battle_report import assign_codes, day, report
from tablecam.game.replay.game_statistics import chapters, ways
from tablecam.game.replay.photographs import Photographs
from tablecam.game.replay.recorded_game import WHOLE, RecordedGame
from tablecam.rules.books.catalogue import BOOKS
from tablecam.storage.database import open_database
from tablecam.storage.game_store import GameStore

VOID = {"meta", "link", "input", "br", "img"}
NASTY = "<script>alert('x')</script> & \"Sons\""


class Read(HTMLParser):
    """What a browser would make of it: nesting, elements with their attributes, and the text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.said = ""
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.said += data

    def count(self, tag: str) -> int:
        return sum(each == tag for each, _ in self.elements)


@pytest.fixture(scope="module")
def player(tmp_path_factory: pytest.TempPathFactory) -> Player:
    store = GameStore(open_database(str(tmp_path_factory.mktemp("kept") / "games.db")))
    return played(store, {"tags": {"Red": NASTY, "Blue": "Kin", "Place": "<b>Club</b>"}}, seed=6, turns=4)


@pytest.fixture(scope="module")
def past(player: Player) -> RecordedGame:
    kept = player.game.sink
    return RecordedGame.read(kept.store.read(kept.id), {"ida": "Ida <the Eye>"}, BOOKS)


@pytest.fixture(scope="module")
def text(past: RecordedGame) -> str:
    return report(past.view_as(WHOLE), "20 November 2026")


@pytest.mark.slow
def test_nothing_that_was_typed_becomes_markup(text: str) -> None:
    read = Read(text)
    assert read.count("script") == read.count("b") - text.count("<li><b>") == 0
    assert f"{NASTY} against Kin" in read.said
    assert "<b>Club</b>" in read.said
    assert "Ida <the Eye>" in read.said


@pytest.mark.slow
def test_it_asks_for_nothing_outside_itself(text: str) -> None:
    for tag, attributes in Read(text).elements:
        asked = {name: value for name, value in attributes.items() if name in ("src", "href", "srcset", "data")}
        assert asked in ({}, {"href": "data:,"}), tag
        assert not any(name.startswith("on") for name in attributes)
    style = re.search(r"<style>(.*?)</style>", text, re.DOTALL)[1]
    assert "url(" not in style
    assert "@import" not in style
    assert "@media print" in style


@pytest.mark.slow
def test_a_question_mark_opens_the_help_and_is_not_printed(text: str) -> None:
    assert text.count('<details class="help"><summary aria-label="What can I do here?"') == 1
    assert "Every turn is a chapter" in Read(text).said
    assert ".help { display: none; }" in text.split("@media print", 1)[1]


@pytest.mark.slow
def test_the_header_has_who_when_and_how_it_ended(text: str, past: RecordedGame) -> None:
    said = Read(text).said
    assert "20 November 2026" in said
    assert "Blue wins: Red concedes." in said
    for side in past.seats:
        lost, of = past.state.losses(side)
        assert f"{lost} of {of}" in said


@pytest.mark.slow
def test_every_turn_is_drawn_and_read_aloud(text: str, past: RecordedGame) -> None:
    known = past.view_as(WHOLE)
    titles = [known.game.book.turn_title(chapter.turn) for chapter in chapters(known)]
    assert titles[-4:] == ["Turn 1", "Turn 2", "Turn 3", "Turn 4"]
    read = Read(text)
    assert read.count("svg") >= 3
    assert "is activated" in read.said
    assert all(read.said.count(f"{title}Turn") <= 1 for title in titles)


@pytest.mark.slow
def test_every_roll_has_its_sum_in_the_sentence_and_its_clauses_a_tap_away(text: str, past: RecordedGame) -> None:
    known = past.view_as(WHOLE)
    rolled = [
        (number, sum)
        for number in past.log.live
        if isinstance(line := past.log[number], AnswerLine)
        and (sum := past.phrases.describe_sum(past.log.question(number), line.answer, known.log_view.names))
        and past.log.question(number).get("check")
    ]
    assert len(rolled) > 10
    said = Read(text).said
    # once where it is told, once with its clauses
    assert all(said.count(sum) >= 2 for _number, sum in rolled)
    for number, _sum in rolled:
        clauses = {known.lines[number - 1]["clause"], *(each["clause"] for each in known.log_view.reasons(number))}
        assert all(clause in said for clause in clauses)


@pytest.mark.slow
def test_each_line_of_the_log_belongs_to_one_turn(past: RecordedGame) -> None:
    found = chapters(past.view_as(WHOLE))
    numbers = [number for each in found for number in range(each.first, each.last + 1)]
    assert numbers == list(range(numbers[0], past.log.last + 1))


@pytest.mark.slow
def test_what_is_in_nobodys_force_is_not_drawn(past: RecordedGame) -> None:
    known = past.view_as(WHOLE)
    first = next(filter(None, (known.snapshot(number) for number in range(1, past.log.last))))
    codes = {placed.model.id: f"Z{number}" for number, placed in enumerate(first.models)}
    assert ">Z0<" in report(known, "", codes)
    nobodys = first.models[0].model.id
    drawn = report(known, "", {model: code for model, code in codes.items() if model != nobodys})
    assert ">Z1<" in drawn
    assert ">Z0<" not in drawn
    assert f">{nobodys}<" not in drawn


@pytest.mark.slow
def test_ways_lead_from_place_to_measured_place(past: RecordedGame, player: Player) -> None:
    known = past.view_as(WHOLE)
    ends = {model: (placed.x_in, placed.y_in) for model, placed in player.placed.items()}
    last = {model: way[-1] for chapter in chapters(known) for model, way in ways(known, chapter).items()}
    assert last
    for model, end in last.items():
        assert end == pytest.approx(ends[model], abs=0.2)


@pytest.mark.slow
def test_the_dice_are_those_of_the_statistics(text: str, past: RecordedGame) -> None:
    rows = luck(past.log)
    assert text.count('class="over"') == len([row for row in rows if row.name == "all"])
    for row in rows:
        assert f'<td class="number">{row.rolled}</td><td class="number">{row.passed}</td>' in text


@pytest.mark.slow
def test_what_was_taken_back_is_struck_through(tmp_path: Path) -> None:
    store = GameStore(open_database(str(tmp_path / "games.db")))
    player = begun(store, seed=3)
    for _ in range(30):
        player.one_answer()
    player.game.undo()
    with Archive(store, BOOKS).reading(1) as past:
        told = report(past.view_as(WHOLE), "")
        struck = past.view_as(WHOLE).lines[past.log[past.log.last].struck[0] - 1]["text"]
    assert "Taken back (taken back): <s>" in told
    assert struck in Read(told).said
    assert "The game is not over." in told


def test_a_game_that_nobody_measured_is_told_without_drawings(tmp_path: Path) -> None:
    store = GameStore(open_database(str(tmp_path / "games.db")))
    player = begun(store, seed=3)
    with Archive(store, BOOKS).reading(1) as past:
        assert Read(report(past.view_as(WHOLE), "")).count("svg") == 0
    assert player.game.log.last > 1


def test_codes_and_dates_are_as_players_write_them() -> None:
    assert assign_codes({"ann": "red", "bob": "blue", "cat": "red"}, ("red", "blue")) == {
        "ann": "A1",
        "bob": "B1",
        "cat": "A2",
    }
    assert day("2026-11-20T20:23:52+00:00") == "20 November 2026"
    assert day("") == ""


def draw_table() -> bytes:
    image = BytesIO()
    Image.new("RGB", (960, 960), "#406020").save(image, "JPEG")
    return image.getvalue()


@pytest.mark.slow
def test_photographs_show_every_turn_and_each_model(past: RecordedGame, text: str) -> None:
    known = past.view_as(WHOLE)
    lines = [number for number, line in enumerate(known.log_view.view.lines, 1) if line.get("position")]
    table = draw_table()
    photographs = Photographs(known, lines, lambda _line: table)
    read, drawn = Read(report(known, "20 November 2026", photographs=photographs)), Read(text)
    turns = sum(photographs.open_at(chapter.last) is not None for chapter in chapters(known))
    assert read.said.count("photographed from above") == turns > 2
    assert read.count("img") == len(past.phrases.people(past.state))
    assert drawn.count("img") == drawn.count("image") == 0


@pytest.mark.slow
def test_the_report_names_the_best_and_the_worst_roll(text: str) -> None:
    said = Read(text).said
    assert "Best roll" in said
    assert "Worst roll" in said
