"""Loads the folder of a data book as a rulebook: `book.toml`, and catalogues such as `de.po`."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from tablecam.base.clause import Clause
from tablecam.base.errors import BadFile
from tablecam.rules.books.book import DATA_BOOK_FILE, Book
from tablecam.rules.books.data_book.advice import TargetAdviser
from tablecam.rules.books.data_book.board import DataBoard
from tablecam.rules.books.data_book.campaign import build_campaign
from tablecam.rules.books.data_book.consistency_toml import find_faults
from tablecam.rules.books.data_book.demo import demo_game
from tablecam.rules.books.data_book.forces_toml import DataForces, build_game_setup
from tablecam.rules.books.data_book.phrases import DataPhrases
from tablecam.rules.books.data_book.reader_toml import FormReader
from tablecam.rules.books.data_book.rules.book_form_toml import BookForm
from tablecam.rules.books.data_book.rules.rulebook import DataRules, find_turn
from tablecam.rules.books.data_book.scoring import build_scoring, measure_strength, read_scores
from tablecam.rules.books.data_book.table_facts import DataTableFacts
from tablecam.rules.books.data_book.texts import load_catalogue
from tablecam.rules.books.data_book.words import BookWords
from tablecam.rules.books.glossary import GlossaryWord
from tablecam.rules.books.plain_board import HIDDEN_TITLE
from tablecam.rules.books.setup_views import Scenario
from tablecam.storage.record import Faults
from tablecam.storage.toml_file import read_lined

EXAMPLES = Path(__file__).parent / "examples"


def read_form(path: Path) -> BookForm:
    """The form of a file `book.toml`; Faulty with every fault as one sentence with its line."""
    file, faults = read_lined(path, "a data book"), Faults()
    form = FormReader(file, faults).read(BookForm, file)
    faults.refuse(str(path))
    faults.add(find_faults(form, file))
    faults.refuse(str(path))
    return form


def load_book(folder: Path) -> Book:
    """The rulebook of a folder; Faulty with every fault of its files."""
    words = BookWords(read_form(folder / DATA_BOOK_FILE), load_catalogue(folder))
    form, facts, board = words.form, DataTableFacts(), DataBoard(words)
    adviser = TargetAdviser(words, facts)
    return Book(
        system=DataRules(form),
        turn=find_turn,
        title=words.text(form.title),
        seats=form.seats,
        phrases=DataPhrases(words),
        facts=facts,
        board=board.board,
        result=board.result,
        scoring=build_scoring(form.event, words.text),
        scores=partial(read_scores, form.event),
        strength=measure_strength,
        campaign=build_campaign(form.campaign, words.text),
        hidden_title=HIDDEN_TITLE if form.turn.orders == "secret" else "",
        scenarios=tuple(_build_scenario(words, key) for key in form.scenarios),
        forces=DataForces(words, folder / DATA_BOOK_FILE),
        build_setup=partial(build_game_setup, form),
        advice=adviser.advise_model,
        question_advice=adviser,
        demo=partial(demo_game, words),
        glossary=tuple(_list_glossary(words)),
    )


def load_folder(folder: Path) -> Mapping[str, Callable[[], Book]]:
    """The book of a folder by its name, and how it is loaded; the folder's name stands for a file with faults."""
    try:
        name = read_form(folder / DATA_BOOK_FILE).name
    except BadFile:
        name = folder.resolve().name
    return {name: partial(load_book, folder)}


def _build_scenario(words: BookWords, key: str) -> Scenario:
    form = words.form.scenarios[key]
    setup = {"turns": form.turns, "objectives": list(form.objectives), "places": dict(form.deployment)}
    given = {name: value for name, value in setup.items() if value}
    return Scenario(key, words.text(form.title), words.text(form.says), given, form.forces)


def _list_glossary(words: BookWords) -> list[GlossaryWord]:
    return [
        GlossaryWord(key, Clause(words.form.title, marker.title), words.text(marker.title), words.text(marker.says))
        for key, marker in words.form.markers.items()
        if marker.says
    ]
