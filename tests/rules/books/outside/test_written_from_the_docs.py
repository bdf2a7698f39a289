"""Two books that were written from the documentation alone: one in Python with a bag, smoke and pools, one of data."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tablecam.base import languages
from tablecam.commands.rulebook_check import RandomPlays, check_book
from tablecam.commands.rulebook_page import PagePlayers, _draw_answer
from tablecam.commands.rulebook_texts import check_catalogues, check_words
from tablecam.rules.books.book import Book
from tablecam.rules.books.registry import find_books, find_package
from tablecam.rules.play import Play
from tablecam.rules.scenery import TemplatePlaced, TemplateShape

OUTSIDE = Path(__file__).resolve().parent
NAMES = ("fog-yard", "drum-isle")
MOST_LINES = 350


@pytest.fixture(autouse=True)
def _forget_languages() -> Iterator[None]:
    """The languages that the books bring end with each test."""
    brought = dict(languages._brought)
    yield
    languages._brought.clear()
    languages._brought.update(brought)
    languages._load_language.cache_clear()
    languages._read_page_texts.cache_clear()


def load(name: str) -> Book:
    found = find_books([OUTSIDE / name])
    assert found.broken == ()
    return found.book(name)


@pytest.mark.parametrize("name", NAMES)
def test_the_book_is_short_with_its_german(name: str) -> None:
    files = [file for file in (OUTSIDE / name).rglob("*.*") if file.suffix in (".py", ".po", ".toml")]
    assert any(file.suffix == ".po" for file in files)
    assert sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files) <= MOST_LINES


@pytest.mark.parametrize("name", NAMES)
def test_a_game_of_the_book_holds_and_every_text_is_german_too(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablecam.commands.rulebook_texts.ANSWERS", 20)
    book = load(name)
    play = RandomPlays(book, book.scenarios[0])
    assert [*play.check_game(1), *play.check_secrets(1)] == []
    assert list(check_words(book, [play.begin])) == []
    assert list(check_catalogues(find_package(book))) == []


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_the_book_passes_every_check(name: str) -> None:
    book = load(name)
    faults = {check: found for check, found in check_book(book, find_package(book), games=4) if found}
    assert faults == {}


def play_german(book: Book, folder: Path, scenario: str) -> list[str]:
    """The questions that the German tablet of a table reads, until it has answered 14."""
    players, texts, chance = PagePlayers(book, folder), [], random.Random(4)
    try:
        browser: Any = players.open_browser("table", "de")
        players.post(browser, "/api/game/new", {"book": book.name, "scenario": scenario}, 1)
        for number in range(2, 16):
            question = browser.get("/api/game").json["game"]["questions"][0]
            texts.append(question["text"])
            raw = _draw_answer(players, question["key"], chance)
            answer = players.post(browser, "/api/game/answer", {"key": question["key"], "raw": raw}, number)
            assert answer.status_code in (200, 409)
    finally:
        players.host.close()
    return texts


@pytest.mark.slow
def test_the_python_book_asks_in_german_on_the_tablet(tmp_path: Path) -> None:
    texts = play_german(load("fog-yard"), tmp_path, "riot")
    assert any(text.startswith("Was tut ") for text in texts)
    assert any(text.endswith(": Welches Modell handelt?") for text in texts)


@pytest.mark.slow
def test_the_data_book_asks_in_german_on_the_tablet(tmp_path: Path) -> None:
    texts = play_german(load("drum-isle"), tmp_path, "drums")
    assert any(text.startswith("Rot steht im Westen") for text in texts)


def test_two_hits_of_a_pool_take_a_model_out_and_the_smoke_clears_with_the_turn() -> None:
    book = load("fog-yard")
    state = book.system.new_game({"sides": {"red": ["ash"], "blue": ["bee"]}})
    rules: Any = book.system
    activate = rules.next_procedure(state).procedure
    seen = {"bee": {"visible": 1.0, "obstructions": []}}
    game = Play(
        state, rules.evolve,
        answers=[["red"], "ash", "fire", seen, {"bee": 12.0}, "bee", ["hit", "-", "5"]],
    )  # fmt: skip
    activate(game)
    assert game.state.models["bee"].out
    shape = TemplateShape("smoke", radius_in=2.5, height_in=3.0, material="smoke")
    smoke = TemplatePlaced(piece="smoke-1", shape=shape, at=(5.0, 5.0, 0.0))
    game = Play(rules.evolve(state, smoke), rules.evolve, answers=[["end"]])
    activate(game)
    assert (game.state.turn, game.state.scenery.ids) == (2, ())
