"""The line of every table and key of a TOML file."""

from pathlib import Path

import pytest

from tablecam.base.errors import BadFile
from tablecam.storage.toml_file import LinedRecord, find_lines, read_lined

TEXT = """\
# a comment = 1
name = "first"

[[cards]]
name = "a"
"odd key" = 3
[[cards.weapons]]
name = "w1"
[[cards.weapons]]
name = "w2" # [[cards]]
text = '''
[[cards]]
name = "not a key"
''' # over
after = 1
[[cards]]
name = "b"
list = [
    { name = "inline" },
    "x = 1",
]
[cards.inner]
deep.er = "] = ["
[other]
last = \"\"\"one line\"\"\"
end = 1
"""


def test_tables_and_keys_are_found_at_their_lines() -> None:
    assert find_lines(TEXT) == {
        ("name",): 2,
        ("cards", 0): 4,
        ("cards", 0, "name"): 5,
        ("cards", 0, "odd key"): 6,
        ("cards", 0, "weapons", 0): 7,
        ("cards", 0, "weapons", 0, "name"): 8,
        ("cards", 0, "weapons", 1): 9,
        ("cards", 0, "weapons", 1, "name"): 10,
        ("cards", 0, "weapons", 1, "text"): 11,
        ("cards", 0, "weapons", 1, "after"): 15,
        ("cards", 1): 16,
        ("cards", 1, "name"): 17,
        ("cards", 1, "list"): 18,
        ("cards", 1, "inner"): 22,
        ("cards", 1, "inner", "deep", "er"): 23,
        ("other",): 24,
        ("other", "last"): 25,
        ("other", "end"): 26,
    }


@pytest.fixture
def file(tmp_path: Path) -> LinedRecord:
    path = tmp_path / "team.toml"
    path.write_text(TEXT)
    return read_lined(path, "a team")


def test_a_fault_names_the_line_of_its_key_and_the_entries_around_it(file: LinedRecord) -> None:
    weapon = file.records("cards")[0].records("weapons")[1]
    with pytest.raises(BadFile, match=r"team\.toml, line 10, cards 1, weapons 2: name must be a whole number"):
        weapon.whole("name")


def test_a_key_that_is_missing_is_missed_where_its_table_begins(file: LinedRecord) -> None:
    with pytest.raises(BadFile, match=r"team\.toml, line 16, cards 2: the key AS is missing"):
        file.records("cards")[1].whole("AS")


def test_a_table_of_its_own_has_the_line_of_its_header(file: LinedRecord) -> None:
    with pytest.raises(BadFile, match=r"team\.toml, line 22, cards 2: the key gone is missing"):
        file.records("cards")[1].record("inner").text("gone")


def test_every_unknown_key_is_named_with_its_line(file: LinedRecord) -> None:
    card = file.records("cards")[0]
    assert isinstance(card, LinedRecord)
    said = [str(fault) for fault in card.unknown("weapon", "name")]
    assert [each.partition(": the key ")[2] for each in said] == [
        "odd key is unknown; known here are weapon, name",
        "weapons is unknown; did you mean weapon?",
    ]
    assert "line 6, cards 1" in said[0]
