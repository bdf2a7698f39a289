"""Stories of Urban War: only the lines with `>` and `#` are written by hand, `make golden` makes all others."""

import re
from pathlib import Path

import pytest
from stories import rewritten

from tablecam.rules.books.catalogue import BOOKS
from tablecam.rules.books.urban_war.rules.rulebook import EVENTS

FOLDER = Path(__file__).resolve().parents[3] / "golden" / "playthroughs" / "urban_war"
STORIES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("story", STORIES, ids=lambda path: path.stem)
def test_the_story_goes_as_it_went(story: Path, golden) -> None:
    text = rewritten(story.read_text(encoding="utf-8"), BOOKS.rulebook, story.name)
    golden(f"playthroughs/urban_war/{story.name}", text)


def test_every_event_happens_in_some_story() -> None:
    told = "\n".join(path.read_text(encoding="utf-8") for path in STORIES)
    never = [name for name in EVENTS if not re.search(rf"^(umpire corrects: )?{name}\b", told, re.MULTILINE)]
    assert never == []


def test_no_story_has_a_line_that_nobody_asked_for() -> None:
    wrong = [path.stem for path in STORIES if "! nobody asks for" in path.read_text(encoding="utf-8")]
    assert wrong == []
