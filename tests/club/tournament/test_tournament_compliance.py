"""The table of docs/rules/tournament.md: no clause of the guide is silently missing."""

import re
from pathlib import Path

import pytest

import tablecam.club.tournament as package
from tablecam.club.tournament.refusal import CLAUSES

FOLDER = Path(package.__file__).parent
TEXT = (Path(__file__).resolve().parents[3] / "docs" / "rules" / "tournament.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| ([A-Z]\d+) \| ([GPH]) \| (?:done|part) \| (\S+) \| \S.* \|$", re.MULTILINE)
ROWS = ROW.findall(TEXT)
SPANS = {
    "N": (1, 11),
    "A": (1, 6),
    "C": (1, 5),
    "B": (1, 6),
    "F": (1, 4),
    "P": (1, 9),
    "T": (0, 8),
    "S": (1, 7),
}


def test_every_clause_stands_there_once_and_in_order() -> None:
    expected = [f"{letter}{n}" for letter, (first, last) in SPANS.items() for n in range(first, last + 1)]
    assert [clause for clause, *_ in ROWS] == expected


def test_every_clause_has_a_heading_of_the_guide() -> None:
    assert {clause for clause, *_ in ROWS} == set(CLAUSES) - {"ID", "CARD", "LIST", "TIME"}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_clause_is_cited_in_the_file_that_obeys_it(row: tuple[str, ...]) -> None:
    text = (FOLDER / row[2]).read_text(encoding="utf-8")
    head, _, last = row[0], None, int(row[0][1:])
    spans = re.findall(rf"{head[0]}(\d) to {head[0]}(\d)", text)
    assert re.search(rf"\b{head}\b", text) or any(int(a) <= last <= int(b) for a, b in spans)


def test_a_clause_reads_with_its_heading() -> None:
    assert str(CLAUSES["B2"]) == "UW-TG Byes (B2)"


def test_what_the_guide_does_not_know_is_marked_as_a_house_wish() -> None:
    house = set(re.findall(r"^\| (\w+) \| H \|", TEXT, re.MULTILINE))
    assert house == {row for row, clause in CLAUSES.items() if clause.book == "House"}
    assert str(CLAUSES["P9"]) == "House Wish (P9)"
