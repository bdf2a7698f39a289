"""A player's force as files that he sends: read as for a game, and made the list that stands for him all evening."""

import re
import tomllib
from pathlib import Path

from tablecam.errors import BadFile
from tablecam.rulebooks.urban_war.forces.club_list import force_list
from tablecam.rulebooks.urban_war.forces.force_toml import STARTERS, read_force
from tablecam.storage.text_file import read_text, write_bytes
from tablecam.tournament.forces import ForceList

CARDS = "_cards.toml"
CARD_FILE = re.compile(r"[\w-]{1,40}_cards\.toml", re.ASCII)


def read_list(folder: Path) -> ForceList:
    """The list of the one force that lies in a folder with its cards; the starter teams' cards need not lie there.

    BadFile with what is wrong with the files.
    """
    forces = [path for path in sorted(folder.glob("*.toml")) if not path.name.endswith(CARDS)]
    if len(forces) != 1:
        raise BadFile(f"send one file of a force, with its cards in files that end in {CARDS}")
    for name in _cards_named(forces[0]):
        # a force may be written with the cards of a starter team, and then it is sent alone
        if CARD_FILE.fullmatch(name) and not (folder / name).exists() and (STARTERS / name).is_file():
            write_bytes(folder / name, (STARTERS / name).read_bytes())
    return force_list(read_force(forces[0]).force)


def _cards_named(path: Path) -> list[str]:
    try:
        said = tomllib.loads(read_text(path, "a force")).get("cards")
    except (tomllib.TOMLDecodeError, ValueError, RecursionError):
        return []  # the reader says it better
    named = [each for each in said if isinstance(each, str)] if isinstance(said, list) else []
    if any("/" in each or "\\" in each or each.startswith(".") for each in named):
        raise BadFile(f"{path.name}: its cards must be in files beside it that end in {CARDS}: rename them")
    return named
