"""The texts of data books: two languages beside each other, titles in questions, sums and sentences, and cards."""

import random
from pathlib import Path

import pytest
from small_book import small_book, write_book

from tablecam.base.i18n import speaking
from tablecam.base.languages import translations
from tablecam.game.game import Game
from tablecam.game.log import InMemory
from tablecam.game.playthrough import autoplay
from tablecam.game.transcript import transcript
from tablecam.rules.books.book import Book
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.data_book.load_toml import EXAMPLES, load_book, read_form
from tablecam.rules.books.data_book.rules.reasons import of_book
from tablecam.rules.books.data_book.texts import list_texts, read_po, write_template
from tablecam.rules.books.views import dump_view
from tablecam.rules.check import Modifier
from tablecam.rules.plain import to_plain

GERMAN = translations("de")
EXAMPLE_NAMES = [path.parent.name for path in sorted(EXAMPLES.glob("*/book.toml"))]


@pytest.mark.parametrize("name", EXAMPLE_NAMES)
def test_every_text_of_an_example_is_translated(name: str) -> None:
    texts = [*list_texts(read_form(EXAMPLES / name / "book.toml"))]
    known = read_po(EXAMPLES / name / "de.po")
    assert [text for text in texts if text not in known] == []
    assert [text for text in known if text not in texts] == []


def test_an_example_of_at_most_300_lines_ships() -> None:
    lines = {name: len((EXAMPLES / name / "book.toml").read_text().splitlines()) for name in EXAMPLE_NAMES}
    assert lines["lantern_marsh"] <= 300


def test_titles_are_read_in_the_language_of_the_reader() -> None:
    book = BOOKS.book("lantern-marsh")
    assert str(book.title) == "Lantern Marsh"
    with speaking(GERMAN):
        assert str(book.title) == "Laternenmoor"
        assert [str(scenario.title) for scenario in book.scenarios] == ["Der Damm", "Hinterhalt"]


def test_two_books_translate_the_same_words_differently(tmp_path: Path) -> None:
    first, second = write_book(tmp_path / "a"), write_book(tmp_path / "b")
    for folder, word in ((first, "Klein"), (second, "Winzig")):
        (folder / "de.po").write_text(f'msgid "Small"\nmsgstr "{word}"\n', encoding="utf-8")
    with speaking(GERMAN):
        assert [str(load_book(folder).title) for folder in (first, second)] == ["Klein", "Winzig"]


def test_a_template_keeps_known_translations_and_lists_every_text_once(tmp_path: Path) -> None:
    form = read_form(write_book(tmp_path) / "book.toml")
    (tmp_path / "de.po").write_text(write_template(form, {"Small": 'Kl"ein\\'}), encoding="utf-8")
    assert read_po(tmp_path / "de.po") == {"Small": 'Kl"ein\\'}
    text = (tmp_path / "de.po").read_text(encoding="utf-8")
    assert text.count('msgid "moved"') == 1
    assert 'msgid "Big Ben"' not in text


def begun(book: Book, number: int = 0) -> Game[object]:
    setup = book.build_setup({}, book.scenarios[number])
    return Game.begin(book.system, setup, InMemory())


def test_the_text_of_a_whole_german_game_has_no_word_of_the_english_book() -> None:
    book = BOOKS.book("lantern-marsh")
    game = begun(book)
    for _given in autoplay(game, random.Random(2).randrange):
        pass
    english = set(list_texts(read_form(EXAMPLES / "lantern_marsh" / "book.toml"))) - {"Warden"}
    with speaking(GERMAN):
        told = transcript(book.system, game.log, book.wording(game.state))
    assert len(told) > 5000
    assert [text for text in english if len(text) > 8 and text in told] == []
    assert "Moorwache" not in told
    assert "greift" in told


def test_a_sum_names_numbers_and_conditions(tmp_path: Path) -> None:
    book = small_book(tmp_path)
    names = book.phrases.build_names(begun(book).state, {})
    modifiers = to_plain((Modifier(2, of_book("numbers", "aim")), Modifier(-1, of_book("conditions", "cover"))))
    check = {"name": "hit", "target": 6, "modifiers": modifiers, "naturals": []}
    die = {"name": "d6", "first": 1, "last": 6}
    ask = {"kind": "Roll", "seat": "red", "purpose": "hit", "action": "check", "subject": ["ann", "ben"],
           "die": die, "check": check}  # fmt: skip
    assert book.phrases.describe_question(ask, names) == "Red rolls: Ann against Big Ben, to hit"
    said = "Red rolls: Ann against Big Ben, to hit 5+ (Aim 2, cover −1, against 6): rolled 5, passes"
    assert book.phrases.describe_answer(ask, [5], "red", names) == said
    assert book.phrases.spell_question(ask, names)["check"]["modifiers"][1]["why"] == "cover"


def test_a_card_shows_numbers_weapons_and_keywords(tmp_path: Path) -> None:
    book = small_book(tmp_path)
    state = begun(book).state
    view = dump_view(book.board(book.system.get_visible_state(state, "red"), "red"))
    ann, art = view["models"]["ann"], view["models"]["art"]
    assert [(number["label"], number["value"]) for number in ann["card"]["numbers"]] == [
        ("wounds", 2), ("Aim", 2), ("Hide", 1),
    ]  # fmt: skip
    bow = ann["card"]["tables"][0]
    assert (bow["title"], [(row["label"], row["text"]) for row in bow["rows"]]) == (
        "Bow", [("Near", "6″"), ("Far", "18″"), ("Bite", "1")],
    )  # fmt: skip
    assert art["card"]["badges"] == ["Chief"]
    assert (art["left"], art["of"]) == (3, 3)


def test_the_result_names_winner_and_points(tmp_path: Path) -> None:
    book = small_book(tmp_path)
    game = begun(book)
    for _given in autoplay(game, random.Random(1).randrange):
        pass
    state = game.state
    names = book.phrases.build_names(state, {})
    view = dump_view(book.result(state, names))
    winner = "Nobody" if not view["winner"] else names(view["winner"])
    assert view["headline"] == ("A draw" if winner == "Nobody" else f"{winner} wins")
    assert view["reason"]
    assert {side["seat"]: side["cells"]["points"] for side in view["sides"]} == {
        seat: str(state.points.get(seat, 0))
        for seat in ("red", "blue")  # type: ignore[attr-defined]
    }
