"""What a data book answers to mistakes: each is one sentence with its line, and says what to do."""

from pathlib import Path

import pytest
from small_book import SMALL, small_book, write_book

from tablecam.base.errors import BadFile
from tablecam.rules.books.data_book.load_toml import load_book, read_form
from tablecam.rules.books.registry import find_books
from tablecam.storage.record import Faulty


def line_of(text: str, new: str) -> int:
    return text[: text.index(new)].count("\n") + 1


# a line of the book, what is written in its place, and the sentence after the line's number
FAULTS = [
    ('title = "Small"', 'titel = "Small"', "the key titel is unknown; did you mean title?"),
    ("needs = 6", "", "the key needs is missing; add it"),
    ('success = { next = "save" }', 'success = { next = "safe" }',
     'next must be a name from [checks], not "safe"; did you mean save?'),
    ("far_off = -1", "far_of = -1", 'far_of must be a name from [conditions], not "far_of"; did you mean far_off?'),
    ('roller = "target"', 'roller = "foe"', 'roller must be actor or target, not "foe"'),
    ('needs = "4 + bite"', 'needs = "4 * bite"',
     'needs must be a number or a sum of names such as "7 - aim" or "target.guard + 1", not "4 * bite"'),
    ('needs = "4 + bite"', 'needs = "4 + bitte"', "bitte is no number of this book; there are wounds, aim, hide, bite"),
    ("wounds = 3", "wounds = 0", "wounds must be from 1 to 100, not 0"),
    ('kind = "ladder"', 'kind = "staircase"', 'kind must be target or ladder or duel, not "staircase"'),
    ("steps = [3, 5, 6]", "steps = [5, 3]", "the steps of crush must rise, such as [3, 5, 7]"),
    ('failure = { damage = 1 }\nsuccess = { mark = "low" }', 'failure = { next = "hit" }',
     "hit leads back to itself; a chain of checks must end"),
    ("numbers = { aim = 3, hide = 2 }", "numbers = { aim = 3 }", "chief lacks the number hide; add it to its numbers"),
    ("numbers = { bite = 2 }", "numbers = { aim = 2 }", "aim is no number of a weapon; it is for profiles"),
    ("near = 6, far = 18", "near = 18, far = 6", "the bands of bow must rise, the nearest first"),
    ('attack = "grip", numbers', 'attack = "shot", numbers', "rope cannot be used so; add its bands"),
    ('modifiers = { chief_near = 1 }', 'modifiers = { above = 1 }', "above is about a target, and fear has none"),
    ('needs = ["has_moved"]', 'needs = ["chief_near"]',
     "chief_near needs a target or a measurement; use a marker, a keyword or an order"),
    ('check = "fear", needs', 'check = "wrestle", needs', "wrestle is a duel and has no target; roll it in an attack"),
    ('calm = { title = "Calm", check = "fear", needs = ["has_moved"] }', 'calm = { title = "Calm" }',
     "calm does nothing; add a move, marker, attack or check"),
    ('throw = { title = "Throw"', 'done = { title = "Throw"', "done ends an activation; choose another name"),
    ('forces = { red = "one", blue = "two" }', 'forces = { red = "one" }',
     "forces must name one force for each of red, blue"),
    ('forces = { red = "one", blue = "two" }', 'forces = { red = "one", blue = "one" }',
     "two of its forces share a model; give every model an id of its own"),
    ('names = { ben = "Big Ben" }', 'names = { bill = "Big Ben" }', "bill is no model of two; correct the name"),
    ('models = { ann = "hunter"', 'models = { red = "hunter"', "a model cannot be called red like a side"),
    ('models = { ann = "hunter"', 'models = { "Ann Lee" = "hunter"',
     'the name "Ann Lee" must be small letters, digits and _'),
    ("[victory]", '[turn]\norders = "secret"\n[victory]',
     "there are no orders to give; add [orders], or leave out turn.orders"),
    ('rope = { title = "Rope"', 'rope = { title = ["Rope"]',
     "title must be a text in quotes, on one line, not ['Rope']"),
    ("always_fails = [1]", "always_fails = 1", "always_fails must be a list in brackets, not 1"),
    ("always_fails = [1]", "reroll = true",
     "a data book has no reroll; write a Python book instead (docs/rulebook.md) and use `Play.choose` and another `Pl"),
    ("[victory]", "[overwatch]\nrange = 8\n[victory]",
     "a data book has no overwatch; write a Python book instead (docs/rulebook.md) and use `Play.ask_unless`, which"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "says"), FAULTS, ids=[says[:40] for _old, _new, says in FAULTS])
def test_a_mistake_is_one_sentence_with_its_line(tmp_path: Path, old: str, new: str, says: str) -> None:
    assert old in SMALL
    with pytest.raises(Faulty) as faulty:
        small_book(tmp_path, old, new)
    faults = [fault for fault in faulty.value.faults if says in fault]
    assert len(faults) == 1, faulty.value.faults
    assert faults[0].startswith(f"{tmp_path / 'book.toml'}, line ")
    assert "\n" not in faults[0]


@pytest.mark.parametrize(
    ("old", "new", "at"),
    [
        ('roller = "target"', 'roller = "foe"', 'roller = "foe"'),
        ("far_off = -1", "far_of = -1", "far_of = -1"),
        ("steps = [3, 5, 6]", "steps = [5, 3]", "[checks.crush]"),
        ("wounds = 3", "wounds = 0", "wounds = 0"),
        ('bow = { title = "Bow", attack = "shot"', 'bow = { title = "Bow", attack = "shoot"', "bow = {"),
    ],
)
def test_the_line_is_that_of_the_mistake(tmp_path: Path, old: str, new: str, at: str) -> None:
    with pytest.raises(Faulty) as faulty:
        small_book(tmp_path, old, new)
    assert f"line {line_of(SMALL.replace(old, new, 1), at)}" in faulty.value.faults[0]


def test_all_mistakes_of_a_file_are_found_at_once(tmp_path: Path) -> None:
    text = SMALL.replace("needs = 6", "need = 6").replace('kind = "duel"', 'kind = "dual"').replace("wounds = 3", "")
    with pytest.raises(Faulty) as faulty:
        load_book(write_book(tmp_path, text))
    assert len(faulty.value.faults) >= 3


def test_what_is_not_toml_names_its_line(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=r"book.toml, line 3: not TOML"):
        read_form(write_book(tmp_path, 'name = "x"\n\n[profiles\n') / "book.toml")


def test_a_catalogue_that_cannot_be_read_names_its_line(tmp_path: Path) -> None:
    write_book(tmp_path)
    (tmp_path / "de.po").write_text('msgid "Walk"\nmsgstr "Gehen"\nnonsense\n', encoding="utf-8")
    with pytest.raises(BadFile, match=r"de.po: line 3 is none of a catalogue"):
        load_book(tmp_path)


def test_a_folder_with_a_mistake_disables_only_itself(tmp_path: Path) -> None:
    wrong = write_book(tmp_path / "wrong", SMALL.replace('"small"', '"wrong"').replace("needs = 6", "needs = []"))
    right = write_book(tmp_path / "right")
    books = find_books([wrong, right])
    assert "small" in books.books
    assert [broken.name for broken in books.broken] == ["wrong"]
    assert "line " in books.broken[0].reason


def test_a_book_without_an_entry_that_every_game_needs_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Faulty, match="the key profiles is missing"):
        load_book(write_book(tmp_path, 'name = "bare"\ntitle = "Bare"\n'))
