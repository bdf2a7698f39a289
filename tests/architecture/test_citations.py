"""Nothing cites a document that is not in the repository, nor a place on somebody's machine."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from sources import ROOT

SUFFIXES = {".py", ".md", ".ts", ".tsx", ".css", ".toml", ".sh", ".yml", ".yaml"}
# plans that are kept elsewhere, by what they are called where they are cited
ELSEWHERE = re.compile(
    r"\bour inventory\b|\b(?:DESIGN|HOUSE|TABLET2?|UMPIRE|SENSING|STREAMS)(?:'s|\.md| section)\b"
    r"|\bsection \d+ of (?:DESIGN|HOUSE|TABLET2?|UMPIRE)\b|\.\./shared"
)
DOCUMENT = re.compile(r"(?<![\w/.*-])((?:[\w.-]+/)*[\w-]+\.md)\b(?!\.)")
# Its test data lies beside a checkout on a machine that has them; where it does not, those tests are skipped.
MAY_NAME_SHARED = {"tests/conftest.py", "tests/architecture/test_citations.py", "tools/bench/"}
# files that a program writes, not documents of ours
WRITTEN = {"rig.md", "licences.md"}


@pytest.fixture(scope="module")
def sources() -> dict[str, str]:
    """Every text file of the repository by its path."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    names = [name for name in listed.stdout.split("\0") if Path(name).suffix in SUFFIXES]
    return {name: (ROOT / name).read_text(encoding="utf-8") for name in names if (ROOT / name).is_file()}


def cited(text: str, pattern: re.Pattern[str]) -> Iterator[tuple[int, str]]:
    """Line and words of each match."""
    for number, line in enumerate(text.splitlines(), 1):
        yield from ((number, match.group(0)) for match in pattern.finditer(line))


@pytest.mark.slow
def test_nothing_cites_a_plan_that_is_kept_elsewhere(sources: dict[str, str]) -> None:
    found = [
        f"{name}:{number} cites {words}"
        for name, text in sources.items()
        if not name.startswith(tuple(MAY_NAME_SHARED))
        for number, words in cited(text, ELSEWHERE)
    ]
    assert found == []


@pytest.mark.slow
def test_every_document_that_is_cited_is_there(sources: dict[str, str]) -> None:
    there = [
        (Path(name).parent, number, document, name)
        for name, text in sources.items()
        for number, document in cited(text, DOCUMENT)
        if document not in WRITTEN and name != "tests/architecture/test_citations.py"
    ]
    wrong = [
        f"{name}:{number} cites {document}"
        for folder, number, document, name in there
        if not any((ROOT / beside / document).is_file() for beside in (folder, Path(), Path("docs")))
    ]
    assert wrong == []
    assert len(there) > 20


@pytest.mark.parametrize(
    "line",
    ["rows of our inventory", "as DESIGN's command line has it", "see HOUSE.md", "../shared/data"],
)
def test_a_plan_kept_elsewhere_would_be_found(line: str) -> None:
    assert list(cited(line, ELSEWHERE))


@pytest.mark.parametrize("line", ["UMPIRE = 'umpire'", "HOUSES: tuple", "by: str = UMPIRE", "a shared tablet"])
def test_names_in_capitals_are_no_citation(line: str) -> None:
    assert not list(cited(line, ELSEWHERE))
