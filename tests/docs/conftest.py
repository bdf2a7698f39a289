"""The project's documents, read once."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def documents() -> list[Path]:
    """Every Markdown file of the root and of docs."""
    return sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


def blocks(text: str, language: str) -> list[str]:
    """The fenced blocks of a language, in their order."""
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


@pytest.fixture(params=documents(), ids=lambda path: str(path.relative_to(ROOT)))
def document(request: pytest.FixtureRequest) -> Path:
    return request.param
