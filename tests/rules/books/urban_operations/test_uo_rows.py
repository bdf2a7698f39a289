"""The table of rows: each has a test named after it, a line in the documentation, and a reason where it is not done."""

import re
from pathlib import Path

from tablecam.rules.books.urban_operations.rulebook import URBAN_OPERATIONS_BOOK
from tablecam.rules.books.urban_operations.rules.codes import CLAUSES

HERE = Path(__file__).parent
ROOT = HERE.parents[3]
ROW = re.compile(r"\| (UO-\d+) \| ([^|]+?) \| (\w+) \|")


def test_every_row_has_a_test_named_after_it() -> None:
    tests = "".join(path.read_text(encoding="utf-8") for path in sorted(HERE.glob("test_uo_*.py")))
    named = {f"UO-{number}" for number in re.findall(r"def test_uo_(\d{3})_", tests)}
    assert named == {each.id for each in URBAN_OPERATIONS_BOOK.rows()} == {clause.row for clause in CLAUSES.values()}


def test_what_is_not_done_says_why_in_one_sentence() -> None:
    for each in URBAN_OPERATIONS_BOOK.rows():
        assert each.says
        assert "\n" not in each.says


def test_the_documentation_says_the_same() -> None:
    page = (ROOT / "docs/rules/urban-operations.md").read_text(encoding="utf-8")
    told = {row: (clause, state) for row, clause, state in ROW.findall(page)}
    clauses = {clause.row: f"{clause.book} {clause.heading}" for clause in CLAUSES.values()}
    assert told == {each.id: (clauses[each.id], each.state) for each in URBAN_OPERATIONS_BOOK.rows()}
