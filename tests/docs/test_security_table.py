"""Every row of the security model names tests that exist."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
TEXT = (TESTS.parent / "docs" / "security.md").read_text(encoding="utf-8")
ROWS = [line.strip("| ").split(" | ") for line in TEXT.splitlines() if line.startswith("| ") and "`tests/" in line]
NAMED = re.compile(r"`(tests/[\w/.]+\.py)`([^`]*)")


def list_proofs(cell: str) -> Iterator[tuple[str, str]]:
    """The tests of a row: the file, and words out of the name of a test in it, none for the whole file."""
    for path, words in NAMED.findall(cell):
        for part in words.split(","):
            yield path, " ".join(re.findall(r"\w+", part.partition(";")[0].replace("'", "")))


PROOFS = [(row[0], *proof) for row in ROWS for proof in list_proofs(row[-1])]


def test_every_row_has_a_proof() -> None:
    table = TEXT[TEXT.index("| Asset |") :].split("\n\n")[0].splitlines()[2:]
    assert [row[:60] for row in table if not any(True for _ in list_proofs(row.rpartition(" | ")[2]))] == []
    assert len(table) > 40


@pytest.mark.parametrize(("asset", "path", "words"), PROOFS)
def test_a_proof_is_a_test(asset: str, path: str, words: str) -> None:
    code = (TESTS.parent / path).read_text(encoding="utf-8")
    tests = re.findall(r"def (test_\w+)\(", code)
    assert tests
    assert not words or any(words.replace(" ", "_") in name for name in tests), asset
