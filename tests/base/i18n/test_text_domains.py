"""A text is translated by the catalogue of the book that makes it, else by the core's, and by no other book's."""

import importlib
import json
import random
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pypdfium2
import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from flask.testing import FlaskClient
from hosting import Table

from hardware.gauge import gauge_pdf
from hardware.sheet import PAPERS
from tablecam.base.i18n import CORE, Message, get_domain, speaking
from tablecam.base.languages import Languages
from tablecam.game.hosting.game_host import GameHost
from tablecam.game.playthrough import autoplay
from tablecam.game.replay.archive import Archive
from tablecam.game.replay.battle_report import report
from tablecam.game.replay.recorded_game import WHOLE
from tablecam.game.transcript import transcript
from tablecam.rules.books.book import Book
from tablecam.rules.books.catalogue import BOOKS, Catalogue
from tablecam.rules.books.game_setups import GameSetups
from tablecam.rules.books.views import dump_view
from tablecam.storage.database import open_database
from tablecam.storage.game_store import GameStore
from tablecam.table.miniature import Roster
from webui import create_app
from webui.server.dependencies import Dependencies

ROOT = Path(__file__).resolve().parents[3]
# what both books say, each with its own translations; "Passed" is a word of the core's too, and "Undo" the core's alone
TOY = """
from dataclasses import replace

from duel import Wounded
from duel_book import DUEL_BOOK, DuelPhrases

from tablecam.base.i18n import Message
from tablecam.base.i18n import gettext as _
from tablecam.rules.books.views import ModelCard
from tablecam.rules.sentence import Sentence

PASSED, UNDO, LENGTH = Message("Passed"), Message("Undo"), Message("12.00 in from end to end")
CARD = ModelCard(PASSED, badges=(UNDO,))


class Phrases(DuelPhrases):
    def describe_event(self, event, names):
        if isinstance(event, Wounded):
            return Sentence(names(event.model), _("passes"))
        return super().describe_event(event, names)


def result(state, names):
    return replace(DUEL_BOOK.result(state, names), headline=PASSED)


SYSTEM = replace(DUEL_BOOK.system, name="{name}")
BOOK = replace(DUEL_BOOK, system=SYSTEM, title=PASSED, phrases=Phrases(), result=result)
"""
GERMAN = {
    "near_book": {"Passed": "Gepasst", "passes": "passt", "12.00 in from end to end": "Nah"},
    "far_book": {"Passed": "Vorbei", "passes": "geht vorbei", "12.00 in from end to end": "Fern"},
}
LENGTH = "12,00 Zoll von Ende zu Ende"


def write_catalogue(folder: Path, name: str, texts: dict[str, str]) -> None:
    """Compiles the German catalogue of a book."""
    path = folder / "locale" / "de" / "LC_MESSAGES" / f"{name}.mo"
    path.parent.mkdir(parents=True)
    lines = "".join(f'msgid "{message}"\nmsgstr "{german}"\n\n' for message, german in texts.items())
    with path.open("wb") as file:
        write_mo(file, read_po(BytesIO(lines.encode()), locale="de"))


@pytest.fixture(scope="module")
def toys(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, ModuleType]]:
    """Two books that somebody else has written: packages outside tablecam, each with its own catalogue."""
    folder = tmp_path_factory.mktemp("others")
    for name, texts in GERMAN.items():
        package = folder / name
        package.mkdir()
        (package / "__init__.py").write_text("")
        (package / "rulebook.py").write_text(TOY.replace("{name}", name))
        write_catalogue(package, name, texts)
    sys.path.insert(0, str(folder))
    yield {name: importlib.import_module(f"{name}.rulebook") for name in GERMAN}
    sys.path.remove(str(folder))
    for name in GERMAN:
        del sys.modules[name], sys.modules[f"{name}.rulebook"]


def test_two_books_say_the_same_words_each_in_its_own_translation(
    toys: dict[str, ModuleType], german: Languages
) -> None:
    near, far = toys["near_book"], toys["far_book"]
    with speaking(german.translations("de")):
        assert (str(near.PASSED), str(far.PASSED)) == ("Gepasst", "Vorbei")
        # what a book does not translate, the core does
        assert str(near.UNDO) == str(far.UNDO) == "Rückgängig"
        # within another text too
        both = Message("{near} {far}", near=near.PASSED, far=far.PASSED)
        assert str(both) == "Gepasst Vorbei"
    assert str(near.PASSED) == "Passed"


def test_a_card_of_one_book_is_never_shown_in_the_words_of_another(
    toys: dict[str, ModuleType], german: Languages
) -> None:
    """Cards are kept by what they say, and the two say the same in English."""
    with speaking(german.translations("de")):
        cards: list[Any] = [dump_view(toys[name].CARD) for name in GERMAN]
    assert [(card["title"], card["badges"]) for card in cards] == [
        ("Gepasst", ["Rückgängig"]),
        ("Vorbei", ["Rückgängig"]),
    ]


def test_no_book_changes_a_text_of_the_program_on_the_page_or_in_print(
    toys: dict[str, ModuleType], german: Languages
) -> None:
    assert german.for_page("de")["messages"]["Passed"] == "Bestanden"
    with speaking(german.translations("de")):
        for toy in toys.values():
            assert str(toy.LENGTH) != LENGTH
        pages = pypdfium2.PdfDocument(gauge_pdf(PAPERS["a4"]))
        assert LENGTH in pages[0].get_textpage().get_text_bounded()


class Played(NamedTuple):
    """A game of one of the books to its end, on a server that knows both."""

    book: Book
    archive: Archive
    page: FlaskClient


