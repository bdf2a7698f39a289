"""Keeps a force that a player uploads with its stat cards, after checking all of it, in the table folder."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

from tablecam.base.errors import BadFile
from tablecam.base.i18n import Message
from tablecam.rules.books.book import Book
from tablecam.rules.books.setup_views import ForceRead
from tablecam.setup.as_files import as_files
from tablecam.setup.refusal import SetupRefusal
from tablecam.storage.text_file import read_text, write_text

FOLDER = "forces"
CARDS = "_cards.toml"
NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,40}\.toml")
MOST_FILES, MOST_BYTES = 6, 60_000
# the code of the refusal on which the page offers to replace the file
ALREADY_THERE = "already-there"


def keep_force(folder: Path, files: Mapping[str, str], book: Book, instead: bool = False) -> tuple[str, ForceRead]:
    """Keeps one force and its cards in the table folder, and returns its name. Raises SetupRefusal, and BadFile for bad
    files.

    files: texts by name; cards that are missing among them are taken from those kept earlier. instead: whether files of
    the same names are replaced.
    """
    name = _find_force(files)
    if book.forces is None:
        raise BadFile(f"the rulebook {book.name} is played without forces")
    texts = {**_load_stored_cards(folder, _find_card_files(name, files[name]) - set(files)), **files}
    with as_files(texts) as copies:
        force = book.forces.read_force(copies / name)
    for file_name in files:
        if not instead and (folder / FOLDER / file_name).exists():
            raise SetupRefusal(
                Message("{file} already exists: rename your file, or replace the existing one", file=file_name),
                ALREADY_THERE,
            )
    # the cards first: a force without its cards would be reported as faulty
    for file_name in sorted(files, key=lambda file: not file.endswith(CARDS)):
        write_text(folder / FOLDER / file_name, files[file_name])
    return Path(name).stem, force


def _find_force(files: Mapping[str, str]) -> str:
    if not 0 < len(files) <= MOST_FILES or sum(map(len, files.values())) > MOST_BYTES:
        raise SetupRefusal(
            Message(
                "send one force and its cards, at most {most} files with {size} kB in total",
                most=MOST_FILES,
                size=MOST_BYTES // 1000,
            )
        )
    for name in files:
        if not NAME.fullmatch(name):
            raise SetupRefusal(
                Message("a force's files have names like night_ferry.toml and night_ferry_cards.toml: rename yours")
            )
    forces = [name for name in files if not name.endswith(CARDS)]
    if len(forces) != 1:
        raise SetupRefusal(
            Message("send one file of a force, with its cards in files that end in {ending}", ending=CARDS)
        )
    return forces[0]


def _find_card_files(name: str, text: str) -> set[str]:
    """Returns the files of cards that a force names: they must lie in its folder."""
    try:
        cards = tomllib.loads(text).get("cards")
    except (tomllib.TOMLDecodeError, ValueError, RecursionError):
        return set()  # the reader says it better
    card_files = {card_file for card_file in cards if isinstance(card_file, str)} if isinstance(cards, list) else set()
    for card_file in card_files:
        if not NAME.fullmatch(card_file) or not card_file.endswith(CARDS):
            raise SetupRefusal(
                Message(
                    "{file}: its cards must be in files of the same folder that end in {ending}: rename them",
                    file=name,
                    ending=CARDS,
                )
            )
    return card_files


def _load_stored_cards(folder: Path, names: set[str]) -> dict[str, str]:
    stored = [name for name in names if (folder / FOLDER / name).is_file()]
    return {name: read_text(folder / FOLDER / name, "stat cards") for name in stored}  # no text
