"""The README is short, and what it says of commands is so."""

import re

from tablecam.__main__ import COMMANDS
from tests.docs.conftest import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
MOST_WORDS = 1000


def test_it_is_read_in_five_minutes() -> None:
    assert len(README.split()) < MOST_WORDS


def test_it_has_a_picture_and_the_two_commands() -> None:
    assert README.index("](docs/demo.webp)") < README.index("make demo") < README.index("make test")


def test_every_command_of_the_program_is_listed_and_no_other() -> None:
    listed = set(re.findall(r"^    tablecam (\w+)", README, re.MULTILINE))
    assert listed == set(COMMANDS)
