"""Whatever a document points at is there."""

import re
import shlex
from pathlib import Path

import pytest

from tests.docs.conftest import ROOT, documents

LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
# files of this repository in code font, with a folder in front: `tablecam/sensing/vision/fit.py`
FILE = re.compile(r"`((?:tablecam|calibration|webui|hardware|tests|tools|examples|docs)/[\w./-]*\w)/?`")
PROGRAM = re.compile(r"python ((?:examples|tools)/\S+\.py)")
MAKE = re.compile(r"(?:^    make|`make) ([a-z-]+)", re.MULTILINE)


def anchors(path: Path) -> set[str]:
    """The headings of a document as GitHub's anchors."""
    heads = re.findall(r"^#+ (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


def test_documents_are_found_at_all() -> None:
    names = {str(path.relative_to(ROOT)) for path in documents()}
    assert {"README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/library.md", "docs/architecture.md"} <= names


def test_every_internal_link_exists(document: Path) -> None:
    broken = []
    for link in LINK.findall(document.read_text(encoding="utf-8")):
        if "://" in link or link.startswith("mailto:"):
            continue
        name, _, anchor = link.partition("#")
        target = (document.parent / name).resolve() if name else document
        missing = not target.exists()
        if missing or (anchor and target.suffix == ".md" and anchor not in anchors(target)):
            broken.append(link)
    assert broken == []


def test_every_file_that_is_named_exists(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    named = {*FILE.findall(text), *PROGRAM.findall(text)}
    assert sorted(name for name in named if not (ROOT / name).exists()) == []


def test_every_make_target_that_is_named_exists(document: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert set(MAKE.findall(document.read_text(encoding="utf-8"))) - targets == set()


def test_every_test_of_the_pages_that_is_named_exists() -> None:
    text = (ROOT / "docs" / "tablet.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:\w+/)?test_\w+\.py)`", text))
    assert len(named) >= 15
    assert sorted(name for name in named if not (ROOT / "tests" / "webui" / name).is_file()) == []


@pytest.mark.parametrize("word", ["anew", "whoever", "gone on with"])
def test_words_that_read_like_a_translation_are_gone(word: str, document: Path) -> None:
    assert re.findall(rf"(?i)\b{word}\b.*", document.read_text(encoding="utf-8")) == []


def test_no_document_names_a_place_of_one_machine(document: Path) -> None:
    words = [word for line in document.read_text(encoding="utf-8").splitlines() for word in split(line)]
    assert [word for word in words if word.startswith(("/home/", "/root/", "/tmp/"))] == []


def split(line: str) -> list[str]:
    """The words of a line, quoted ones without their quotes."""
    try:
        return shlex.split(line.replace("`", " "))
    except ValueError:
        return line.replace("`", " ").split()
