"""A player's force as uploaded files: read as for a game, and made the force list for the event."""

import re
import tomllib
from pathlib import Path

from tablecam.base.errors import BadFile
from tablecam.club.event.club_list import force_list
from tablecam.club.tournament.forces import ForceList
from tablecam.rules.books.urban_war.force_files import STARTERS, find_force, read_force, starters
from tablecam.storage.text_file import read_text, write_bytes

CARDS = "_cards.toml"
CARD_FILE = re.compile(r"[\w-]{1,40}_cards\.toml", re.ASCII)


def read_list(folder: Path) -> ForceList:
    """The list of the one force in a folder with its cards; cards of starter teams may be missing there.

    BadFile says what is wrong with the files.
    """
    forces = [path for path in sorted(folder.glob("*.toml")) if not path.name.endswith(CARDS)]
    if len(forces) != 1:
        raise BadFile(f"send one file of a force, with its cards in files that end in {CARDS}")
    for name in _cards_named(forces[0]):
        # a force with the cards of a starter team is uploaded alone
        if CARD_FILE.fullmatch(name) and not (folder / name).exists() and (STARTERS / name).is_file():
            write_bytes(folder / name, (STARTERS / name).read_bytes())
    return force_list(read_force(forces[0]).force)


def starter_list(name: str) -> ForceList:
    """The list of a starter force, by its name; BadFile names those that there are. A path is no name."""
    if name not in starters():
        raise BadFile(f"there is no starter force '{name}'; there are {', '.join(starters())}")
    return force_list(read_force(find_force(name)).force)


def _cards_named(path: Path) -> list[str]:
    try:
        cards = tomllib.loads(read_text(path, "a force")).get("cards")
    except (tomllib.TOMLDecodeError, ValueError, RecursionError):
        return []  # the reader of forces reports it better
    named = [name for name in cards if isinstance(name, str)] if isinstance(cards, list) else []
    if any("/" in name or "\\" in name or name.startswith(".") for name in named):
        raise BadFile(f"{path.name}: its cards must be in files beside it that end in {CARDS}: rename them")
    return named
