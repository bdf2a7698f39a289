"""The check of a rulebook finds each kind of fault in a book that has it, and none in the book that `new` writes."""

import itertools
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tablecam.base import languages
from tablecam.commands.rulebook_check import MOST_PLACES, RandomPlays, check_book, list_checks
from tablecam.commands.rulebook_events import check_events
from tablecam.commands.rulebook_page import check_page
from tablecam.commands.rulebook_texts import check_catalogues, check_words, list_marked
from tablecam.commands.rulebooks import rulebooks
from tablecam.rules.books.book import Book
from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.game_setups import usual_scenarios
from tablecam.rules.books.registry import find_books, find_package
from tablecam.rules.books.starter import write_starter

ROOT = Path(__file__).resolve().parents[2]
NUMBERS = itertools.count()


@pytest.fixture(autouse=True)
def _forget_languages() -> Iterator[None]:
    """The languages that a book of a test brings end with it."""
    brought = dict(languages._brought)
    yield
    languages._brought.clear()
    languages._load_language.cache_clear()
    for domain, locale in brought.items():
        languages.add_locale(domain, locale)


def make_book(folder: Path, file: str = "", old: str = "", new: str = "") -> Book:
    """The book that `new` writes, with a piece of one file replaced."""
    name = f"trial-{next(NUMBERS)}"
    written = write_starter(name, folder)
    if file:
        path = next(written.rglob(file))
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
    found = find_books([written])
    assert found.broken == ()
    return found.book(name)


def first_play(book: Book) -> RandomPlays:
    return RandomPlays(book, book.scenarios[0])


def run_quick_checks(book: Book) -> dict[str, list[str]]:
    """The faults of every check but that of the page, in a game of each scenario."""
    plays = [RandomPlays(book, scenario) for scenario in book.scenarios]
    checks: dict[str, Any] = {
        "game": [fault for play in plays for fault in play.check_game(3)],
        "cuts": list(plays[0].check_cuts(3)),
        "abandoning": list(plays[0].check_abandoning(3)),
        "undo": list(plays[0].check_undo(3)),
        "secrets": list(plays[0].check_secrets(3)),
        "events": list(check_events(book, [plays[1].begin().state])),
        "words": list(check_words(book, [plays[1].begin])),
        "catalogues": list(check_catalogues(find_package(book))),
    }
    return {name: faults for name, faults in checks.items() if faults}


def test_the_book_to_begin_with_passes(tmp_path: Path) -> None:
    assert run_quick_checks(make_book(tmp_path)) == {}


def test_the_first_game_of_each_scenario_has_all_places_and_later_ones_some(tmp_path: Path) -> None:
    play, places = first_play(make_book(tmp_path)), range(500)
    scenarios = len(play.book.scenarios)
    assert all(play.choose_places(places, seed) == [*places] for seed in range(scenarios))
    later = [play.choose_places(places, seed) for seed in range(scenarios, scenarios + 9)]
    assert {len(chosen) for chosen in later} == {MOST_PLACES}
    assert all(chosen == sorted({*chosen}) for chosen in later)
    assert len({place for chosen in later for place in chosen}) > 3 * MOST_PLACES
    assert play.choose_places(range(MOST_PLACES), scenarios) == [*range(MOST_PLACES)]


# by flaw: a file, its text, the flawed text, and the check that finds it with a part of its sentence
FLAWS = {
    "a ruling that comes out differently": (
        "rules.py", "game.tell(Hit(model=target))", 'game.tell(Hit(model=f"{target}{id(game)}"))',
        "game", "comes out differently",
    ),
    "an event that shows orders": (
        "rules.py", "return self if self.seat == seat else OrdersGiven(seat=self.seat)", "return self",
        "secrets", "apart by the lines of the log",
    ),
    "a state that shows orders": ("rules.py", 'else "secret"', "else model.order", "secrets", "by the visible state"),
    "an event that not every state takes": (
        "rules.py", "        if name not in self.models:\n            return self\n", "", "events", "KeyError",
    ),
    "a sentence without a mark": (
        "rules.py", '_("takes aim")', '"takes aim"', "words", "Activated is not in the catalogue: Ann takes aim",
    ),
    "an option without words": (
        "words.py", '        "hide": Message("hide"),\n', "", "words", "an option is not in the catalogue: Hide",
    ),
    "a text without German": (
        "trial*.po", 'msgstr "zielt"', 'msgstr ""', "catalogues", "de lacks the text: takes aim",
    ),
}  # fmt: skip


@pytest.mark.parametrize("flaw", [*FLAWS])
def test_a_flaw_is_found_by_its_check(tmp_path: Path, flaw: str) -> None:
    file, old, new, check, sentence = FLAWS[flaw]
    faults = run_quick_checks(make_book(tmp_path, file, old, new))
    assert check in faults
    assert any(sentence in fault for fault in faults[check])


@pytest.mark.slow
def test_a_hidden_order_of_urban_war_that_leaks_is_found_in_a_later_game(monkeypatch: pytest.MonkeyPatch) -> None:
    book = BOOKS.book("urban-war")
    monkeypatch.setattr(book.phrases.events["OrdersGiven"], "get_visible_event", lambda event, _seat: event)
    leak = next(RandomPlays(book, usual_scenarios(book)[0]).check_secrets(1))
    assert "apart by the lines of the log" in leak


