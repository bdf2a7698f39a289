"""Twenty rosters made by hand in the style of each format: what is read of each, and what each names as lost."""

import io
import json
import zipfile
from pathlib import Path

import pytest

from tablecam.storage.rosters.read_roster import describe_roster, read_roster_file, read_roster_list

MADE = Path(__file__).parent / "made"
EXPECTED = json.loads((Path(__file__).parent / "expected.json").read_text(encoding="utf-8"))
FILES = sorted(path.name for path in MADE.iterdir())


def test_there_are_twenty() -> None:
    assert len(FILES) == 20
    assert list(EXPECTED) == FILES


@pytest.mark.parametrize("name", FILES)
def test_a_roster_gives_its_names_and_numbers_and_every_loss(name: str) -> None:
    assert json.loads(describe_roster(read_roster_file(MADE / name))) == EXPECTED[name]


@pytest.mark.parametrize("name", [name for name in FILES if name.endswith(".ros")])
def test_a_zipped_roster_is_the_same(name: str) -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(MADE / name, name)
    assert read_roster_list(name, file.getvalue()) == read_roster_file(MADE / name)


def test_no_text_of_a_rule_comes_in() -> None:
    for name in FILES:
        assert "Words of a rule" not in describe_roster(read_roster_file(MADE / name))