@pytest.fixture(params=GERMAN)
def played(
    request: pytest.FixtureRequest, toys: dict[str, ModuleType], german: Languages, tmp_path: Path
) -> Iterator[Played]:
    books = Catalogue.from_books(*(toys[name].BOOK for name in GERMAN))
    store = GameStore(open_database(str(tmp_path / "games.db")))
    host, archive, table = GameHost(store, GameSetups(books), dict), Archive(store, books), Table()
    host.begin({"book": request.param, "scenario": "street"})
    with host.reading() as open_game:
        assert open_game
        for _given in autoplay(open_game.game, random.Random(3).randrange):
            pass
    parts = Dependencies(table, lambda: Roster(()), host=host, archive=archive, languages=german, books=books)
    page = create_app(parts).test_client()
    page.set_cookie("language", "de")
    yield Played(books.book(request.param), archive, page)
    host.close()
    table.stop()


def own_words(text: str) -> set[str]:
    """Which words of the two books a text has."""
    known = {word for texts in GERMAN.values() for word in texts.values()}
    return {word for word in known if re.search(rf"\b{word}\b", text)}


@pytest.mark.slow
def test_a_book_of_somebody_else_is_shown_in_its_own_words_on_every_page(played: Played) -> None:
    passed, passes, _length = GERMAN[played.book.name].values()
    log = json.dumps(played.page.get("/api/games/1/log").json, ensure_ascii=False)
    assert own_words(log) == {passes}
    game = played.page.get("/api/game").json["game"]
    assert game["result"]["headline"] == passed
    titles = [book["title"] for book in played.page.get("/api/game/setups").json["books"]]
    assert titles == ["Gepasst", "Vorbei"]
    page = played.page.get("/api/games/1/report.html").text
    assert own_words(re.sub(r"<(style|svg|script)\b.*?</\1>|<[^>]*>", " ", page, flags=re.DOTALL)) == {passed, passes}


@pytest.mark.slow
def test_a_book_of_somebody_else_is_told_in_its_own_words_in_transcript_and_report(
    played: Played, german: Languages
) -> None:
    passed, passes, _length = GERMAN[played.book.name].values()
    with played.archive.reading(1) as past, speaking(german.translations("de")):
        wording = played.book.wording(past.system.new_game(past.log.header.setup))
        assert own_words(transcript(past.system, past.log, wording)) == {passes}
        assert {passed, passes} == own_words(report(past.view_as(WHOLE), "2026-11-20"))


class Entry(NamedTuple):
    """A text of a catalogue that ships, with its German and the files where it stands."""

    domain: str
    german: str | tuple[str, ...]
    files: tuple[str, ...]


@pytest.fixture(scope="module")
def disputed(tool: ModuleType) -> dict[tuple[str | None, str], list[Entry]]:
    """The texts that two catalogues translate differently, by context and English words."""
    found: dict[tuple[str | None, str], list[Entry]] = defaultdict(list)
    for domain in tool.domains():
        for path in domain.translated():
            for message in read_po(BytesIO(path.read_bytes()), locale="de"):
                if isinstance(message.id, str) and message.id:
                    entry = Entry(domain.name, message.string, tuple(file for file, _line in message.locations))
                    found[message.context, message.id].append(entry)
    return {text: entries for text, entries in found.items() if len({entry.german for entry in entries}) > 1}


def test_texts_that_two_catalogues_translate_differently_are_shown_rightly_where_they_stand(
    disputed: dict[tuple[str | None, str], list[Entry]], german: Languages
) -> None:
    assert (None, "Passed") in disputed
    page = german.for_page("de")["messages"]
    with speaking(german.translations("de")):
        for (context, text), entries in disputed.items():
            for entry in entries:
                for file in entry.files:
                    # the page has the core's catalogue alone
                    shown = page[text] if file.endswith((".ts", ".tsx")) else said_in(file, context, text)
                    assert shown == entry.german, (text, file)


def said_in(file: str, context: str | None, text: str) -> str:
    """A text as the module of a file says it."""
    # all templates speak through one module
    name = "tablecam.base.templates" if file.endswith(".jinja") else file.removesuffix(".py").replace("/", ".")
    module = importlib.import_module(name)
    source = "InContext(context, text)" if context else "Message(text)"
    # a function of the module, as far as Python can tell
    made = "from tablecam.base.i18n import InContext, Message\nsaid = str(" + source + ")"
    scope = {**vars(module), "context": context, "text": text}
    exec(made, scope)
    said: str = scope["said"]
    return said


def test_the_impulse_that_a_side_passes_is_no_test_that_it_passes(german: Languages) -> None:
    for name in ("urban-war", "urban-operations"):
        forms = BOOKS.book(name).phrases.list_forms
        with speaking(german.translations("de")):
            titles = [form["title"] for form in forms()]
        assert "Gepasst" in titles
        assert "Bestanden" not in titles


def test_every_source_belongs_to_the_domain_whose_catalogue_has_its_texts(tool: ModuleType) -> None:
    for domain in tool.domains():
        for source in domain.sources:
            for file in source.rglob("*.py"):
                folders = {part.name for part in (file, *file.parents)}
                if folders & set(tool.LEFT_OUT) or any(file.is_relative_to(other) for other in domain.without):
                    continue
                package = ".".join(file.parent.relative_to(ROOT).parts)
                assert get_domain(package).rpartition(".")[2] == domain.name, file
    # templates look in the core's catalogue
    assert list((ROOT / "tablecam" / "rules" / "books").rglob("*.jinja")) == []
    assert get_domain("tablecam.rules.books") == CORE
    assert get_domain("near_book.rules") == "near_book"