def test_a_check_has_as_many_parts_as_it_says(tmp_path: Path) -> None:
    counts = [(check.count, len([*check.parts])) for check in list_checks(make_book(tmp_path), None, 4)]
    assert counts == [(4, 4)] * 5 + [(1, 1)] * 4


def test_a_rule_that_raises_is_named_with_its_seed(tmp_path: Path) -> None:
    book = make_book(tmp_path, "rules.py", "hidden = game", 'raise ZeroDivisionError("by chance")\n    hidden = game')
    checks = dict(itertools.islice(check_book(book, None, games=6), 1))
    assert checks
    assert any("by chance" in fault and "(seed " in fault for faults in checks.values() for fault in faults)


@pytest.mark.slow
def test_a_question_without_a_form_is_found_on_the_page(tmp_path: Path) -> None:
    riddle = (
        "@dataclass(frozen=True, kw_only=True)\nclass Riddle(Choose):\n    def record(self):\n"
        '        return {"kind": "Riddle", "seat": self.seat, "purpose": self.purpose}\n\n\n'
    )
    book = make_book(tmp_path, "rules.py", "def give_orders", f"{riddle}def give_orders")
    assert list(check_page(book, book.scenarios)) == []
    rules = sys.modules[type(book.system).__module__]
    vars(rules)["Choose"] = rules.Riddle
    assert any("no form for a Riddle" in fault for fault in check_page(book, book.scenarios[:1]))


@pytest.mark.long
def test_a_scenario_without_forces_is_played_on_the_page_with_forces_of_the_book() -> None:
    book = BOOKS.book("urban-war")
    (scenario,) = usual_scenarios(book)
    assert not scenario.forces
    assert list(check_page(book, [scenario])) == []


@pytest.mark.slow
def test_the_command_writes_a_book_and_its_check_passes(tmp_path: Path) -> None:
    written = CliRunner().invoke(rulebooks, ["new", "river-war", "--in", str(tmp_path)])
    assert written.exit_code == 0, written.output
    words = ["check", "river-war", "--book", str(tmp_path / "river-war"), "--games", "2"]
    checked = CliRunner().invoke(rulebooks, words)
    assert checked.exit_code == 0, checked.output
    assert checked.stdout.splitlines()[0] == "games at random: fine"
    assert checked.stdout.count(": fine\n") == 9
    assert all(line.removesuffix(": fine") in checked.stderr for line in checked.stdout.splitlines())


@pytest.mark.long
def test_the_tests_of_a_new_book_pass_and_find_a_changed_rule(tmp_path: Path) -> None:
    folder = write_starter("harbour", tmp_path)
    run = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "hidden_model or scenario"]
    paths = {"PYTHONPATH": str(ROOT)}
    passed = subprocess.run(run, cwd=folder, env=paths, capture_output=True, text=True, check=False)
    assert passed.returncode == 0, passed.stdout
    rules = folder / "harbour" / "rules.py"
    rules.write_text(rules.read_text(encoding="utf-8").replace("Modifier(-1,", "Modifier(0,"), encoding="utf-8")
    failed = subprocess.run(run, cwd=folder, env=paths, capture_output=True, text=True, check=False)
    assert failed.returncode == 1


@pytest.mark.slow
def test_a_new_book_has_no_fault_of_style(tmp_path: Path) -> None:
    folder = write_starter("harbour", tmp_path)
    ruff = [
        sys.executable,
        "-m",
        "ruff",
        "check",
        "--isolated",
        "--line-length",
        "120",
        "--ignore",
        "RUF012",
        str(folder),
    ]
    assert subprocess.run(ruff, capture_output=True, text=True, check=False).stdout.startswith("All checks passed!")


@pytest.mark.parametrize(
    ("name", "refusal"),
    [("Big Book", "is no name"), ("new", "is no name"), ("json", "Python has a package json"), ("kept", "exists")],
)
def test_a_name_that_cannot_be_is_refused(tmp_path: Path, name: str, refusal: str) -> None:
    (tmp_path / "kept").mkdir()
    result = CliRunner().invoke(rulebooks, ["new", name, "--in", str(tmp_path)])
    assert refusal in str(result.exception)
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


def test_marked_texts_are_found_by_the_names_of_their_import() -> None:
    source = (
        "from tablecam.base.i18n import Message as M, gettext as _, pgettext, ngettext\n"
        'M("one"); _("two", a=1); pgettext("of a die", "six"); ngettext("{n} die", "{n} dice", 2)\n'
        'gettext("no"); _(text)\n'
    )
    marked = [(None, "one"), (None, "two"), ("of a die", "six"), (None, "{n} die")]
    assert list(list_marked(source)) == marked


def test_names_of_terrain_in_a_measured_answer_need_no_translation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablecam.commands.rulebook_texts.ANSWERS", 60)
    book = BOOKS.book("brass-orchard")
    assert list(check_words(book, [first_play(book).begin])) == []


@pytest.mark.long
@pytest.mark.parametrize("name", ["urban-war", "urr", "urban-operations", "lantern-marsh", "brass-orchard"])
def test_no_shipped_book_has_a_text_outside_the_catalogue(name: str) -> None:
    book = BOOKS.book(name)
    assert list(check_words(book, [RandomPlays(book, scenario).begin for scenario in usual_scenarios(book)])) == []
