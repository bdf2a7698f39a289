"""The words of the books: what a question, an option or a counter uses has its paragraph, and a clause that exists."""

import random
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from duel_book import DUEL_BOOK
from marked_words import WORD, texts_of, unexplained, without_words
from stories import Playthrough

from tablecam.base.i18n import Message, speaking
from tablecam.base.languages import INSTALLED
from tablecam.game.game import Game
from tablecam.game.log import InMemory
from tablecam.game.playthrough import one_answer
from tablecam.rules.books.book import Book
from tablecam.rules.books.catalogue import BOOKS

ROOT = Path(__file__).resolve().parents[3]
STORIES = sorted((ROOT / "tests" / "golden" / "playthroughs" / "urban_war").glob("*.txt"))
RULES = {"urban-war": "urban_war", "urr": "urr", "urban-operations": "urban_operations"}
# so many answers of a random game show every kind of question that it has at that stage
ANSWERS, EVERY = 240, 4
# Words of everyday language, which mean in a question what they always mean. A word of a rulebook does not belong here:
# it gets an entry in the glossary of its book.
PLAIN = frozenset(
    """
    a about above act acted action actions acts add adds adjacent after against agree all alone already also an and
    another answers anti-tank any anybody apply are around as ask asked asks at attached available away barred be
    been began behind beside between black bonus building but by can cancel cancelled cannot card changes close come
    comes compass condition cost costs could crates cross damaged dead destroys die distance do does down draws each
    end enemies enemy enough entries equally exempt face face-up fall falls fill fire firing first for free from further
    gains game gives go goes ground had half has have heavy hex hit hold how if in indirect initial inside into is
    it its joins keep kept kind land last least leave left less let lie lies light long look lose loses loss losses
    lost many matters may model models modified modify more most move moved moves much must near neither never next
    no nobody none north not nothing now of off on one only opponent or ordinary other others out pass path phase
    piece place placed places play played player players plays protect protects put race reaches remove restore
    right roll rolls row run same saw say second see shoot shoots shot show side sight so spot stand stands stay
    still street strength suit table take taken takes target terrain than that the them then there these third this
    those through time title to total touches towards tries turn undamaged under unit units unsuitable up use used
    weapon what when where which who whole whom with within without yes
    """.split()  # noqa: SIM905 a list of a word a line would be three pages long
)


def stories() -> Iterator[Game[Any]]:
    """The golden games of Urban War, after each typed line."""
    for path in STORIES:
        story = Playthrough(BOOKS.rulebook)
        for line in path.read_text(encoding="utf-8").splitlines():
            story.take(line)
            if line.startswith(">"):
                yield story.begin()


def random_games(book: Book) -> Iterator[Game[Any]]:
    """Each scenario that comes with a book, played at random; now and then a moment of it."""
    assert book.scenario_files
    for seed, path in enumerate(book.scenario_files.starters().values()):
        scenario = book.scenario_files.read_scenario(path)
        starters = book.forces.starters() if book.forces else {}
        forces = {
            seat: book.forces.read_force(starters[of]).force for seat, of in scenario.forces.items() if book.forces
        }
        game = Game.begin(book.system, book.build_setup(forces, scenario), InMemory(), {})
        chance = random.Random(seed)
        for answer in range(ANSWERS):
            if game.over:
                break
            one_answer(game, chance.randrange)
            if answer % EVERY == 0:
                yield game


def names_of(book: Book, game: Game[Any]) -> set[str]:
    """What models, sides, places and cards are called: everything that the setup of the game writes out."""
    called = book.phrases.build_names(game.state, {})
    people = book.phrases.people(game.state)
    return {*map(str, map(called, people)), *people, *map(str, book.seats), *_strings(game.log.header.setup)}


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for key, part in value.items():
            yield from (str(key), *_strings(part))
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _strings(part)
    elif isinstance(value, str):
        yield value


@pytest.mark.slow
@pytest.mark.parametrize("name", RULES)
def test_every_word_of_a_question_an_option_or_a_counter_is_plain_or_explained(name: str) -> None:
    book = BOOKS.book(name)
    texts: set[str] = set()
    names: set[str] = set()
    for game in stories() if name == "urban-war" else random_games(book):
        texts.update(texts_of(book, game))
        names |= names_of(book, game)
    # a clause beside a question is no word of it
    texts = {re.sub(r"\[[^]]*\]", "", text) for text in texts}
    assert len(texts) > 30
    assert sorted(unexplained(texts, book, names) - PLAIN) == []


def test_a_word_without_an_entry_would_be_found() -> None:
    book = BOOKS.book("urban-war")
    assert unexplained(["Ida checks for a disruption shot", "Ida rolls to frobnicate"], book, ["Ida"]) == {
        "for", "a", "rolls", "to", "frobnicate",
    }  # fmt: skip
    assert {"overwatch", "snap-fire", "panicked", "disruption"}.isdisjoint(PLAIN)


@pytest.mark.parametrize("name", RULES)
def test_every_entry_names_a_clause_that_the_list_of_rules_has(name: str) -> None:
    clauses = import_module(f"tablecam.rules.books.{RULES[name]}.rules.codes").CLAUSES
    listed = (ROOT / "docs" / "rules" / f"{name}.md").read_text(encoding="utf-8")
    for word in BOOKS.book(name).glossary:
        assert word.clause in clauses.values(), word.id
        assert f"| {word.clause.row} |" in listed, word.id


@pytest.mark.parametrize("book", [*BOOKS.books.values(), DUEL_BOOK], ids=lambda book: book.name)
def test_entries_have_forms_of_their_own_and_a_paragraph(book: Book) -> None:
    assert book.glossary
    assert len({word.id for word in book.glossary}) == len(book.glossary)
    forms = [form if form.isupper() else form.lower() for word in book.glossary for form in word.written]
    assert [form for form in forms if forms.count(form) > 1] == []
    for word in book.glossary:
        assert len(str(word.explanation)) < 400, word.id
        assert str(word.explanation).endswith("."), word.id


@pytest.mark.parametrize("language", [*INSTALLED.available()])
def test_every_language_has_forms_for_every_word(language: str) -> None:
    with speaking(INSTALLED.translations(language)):
        assert [word.id for book in BOOKS.books.values() for word in book.glossary if not word.written] == []


def test_the_longest_form_is_met_first_and_capitals_only_as_they_are_written() -> None:
    glossary = BOOKS.book("urban-war").glossary
    assert without_words("A disruption shot, as Snap-Fire: AS 4", glossary) == "A ·, as ·: · 4"
    assert WORD.findall("Overwatches") == WORD.findall(without_words("Overwatches", glossary))


def test_the_paragraphs_are_messages_so_that_they_can_be_translated() -> None:
    assert [
        word.id for book in BOOKS.books.values() for word in book.glossary if not isinstance(word.explanation, Message)
    ] == []
